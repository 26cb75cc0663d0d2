"""Computer moves, hints and analyses, in processes of their own, so that no search delays a move.

    ask ask ask ──►  each address in its own queue, in turn  ──►  a few processes of low priority
     └ too many of one address: 429; too many of all: 503, try again in a second

Plain Python holds the interpreter's lock while it searches; a thread would stall every other player.
"""

import asyncio
import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from types import MappingProxyType
from typing import Final

from slidedrop.web.engine import analysis_jobs, move_jobs
from slidedrop.web.engine.fair_slots import FairSlots
from slidedrop.web.engine.move_jobs import Answer
from slidedrop.web.engine.worker import init_worker
from slidedrop.web.http.responses import against_the_rules, busy, too_many

MOST_WAITING: Final = 64
MOST_OF_ADDRESS: Final = 4
_PATIENCE: Final = 90
"""After how many seconds a process that gives no answer at all is given up: on a crowded machine those of low priority
wait long for a turn, and the first answer may have to compile; each answer's own budget counts processor time."""


class WorkerPool:
    """A few worker processes, and a short queue before them."""

    def __init__(
        self,
        processes: int | None = None,
        most_of_address: int = MOST_OF_ADDRESS,
        own_players: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._own_players = own_players
        self._processes = processes or max(1, (os.cpu_count() or 2) // 2)
        self._most = self._processes + MOST_WAITING
        self._most_of_address = most_of_address
        self._asked: Counter[str] = Counter()
        self._slots = FairSlots(self._processes)
        self._pool: ProcessPoolExecutor | None = None

    def warm_up(self) -> None:
        """Start a process, so that the first question need not wait for it."""
        self._executor().submit(move_jobs.ready)

    async def choose(self, record: str, player: str, address: str) -> Answer:
        """Return the move of a named player for a record."""
        if (own := self._own_players.get(player)) is not None:
            return await self._ask(address, move_jobs.choose_own, record, own)
        return await self._ask(address, move_jobs.choose, record, player)

    async def hint(self, record: str, address: str) -> Answer:
        """Return a hint for a record."""
        return await self._ask(address, move_jobs.hint, record)

    async def scores(self, record: str, seconds: float, address: str) -> Answer:
        """Return what every move in a record's position is worth."""
        return await self._ask(address, analysis_jobs.scores, record, seconds)

    async def review(self, record: str, before: int | None, seconds: float, address: str) -> Answer:
        """Return grades of a record's moves, a few at a time."""
        return await self._ask(address, analysis_jobs.review, record, before, seconds)

    async def close(self) -> None:
        """End the processes, whatever they are doing."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(_ended, pool)

    async def _ask(self, address: str, work: Callable[..., Answer], *arguments: object) -> Answer:
        if self._asked[address] >= self._most_of_address:
            raise too_many(1)
        if self._asked.total() >= self._most:
            raise busy("the engine is busy with other games; try again in a second")
        self._asked[address] += 1
        try:
            async with self._slots.slot(address):
                answer = await self._answer(work, *arguments)
        finally:
            self._asked[address] -= 1
            self._asked += Counter()  # forget the addresses at zero
        return _accepted(answer)

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


def _accepted(answer: Answer) -> Answer:
    if "refused" in answer:
        raise against_the_rules(answer["refused"])
    if "late" in answer:
        raise busy("the engine found no answer in time; ask for less")
    return answer


def _ended(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool at once."""
    processes = list((pool._processes or {}).values())  # noqa: SLF001 - the pool has no other way to end a long search
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(1)
