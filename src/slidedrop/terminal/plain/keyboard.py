r"""Single keys from a terminal; what is typed while the program is busy waits for its turn.

    read -> raw mode -> "\x1b[A\x1b[" -> usual mode -> "up", and the begun arrow is kept for the next read

The terminal is in raw mode only while a key is awaited, so that whatever ends the program leaves it as it was. (click's
own getchar throws away what was typed ahead, and cuts a held arrow key in two.) A pipe beside the terminal ends a wait
early: when the window changes its size, and when work in the background is done.
"""

import os
import signal
import time
from codecs import getincrementaldecoder
from collections import deque
from contextlib import suppress
from functools import cache
from select import select
from types import FrameType
from typing import Final

from slidedrop.terminal.plain.keys import split_keys

try:
    import termios
    import tty
except ImportError:  # pragma: no cover - Windows has no termios; click reads its keys
    termios = None  # type: ignore[assignment]

_MOST: Final = 3 * 1365
"""All that a terminal keeps waiting, in whole arrows: each is three bytes."""
REDRAW: Final = "redraw"
"""The key that the program presses itself where the screen is to be drawn again."""
_RESIZED: Final = b"r"
_WOKEN: Final = b"w"


class Keyboard:
    """The keys of one terminal, in the order in which they were pressed."""

    def __init__(self, handle: int) -> None:
        """Read from the terminal that this file handle is open on."""
        self._handle = handle
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._begun = ""
        self._waiting: deque[str] = deque()
        self._alarm = _alarm()[0]
        with suppress(BlockingIOError):  # what rang before is of no interest
            os.read(self._alarm, 64)

    def key(self) -> str | None:
        """Return the next key by its name; None after Ctrl-D or where the terminal is gone."""
        while not self._waiting:
            if not self._fill(None):
                return None
        return self._meaning(self._waiting.popleft())

    def is_pressed(self, seconds: float) -> bool:
        """Wait up to this many seconds for a key, and tell whether one is there to be read."""
        return bool(self._waiting) or not self._fill(seconds) or bool(self._waiting)

    def listen(self, seconds: float) -> tuple[str, ...] | None:
        """Wait a while for more keys, and return all that wait to be read; None where the terminal is gone."""
        return tuple(self._waiting) if self._fill(seconds) else None

    def drop(self) -> None:
        """Forget the keys that wait to be read."""
        self._waiting.clear()

    def _meaning(self, key: str) -> str | None:
        if key == "ctrl-c":
            raise KeyboardInterrupt
        if key == "ctrl-z":
            return _suspended()
        return None if key == "ctrl-d" else key

    def _fill(self, seconds: float | None) -> bool:
        """Read the keys that come in this time; False where the terminal is gone."""
        try:
            sent = self._read(seconds)
        except (OSError, ValueError):
            return False
        if sent:
            keys, self._begun = split_keys(self._begun + self._decoder.decode(sent))
            self._waiting.extend(keys)
        return sent != b""

    def _read(self, seconds: float | None) -> bytes | None:
        """Return what was typed, nothing where the terminal is gone, None where the wait ended without a key."""
        if termios is None:  # pragma: no cover - Windows
            return _read_windows(seconds)
        try:
            usual = termios.tcgetattr(self._handle)
        except termios.error:
            return b""
        try:
            tty.setraw(self._handle, termios.TCSADRAIN)
            ready = select([self._handle, self._alarm], [], [], seconds)[0]
            if self._alarm in ready and _RESIZED in os.read(self._alarm, 64):
                self._waiting.append(REDRAW)
            return os.read(self._handle, _MOST) if self._handle in ready else None
        finally:
            with suppress(termios.error):
                termios.tcsetattr(self._handle, termios.TCSADRAIN, usual)


def wake() -> None:
    """End a wait for keys: something else has happened."""
    _ring(_WOKEN)


@cache
def _alarm() -> tuple[int, int]:
    """Open the pipe beside the terminal, and have it rung when the window changes its size."""
    handles = os.pipe()
    for handle in handles:
        os.set_blocking(handle, False)
    if hasattr(signal, "SIGWINCH"):  # pragma: no branch - Windows has no such signal
        with suppress(ValueError):  # only the main thread may handle signals
            signal.signal(signal.SIGWINCH, _on_resize)
            # Also a signal in the moment before we wait, when Python has looked for signals already, ends the wait.
            signal.set_wakeup_fd(handles[1], warn_on_full_buffer=False)
    return handles


def _on_resize(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the signature of a signal handler
    _ring(_RESIZED)


def _ring(byte: bytes) -> None:
    with suppress(BlockingIOError):  # a full pipe rings already
        os.write(_alarm()[1], byte)


def _read_windows(seconds: float | None) -> bytes | None:  # pragma: no cover - Windows
    if seconds is not None:
        time.sleep(seconds)
        return None
    import click

    return click.getchar().encode()


def _suspended() -> str:
    """Go to the background as any other program does; back in front, the screen is to be drawn again."""
    if hasattr(signal, "SIGTSTP"):  # pragma: no branch - Windows has no such signal
        os.kill(os.getpid(), signal.SIGTSTP)
    return REDRAW
