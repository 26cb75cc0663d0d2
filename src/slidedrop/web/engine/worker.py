"""The start of a worker process."""

import contextlib
import os
import signal
import threading
from multiprocessing import connection, parent_process


def init_worker(nice: int) -> None:
    """Lower the priority, ignore Ctrl+C, and exit with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(nice)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    """End this process when its parent ends, even if the parent was killed."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
