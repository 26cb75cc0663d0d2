"""Several processes of this machine that share work.

Every process ignores Ctrl+C, which its parent handles, and ends with its parent, even if that is killed. A killed
process is replaced, and its chunks are done again.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from multiprocessing import connection, parent_process

from slidedrop.chunks import Chunk, Done
from slidedrop.lab.work.sharing import shared


class Processes:
    """The work of several processes, started when first needed."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def __call__(self, task: Callable[[Chunk], Done], chunks: Iterable[Chunk], /) -> Iterator[Done]:
        """Yield the task's result for every chunk."""
        return shared(self._submit, lambda: self._jobs + 1, task, chunks)

    def _submit(self, function: Callable[..., Done], *arguments: object) -> Future[Done]:
        try:
            return self._running().submit(function, *arguments)
        except BrokenExecutor:
            self.close()
            return self._running().submit(function, *arguments)

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._jobs, multiprocessing.get_context("spawn"), init_worker)
        return self._pool

    def close(self) -> None:
        """End the processes immediately; unfinished chunks are done again when the work resumes.

        It also waits for the pool's threads: one that closes its pipe while Python exits prints a traceback.
        """
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):  # noqa: SLF001 - there is no other way to end a task
                process.terminate()
            pool.shutdown(cancel_futures=True)


def init_worker() -> None:
    """Ignore interrupts, which the parent process handles, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=exit_with_parent, daemon=True).start()


def exit_with_parent() -> None:
    """Wait until the parent process has ended, then end this one."""
    starter = parent_process()
    if starter is not None:
        connection.wait([starter.sentinel])
        os._exit(1)
