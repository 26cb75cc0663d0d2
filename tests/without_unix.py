"""A pytest plugin that removes what Windows does not have: termios, fcntl and timers by signals.

    python -m pytest -p tests.without_unix tests/records/test_journal.py

It provides a stand-in for msvcrt that uses real locks. A test that passes with it has not run on Windows, but does not
need the missing modules.
"""

from __future__ import annotations

import fcntl
import os
import signal
import sys
from types import ModuleType
from typing import Any

flock, exclusive, not_blocking = fcntl.flock, fcntl.LOCK_EX, fcntl.LOCK_NB


def locking(handle: int, mode: int, count: int) -> None:
    """Lock from the current file position, as msvcrt does, so that a test notices when a byte to be read is locked."""
    assert (mode, count) == (2, 1)
    assert os.lseek(handle, 0, os.SEEK_CUR) > os.fstat(handle).st_size
    flock(handle, exclusive | not_blocking)


msvcrt: Any = ModuleType("msvcrt")
msvcrt.locking, msvcrt.LK_NBLCK = locking, 2
modules: dict[str, Any] = sys.modules
modules.update(termios=None, fcntl=None, msvcrt=msvcrt)
for name in ("setitimer", "getitimer", "SIGPROF"):
    if hasattr(signal, name):
        delattr(signal, name)
