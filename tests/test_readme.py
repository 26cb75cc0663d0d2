"""Tests that run the examples of README.md and docs/ as they are written.

    ```python       a block with >>> runs as a doctest, any other as a program in a new namespace
    ```console      each `$` line that calls slidedrop runs in a folder and home of the block; the lines that follow
                    are the expected output

In the expected output `...` stands for any text, trailing spaces are ignored, and the text after the prompt `> ` is
typed. Lines that call other programs (make, pip, git) are not run. An example that is not meant to run is a ```text
block.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.compile_kernels import without_coverage

PROJECT: Final = Path(__file__).parents[1]
PAGES: Final = (PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md")))
_BLOCK: Final = re.compile(r"^```(python|console)[ \t]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
_PROMISED: Final = re.compile(r"^print\(.*\)  # prints (.+)$", re.MULTILINE)
_CALL: Final = re.compile(r"(?:^|[|;&]\s*)(?:[A-Z_]+=\S+\s+)*(?:slidedrop|python3? -m slidedrop)\b")
_BESIDE: Final = ("cat", "printf", "echo", "ls", "head", "tail")
"""Harmless programs that an example may use besides slidedrop."""
_TYPED: Final = re.compile(r"^(\s*>) (.+)$", re.MULTILINE)
_PROMPT: Final = re.compile(r"^(\s*>)[ \t]*\n?", re.MULTILINE)


class Example(NamedTuple):
    """One code block of a page."""

    page: str
    line: int
    language: str
    text: str

    @property
    def is_run(self) -> bool:
        """Whether the block contains code or commands to run."""
        return self.language == "python" or any(_CALL.search(call.command) for call in calls(self.text))


class Call(NamedTuple):
    """A command and its expected output."""

    command: str
    shown: str


def examples_of(name: str, page: str) -> list[Example]:
    """Return the blocks of a page to run."""
    blocks = [
        Example(name, page.count("\n", 0, match.start()) + 1, match[1], match[2]) for match in _BLOCK.finditer(page)
    ]
    return [block for block in blocks if block.is_run]


def calls(block: str) -> list[Call]:
    """Return the commands of a console block, each with the lines after it."""
    pieces = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [Call(command, shown) for command, _, shown in (piece.partition("\n") for piece in pieces)]


def agrees(shown: str, printed: str) -> bool:
    """Tell whether a page shows the actual output, with or without an echo of the typed text."""
    checker = doctest.OutputChecker()
    ways = (shown, _TYPED.sub(r"\1", shown))
    return any(checker.check_output(_settled(way), _settled(printed), doctest.ELLIPSIS) for way in ways)


def _settled(text: str) -> str:
    """Return a dialogue without trailing spaces, with each prompt on the same line as the reply."""
    prompted = _PROMPT.sub(r"\1 ", text)
    return "\n".join(line.rstrip() for line in prompted.strip("\n").split("\n")).rstrip() + "\n"


def runs_here(command: str) -> bool:
    """Tell whether a command line is one of slidedrop's to run."""
    return bool(_CALL.search(command)) or command.split(" ", 1)[0] in _BESIDE


def run_console(block: str, folder: Path) -> None:
    """Run a console block in a folder and compare the output."""
    for call in calls(block):
        if runs_here(call.command):
            _run(call, folder)


def _run(call: Call, folder: Path) -> None:
    typed = "".join(f"{line}\n" for _, line in _TYPED.findall(call.shown))
    done = subprocess.run(
        ["sh", "-c", call.command],
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env=_environment(folder),
        timeout=120,
        check=False,
    )
    told = f"$ {call.command}\n{done.stdout}"
    assert "Traceback" not in done.stdout, told
    if call.shown.strip():
        assert agrees(call.shown, done.stdout), f"{told}\nbut the page shows\n{call.shown}"
    else:
        assert done.returncode == 0, told


def _environment(folder: Path) -> dict[str, str]:
    """Return an environment in which `slidedrop` and `python` are the ones under test, with a separate home."""
    programs = folder / ".programs"
    programs.mkdir(exist_ok=True)
    for name, start in {"slidedrop": "-m slidedrop", "python": "", "python3": ""}.items():
        (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {start} "$@"\n')
        (programs / name).chmod(0o755)
    path = f"{programs}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    home = {"SLIDEDROP_HOME": str(folder / ".home"), "COLUMNS": "80", "PYTHONUTF8": "1"}
    return {**without_coverage(), **home, "PATH": path}


def run_python(example: Example) -> None:
    """Run a python block, as a doctest if it looks like one, and compare the output with its comments."""
    name = f"{example.page}:{example.line}"
    if ">>>" not in example.text:
        with redirect_stdout(StringIO()) as printed:
            exec(compile(example.text, name, "exec"), {"__name__": "example"})  # noqa: S102 - our own pages
        assert set(_PROMISED.findall(example.text)) <= set(printed.getvalue().splitlines())
        return
    test = doctest.DocTestParser().get_doctest(example.text, {}, name, example.page, example.line)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    assert not told, "".join(told)


EXAMPLES: Final = [
    example for page in PAGES for example in examples_of(page.relative_to(PROJECT).as_posix(), page.read_text("utf-8"))
]


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{example.page}:{example.line}" for example in EXAMPLES])
def test_an_example_gives_the_output_on_its_page(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if example.language == "python":
        run_python(example)
    else:
        run_console(example.text, tmp_path)


@pytest.mark.parametrize("language", ["python", "console"])
def test_the_readme_has_console_and_python_examples(language: str) -> None:
    found = [example for example in EXAMPLES if example.page == "README.md"]
    assert language in {example.language for example in found}


def test_a_page_with_wrong_output_is_detected(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="page shows"):
        run_console("$ echo 4; : slidedrop\n5\n", tmp_path)
    with pytest.raises(AssertionError, match="Expected"):
        run_python(Example("a page", 1, "python", ">>> 2 + 2\n5\n"))
    with pytest.raises(AssertionError, match="5"):
        run_python(Example("a page", 1, "python", "print(2 + 2)  # prints 5\n"))
    with pytest.raises(ZeroDivisionError):
        run_python(Example("a page", 1, "python", "1 / 0\n"))


def test_three_dots_match_anything_and_typed_input_may_be_missing() -> None:
    assert agrees("Score: ...\n  2  .\n> left\nScore: 4\n", "Score: 0\n  2  . \n> Score: 4\n")
    assert agrees("> left\nScore: 4\n", "> left\nScore: 4\n")
    assert agrees("> q\n", "> \n")
    assert not agrees("Score: 4\n", "Score: 8\n")


def test_only_console_blocks_that_call_slidedrop_are_run() -> None:
    page = (
        "```console\n$ make play\n```\n\n```console\n$ printf 'a\\nq\\n' | slidedrop 2048\n```\n```text\n>>> 1\n```\n"
    )
    assert [(example.line, example.language) for example in examples_of("a page", page)] == [(5, "console")]
    assert not runs_here("pip install slidedrop")
    assert not runs_here("git clone slidedrop")
    assert runs_here("NO_COLOR=1 slidedrop stats")
