"""Rooms in the database: plain SQL that any database reads. A room is one text; its version counts its changes.

A change first raises the version, which also holds the room against other processes until it is committed; whoever
shows a room looks at its version, and reads it again where that is another.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Protocol

from slidedrop.web.rooms.rooms import Room


class Sql(Protocol):
    """A connection inside a transaction."""

    def execute(self, statement: str, values: Any = ..., /) -> Any:  # noqa: ANN401 - each database has types of its own
        """Carry out a statement and return its cursor."""


def _do(sql: Sql, statement: str, *values: object) -> Any:  # noqa: ANN401 - a cursor
    """Carry out a statement: the one place that knows how values are marked."""
    return sql.execute(statement, values)


def open_room(sql: Sql, room: Room, now: float, seconds: float) -> bool:
    """Keep a new room for a time; False where its code is taken. Rooms whose time is over go."""
    _do(sql, "DELETE FROM rooms WHERE expires < ?", int(now))
    insert = "INSERT INTO rooms (code, content, expires, version) VALUES (?, ?, ?, 1) ON CONFLICT DO NOTHING"
    return bool(_do(sql, insert, room.code, json.dumps(room), int(now + seconds)).rowcount)


def read_room(sql: Sql, code: str) -> Room | None:
    """Return a room, or None where there is none."""
    row = _do(sql, "SELECT content FROM rooms WHERE code = ?", code).fetchone()
    return None if row is None else Room.from_text(row[0])


def version_of(sql: Sql, code: str) -> int:
    """Return the version of a room, or 0 where there is none."""
    row = _do(sql, "SELECT version FROM rooms WHERE code = ?", code).fetchone()
    return 0 if row is None else int(row[0])


def change_room(sql: Sql, code: str, change: Callable[[Room], Room]) -> Room | None:
    """Keep what a room is changed to, and return it; None where there is none."""
    _do(sql, "UPDATE rooms SET version = version + 1 WHERE code = ?", code)
    room = read_room(sql, code)
    if room is not None:
        room = change(room)
        _do(sql, "UPDATE rooms SET content = ? WHERE code = ?", json.dumps(room), code)
    return room


def close_room(sql: Sql, code: str) -> None:
    """Forget a room with its names and standings."""
    _do(sql, "DELETE FROM rooms WHERE code = ?", code)
