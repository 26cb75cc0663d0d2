"""Tests of crash reports: the exception and the line of the student's code."""

from __future__ import annotations

import pytest

from slidedrop.editions.checking.running.crash import (
    MODULE_ADVICE,
    PACKAGE_ADVICE,
    compiler_error,
    crash,
    needs_terminal,
)

PYTHON = (
    'Traceback (most recent call last):\n  File "/a/main.py", line 3, in <module>\n'
    '  File "/a/game.py", line 7, in go\nValueError: no tile\n'
)
JAVA = (
    'Exception in thread "main" java.util.NoSuchElementException: No line found\n'
    "\tat java.base/java.util.Scanner.nextLine(Scanner.java:1651)\n"
    "\tat Board.read(Board.java:12)\n\tat Main.main(Main.java:3)\n"
)
NODE = (
    "/home/a/game.js:41\n    throw new TypeError('x');\n\n"
    "TypeError: board is not iterable\n    at move (/home/a/game.js:41:11)\n\nNode.js v20\n"
)
C = "prog: board.c:55: slide: Assertion `n < 4' failed.\n"


@pytest.mark.parametrize(
    ("errors", "code", "says"),
    [
        (PYTHON, 1, "ValueError: no tile (game.py, line 7)"),
        (JAVA, 1, "java.util.NoSuchElementException: No line found (Board.java, line 12)"),
        (NODE, 1, "TypeError: board is not iterable (game.js, line 41)"),
        (C, -6, "Assertion `n < 4' failed. (board.c, line 55)"),
        ("", -11, "Segmentation fault"),
        ("it broke", 1, "it broke"),
        ("SyntaxError: Cannot use import statement outside a module", 1, MODULE_ADVICE),
        ("Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/a/tile' imported from /a/game.js", 1, MODULE_ADVICE),
        ("Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'chalk' imported from", 1, PACKAGE_ADVICE.format("chalk")),
        ("Error: Cannot find module '@scope/keys/raw'\nRequire stack:", 1, PACKAGE_ADVICE.format("@scope/keys")),
    ],
)
def test_a_crash_is_reported_with_its_exception_and_line(errors: str, code: int, says: str) -> None:
    assert crash(errors, code) == says


def test_a_program_that_needs_a_terminal_is_detected_by_its_error() -> None:
    assert needs_terminal("TypeError: process.stdin.setRawMode is not a function")
    assert not needs_terminal("TypeError: board is not iterable")


@pytest.mark.parametrize(
    ("output", "says"),
    [
        ("Board.java:12: error: ';' expected\n  int a\n", "';' expected (Board.java, line 12)"),
        ("src/main.c: In function 'main':\nsrc/main.c:3:5: error: 'x' undeclared\n", "'x' undeclared (main.c, line 3)"),
        ("game.ts(7,3): error TS2304: Cannot find name 'x'.\n", "Cannot find name 'x'. (game.ts, line 7)"),
        ("make: *** [all] Error 1\n", ""),
    ],
)
def test_the_first_error_of_a_compiler_is_found(output: str, says: str) -> None:
    assert compiler_error(output) == says
