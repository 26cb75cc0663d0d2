"""Rooms in the database: plain SQL that any database reads. A room is one text; its version counts its changes.

A change first raises the version, which also holds the room against other processes until it is committed; whoever
shows a room looks at its version, and reads it again where that is another.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from slidedrop.web.rooms.rooms import Room
from slidedrop.web.store.sql import Connection


def open_room(sql: Connection, room: Room, now: float, seconds: float) -> bool:
    """Keep a new room for a time; False where its code is taken. Rooms whose time is over go."""
    sql.execute("DELETE FROM rooms WHERE expires < ?", (int(now),))
    insert = "INSERT INTO rooms (code, content, expires, version) VALUES (?, ?, ?, 1) ON CONFLICT DO NOTHING"
    return bool(sql.execute(insert, (room.code, json.dumps(room), int(now + seconds))).rowcount)


def read_room(sql: Connection, code: str) -> Room | None:
    """Return a room, or None where there is none."""
    row = sql.execute("SELECT content FROM rooms WHERE code = ?", (code,)).fetchone()
    return None if row is None else Room.from_text(row[0])


def version_of(sql: Connection, code: str) -> int:
    """Return the version of a room, or 0 where there is none."""
    row = sql.execute("SELECT version FROM rooms WHERE code = ?", (code,)).fetchone()
    return 0 if row is None else int(row[0])


def change_room(sql: Connection, code: str, change: Callable[[Room], Room]) -> Room | None:
    """Keep what a room is changed to, and return it; None where there is none."""
    sql.execute("UPDATE rooms SET version = version + 1 WHERE code = ?", (code,))
    room = read_room(sql, code)
    if room is not None:
        room = change(room)
        sql.execute("UPDATE rooms SET content = ? WHERE code = ?", (json.dumps(room), code))
    return room


def close_room(sql: Connection, code: str) -> None:
    """Forget a room with its names and standings."""
    sql.execute("DELETE FROM rooms WHERE code = ?", (code,))
