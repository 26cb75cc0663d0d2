"""The two streams of a dialogue: what is asked comes in by keys or lines, what is said goes out."""

from __future__ import annotations

import os
import shutil
import sys
from collections import deque
from typing import TYPE_CHECKING, TextIO

from slidedrop.terminal.plain.keys import split_keys

if TYPE_CHECKING:
    from collections.abc import Iterable

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"


class Console:
    """A person at a terminal, or a pipe."""

    def __init__(self, *, lines: bool = False, stdin: TextIO | None = None, stdout: TextIO | None = None) -> None:
        self._in = sys.stdin if stdin is None else stdin
        self._out = sys.stdout if stdout is None else stdout
        self.interactive = self._in.isatty() and self._out.isatty()
        """Whether a person is there to be asked."""
        self.keys = self.interactive and not lines and os.environ.get("TERM") != "dumb"
        """Whether single keys are read, and the screen is drawn anew after each."""
        self.colour = self._out.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self._waiting: deque[str] = deque()

    @property
    def width(self) -> int:
        """The columns of the screen."""
        return shutil.get_terminal_size((80, 24)).columns

    def say(self, *lines: str) -> None:
        """Write lines."""
        self._out.write("".join(f"{line}\n" for line in lines))
        self._out.flush()

    def show(self, screen: Iterable[str]) -> None:
        """Write a whole screen: in place of the last one where keys are read, below it otherwise."""
        if self.keys:
            self._out.write(_CLEAR)
        self.say(*screen)

    def ask(self, prompt: str = "> ") -> str | None:
        """Return the next key or line, stripped; None when there is no more input."""
        return self._key() if self.keys else self._line(prompt)

    def _key(self) -> str | None:
        while not self._waiting:
            try:
                self._waiting.extend(split_keys(_getchar()))
            except EOFError:
                return None
        return self._waiting.popleft()

    def _line(self, prompt: str) -> str | None:
        self._out.write(prompt)
        self._out.flush()
        line = self._in.readline()
        if not self._in.isatty():
            self._out.write(line.rstrip("\r\n") + "\n")
        return line.strip() if line else None

    def confirm(self, question: str, *, default: bool) -> bool:
        """Ask a yes-or-no question; the end of input counts as no."""
        choices = "[Y/n]" if default else "[y/N]"
        if self.keys:
            self.say(f"{question} {choices}")
        while True:
            answer = self.ask(f"{question} {choices} ")
            if answer is None:
                return False
            if answer.lower() in {"", "enter"}:
                return default
            if answer.lower() in {"y", "yes", "n", "no", "escape"}:
                return answer.lower().startswith("y")


def _getchar() -> str:
    import click

    return click.getchar()
