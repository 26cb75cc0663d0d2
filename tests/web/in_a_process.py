"""A helper that runs a Python program in a separate process without coverage.

An interruption while coverage holds its lock would leave the lock taken, so this process is not measured.
"""

from __future__ import annotations

import os
import subprocess
import sys


def said_by(program: str, *arguments: str) -> str:
    """Return the output of a short Python program."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment, timeout=120).stdout
