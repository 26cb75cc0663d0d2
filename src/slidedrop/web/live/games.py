"""The live games: used ones stay in memory, others as long as there is space; the store has them all."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from slidedrop.core.game_base import Forgotten
from slidedrop.web.fair_slots import FairSlots
from slidedrop.web.http.responses import Refused, busy, unknown_game
from slidedrop.web.live.game import LiveGame, size_of
from slidedrop.web.store.store import Gone, StoreTrouble
from slidedrop.web.tokens import new_id

if TYPE_CHECKING:
    from slidedrop.web.roles import Role
    from slidedrop.web.store.sql import Store
    from slidedrop.web.store.store import Here, StoredGame

MOST_WEIGHT: Final = 30_000
"""The most weight of games that are not in use: 30,000 plies of 2048 take about 70 MB."""
IDLE_WEIGHT: Final = 10_000
"""The most weight of games that were not used for a while: about 25 MB."""
_IDLE: Final = 15.0
"""Seconds without a request after which a game is idle."""
_MAKES_SPACE_EVERY: Final = 256
_LARGE_BOARD: Final = 16
"""The size from which the start of a game waits for its turn: 16x16 in 2048."""
_LARGE_HEADER: Final = 4096
"""The length from which the header of a game alone takes milliseconds to read."""
_SLICE: Final = 0.002
"""The CPU seconds for which long work may delay the others."""
_PAUSE: Final = 0.002
"""The pause in seconds after a slice: a move passes through the event loop several times until it is answered."""
_LONG_PAUSE: Final = 3
"""The pause after longer work, as a multiple of its time: one move on a 64x64 board takes 15 ms."""
_LONG_WEIGHT: Final = 200
"""The weight from which a request waits for its turn; a page sends 150 commands at a time."""
_LARGE_WEIGHT: Final = 1_000
"""The weight from which the memory of a request is checked."""
MOST_BUSY_WEIGHT: Final = 240_000
"""The most weight of games in use, before more large ones are refused."""
_ANNOUNCES_EVERY: Final = 20.0
"""Seconds between two messages about open pages."""
_CHECKS_ADMIN_EVERY: Final = 2.0
"""Seconds between two checks for changes by `slidedrop admin`."""
_MOST_ANNOUNCED: Final = 10
"""The most games in one notification, which in PostgreSQL has at most 8,000 bytes."""
Item = TypeVar("Item")


class LiveGames:
    """The games in memory, the most recently used last."""

    def __init__(self, store: Store, most_weight: int = MOST_WEIGHT) -> None:
        self.store = store
        self.closing = asyncio.Event()
        """Set when the server stops; every stream ends then."""
        self.on_kept: Callable[[LiveGame], object] = lambda _: None
        """Called with every game that has changed."""
        self._most_weight = most_weight
        self._live: OrderedDict[str, LiveGame] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self._opened = 0
        self._turn = asyncio.Lock()
        self._large_turn = asyncio.Lock()
        """For work that cannot be divided into slices, so that slices do not wait for its long pauses."""
        self._long = FairSlots(1, "the server is reading other long games; try again in a second", "long-games")
        self._tasks: set[asyncio.Task[None]] = set()
        self._name = new_id()
        """The name of this server for the others."""

    @asynccontextmanager
    async def open(self, game: str, *, fresh: bool = False) -> AsyncIterator[LiveGame]:
        """Lend an up-to-date live game; other servers, or with `fresh` this one, may have changed the store."""
        if game in self._loading:  # another request is reading it, perhaps an older version
            await self._loaded(game)
        live = self._live.get(game)
        if live is not None and (fresh or self.store.shared):
            await self._refresh(live)
            live = self._live.get(game)  # it may have been dropped meanwhile
        live = live or await self._loaded(game)
        self._live.move_to_end(game)
        live.users += 1
        self._opened += 1
        try:
            yield live
        finally:
            live.users -= 1
            live.used = time.monotonic()
            live.free_states()
            if self._opened % _MAKES_SPACE_EVERY == 0 or live.weight > _LARGE_WEIGHT:
                self._make_space(spared=game)

    def drop(self, live: LiveGame) -> None:
        """Drop a game whose memory may differ from the store; its watchers reconnect and get the stored one."""
        live.dropped = True
        if self._live.get(live.id) is live:
            del self._live[live.id]
        live.end_streams([watcher.secret for watcher in live.watchers])

    async def follow(self) -> None:
        """Report the changes of other servers to watchers, until shutdown."""
        async for change in self.store.changes():
            if change is not None and isinstance(change[1], dict):
                self._announced(change[0], change[1])
                continue
            named = self._live.values() if change is None else filter(None, [self._live.get(change[0])])
            for live in [live for live in named if live.watchers]:
                self.schedule_sync(live, None if change is None else change[1])

    def _announced(self, server: str, here: Here) -> None:
        for game, roles in here.items() if server != self._name else ():
            if game in self._live:
                self._live[game].announced(server, roles, 3 * _ANNOUNCES_EVERY)

    async def announce(self) -> None:
        """Report the open pages to other servers regularly, and follow the shared clock."""
        while self.store.shared:
            await asyncio.sleep(_ANNOUNCES_EVERY)
            await self._announce([live for live in self._live.values() if live.watchers])
            with suppress(StoreTrouble):
                await self.store.set_clock()

    async def obey(self, blocked: Callable[[list[str]], object]) -> None:
        """Follow `slidedrop admin` until shutdown: close removed games, and pass on blocked addresses."""
        while True:
            with suppress(StoreTrouble):
                addresses, removed = await self.store.orders([] if self.store.shared else list(self._live))
                blocked(addresses)
                for live in filter(None, map(self._live.get, removed)):
                    self.drop(live)
            self.drop_idle()
            await asyncio.sleep(_CHECKS_ADMIN_EVERY)

    async def _announce(self, games: list[LiveGame]) -> None:
        for first in range(0, len(games), _MOST_ANNOUNCED):
            with suppress(StoreTrouble):
                here = {live.id: live.here() for live in games[first : first + _MOST_ANNOUNCED]}
                await self.store.announce(self._name, here)

    def came_or_went(self, live: LiveGame) -> None:
        """Report to the other servers that a page was opened or closed here, and read their changes."""
        self.schedule_sync(live)
        if self.store.shared:
            self._in_background(self._announce([live]))

    def schedule_sync(self, live: LiveGame, version: int | None = None) -> None:
        """Schedule reading the changes of other servers, up to a version."""
        if self.store.shared and (version is None or version > live.version):
            self._in_background(self._sync(live, version))

    def _in_background(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _sync(self, live: LiveGame, version: int | None) -> None:
        """Read the changes of other servers; wait while the database is unavailable."""
        while not (self.closing.is_set() or live.dropped):
            with suppress(StoreTrouble, Refused):
                return await self._refresh(live, version)
            await asyncio.sleep(1)
        return None

    async def _refresh(self, live: LiveGame, version: int | None = None) -> None:
        """Apply the changes of other servers, unless the game already has that version."""
        async with live.lock:
            if not live.dropped and (version is None or version > live.version):
                await self.catch_up(live)

    async def catch_up(self, live: LiveGame) -> None:
        """Apply what the store has and memory does not; the game's lock is held."""
        try:
            now = await self.store.read_since(live.id, live.version, live.ply)
            if now is not None:
                async for entry in self.in_slices(now.entries):
                    live.replay(entry)
                live.apply(now)
        except Forgotten:
            await self.reload(live)
        except Gone:
            self.drop(live)
            raise unknown_game() from None
        except StoreTrouble:
            raise
        except BaseException:
            self.drop(live)
            raise

    async def recall(self, live: LiveGame) -> None:
        """Load all states of a game again, and from now on hold twice as many."""
        live.states *= 2
        await self.reload(live, checked=True)

    async def reload(self, live: LiveGame, *, checked: bool = False) -> None:
        """Read a game again if its memory differs from the store; its lock is held."""
        try:
            kept = await self._stored(live.id)
            live.restart(await self.load(kept, checked=checked))
        except BaseException:
            self.drop(live)
            raise
        live.apply(kept)

    async def delete(self, live: LiveGame) -> None:
        await self.store.delete(live.id)
        self.drop(live)

    async def forget(self, days: int | None) -> int:
        """Delete expired rooms, and games not played for some days; return how many."""
        count = 0
        while games := await self.store.forget(days):
            count += len(games)
            for live in filter(None, map(self._live.get, games)):
                self.drop(live)
        return count

    def close(self) -> None:
        """End the streams, and refuse long work that waits."""
        self.closing.set()
        self._long.close()
        for live in self._live.values():
            live.notify()

    async def _loaded(self, game: str) -> LiveGame:
        """Read a game from the store and replay it, once for all concurrent requests."""
        async with self._loading.setdefault(game, asyncio.Lock()):
            if game not in self._live:
                try:
                    self._live.setdefault(game, await self.load(await self._stored(game), checked=True))
                finally:
                    self._loading.pop(game, None)
                self._make_space(spared=game)
            return self._live[game]

    async def _stored(self, game: str) -> StoredGame:
        kept = await self.store.read(game)
        if kept is None:
            raise unknown_game()
        return kept

    async def load(self, kept: StoredGame, *, checked: bool = False) -> LiveGame:
        """Replay a stored game and return it, `checked` for its memory; RecordError if it is invalid."""
        live = await self.begun(kept)
        if checked:
            self.check_space(live.weight_at(len(kept.entries)))
        return await self.replayed(live, kept)

    async def begun(self, kept: StoredGame) -> LiveGame:
        """Return the start of a stored game; large boards, which take milliseconds, one at a time."""
        if len(kept.header) < _LARGE_HEADER and size_of(json.loads(kept.header)) < _LARGE_BOARD:
            return LiveGame(kept)
        async with self._large_turn:
            began = time.thread_time()
            live = LiveGame(kept)
            await asyncio.sleep(_pause(time.thread_time() - began))
            return live

    async def replayed(self, live: LiveGame, kept: StoredGame) -> LiveGame:
        """Replay a stored game from its start, and return it."""
        async for entry in self.in_slices(kept.entries):
            live.replay(entry)
        return live

    async def in_slices(self, items: Iterable[Item]) -> AsyncIterator[Item]:
        """Yield items to work on, and let other tasks run every few milliseconds.

        Long jobs queue for their next slice, so only one slice runs at a time.
        """
        began = time.thread_time()
        for item in items:
            yield item
            taken = time.thread_time() - began
            if taken > _SLICE:
                async with self._turn if taken < 2 * _SLICE else self._large_turn:
                    await asyncio.sleep(_pause(taken))
                began = time.thread_time()

    @asynccontextmanager
    async def turn_for(self, weight: int, address: str) -> AsyncIterator[None]:
        """Start long work when it is the address's turn; one piece runs at a time."""
        if weight < _LONG_WEIGHT:
            yield
            return
        async with self._long.slot(address):
            yield

    def add(self, live: LiveGame) -> None:
        self._live.setdefault(live.id, live)
        self._make_space(spared=live.id)

    def figures(self) -> tuple[int, int]:
        return len(self._live), sum(len(live.watchers) for live in self._live.values())

    def check_space(self, added: int, before: int = 0) -> None:
        """Refuse work on large games while the memory is full."""
        if before + added < _LARGE_WEIGHT:
            return
        self._make_space()
        if sum(live.weight for live in self._live.values() if live.busy) + added > MOST_BUSY_WEIGHT:
            raise busy("the server is busy with large games; try again in a few seconds", "large-games", 5)

    def drop_idle(self, seconds: float = _IDLE) -> None:
        """Free the memory of games not used for some seconds; the store has them."""
        self._make_space(most=IDLE_WEIGHT, unused_since=time.monotonic() - seconds)

    def _make_space(self, spared: str = "", most: int | None = None, unused_since: float = math.inf) -> None:
        weight, most = sum(live.weight for live in self._live.values()), self._most_weight if most is None else most
        for game, live in list(self._live.items()):
            if weight <= most or live.used > unused_since:
                return
            if not live.busy and game != spared:
                weight -= live.weight
                del self._live[game]


def _pause(taken: float) -> float:
    """Return how many seconds work pauses: longer after longer work."""
    return max(_PAUSE, _LONG_PAUSE * (taken - _SLICE))


class Access(NamedTuple):
    """A visitor with a valid secret of a game."""

    games: LiveGames
    live: LiveGame
    role: Role
    secret: str
    """The digest of the secret."""
    address: str = ""

    @property
    def is_host(self) -> bool:
        """Whether this browser started the game, or got all its seats by a link."""
        return any(secret.digest == self.secret and secret.role == "both" for secret in self.live.secrets)
