"""Computer moves, hints and analyses, in processes of their own, so that no search delays a move.

    ask ask ask ──►  each address in its own queue, in turn (fair_slots.py)  ──►  a few processes of low priority

Plain Python holds the interpreter's lock while it searches; a thread would stall every other player.
"""

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from slidedrop.web.engine.move_jobs import Answer, ready
from slidedrop.web.engine.worker import init_worker
from slidedrop.web.fair_slots import MOST_OF_ADDRESS, FairSlots
from slidedrop.web.http.responses import busy, unprocessable

_PATIENCE: Final = 90
"""After how many seconds a process that gives no answer at all is given up: on a crowded machine those of low priority
wait long for a turn, and the first answer may have to compile; each answer's own budget counts processor time."""


class WorkerPool:
    """A few worker processes, and a short queue before them."""

    def __init__(self, processes: int | None = None, most_of_address: int = MOST_OF_ADDRESS) -> None:
        self._processes = processes or max(1, (os.cpu_count() or 2) // 2)
        full = "the engine is busy with other games; try again in a second"
        self.slots = FairSlots(self._processes, full, most_of_address)
        self._pool: ProcessPoolExecutor | None = None

    def warm_up(self) -> None:
        """Start a process, so that the first question need not wait for it."""
        self._executor().submit(ready)

    async def ask(self, address: str, work: Callable[..., Answer], *arguments: object) -> Answer:
        """Have a function of `move_jobs` or `analysis_jobs` called in a worker; what it refuses is raised here."""
        async with self.slots.slot(address):
            answer = await self._answer(work, *arguments)
        if "refused" in answer:
            raise unprocessable(answer["refused"])
        if "late" in answer:
            raise busy("the engine found no answer in time; ask for less")
        return answer

    async def close(self) -> None:
        """End the processes, whatever they are doing, and refuse what waits for them."""
        self.slots.close()
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(_ended, pool)

    async def _answer(self, work: Callable[..., Answer], *arguments: object) -> Answer:
        pool = self._executor()
        answer = asyncio.get_running_loop().run_in_executor(pool, work, *arguments)
        try:
            return await asyncio.wait_for(answer, _PATIENCE)
        except (BrokenProcessPool, TimeoutError):
            if self._pool is pool:
                self._pool = None
                await asyncio.to_thread(_ended, pool)
            raise busy("the engine timed out; try again") from None

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, context, init_worker)
        return self._pool


def _ended(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool at once."""
    processes = list((pool._processes or {}).values())  # noqa: SLF001 - the pool has no other way to end a long search
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(1)
