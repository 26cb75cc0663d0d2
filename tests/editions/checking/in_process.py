"""Run the programs of the fault matrix inside the test process and collect their output.

They run unchanged, with their own standard input and output. Each time the program reads, it gets the next line; the
output since the previous line is one piece.
"""

from __future__ import annotations

import io
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING
from unittest.mock import patch

from slidedrop.editions.checking import adt, dialogue
from slidedrop.editions.checking.running.program import Answer, Way

if TYPE_CHECKING:
    import pytest


class Keyboard:
    """The typed lines as a standard input; each read ends a piece of the output."""

    def __init__(self, keys: Sequence[str], screen: io.StringIO) -> None:
        self._keys, self._screen, self._begin = iter(keys), screen, 0
        self.pieces: list[str] = []
        self.waited = False

    def piece(self) -> None:
        if not self.waited:
            text = self._screen.getvalue()
            self.pieces.append(text[self._begin :])
            self._begin = len(text)

    def readline(self) -> str:
        self.piece()
        key = next(self._keys, None)
        self.waited = key is None
        return "" if key is None else f"{key}\n"

    def __iter__(self) -> Iterator[str]:
        return iter(self.readline, "")


@cache
def _code(path: str) -> CodeType:
    return compile(Path(path).read_text(), path, "exec")


def converse(
    command: Sequence[str], keys: Sequence[str], *, seconds: float, hold: bool = False, way: Way | None = None
) -> Answer:
    """Run a Python program, started as `python ... PATH ARGUMENTS`, as running/program.py does."""
    place = next(number for number, word in enumerate(command) if word.endswith(".py"))
    screen, errors, code = io.StringIO(), "", 0
    keyboard = Keyboard(keys, screen)
    replaced = patch.multiple(sys, argv=list(command[place:]), stdin=keyboard)
    with replaced, redirect_stdout(screen), warnings.catch_warnings(action="ignore"):  # programs may leave files open
        try:
            exec(_code(command[place]), {"__name__": "__main__"})  # noqa: S102 - our own programs
        except SystemExit as error:
            errors, code = ("", error.code or 0) if not isinstance(error.code, str) else (error.code, 1)
        except Exception as error:  # noqa: BLE001 - a program that crashes is one of the faults
            errors, code = f"Traceback\n{type(error).__name__}: {error}", 1
    if not keyboard.waited:
        keyboard.piece()
    pieces = keyboard.pieces if way and way.lines else ()
    return Answer(screen.getvalue(), int(code), errors, hold and keyboard.waited, None, seconds, tuple(pieces))


def without_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run Python programs in the test process: it takes a fifth of the CPU time and no waiting."""
    for module in (adt, dialogue):
        monkeypatch.setattr(module, "converse", converse)
