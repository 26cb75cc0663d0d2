"""The rooms of a server: results come from the games that are played on it, and go to all who look on.

    a move ─► heard ─► after 0.2 s one transaction for all results ─► the room's version ─► every stream of the room

A stream looks at the version four times a second, so what another process has changed is seen like one's own.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from datetime import UTC, datetime
from re import fullmatch
from typing import TYPE_CHECKING, Any, Final

from starlette.responses import StreamingResponse

from slidedrop.players import HUMAN
from slidedrop.web.http.rate_limits import Buckets, Rate, RateLimits
from slidedrop.web.http.responses import Refused
from slidedrop.web.rooms import storage
from slidedrop.web.rooms.opponents import check
from slidedrop.web.rooms.rooms import SIGNS, Played, Room, room_of_the_day, with_results
from slidedrop.web.rooms.standings import result_of, standings
from slidedrop.web.store.store import StoreTrouble

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from slidedrop.web.engine.worker_pool import WorkerPool
    from slidedrop.web.live.game import LiveGame
    from slidedrop.web.live.games import LiveGames

DAY: Final = 24 * 3600.0
MOST_SHOWN: Final = 200
"""How many lines of the standings are sent; whoever stands below still gets their own."""
_TOGETHER: Final = 0.2
"""For how many seconds results are gathered before they are written."""
_LOOK: Final = 0.25
_AGAIN: Final = 2.0
_FORGET: Final = 60.0


class LiveRooms:
    """All rooms."""

    def __init__(self, games: LiveGames, engine: WorkerPool) -> None:
        self.games, self._engine = games, engine
        self.changes = Buckets(Rate(500, 50))
        """Of one room: whoever comes or sits down."""
        self._fresh: dict[str, dict[str, Played]] = {}
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._check = asyncio.Lock()
        self._shown: dict[str, tuple[float, int, str]] = {}
        """When a room was last looked at, its version then, and the event that shows it."""

    async def find(self, code: str) -> Room | None:
        """Return a room by its code, or by "today"; the room of this day opens by itself."""
        today = datetime.now(UTC).date().isoformat()
        code = today if code == "today" else code.upper()
        if fullmatch(rf"[{SIGNS}]{{6}}|[0-9-]{{10}}", code) is None:
            return None
        room = await self._read(code)
        if room is None and code == today:
            await self.open(room_of_the_day(today), 2 * DAY)
            room = await self._read(code)
        return room

    async def open(self, room: Room, seconds: float) -> bool:
        """Keep a new room for a time; False where its code is taken."""
        self._shown = {code: shown for code, shown in self._shown.items() if shown[0] > time.time() - _FORGET}
        return await self.games.store.change(lambda sql: storage.open_room(sql, room, time.time(), seconds))

    async def change(self, code: str, change: Callable[[Room], Room]) -> Room | None:
        """Keep what a room is changed to, and return it; None where there is none."""
        room = await self.games.store.change(lambda sql: storage.change_room(sql, code, change))
        self._look_again(code)
        return room

    async def close(self, code: str) -> None:
        """Forget a room, its names and its standings."""
        await self.games.store.change(lambda sql: storage.close_room(sql, code))
        self._look_again(code)

    async def event(self, code: str) -> tuple[int, str]:
        """Return a room's version, 0 where it is closed, and the event that shows it: made once for all streams."""
        now = time.time()
        looked, known, shown = self._shown.get(code, (0.0, -1, ""))
        if now < looked + _LOOK:
            return known, shown
        self._shown[code] = now, known, shown  # who asks meanwhile need not look as well
        version = await self.games.store.change(lambda sql: storage.version_of(sql, code), writes=False)
        if version != known:
            room = await self._read(code)
            name, data = ("closed", {}) if room is None else ("room", public(room, now))
            self._shown[code] = now, version, f"event: {name}\ndata: {json.dumps(data)}\n\n"
        return self._shown[code][1:]

    def _look_again(self, code: str) -> None:
        """Let the next stream that wakes see what was changed here."""
        if code in self._shown:
            self._shown[code] = 0.0, *self._shown[code][1:]

    def heard(self, live: LiveGame) -> None:
        """Note what a game of a room has come to; an opponent's moves are looked at when it is over."""
        code = live.header.get("room")
        if code is None:
            return
        played = Played(live.id, (), live.ply, result_of(live.game), time.time())
        if played.result.finished and any(player != HUMAN for player in live.header["players"]):
            self._start(f"{live.id} {live.ply}", self._judge(code, played, str(live.record())))
        else:
            self._note(code, played)

    async def settle(self) -> None:
        """Wait until every result that was heard of is written, but not for a database in trouble."""
        if self._busy:
            await asyncio.wait(self._busy.values(), timeout=_AGAIN)

    async def _read(self, code: str) -> Room | None:
        return await self.games.store.change(lambda sql: storage.read_room(sql, code), writes=False)

    def _note(self, code: str, played: Played) -> None:
        self._fresh.setdefault(code, {})[played.game] = played
        self._start("write", self._write())

    def _start(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside the requests, unless it is under way."""
        if name in self._busy:
            work.close()
            return
        self._busy[name] = asyncio.create_task(work)
        self._busy[name].add_done_callback(lambda _: self._busy.pop(name))

    async def _write(self) -> None:
        while self._fresh:
            await asyncio.sleep(_TOGETHER)
            fresh, self._fresh = self._fresh, {}
            for code, heard in fresh.items():
                try:
                    await self.change(code, lambda room, heard=heard: with_results(room, heard))  # type: ignore[misc]
                except StoreTrouble:  # the games themselves are kept; their results are noted later
                    self._fresh[code] = {**heard, **self._fresh.get(code, {})}

    async def _judge(self, code: str, played: Played, record: str) -> None:
        """Note the result of a game against a computer once its moves are known to be its own, or not."""
        room, answer = await self._read(code), None
        while room is not None and answer is None:
            try:
                async with self._check:
                    answer = await self._engine.ask("rooms", check, record, room)
            except Refused:  # the engine is busy
                await asyncio.sleep(_AGAIN)
        if answer is not None:
            self._note(code, played._replace(result=played.result._replace(faithful=answer["faithful"])))


def public(room: Room, now: float) -> dict[str, Any]:
    """Return what everyone who knows the code may see of a room."""
    rule = {name: getattr(room, name) for name in ("code", "kind", "game", "title", "opponent", "minutes")}
    lines = standings(room)[:MOST_SHOWN]
    return {**rule, "phase": room.phase(now), "left": room.left(now), "people": len(room.players), "standings": lines}


class RoomStream(StreamingResponse):
    """A room as it stands, whenever it has changed, until it is closed."""

    media_type = "text/event-stream"

    def __init__(self, rooms: LiveRooms, code: str, limits: RateLimits, address: str, heartbeat: float) -> None:
        self._limits, self._address = limits, address
        super().__init__(_events(rooms, code, heartbeat), headers={"Cache-Control": "no-store"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until the client goes, the room is closed or the server goes down."""
        with self._limits.lasting(self._limits.streams, self._address):
            await super().__call__(scope, receive, send)


async def _events(rooms: LiveRooms, code: str, heartbeat: float) -> AsyncIterator[str]:
    sent, at = -1, 0.0
    yield "retry: 1000\n\n"
    while sent and not rooms.games.closing.is_set():
        version, event = await rooms.event(code)
        if version != sent:
            sent, at = version, time.monotonic()
            yield event
        elif time.monotonic() > at + heartbeat:
            at = time.monotonic()
            yield ": still here\n\n"
        await asyncio.sleep(_LOOK)
    if sent:
        yield "event: bye\ndata: {}\n\n"
