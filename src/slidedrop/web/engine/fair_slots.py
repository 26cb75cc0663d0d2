"""Turns at the workers: while all are busy, each address waits in a queue of its own, and the queues go round.

ann   a a a a
ben   b            next: a b c a a a      ben and cat wait for one of ann's questions at most, not for four
cat   c
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairSlots:
    """A semaphore that is fair between addresses."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def slot(self, address: str) -> AsyncIterator[None]:
        """Hold a slot; wait for it where all are taken."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(address)
        try:
            yield
        finally:
            self._hand_on()

    async def _wait(self, address: str) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was our turn just when we were called off
                self._hand_on()
            raise

    def _hand_on(self) -> None:
        """Give the slot to the next address that waits."""
        while self._queues:
            address, queue = self._queues.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._queues[address] = queue
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
