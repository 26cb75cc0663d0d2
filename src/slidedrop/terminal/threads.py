"""Search threads; quitting does not wait for them.

Native code that still runs while the interpreter shuts down would crash the process (wasmtime aborts). So if a thread
is left, the process ends without the shutdown.
"""

import contextlib
import os
import sys
from collections.abc import Callable
from threading import Thread
from typing import Final, NoReturn
from weakref import WeakSet

_BEGUN: Final[WeakSet[Thread]] = WeakSet()


def begin(work: Callable[[], object]) -> Thread:
    """Start work in a daemon thread."""
    thread = Thread(target=work, daemon=True)
    _BEGUN.add(thread)
    thread.start()
    return thread


def leave(code: int) -> NoReturn:
    """Exit with a code, at once if a thread still works: every move is saved already."""
    if any(thread.is_alive() for thread in _BEGUN):
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)
    sys.exit(code)
