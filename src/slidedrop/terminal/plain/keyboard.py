r"""Single keys from a terminal; what is typed while the program is busy waits for its turn.

    read -> raw mode -> "\x1b[A\x1b[" -> usual mode -> "up", and the begun arrow is kept for the next read

The terminal is in raw mode only while a key is awaited, so that whatever ends the program leaves it as it was. (click's
own getchar throws away what was typed ahead, and cuts a held arrow key in two.)
"""

from __future__ import annotations

import os
import signal
import time
from codecs import getincrementaldecoder
from collections import deque
from select import select
from typing import Final

from slidedrop.terminal.plain.keys import split_keys

try:
    import termios
    import tty
except ImportError:  # pragma: no cover - Windows has no termios; click reads its keys
    termios = None  # type: ignore[assignment]

_MOST: Final = 3 * 1365
"""All that a terminal keeps waiting, in whole arrows: each is three bytes."""


class Keyboard:
    """The keys of one terminal, in the order in which they were pressed."""

    def __init__(self, handle: int) -> None:
        """Read from the terminal that this file handle is open on."""
        self._handle = handle
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._begun = ""
        self._waiting: deque[str] = deque()

    def key(self) -> str | None:
        """Return the next key by its name; None after Ctrl-D or where the terminal is gone."""
        while not self._waiting:
            sent = self._sent()
            if not sent:
                return None
            keys, self._begun = split_keys(self._begun + self._decoder.decode(sent))
            self._waiting.extend(keys)
        return self._meaning(self._waiting.popleft())

    def is_pressed(self, seconds: float) -> bool:
        """Wait so long for a key, and tell whether one is there to be read."""
        if self._waiting:
            return True
        if termios is None:  # pragma: no cover - Windows
            time.sleep(seconds)
            return False
        try:
            usual = termios.tcgetattr(self._handle)
        except termios.error:
            return True  # the terminal is gone, and reading will say so
        try:
            tty.setraw(self._handle, termios.TCSADRAIN)
            return bool(select([self._handle], [], [], seconds)[0])
        finally:
            termios.tcsetattr(self._handle, termios.TCSADRAIN, usual)

    def _meaning(self, key: str) -> str | None:
        if key == "ctrl-c":
            raise KeyboardInterrupt
        if key == "ctrl-z":
            return _suspended()
        return None if key == "ctrl-d" else key

    def _sent(self) -> bytes:
        if termios is None:  # pragma: no cover - Windows
            import click

            return click.getchar().encode()
        try:
            return self._read_raw()
        except (OSError, termios.error):
            return b""

    def _read_raw(self) -> bytes:
        usual = termios.tcgetattr(self._handle)
        try:
            tty.setraw(self._handle, termios.TCSADRAIN)
            return os.read(self._handle, _MOST)
        finally:
            termios.tcsetattr(self._handle, termios.TCSADRAIN, usual)


def _suspended() -> str:
    """Go to the background as any other program does; back in front, the screen is to be drawn again."""
    if hasattr(signal, "SIGTSTP"):  # pragma: no branch - Windows has no such signal
        os.kill(os.getpid(), signal.SIGTSTP)
    return "redraw"
