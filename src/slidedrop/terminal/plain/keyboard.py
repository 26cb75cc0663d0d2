r"""Single keys from a terminal; keys typed while the program is busy wait for their turn.

    read -> raw mode -> "\x1b[A\x1b[" -> usual mode -> "up", and the partial arrow stays for the next read

The terminal is in raw mode only while the program waits for a key, so any exit leaves it in its usual mode. (click's
getchar drops keys typed ahead, and splits a held arrow key.) A pipe ends a wait early: when the window is resized, and
when background work is done.
"""

import os
import re
import signal
import time
from codecs import getincrementaldecoder
from collections import deque
from contextlib import suppress
from functools import cache
from select import select
from typing import Final

try:
    import termios
    import tty
except ImportError:  # pragma: no cover - Windows has no termios; click reads its keys
    termios = None  # type: ignore[assignment]

_MOST: Final = 3 * 1365
"""The most bytes that a terminal buffers, as a multiple of three: an arrow key is three bytes."""
_PIPE: Final = 1 << 16
"""The capacity of a pipe: signals that were not read must not be read later."""
REDRAW: Final = "redraw"
"""The key that the program sends itself to draw the screen again."""
_RESIZED: Final = b"r"
_WOKEN: Final = b"w"
_KEY: Final = re.compile(r"\x1b[\[O][0-9;]*[A-Za-z~]|[\x00\xe0][HPKM]|.", re.DOTALL)
_BEGUN: Final = re.compile(r"\x1b[\[O][0-9;]*$")
_ARROWS: Final = ("up", "down", "right", "left")
_NAMES: Final = {
    **{f"{begin}{key}": name for begin in ("\x1b[", "\x1bO") for key, name in zip("ABCD", _ARROWS, strict=True)},
    **{f"{begin}{key}": name for begin in ("\xe0", "\x00") for key, name in zip("HPMK", _ARROWS, strict=True)},
    "\r": "enter",
    "\n": "enter",
    "\t": "tab",
    "\x1b": "escape",
    "\x0c": "redraw",
    "\x00": "ctrl-d",
    "\x7f": "undo",
    "\x08": "undo",
    " ": "space",
}
"""The arrows as terminals send them, plain and in application mode, and as the Windows console does.

Ctrl-D that was pressed while the computer thought, and no key was awaited, arrives as a zero.
"""


def split_keys(sent: str) -> tuple[list[str], str]:
    """Return the names of the keys in some text, and the start of an incomplete arrow key."""
    begun = _BEGUN.search(sent)
    whole = sent if begun is None else sent[: begun.start()]
    return [key_name(key) for key in _KEY.findall(whole)], sent[len(whole) :]


def key_name(key: str) -> str:
    """Return the name of a key: "up", "enter", "ctrl-x", or the letter itself."""
    if key in _NAMES:
        return _NAMES[key]
    if len(key) > 1:
        return "this key"
    return f"ctrl-{chr(ord(key) | 0x40).lower()}" if key < " " else printable(key)


def printable(text: str) -> str:
    """Return the text with control characters escaped."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


class Keyboard:
    """The keys of one terminal, in order."""

    def __init__(self, handle: int) -> None:
        """Read from the terminal behind this file handle."""
        self._handle = handle
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._begun = ""
        self._waiting: deque[str] = deque()
        self._alarm = _alarm()[0]
        with suppress(BlockingIOError):  # earlier wake-ups do not matter
            os.read(self._alarm, _PIPE)

    def key(self) -> str | None:
        """Return the name of the next key; None after Ctrl-D or if the terminal is gone."""
        while not self._waiting:
            if not self._fill(None):
                return None
        return self._meaning(self._waiting.popleft())

    def is_pressed(self, seconds: float) -> bool:
        """Wait up to this many seconds for a key, and tell whether one is waiting."""
        return bool(self._waiting) or not self._fill(seconds) or bool(self._waiting)

    def listen(self, seconds: float) -> tuple[str, ...] | None:
        """Wait for more keys, and return all that are waiting; None if the terminal is gone."""
        return tuple(self._waiting) if self._fill(seconds) else None

    def drop(self) -> None:
        self._waiting.clear()

    def _meaning(self, key: str) -> str | None:
        if key == "ctrl-c":
            raise KeyboardInterrupt
        if key == "ctrl-z":  # suspend like any other program; in front again, redraw the screen
            if hasattr(signal, "SIGTSTP"):  # pragma: no branch - Windows has no such signal
                os.kill(os.getpid(), signal.SIGTSTP)
            return REDRAW
        return None if key == "ctrl-d" else key

    def _fill(self, seconds: float | None) -> bool:
        """Read the keys that arrive in this time; False if the terminal is gone."""
        try:
            sent = self._read(seconds)
        except (OSError, ValueError):
            return False
        if sent:
            keys, self._begun = split_keys(self._begun + self._decoder.decode(sent))
            self._waiting.extend(keys)
        return sent != b""

    def _read(self, seconds: float | None) -> bytes | None:
        """Return what was typed, empty if the terminal is gone, None if no key came."""
        if termios is None:  # pragma: no cover - Windows
            return _read_windows(seconds)
        try:
            usual = termios.tcgetattr(self._handle)
        except termios.error:
            return b""
        try:
            tty.setraw(self._handle, termios.TCSADRAIN)
            ready = select([self._handle, self._alarm], [], [], seconds)[0]
            if self._alarm in ready and _RESIZED in os.read(self._alarm, _PIPE):
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
    """Open the wake-up pipe, and write to it when the window is resized."""
    handles = os.pipe()
    for handle in handles:
        os.set_blocking(handle, False)
    if hasattr(signal, "SIGWINCH"):  # pragma: no branch - Windows has no such signal
        with suppress(ValueError):  # only the main thread may handle signals
            signal.signal(signal.SIGWINCH, lambda *_: _ring(_RESIZED))
            # A signal just before the wait, when Python has checked for signals already, also ends it.
            signal.set_wakeup_fd(handles[1], warn_on_full_buffer=False)
    return handles


def _ring(byte: bytes) -> None:
    with suppress(BlockingIOError):  # a full pipe wakes already
        os.write(_alarm()[1], byte)


def _read_windows(seconds: float | None) -> bytes | None:  # pragma: no cover - Windows
    if seconds is not None:
        time.sleep(seconds)
        return None
    import click

    return click.getchar().encode()
