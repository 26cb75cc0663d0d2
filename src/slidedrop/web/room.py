"""The room with all tables: those in use stay, the others as long as there is space; the store has them all."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from slidedrop.core.command import Command
from slidedrop.records.replay import begin, do_all
from slidedrop.web.refusals import unknown_game
from slidedrop.web.table import Table

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from slidedrop.core.game import Game, Header
    from slidedrop.web.store import Kept, Store

MOST_WEIGHT: Final = 60_000
"""How much the tables that nobody uses may weigh together: 60,000 plies of 2048 take about 100 MB."""
_LOOKS_FOR_SPACE_EVERY: Final = 256
_SLICE: Final = 0.002
"""For how many seconds a replay may keep the others waiting."""


class Room:
    """The tables in memory, the one used last at the end."""

    def __init__(self, store: Store, most_weight: int = MOST_WEIGHT) -> None:
        self.store = store
        self.closing = asyncio.Event()
        """Set when the server goes down; every stream ends then."""
        self._most_weight = most_weight
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._coming: dict[str, asyncio.Lock] = {}
        self._lent = 0

    @asynccontextmanager
    async def table(self, game: str) -> AsyncIterator[Table]:
        """Lend the table of a game; it stays in memory meanwhile."""
        table = self._tables.get(game) or await self._fetched(game)
        self._tables.move_to_end(game)
        table.users += 1
        self._lent += 1
        try:
            yield table
        finally:
            table.users -= 1
            if self._lent % _LOOKS_FOR_SPACE_EVERY == 0:
                self._make_space()

    def drop(self, table: Table) -> None:
        """Forget a table whose memory may differ from the store; whoever looks on comes back and gets the true one."""
        table.dropped = True
        if self._tables.get(table.id) is table:
            del self._tables[table.id]
        table.show_out([watcher.secret for watcher in table.watchers])

    def close(self) -> None:
        """End every stream."""
        self.closing.set()
        for table in self._tables.values():
            table.ring()

    async def _fetched(self, game: str) -> Table:
        """Read a game from the store and replay it, once for all who ask at the same time."""
        async with self._coming.setdefault(game, asyncio.Lock()):
            if game not in self._tables:
                kept = await self.store.read(game)
                if kept is None:
                    self._coming.pop(game, None)
                    raise unknown_game()
                self._tables[game] = await seated(kept)
                self._make_space(spared=game)
            self._coming.pop(game, None)
            return self._tables[game]

    def _make_space(self, spared: str = "") -> None:
        weight = sum(table.weight for table in self._tables.values())
        for game, table in list(self._tables.items()):
            if weight <= self._most_weight:
                return
            if not table.busy and game != spared:
                weight -= table.weight
                del self._tables[game]


async def seated(kept: Kept) -> Table:
    """Return the table of a kept game."""
    commands = [Command.from_json(json.loads(entry.command)) for entry in kept.entries]
    return Table(kept, await replayed(json.loads(kept.header), commands))


async def replayed(header: Header, commands: Sequence[Command]) -> Game:
    """Play a record through without keeping anyone waiting; what the rules forbid raises RecordError."""
    game = begin(header)
    pause = time.perf_counter() + _SLICE
    for command in commands:
        do_all(game, [command])
        if time.perf_counter() > pause:
            await asyncio.sleep(0)
            pause = time.perf_counter() + _SLICE
    return game
