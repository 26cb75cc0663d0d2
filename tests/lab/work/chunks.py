"""Tasks for tests of work; the processes that do them import nothing else."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def napped(number: int) -> tuple[int, int]:
    """Take a while, and say who did."""
    time.sleep(0.2)
    return number, os.getpid()


def fragile(marker: Path, number: int) -> int:
    """End the process once, in the middle of a chunk; without a folder for the marker, each time."""
    if number == 5 and not marker.exists():
        if marker.parent.exists():
            marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def killed_after(most: int, process: int, number: int) -> int:
    """Kill another process once so many chunks were done."""
    if number == most:
        os.kill(process, signal.SIGKILL)
    time.sleep(0.2)
    return number
