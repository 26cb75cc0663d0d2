"""A clock that does not jump: set once, then advanced by the computer's monotonic time.

All servers with one PostgreSQL use its clock, so that a race ends at the same time for everyone.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Final

elapsed: Final[Callable[[], float]] = (
    partial(time.clock_gettime, time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic
)
"""Seconds since an arbitrary moment, including sleep if the platform counts it."""


class Clock:
    """Seconds of universal time."""

    def __init__(self) -> None:
        self.set(time.time())

    def set(self, now: float) -> None:
        self._offset = now - elapsed()

    def now(self) -> float:
        return elapsed() + self._offset

    def seconds(self) -> int:
        return int(self.now())
