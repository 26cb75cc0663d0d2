"""Runs slidedrop in a real pseudo terminal."""

from __future__ import annotations

import os
import signal
import sys
import termios
import time
from typing import TYPE_CHECKING, Any

import pexpect

from slidedrop.records.library import Library
from slidedrop.records.replay import replay
from tests.terminal.full.virtual_screen import Glass

if TYPE_CHECKING:
    from collections.abc import Callable

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ESCAPE, ENTER = "\x1b", "\r"
PATIENCE = 60.0
"""The time limit in seconds for a program on a busy machine."""


class Terminal:
    """A terminal that runs slidedrop, and the text on its screen."""

    def __init__(self, *words: str, size: tuple[int, int] = (24, 80), sees: str = "Quit", **environment: str) -> None:
        """Open a terminal of the given size, run slidedrop with these arguments, and wait until it shows a text."""
        untraced = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
        usual = {**untraced, "TERM": "xterm-256color", "COLORTERM": "truecolor", "TEXTUAL_ANIMATIONS": "none"}
        program = [sys.executable, "-m", "slidedrop", *words]
        self.child: Any = pexpect.spawn(
            program[0], program[1:], dimensions=size, env={**usual, **environment}, encoding="utf-8"
        )
        self.child.delaybeforesend = None
        self.usual = termios.tcgetattr(self.child.child_fd)
        self.glass, self.drawn = Glass(*size), ""
        self.see(sees)

    def see(self, *texts: str) -> str:
        """Wait until one of the texts is on the screen, and return it."""
        self.until(lambda: self._found(texts) is not None, str(texts))
        return str(self._found(texts))

    def _found(self, texts: tuple[str, ...]) -> str | None:
        return next((text for text in texts if text in str(self.glass)), None)

    def until(self, true: Callable[[], bool], what: str) -> None:
        """Read output until a condition holds."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, f"{what} was awaited:\n{self.glass}"
            self._take()

    def _take(self) -> bool:
        """Read the available output; return False if the program has ended."""
        try:
            text = self.child.read_nonblocking(1 << 16, 0.05)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.glass.write(text)
        self.drawn += text
        return True

    def press(self, *keys: str) -> None:
        """Press keys; escape only as the last one, as a following key would turn it into another key."""
        self.child.send("".join(keys))

    def quiet(self, seconds: float = 1.0) -> None:
        """Wait until nothing has been drawn for some seconds, as a person resizes a window only then."""
        drawn, since = len(self.drawn), time.monotonic()
        while time.monotonic() < since + seconds:
            self._take()
            if len(self.drawn) != drawn:
                drawn, since = len(self.drawn), time.monotonic()

    def resize(self, rows: int, columns: int) -> None:
        """Resize the window once nothing is being drawn."""
        self.quiet()
        self.glass.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def begin(self, *keys: str) -> None:
        """Open the form of a new game with the first key, choose with the others, and start."""
        self.press(keys[0])
        self.see("Start")
        self.press(*keys[1:], ENTER)
        self.see("·  game ")

    def ended(self) -> int | None:
        """Wait for the end and return the exit code, or None if a signal ended the program."""
        end = time.monotonic() + PATIENCE
        while self._take():
            assert time.monotonic() < end, f"it goes on:\n{self.glass}"
        self.child.wait()
        return self.child.exitstatus  # type: ignore[no-any-return]

    def remove(self) -> None:
        """Kill the program; one that uses much memory takes some time to end even then."""
        if not self.child.terminated:
            self.child.kill(signal.SIGKILL)
            self.child.wait()
        self.child.close()

    @property
    def is_restored(self) -> bool:
        """Whether echo and line editing are on again, as before."""
        return bool(termios.tcgetattr(self.child.child_fd)[3] == self.usual[3])


def kept(number: int = 1) -> list[str]:
    """Return the moves of a saved game that are on disk."""
    return replay(Library().record(number)).line()


def settled(terminal: Terminal, number: int, moves: int) -> list[str]:
    """Wait until a game has this number of moves on disk, and return them."""
    terminal.until(lambda: number in Library().numbers() and len(kept(number)) >= moves, f"{moves} moves on disk")
    return kept(number)
