"""The input and output of a dialogue: keys or lines in, text out.

                   keys    colour    prose is folded     a new board
a terminal         yes     yes       at its width        replaces the last
--lines on one     no      yes       at its width        stands below it
a pipe             no      no        never               stands below it
"""

import os
import re
import sys
import time
from collections.abc import Iterable
from functools import cached_property
from importlib.util import find_spec
from typing import Final, TextIO

from slidedrop.terminal.plain.keyboard import Keyboard, printable

_TO_TOP: Final = "\x1b[H\x1b[J"
_USUAL_SCREEN: Final = (80, 24)
_ESCAPES: Final = re.compile(r"\x1b\[[0-9;]*m")
_SHORT: Final = 6
"""In a small window up to this many lines are cut; longer texts, such as the help, are shown page by page."""
_MORE: Final = "-- more: any key --"
_NO: Final = {"n", "no", "escape"}
_YES: Final = {"y", "yes"}
NO_KEY: Final = ""
"""The key that is returned if none was pressed in time."""


class Console:
    """A person at a terminal, or a pipe."""

    def __init__(self, *, lines: bool = False, stdin: TextIO | None = None, stdout: TextIO | None = None) -> None:
        self._in = sys.stdin if stdin is None else stdin
        self._out = sys.stdout if stdout is None else stdout
        clever = os.environ.get("TERM", "dumb" if os.name == "posix" else "") != "dumb"
        self._screen = self._out.isatty()
        self.interactive = self._in.isatty() and self._screen
        """Whether a person can answer questions."""
        self.keys = self.interactive and not lines and clever
        """Whether single keys are read, and the screen is redrawn after each."""
        self.colour = self._screen and clever and not os.environ.get("NO_COLOR")
        self._drawn = False

    @property
    def has_full_screen(self) -> bool:
        """Whether the full screen can be opened: by single keys, with the extra, in an encoding that has its signs."""
        signs = "▀●"
        encoding = getattr(self._out, "encoding", None) or "utf-8"
        can_write = signs.encode(encoding, "ignore").decode(encoding) == signs
        return self.keys and can_write and find_spec("textual") is not None

    @property
    def width(self) -> int:
        """The width of a line; unlimited on a pipe."""
        return self._size()[0] if self._screen else sys.maxsize

    def say(self, *prose: str) -> None:
        """Write lines; on a screen long ones wrap between words."""
        self._write(line for text in prose for line in self._folded(text))

    def show(self, drawing: Iterable[str], *prose: str) -> None:
        """Write a whole screen: over the last one if single keys are read, otherwise below it."""
        board = list(drawing)
        told = [line for text in prose for line in self._folded(text)]
        if not self.keys:
            self._write([*board, *told])
            return
        lines = self._fitting(board, told)
        rows = self._size()[1] - 1  # the cursor is in the last one
        while len(lines) > rows > 1:
            self._clear()
            self._write([*lines[: rows - 1], _MORE])
            lines = lines[rows - 1 :]
            if self._keyboard.key() in {None, "q", "escape"}:
                return
        self._clear()
        self._write(lines)

    def _fitting(self, board: list[str], told: list[str]) -> list[str]:
        """Return the part of a screen that fits: a long text without the board, or a board with the text below it.

        A sentence replaces a board that would be cut.
        """
        columns, rows = self._size()
        wide = max((len(_ESCAPES.sub("", line)) for line in board), default=0)
        if wide > columns or len(board) >= rows:
            needs = f"This window is {columns}x{rows}; the board needs {wide}x{len(board) + 1}. b says it in words."
            board = self._folded(needs)
        room = rows - 1 - len(board)
        if len(told) <= room:
            return [*board, *told]
        return [*board, *told[:room]] if len(told) <= _SHORT and room > 0 else told

    def _clear(self) -> None:
        """Clear the screen; the text from before the program stays in the scrollback."""
        if not self._drawn:
            self._out.write("\n" * self._size()[1])
            self._drawn = True
        self._out.write(_TO_TOP)

    def _write(self, lines: Iterable[str]) -> None:
        self._out.write("".join(f"{line}\n" for line in lines))
        self._out.flush()

    def _folded(self, text: str) -> list[str]:
        lines = text.split("\n")
        if max(map(len, lines)) <= self.width:
            return lines
        from textwrap import TextWrapper

        wrapper = TextWrapper(self.width, break_long_words=self.keys, break_on_hyphens=False)
        return [folded for line in lines for folded in wrapper.wrap(line) or [""]]

    def _size(self) -> tuple[int, int]:
        try:
            columns, rows = os.get_terminal_size(self._out.fileno())
        except (OSError, ValueError):
            columns, rows = 0, 0
        return columns or _USUAL_SCREEN[0], rows or _USUAL_SCREEN[1]

    def ask(self, prompt: str = "> ") -> str | None:
        """Return the next key or line, stripped; None when there is no more input."""
        return self._keyboard.key() if self.keys else self._line(prompt)

    def key_within(self, seconds: float | None) -> str | None:
        """Return the next key, or NO_KEY after the timeout (None: never); sleep if no keys are read."""
        if not self.keys:
            time.sleep(seconds or 0)
            return NO_KEY
        return self._keyboard.key() if seconds is None or self._keyboard.is_pressed(seconds) else NO_KEY

    def listen(self, seconds: float) -> tuple[str, ...] | None:
        """Wait for keys and return those waiting without removing them; None if the terminal is gone."""
        if not self.keys:
            time.sleep(seconds)
            return ()
        return self._keyboard.listen(seconds)

    def drop_keys(self) -> None:
        if self.keys:
            self._keyboard.drop()

    def ask_line(self, prompt: str) -> str:
        """Return a line, also if single keys are read; empty at the end of input."""
        self.drop_keys()
        return self._line(prompt) or ""

    @cached_property
    def _keyboard(self) -> Keyboard:
        return Keyboard(self._in.fileno())

    def _line(self, prompt: str) -> str | None:
        self._out.write(prompt)
        self._out.flush()
        try:
            line = self._in.readline()
        except OSError:
            line = ""
        if not line or not self._in.isatty():
            self._write([printable(line.rstrip("\r\n"))])
        return line.strip() if line else None

    def confirm(self, question: str, *, default: bool) -> bool:
        """Ask a yes-or-no question; the end of input counts as no."""
        choices = "[Y/n]" if default else "[y/N]"
        if self.keys:
            self.say(f"{question} {choices}")
        while True:
            answer = self.ask(f"{question} {choices} ")
            if answer is None or answer.lower() in _NO:
                return False
            if answer.lower() in {"", "enter"}:
                return default
            if answer.lower() in _YES:
                return True
