"""Computer moves, hints and lessons, in processes of their own, so that no thought delays a move.

    ask ask ask ──►  at most 8 wait  ──►  one process for every two processors, of low priority
     └ one more: 503, try again in a second

Plain Python holds the interpreter's lock while it searches; a thread would stall every other player.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Final

from slidedrop.web import lessons_work, thinking_work
from slidedrop.web.refusals import against_the_rules, busy, too_many

if TYPE_CHECKING:
    from collections.abc import Callable

    from slidedrop.web.thinking_work import Answer

MOST_WAITING: Final = 8
MOST_OF_ADDRESS: Final = 4
_PATIENCE: Final = 90
"""After how many seconds a process that gives no answer at all is given up: on a crowded machine those of low priority
wait long for a turn, and the first answer may have to compile; each answer's own budget counts processor time."""


class Thinkers:
    """A few processes that think, and a short queue before them."""

    def __init__(self, processes: int | None = None, most_of_address: int = MOST_OF_ADDRESS) -> None:
        self._processes = processes or max(1, (os.cpu_count() or 2) // 2)
        self._most = self._processes + MOST_WAITING
        self._most_of_address = most_of_address
        self._asked: Counter[str] = Counter()
        self._pool: ProcessPoolExecutor | None = None

    def warm_up(self) -> None:
        """Start a process, so that the first question need not wait for it."""
        self._executor().submit(thinking_work.ready)

    async def choose(self, record: str, player: str, address: str) -> Answer:
        """Return the move of a named player for a record."""
        return await self._ask(address, thinking_work.choose, record, player)

    async def hint(self, record: str, address: str) -> Answer:
        """Return a hint for a record."""
        return await self._ask(address, thinking_work.hint, record)

    async def scores(self, record: str, seconds: float, address: str) -> Answer:
        """Return what every move in a record's position is worth."""
        return await self._ask(address, lessons_work.scores, record, seconds)

    async def review(self, record: str, before: int | None, seconds: float, address: str) -> Answer:
        """Return grades of a record's moves, a few at a time."""
        return await self._ask(address, lessons_work.review, record, before, seconds)

    async def close(self) -> None:
        """End the processes, whatever they think about."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(_ended, pool)

    async def _ask(self, address: str, work: Callable[..., Answer], *arguments: object) -> Answer:
        self._check_room(address)
        self._asked[address] += 1
        try:
            answer = await self._thought(work, *arguments)
        finally:
            self._asked[address] -= 1
            self._asked += Counter()  # forget the addresses at zero
        return _accepted(answer)

    def _check_room(self, address: str) -> None:
        if self._asked[address] >= self._most_of_address:
            raise too_many(1)
        if self._asked.total() >= self._most:
            detail = "the computer has many games to think about; try again in a second"
            raise busy(detail)

    async def _thought(self, work: Callable[..., Answer], *arguments: object) -> Answer:
        pool = self._executor()
        thought = asyncio.get_running_loop().run_in_executor(pool, work, *arguments)
        try:
            return await asyncio.wait_for(thought, _PATIENCE)
        except (BrokenProcessPool, TimeoutError):
            if self._pool is pool:
                self._pool = None
                await asyncio.to_thread(_ended, pool)
            detail = "the computer has lost its thread; try again"
            raise busy(detail) from None

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, context, thinking_work.settle_down)
        return self._pool


def _accepted(answer: Answer) -> Answer:
    if "refused" in answer:
        raise against_the_rules(answer["refused"])
    if "late" in answer:
        detail = "the computer found no answer within its time; ask for less"
        raise busy(detail)
    return answer


def _ended(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool at once."""
    processes = list((pool._processes or {}).values())  # noqa: SLF001 - the pool has no other way to end a long thought
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(1)
