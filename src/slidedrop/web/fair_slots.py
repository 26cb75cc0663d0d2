"""A fair semaphore: each address waits in its own queue, and the queues take turns.

ann   a a a a
ben   b            next: a b c a a a      ben and cat wait for one of ann's requests at most, not for four
cat   c

Queues are short: one request too many from an address is a 429, one too many in all a 503.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from slidedrop.web.http.responses import Code, busy, too_many

MOST_WAITING: Final = 64
MOST_OF_ADDRESS: Final = 4


class FairSlots:
    """A semaphore that is fair between addresses."""

    def __init__(self, slots: int, full: str, code: Code, most_of_address: int = MOST_OF_ADDRESS) -> None:
        self._free = slots
        self._full = partial(busy, full, code)
        """The message if too many requests wait."""
        self._most = slots + MOST_WAITING
        self._most_of_address = most_of_address
        self.asked: Counter[str] = Counter()
        """How many of each address hold a slot or wait for one."""
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def slot(self, address: str) -> AsyncIterator[None]:
        """Hold a slot; wait if all are taken, or refuse if too many wait already."""
        if self.asked[address] >= self._most_of_address:
            raise too_many(1)
        if self.asked.total() >= self._most:
            raise self._full()
        self.asked[address] += 1
        try:
            async with self._turn(address):
                yield
        finally:
            self.asked[address] -= 1
            self.asked += Counter()  # drop the addresses at zero

    def close(self) -> None:
        """Refuse all waiting and later requests."""
        self._most = 0
        for turn in (turn for queue in self._queues.values() for turn in queue if not turn.done()):
            turn.set_exception(self._full())

    @asynccontextmanager
    async def _turn(self, address: str) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        else:
            await self._wait(address)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, address: str) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # our turn came just when we were cancelled
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give the slot to the next waiting address."""
        while self._queues:
            address, queue = self._queues.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._queues[address] = queue
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
