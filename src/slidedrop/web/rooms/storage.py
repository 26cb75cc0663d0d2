"""Rooms in the database, in plain SQL. A room is one text; its version counts its changes.

A change first raises the version, which locks the room against other processes until the commit. To show a room, a
server checks its version, and reads the room again if that differs.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from slidedrop.web.rooms.rooms import Room
from slidedrop.web.store.sql import Connection


class Stored(NamedTuple):
    """A room as the database has it."""

    version: int
    room: Room


def open_room(sql: Connection, room: Room, seconds: float) -> bool:
    """Store a new room for a time; False if its code is taken."""
    insert = "INSERT INTO rooms (code, content, expires, version) VALUES (?, ?, ?, 1) ON CONFLICT DO NOTHING"
    return bool(sql.execute(insert, (room.code, json.dumps(room), int(sql.clock.now() + seconds))).rowcount)


def read_room(sql: Connection, code: str, known: Stored | None = None) -> Stored | None:
    """Return a room, or None if there is none; a known one is read only if it has changed."""
    row = sql.execute("SELECT version FROM rooms WHERE code = ?", (code,)).fetchone()
    if row is None or (known is not None and known.version == row[0]):
        return None if row is None else known
    version, content = sql.execute("SELECT version, content FROM rooms WHERE code = ?", (code,)).fetchone()
    return Stored(version, Room.from_text(content))


def change_room(sql: Connection, code: str, change: Callable[[Room], Room]) -> Stored | None:
    """Store a changed room and return it; None if there is none."""
    sql.execute("UPDATE rooms SET version = version + 1 WHERE code = ?", (code,))
    stored = read_room(sql, code)
    if stored is None:
        return None
    stored = stored._replace(room=change(stored.room))
    sql.execute("UPDATE rooms SET content = ? WHERE code = ?", (json.dumps(stored.room), code))
    return stored


def close_room(sql: Connection, code: str) -> bool:
    """Delete a room with its names and standings; False if there is none."""
    return bool(sql.execute("DELETE FROM rooms WHERE code = ?", (code,)).rowcount)
