"""Threads that think while a person plays; quitting does not wait for them.

An engine's native code may be running in one when the program ends. It must not meet an interpreter that takes itself
down (wasmtime aborts, or the process crashes), so where a thread is left the process ends without that.
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
    """Work in a thread that ends with the program."""
    thread = Thread(target=work, daemon=True)
    _BEGUN.add(thread)
    thread.start()
    return thread


def leave(code: int) -> NoReturn:
    """End the program with an exit code; at once where a thread still works, as every move is on disk already."""
    if any(thread.is_alive() for thread in _BEGUN):
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)
    sys.exit(code)
