"""Work that is interrupted, done in a process of its own.

An interruption that falls into the bookkeeping of coverage leaves its lock taken for ever: so it is not measured there.
"""

from __future__ import annotations

import os
import subprocess
import sys


def said_by(program: str, *arguments: str) -> str:
    """Return what a Python program of one line prints."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment, timeout=120).stdout
