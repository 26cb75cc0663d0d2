"""The errors of slidedrop.

Every message says what was wrong, where, and what would be right. The command line prints it and exits with the
error's code, without a traceback.
"""

import shlex
import sys
from typing import ClassVar


class SlidedropError(Exception):
    """Base class for all slidedrop errors."""

    exit_code: ClassVar[int] = 1


class RulesError(SlidedropError, ValueError):
    """Rules that cannot be played, such as a board of one cell."""


class NotationError(SlidedropError, ValueError):
    """A file, link, position or move that cannot be read."""


class IllegalMove(SlidedropError, ValueError):
    """A move that can be read but is not legal here."""


class GameOver(IllegalMove):
    """A move in a game that has ended."""


class RecordError(SlidedropError):
    """A record of a game that is damaged, in use or cannot be written."""

    def __init__(self, message: str, *, offset: int | None = None) -> None:
        super().__init__(message)
        self.offset = offset
        """The byte at which the damage starts; None if it has no such place."""


class MissingExtra(SlidedropError, ImportError):
    """A feature needs an extra that is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        pip = f"{shlex.quote(sys.executable)} -m pip"
        super().__init__(f"{what} needs the extra '{extra}'; in a clone of slidedrop: {pip} install '.[{extra}]'")
        self.extra = extra


class MissingEngine(SlidedropError, ImportError):
    """The WebAssembly runtime is missing: it has no wheel for this platform, or was removed."""

    def __init__(self) -> None:
        pip = f"{shlex.quote(sys.executable)} -m pip"
        super().__init__(f"the engines need wasmtime, which is not installed; install it: {pip} install wasmtime")
