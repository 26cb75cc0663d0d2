"""Several processes that share a match, one game each at a time.

Every process is told to ignore Ctrl+C, which is for the one who started it, and to end with it, also where that one
was killed: nobody would collect the results.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import connection, parent_process

from slidedrop.lab.arena.match import Match, Result, Unit


def played(match: Match, units: Iterable[Unit], jobs: int) -> Generator[Result]:
    """Yield the results of these games as they end, in any order; with one job they are played right here."""
    if jobs == 1:
        yield from map(match.play, units)
        return
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _settle_down)
    try:
        yield from _shared(pool, match, iter(units), jobs)
    finally:
        _end(pool)


def _shared(pool: ProcessPoolExecutor, match: Match, units: Iterator[Unit], jobs: int) -> Iterator[Result]:
    under_way = {pool.submit(match.play, unit) for unit in islice(units, jobs + 1)}
    while under_way:
        done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
        for future in done:
            under_way |= {pool.submit(match.play, unit) for unit in islice(units, 1)}
            yield future.result()


def _end(pool: ProcessPoolExecutor) -> None:
    """End the processes at once: a game that is under way is played again when the match goes on."""
    processes = list((pool._processes or {}).values())  # noqa: SLF001 - the pool has no other way to end a game
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()


def _settle_down() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_leave_with_starter, daemon=True).start()


def _leave_with_starter() -> None:
    starter = parent_process()
    if starter is not None:
        connection.wait([starter.sentinel])
        os._exit(1)
