"""Computer moves, hints and analyses in worker processes, so that no search delays a move.

    ask ask ask ──►  each address in its own queue, in turn (fair_slots.py)  ──►  a few processes of low priority

A request that may take milliseconds is first tried in a separate process, so it never waits for one that takes seconds.
After a failed try, the address has no other one for ten seconds.

Plain Python holds the interpreter's lock while it searches, so a thread would stall all players.
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
from slidedrop.web.http.rate_limits import Buckets, Rate
from slidedrop.web.http.responses import Refused, busy, unprocessable

Work = Callable[..., Answer]
"""A function of `move_jobs` or `analysis_jobs`, called in a worker."""
_NICE: Final = 10
_QUICK_NICE: Final = 3
_TRIES: Final = Rate(1, 0.1)
"""How often an address may try in vain."""
_TIMEOUT: Final = 90
"""After how many seconds a process that gives no answer at all is given up: on a crowded machine those of low priority
wait long for a turn, and the first answer may have to compile; each answer's own budget counts processor time."""


class WorkerPool:
    """A few worker processes, and a short queue before them."""

    def __init__(self, processes: int | None = None, most_of_address: int = MOST_OF_ADDRESS, nice: int = _NICE) -> None:
        self._processes = processes or max(1, (os.cpu_count() or 2) // 2)
        full = "the engine is busy with other games; try again in a second"
        self.slots = FairSlots(self._processes, full, "engine-busy", most_of_address)
        self._nice = nice
        self._pool: ProcessPoolExecutor | None = None

    def warm_up(self) -> None:
        self._executor().submit(ready)

    async def ask(self, address: str, work: Work, *arguments: object) -> Answer:
        """Run a job in a process; its refusals are raised here."""
        answer = await self.try_to(address, work, *arguments)
        if answer is None:
            raise busy("the engine found no answer in time; ask for less", "engine-late")
        return answer

    async def try_to(self, address: str, work: Work, *arguments: object) -> Answer | None:
        """Do the same; None if the time was too short."""
        async with self.slots.slot(address):
            answer = await self._answer(work, *arguments)
        if "refused" in answer:
            raise unprocessable(answer["refused"])
        return None if "late" in answer else answer

    async def close(self) -> None:
        """End the processes, and refuse the jobs that wait."""
        self.slots.close()
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(_ended, pool)

    async def _answer(self, work: Work, *arguments: object) -> Answer:
        pool = self._executor()
        try:
            answer = asyncio.get_running_loop().run_in_executor(pool, work, *arguments)
            return await asyncio.wait_for(answer, _TIMEOUT)
        except (BrokenProcessPool, TimeoutError):
            if self._pool is pool:
                self._pool = None
                await asyncio.to_thread(_ended, pool)
            raise busy("the engine timed out; try again", "engine-late") from None

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, context, init_worker, (self._nice,))
        return self._pool


class Pools:
    """All worker processes of a server, for moves, analyses and short jobs."""

    def __init__(self, processes: int | None = None) -> None:
        self.engine = WorkerPool(processes)
        self.quick = WorkerPool(1, nice=_QUICK_NICE)
        self.analysts = WorkerPool(1, most_of_address=2)  # separate, so that no long analysis delays a player
        self._tries = Buckets(_TRIES)

    async def ask(self, address: str, quick: Work, pool: WorkerPool, work: Work, *arguments: object) -> Answer:
        """Try a quick job first, and otherwise run the job in a pool with more time."""
        return await self._tried(address, quick, *arguments) or await pool.ask(address, work, *arguments)

    async def _tried(self, address: str, work: Work, *arguments: object) -> Answer | None:
        try:
            self._tries.take(address)
        except Refused:
            return None
        answer = await self.quick.try_to(address, work, *arguments)
        if answer is not None:
            self._tries.take(address, -1)
        return answer

    def asked(self) -> dict[str, float]:
        return {name: getattr(self, name).slots.asked.total() for name in ("engine", "quick", "analysts")}

    def warm_up(self) -> None:
        self.engine.warm_up()
        self.quick.warm_up()

    async def close(self) -> None:
        for pool in (self.analysts, self.engine, self.quick):
            await pool.close()


def _ended(pool: ProcessPoolExecutor) -> None:
    processes = list((pool._processes or {}).values())  # noqa: SLF001 - the pool has no other way to end a long search
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(1)
