"""The rooms of a server: results come from its games, and go to all watchers.

    a move ─► heard ─► after 0.2 s one transaction for all results ─► the room's version ─► every stream of the room

A stream checks the version four times a second, so it also sees changes by other processes. It gets the whole room
once, then only changed lines, and pauses so that a room stays below 2 Mbit/s.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from datetime import UTC, datetime
from functools import cached_property
from re import fullmatch
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from starlette.responses import StreamingResponse

from slidedrop.players import HUMAN
from slidedrop.web.http.rate_limits import Buckets, Rate, RateLimits
from slidedrop.web.http.responses import Refused
from slidedrop.web.rooms import storage
from slidedrop.web.rooms.opponents import check
from slidedrop.web.rooms.rooms import SIGNS, Played, Room, room_of_the_day, with_results
from slidedrop.web.rooms.standings import Line, result_of, standings
from slidedrop.web.store.store import StoreTrouble

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from slidedrop.web.engine.worker_pool import WorkerPool
    from slidedrop.web.live.game import LiveGame
    from slidedrop.web.live.games import LiveGames

DAY: Final = 24 * 3600.0
MOST_SHOWN: Final = 200
"""The most lines of the standings that are sent; players below them also get their own."""
BYTES_PER_SECOND: Final = 200_000
"""The limit of all streams of a room: 1.6 Mbit/s; the rest is for headers and full rooms."""
_COLLECT_SECONDS: Final = 0.2
"""The seconds for which results are collected before they are written."""
_CHECK_SECONDS: Final = 0.25
_LONGEST_PAUSE: Final = 5.0
_RETRY_SECONDS: Final = 2.0
_MOST_REMEMBERED: Final = 1_000
_OFTEN_CHANGED: Final = ("number", "place", "points")
_RARELY_CHANGED: Final = ("name", "state", "count", "against", "playing", "take_backs", "hints")
"""The fields of a changed line, in this order; the second part only if it has changed."""


class Shown:
    """A room at one version, with its texts, made once for all watchers."""

    def __init__(self, stored: storage.Stored) -> None:
        self.stored, self.room = stored, stored.room
        self._since: dict[int, str] = {}

    @cached_property
    def lines(self) -> dict[int, Line]:
        """The standings by player number, first place first."""
        return {line["number"]: line for line in standings(self.room)}

    @cached_property
    def first(self) -> dict[int, Line]:
        """The part of the standings that is sent."""
        return dict(list(self.lines.items())[:MOST_SHOWN])

    @cached_property
    def _whole(self) -> str:
        names = ("code", "kind", "game", "title", "opponent", "minutes", "ends", "shut")
        rule = {name: getattr(self.room, name) for name in names}
        return json.dumps({**rule, "people": len(self.lines), "standings": list(self.first.values())})[1:]

    def text(self, now: float) -> str:
        """Return the room as JSON: what everyone with the code may see, and the server's time."""
        return f"{self._head(now)}, {self._whole}"

    def _head(self, now: float) -> str:
        return json.dumps({"now": round(now, 3), "phase": self.room.phase(now)})[:-1]

    def event(self, before: Shown | None, now: float) -> str:
        """Return the event for a stream that has sent an earlier version, or none yet."""
        if before is None or self.rule != before.rule:
            return f"event: room\ndata: {self.text(now)}\n\n"
        version = before.stored.version
        if version not in self._since:
            self._since[version] = json.dumps(self._changes(before.first), separators=(",", ":"))[1:]
        return f"event: lines\ndata: {self._head(now)}, {self._since[version]}\n\n"

    @cached_property
    def rule(self) -> Room:
        """Everything but the people and their games."""
        return self.room._replace(players=(), games=(), barred=())

    def _changes(self, before: dict[int, Line]) -> dict[str, Any]:
        changed = []
        for number, line in self.first.items():
            old: Line = before.get(number, {})
            if line != old:
                rare = any(line[name] != old.get(name) for name in _RARELY_CHANGED)
                names = (*_OFTEN_CHANGED, *(_RARELY_CHANGED if rare else ()))
                changed.append([line[name] for name in names])
        gone = [number for number in before if number not in self.first]
        return {"people": len(self.lines), "lines": changed, "gone": gone}


class _Check(NamedTuple):
    """A finished game against a computer, whose moves must still be verified."""

    code: str
    played: Played
    record: str


class LiveRooms:
    """All rooms."""

    def __init__(self, games: LiveGames, engine: WorkerPool) -> None:
        self.games, self._engine = games, engine
        self.changes = Buckets(Rate(500, 50))
        """Changes of one room by its players, and separately by its owner."""
        self.joins = Buckets(Rate(200, 0.2))
        """New players from one address in one room."""
        self.joins_of_day = Buckets(Rate(60, 1 / 600))
        """The same in the room of the day, which has no owner: 204 people per address and day."""
        self._fresh: dict[str, dict[str, Played]] = {}
        self._busy: dict[str, asyncio.Task[None]] = {}
        self.checks: OrderedDict[str, _Check] = OrderedDict()
        """The games that wait to be checked, each once, as it was last."""
        self.checked = 0
        """How many checks were made."""
        self._checks_of_game = Buckets(Rate(3, 1 / 60))
        self._seen: OrderedDict[str, tuple[float, Shown]] = OrderedDict()
        """The rooms that were read last, and when."""
        self.streams: Counter[str] = Counter()

    def gauges(self) -> dict[str, float]:
        return {"room_checks_waiting": len(self.checks), "room_streams": self.streams.total()}

    def counters(self) -> dict[str, float]:
        return {"room_checks": self.checked}

    def now(self) -> float:
        """Return the database's time, which all servers follow."""
        return self.games.store.clock.now()

    async def find(self, code: str) -> Shown | None:
        """Return a room by its code, or by "today"; the room of the day opens by itself."""
        today = datetime.fromtimestamp(self.now(), UTC).date().isoformat()
        code = today if code == "today" else code.upper()
        if fullmatch(rf"[{SIGNS}]{{6}}|[0-9-]{{10}}", code) is None:
            return None
        shown = await self.show(code)
        if shown is None and code == today:
            await self.open(room_of_the_day(today), 2 * DAY)
            shown = await self.show(code)
        return shown

    async def open(self, room: Room, seconds: float) -> bool:
        """Store a new room for a time; False if its code is taken."""
        return await self.games.store.change(lambda sql: storage.open_room(sql, room, seconds))

    async def change(self, code: str, change: Callable[[Room], Room]) -> Shown | None:
        """Store a changed room and return it; None if there is none."""
        stored = await self.games.store.change(lambda sql: storage.change_room(sql, code, change))
        return self._note_seen(code, stored)

    async def close(self, code: str) -> None:
        await self.games.store.change(lambda sql: storage.close_room(sql, code))
        self._note_seen(code, None)

    async def show(self, code: str, since: float = 0.0) -> Shown | None:
        """Return a room, None if it is closed; one checked after `since` is not checked again."""
        looked, known = self._seen.get(code, (0.0, None))
        if known is not None and since and looked > since:
            return known
        if known is not None:
            self._seen[code] = time.monotonic(), known  # other streams need not check meanwhile
        before = None if known is None else known.stored
        stored = await self.games.store.change(lambda sql: storage.read_room(sql, code, before), writes=False)
        return self._note_seen(code, stored)

    def _note_seen(self, code: str, stored: storage.Stored | None) -> Shown | None:
        _, known = self._seen.pop(code, (0.0, None))
        if stored is None:
            return None
        if known is None or stored.version > known.stored.version:
            known = Shown(stored)
        self._seen[code] = time.monotonic(), known
        if len(self._seen) > _MOST_REMEMBERED:
            self._seen.popitem(last=False)
        return known

    def heard(self, live: LiveGame) -> None:
        """Record the result of a room's game; an opponent's moves are verified when it is over."""
        code = live.header.get("room")
        if code is None:
            return
        played = Played(live.id, (), live.ply, result_of(live.game), self.now())
        if played.result.finished and any(player != HUMAN for player in live.header["players"]):
            self.checks[live.id] = _Check(code, played, str(live.record()))
            self._start("check", self._check_all())
        else:
            self._note(code, played)

    async def settle(self) -> None:
        """Wait until every recorded result is written, unless the database is unavailable."""
        if self._busy:
            await asyncio.wait(self._busy.values(), timeout=_RETRY_SECONDS)

    def _note(self, code: str, played: Played) -> None:
        self._fresh.setdefault(code, {})[played.game] = played
        self._start("write", self._write())

    def _start(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Start work that is not running; running work finds what was added."""
        if (running := self._busy.get(name)) and not running.done():
            work.close()
        else:
            self._busy[name] = asyncio.create_task(work)

    async def _write(self) -> None:
        while self._fresh:
            await asyncio.sleep(_COLLECT_SECONDS)
            fresh, self._fresh = self._fresh, {}
            for code, heard in fresh.items():
                try:
                    await self.change(code, lambda room, heard=heard: with_results(room, heard))  # type: ignore[misc]
                except StoreTrouble:  # the games are stored; their results are recorded later
                    self._fresh[code] = {**heard, **self._fresh.get(code, {})}

    async def _check_all(self) -> None:
        """Verify the waiting games, one at a time, each within its rate limit."""
        while self.checks:
            for game in list(self.checks):
                try:
                    self._checks_of_game.take(game)
                    await self._check(game)
                except (Refused, StoreTrouble):  # too often, or the engine or the database is busy
                    continue
            if self.checks:
                await asyncio.sleep(_RETRY_SECONDS)

    async def _check(self, game: str) -> None:
        """Record the result of a game against a computer after verifying the computer's moves."""
        waiting = self.checks[game]
        shown = await self.show(waiting.code)
        if shown is not None:
            answer = await self._engine.ask("rooms", check, waiting.record, shown.room)
            self.checked += 1
            result = waiting.played.result._replace(faithful=answer["faithful"])
            self._note(waiting.code, waiting.played._replace(result=result))
        if self.checks[game] is waiting:  # otherwise it was continued meanwhile
            del self.checks[game]


class RoomStream(StreamingResponse):
    """A room and its changes, until it is closed."""

    media_type = "text/event-stream"

    def __init__(self, rooms: LiveRooms, code: str, limits: RateLimits, address: str, heartbeat: float) -> None:
        self._limits, self._address, self._streams, self._code = limits, address, rooms.streams, code
        super().__init__(_events(rooms, code, heartbeat), headers={"Cache-Control": "no-store"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until the client goes, the room is closed or the server stops."""
        with self._limits.lasting(self._limits.streams, self._address):
            self._streams[self._code] += 1
            try:
                await super().__call__(scope, receive, send)
            finally:
                self._streams[self._code] -= 1
                self._streams += Counter()  # drop the rooms that have no watchers


async def _events(rooms: LiveRooms, code: str, heartbeat: float) -> AsyncIterator[str]:
    sent: Shown | None = None
    at = rest = 0.0
    yield "retry: 1000\n\n"
    while not rooms.games.closing.is_set():
        now = await rooms.show(code, time.monotonic() - _CHECK_SECONDS)
        if now is None:
            yield "event: closed\ndata: {}\n\n"
            return
        if now is not sent and time.monotonic() >= at + rest:
            event = now.event(sent, rooms.now())
            rest = 0.0 if sent is None else min(_LONGEST_PAUSE, len(event) * rooms.streams[code] / BYTES_PER_SECOND)
            sent, at = now, time.monotonic()
            yield event
        elif time.monotonic() > at + heartbeat:
            at = time.monotonic()
            yield ": still here\n\n"
        await asyncio.sleep(_CHECK_SECONDS)
    yield "event: bye\ndata: {}\n\n"
