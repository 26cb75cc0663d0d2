"""The live games: those in use stay in memory, the others as long as there is space; the store has them all."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from slidedrop.core.command import Command
from slidedrop.records.replay import begin, do_all
from slidedrop.web.fair_slots import FairSlots
from slidedrop.web.http.responses import busy, unknown_game
from slidedrop.web.live.game import LiveGame

if TYPE_CHECKING:
    from slidedrop.web.roles import Role
    from slidedrop.web.store.store import Kept, Store

MOST_WEIGHT: Final = 60_000
"""How much the games that nobody uses may weigh together: 60,000 plies of 2048 take about 100 MB."""
_MAKES_SPACE_EVERY: Final = 256
_SLICE: Final = 0.002
"""For how many seconds long work may keep the others waiting."""
_LONG: Final = 300
"""From which weight on a request waits for its turn; a page sends 150 commands at a time."""
_HEAVY: Final = 1_000
"""From which weight on a request is looked at for the memory it takes."""
MOST_BUSY_WEIGHT: Final = 240_000
"""How much the games in use may weigh together, before more large ones are refused."""
Item = TypeVar("Item")


class LiveGames:
    """The games in memory, the one used last at the end."""

    def __init__(self, store: Store, most_weight: int = MOST_WEIGHT) -> None:
        self.store = store
        self.closing = asyncio.Event()
        """Set when the server goes down; every stream ends then."""
        self.on_kept: Callable[[LiveGame], object] = lambda _: None
        """Called with every game that has gone on."""
        self._most_weight = most_weight
        self._live: OrderedDict[str, LiveGame] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self._opened = 0
        self._turn = asyncio.Lock()
        self._long = FairSlots(1, "others bring long games just now; try again in a second")

    @asynccontextmanager
    async def open(self, game: str) -> AsyncIterator[LiveGame]:
        """Lend a live game; it stays in memory meanwhile."""
        live = self._live.get(game) or await self._loaded(game)
        self._live.move_to_end(game)
        live.users += 1
        self._opened += 1
        try:
            yield live
        finally:
            live.users -= 1
            if self._opened % _MAKES_SPACE_EVERY == 0 or live.weight > _HEAVY:
                self._make_space()

    def drop(self, live: LiveGame) -> None:
        """Forget a game whose memory may differ from the store; its watchers come back and get the true one."""
        live.dropped = True
        if self._live.get(live.id) is live:
            del self._live[live.id]
        live.end_streams([watcher.secret for watcher in live.watchers])

    def close(self) -> None:
        """End every stream."""
        self.closing.set()
        for live in self._live.values():
            live.notify()

    async def _loaded(self, game: str) -> LiveGame:
        """Read a game from the store and replay it, once for all who ask at the same time."""
        async with self._loading.setdefault(game, asyncio.Lock()):
            if game not in self._live:
                kept = await self.store.read(game)
                if kept is None:
                    self._loading.pop(game, None)
                    raise unknown_game()
                self._live[game] = await self.load(kept)
                self._make_space(spared=game)
            self._loading.pop(game, None)
            return self._live[game]

    async def load(self, kept: Kept) -> LiveGame:
        """Play a kept game through and return it; what the rules forbid raises RecordError."""
        game = begin(json.loads(kept.header))
        async for entry in self.in_slices(kept.entries):
            do_all(game, [Command.from_json(json.loads(entry.command))])
        return LiveGame(kept, game)

    async def in_slices(self, items: Sequence[Item]) -> AsyncIterator[Item]:
        """Yield items to work on, and let everyone else have a turn every few milliseconds.

        Long work waits in a queue for its next slice, so that however much of it there is, one slice runs at a time.
        """
        pause = time.perf_counter() + _SLICE
        for item in items:
            yield item
            if time.perf_counter() > pause:
                async with self._turn:
                    await asyncio.sleep(0)
                pause = time.perf_counter() + _SLICE

    @asynccontextmanager
    async def turn_for(self, weight: int, address: str) -> AsyncIterator[None]:
        """Let long work begin when it is the address's turn: however much is sent, one piece is done at a time."""
        if weight < _LONG:
            yield
            return
        async with self._long.slot(address):
            yield

    def add(self, live: LiveGame) -> None:
        """Keep a game in memory that was just loaded."""
        self._live.setdefault(live.id, live)
        self._make_space(spared=live.id)

    def check_space(self, weight: int) -> None:
        """Refuse work on large games while those in use fill the memory."""
        if weight < _HEAVY:
            return
        self._make_space()
        if sum(live.weight for live in self._live.values() if live.busy) + weight > MOST_BUSY_WEIGHT:
            raise busy("too many large games are being played just now; try again in a few seconds", 5)

    def _make_space(self, spared: str = "") -> None:
        weight = sum(live.weight for live in self._live.values())
        for game, live in list(self._live.items()):
            if weight <= self._most_weight:
                return
            if not live.busy and game != spared:
                weight -= live.weight
                del self._live[game]


class Access(NamedTuple):
    """Somebody who has shown a secret of a game."""

    games: LiveGames
    live: LiveGame
    role: Role
    secret: str
    """The digest of what was shown."""
    address: str = ""
