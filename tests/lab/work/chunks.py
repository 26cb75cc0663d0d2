"""Tasks for the tests of distributed work; the worker processes import only this module."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def napped(number: int) -> tuple[int, int]:
    """Sleep for a moment, and return the number and the process id."""
    time.sleep(0.2)
    return number, os.getpid()


def fragile(marker: Path, number: int) -> int:
    """Kill its own process once in the middle of a chunk; if the marker's folder is missing, every time."""
    if number == 5 and not marker.exists():
        if marker.parent.exists():
            marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def killed_after(most: int, process: int, number: int) -> int:
    """Kill another process at the chunk with this number."""
    if number == most:
        os.kill(process, signal.SIGKILL)
    time.sleep(0.2)
    return number
