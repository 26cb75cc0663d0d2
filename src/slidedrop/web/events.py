"""The stream of a table: what was missed, then everything as it happens, each command once and in order.

    id: 13
    event: command
    data: {"ply":13,"command":{"move":"left"},"by":"both"}

A stream keeps nothing but how far it has told: woken, it tells what lies between there and now. So a slow client costs
no memory, and one that comes back misses nothing.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from starlette.responses import StreamingResponse

from slidedrop.web.table import Watcher

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from starlette.types import Receive, Scope, Send

    from slidedrop.web.entrance import Seat
    from slidedrop.web.limits import Gate
    from slidedrop.web.store import Entry

HEARTBEAT: Final = 15.0
_COMEBACK: Final = "retry: 1000\n\n"
_AT_ONCE: Final = 500


@dataclass
class _Told:
    """How far a stream has told."""

    ply: int
    offer: Any = ""
    rematch: str | None = None
    owner: int | None = None


class EventStream(StreamingResponse):
    """The answer that does not end while somebody looks on."""

    media_type = "text/event-stream"

    def __init__(self, seat: Seat, after: int, gate: Gate, address: str, heartbeat: float = HEARTBEAT) -> None:
        """Look on from a ply; the table stays in memory from now on."""
        self._gate = gate
        self._address = address
        self._table = seat.table
        self._watcher = Watcher(seat.sitter.secret)
        self._table.watchers.add(self._watcher)
        super().__init__(_told(seat, self._watcher, after, heartbeat), headers={"Cache-Control": "no-store"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until the client goes, is shown out, or the server goes down."""
        try:
            with self._gate.stream(self._address):
                await super().__call__(scope, receive, send)
        finally:
            self._table.watchers.discard(self._watcher)


async def _told(seat: Seat, watcher: Watcher, after: int, heartbeat: float) -> AsyncIterator[str]:
    told = _Told(after, owner=seat.table.owner)
    yield _COMEBACK
    while not (seat.room.closing.is_set() or watcher.ended):
        watcher.bell.clear()
        for piece in _news(seat, told):
            yield piece
        if told.ply == seat.table.ply and not await _rung(watcher, heartbeat):
            yield ": still here\n\n"
    yield _event("bye", {})


async def _rung(watcher: Watcher, heartbeat: float) -> bool:
    """Wait for the bell; False when it is time for a sign of life."""
    try:
        async with asyncio.timeout(heartbeat):
            await watcher.bell.wait()
    except TimeoutError:
        return False
    return True


def _news(seat: Seat, told: _Told) -> Iterator[str]:
    """Yield what has happened since, and note that it is told."""
    table = seat.table
    entries = table.entries[told.ply : told.ply + _AT_ONCE]
    if entries:
        yield "".join(_command(ply, entry) for ply, entry in enumerate(entries, told.ply + 1))
        told.ply += len(entries)
    if told.owner != table.owner:
        told.owner = table.owner
        yield _event("shared", {"owner": f"player:{table.owner}"})
    if told.offer != table.offer:
        told.offer = table.offer
        yield _event("offer", table.offer)
    if told.rematch != table.rematch:
        told.rematch = table.rematch
        yield _event("rematch", {"id": table.rematch})


def _command(ply: int, entry: Entry) -> str:
    return f'id: {ply}\nevent: command\ndata: {{"ply":{ply},"command":{entry.command},"by":"{entry.by}"}}\n\n'


def _event(name: str, data: object) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"
