"""A pytest plugin that takes away what Windows does not have: termios, fcntl and timers by signals.

    python -m pytest -p tests.without_unix tests/records/test_journal.py

Instead there is a stand-in for msvcrt, whose locks are real ones. What passes so was not run on Windows, but does not
lean on what is missing there.
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
    """Lock as msvcrt does, from the place where the file stands: the test sees that no byte that is read is locked."""
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
