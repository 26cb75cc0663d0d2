"""Runs the program in this process, on a pipe or at a simulated terminal."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, NamedTuple

from click.testing import CliRunner

from slidedrop.cli.main import program

if TYPE_CHECKING:
    import pytest


class Said(NamedTuple):
    """The output and exit code of a run."""

    code: int
    out: str
    err: str


def names(text: str, *values: object) -> bool:
    """Tell whether a message names all these values, whatever its wording."""
    return all(str(value) in text for value in values)


def slidedrop(*arguments: object, typed: str = "") -> Said:
    """Run the program on a pipe; fail if it raises anything but SystemExit."""
    result = CliRunner().invoke(program, [str(argument) for argument in arguments], input=typed, prog_name="slidedrop")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Said(result.exit_code, result.stdout, result.stderr)


class Screen(io.StringIO):
    """A stream that reports itself as a terminal."""

    def isatty(self) -> bool:
        return True


def at_a_terminal(monkeypatch: pytest.MonkeyPatch, *arguments: object, typed: str = "") -> Said:
    """Run the program as for a user who types lines at a terminal."""
    screen = Screen()
    monkeypatch.setattr(sys, "stdin", Screen(typed))
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("TERM", "dumb")
    try:
        program.main([str(argument) for argument in arguments], prog_name="slidedrop")
    except SystemExit as ended:
        return Said(int(ended.code or 0), screen.getvalue(), "")
    raise AssertionError


def error_of(said: Said, *, code: int = 1) -> str:
    """Return the sentence of an error, after checking that there is exactly one."""
    assert said.code == code, said
    assert said.err.count("Error: ") == 1
    sentence = said.err.partition("Error: ")[2]
    assert sentence.count("\n") == 1
    return sentence.strip()


def boards_in(text: str) -> list[list[int]]:
    """Return the rows of tiles in an output."""
    rows = [line.split() for line in text.splitlines() if set(line) <= set(" .0123456789") and line.strip()]
    return [[int(tile) if tile != "." else 0 for tile in row] for row in rows]
