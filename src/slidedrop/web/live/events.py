"""The event stream of a game: missed commands, then new ones, each once and in order.

    id: 13
    event: command
    data: {"ply":13,"command":{"move":"left"},"by":"both"}

A stream only stores its ply; when woken, it sends everything after it. So a slow client costs no memory, and one that
returns misses nothing.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Final

from starlette.responses import StreamingResponse

from slidedrop.web.live.game import Watcher
from slidedrop.web.live.games import Access

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from slidedrop.web.http.rate_limits import RateLimits
    from slidedrop.web.store.store import Entry

HEARTBEAT: Final = 15.0
_RETRY: Final = "retry: 1000\n\n"
_AT_ONCE: Final = 500


class EventStream(StreamingResponse):
    """The long answer to a client that watches."""

    media_type = "text/event-stream"

    def __init__(self, access: Access, after: int, name: str, limits: RateLimits, heartbeat: float = HEARTBEAT) -> None:
        """Watch from a ply under a name; this keeps the game in memory."""
        self._limits = limits
        self._address = access.address
        self._live = access.live
        self._games = access.games
        self._watcher = Watcher(access.secret, access.role, name)
        self._live.enter(self._watcher)
        super().__init__(_events(access, self._watcher, after, heartbeat), headers={"Cache-Control": "no-store"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until the client goes, loses its secret, or the server stops."""
        try:
            with self._limits.lasting(self._limits.streams, self._address):
                self._games.came_or_went(self._live)  # what happened between reading the game and watching it
                await super().__call__(scope, receive, send)
        finally:
            self._live.leave(self._watcher)
            self._games.came_or_went(self._live)


async def _events(access: Access, watcher: Watcher, ply: int, heartbeat: float) -> AsyncIterator[str]:
    live = access.live
    sent = {"shared": live.standing()["shared"], "rematch": {"id": None}}
    yield _RETRY
    while not (access.games.closing.is_set() or watcher.ended):
        watcher.changed.clear()
        entries = live.entries[ply : ply + _AT_ONCE]
        if entries:
            yield "".join(_command(number, entry) for number, entry in enumerate(entries, ply + 1))
            ply += len(entries)
            await asyncio.sleep(0)  # a fast client must not block the others
        for name, now in live.standing().items():
            if name not in sent or sent[name] != now:
                sent[name] = now
                yield _event(name, now)
        if ply == live.ply and not await _woken(watcher, heartbeat):
            yield ": still here\n\n"
    yield _event("bye", {})


async def _woken(watcher: Watcher, heartbeat: float) -> bool:
    """Wait for a change; False when it is time for a heartbeat."""
    try:
        async with asyncio.timeout(heartbeat):
            await watcher.changed.wait()
    except TimeoutError:
        return False
    return True


def _command(ply: int, entry: Entry) -> str:
    return f'id: {ply}\nevent: command\ndata: {{"ply":{ply},"command":{entry.command},"by":"{entry.by}"}}\n\n'


def _event(name: str, data: object) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"
