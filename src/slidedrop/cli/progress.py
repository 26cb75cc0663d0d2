"""Progress of a long task, on standard error: a bar on a terminal, otherwise a line now and then.

[########............]  83 of 200 games, 1:12 left
"""

import contextlib
import shlex
import sys
import time
from typing import Final

import click

from slidedrop.core.errors import MissingExtra

_WIDTH: Final = 20
_EVERY: Final = 0.2
_EVERY_LINE: Final = 30.0
"""Seconds between two drawings on a terminal, and between two lines elsewhere."""
GET_ENGINES: Final = f"Install the engines with: {shlex.quote(sys.executable)} -m pip install wasmtime"


class Bar:
    """Counts finished items and estimates the time left."""

    def __init__(self, total: int, what: str, done: int = 0) -> None:
        self._total = total
        self._what = what
        self._done = self._before = done
        self._began = time.monotonic()
        self._screen = sys.stderr.isatty()
        self._shown = self._began
        if self._screen:
            self.show()

    def advance(self) -> None:
        self.reach(self._done + 1)

    def reach(self, done: int) -> None:
        self._done = done
        now = time.monotonic()
        if now - self._shown >= (_EVERY if self._screen else _EVERY_LINE):
            self._shown = now
            self.show()

    def show(self) -> None:
        filled = _WIDTH * self._done // max(1, self._total)
        line = f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {self._done:>3} of {self._total} {self._what}{self._left()}"
        sys.stderr.write(f"\r{line}\x1b[K" if self._screen else f"{line}\n")
        sys.stderr.flush()

    def clear(self) -> None:
        if self._screen:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _left(self) -> str:
        now = self._done - self._before
        if not now or self._done >= self._total:
            return ""
        return f", {duration((time.monotonic() - self._began) / now * (self._total - self._done))} left"


def duration(seconds: float) -> str:
    """Return a time as 4:05, or as 1:04:05 from an hour on."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def say_compiling() -> None:
    """Tell the user when kernels are compiled; print nothing if the extra is missing."""
    with contextlib.suppress(MissingExtra):
        from slidedrop.engine.kernel import when_compiling

        when_compiling(tell)


def tell(sentence: str) -> None:
    """Print a sentence on standard error."""
    click.echo(sentence, err=True)
