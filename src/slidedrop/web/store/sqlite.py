"""The games in one SQLite file beside its write-ahead log; synchronous=FULL, so what is committed survives a power cut.

Writes go through one thread that commits in groups, reads through another that does not wait for them.
"""

import os
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from slidedrop.core.errors import RecordError
from slidedrop.durable import lock
from slidedrop.web.roles import ROLES, Role, seat_of
from slidedrop.web.store.group_commit import GroupCommit, Result, Work
from slidedrop.web.store.migrations import migrate
from slidedrop.web.store.store import (
    MOST_GRANTS,
    MOST_SECRETS,
    Claimed,
    Entry,
    Full,
    Kept,
    KeyReused,
    Occasion,
    SeatTaken,
    Secret,
    Stale,
)
from slidedrop.web.tokens import key_digest

_USED: Final = 2
"""Stands for `claimed` of an invitation to a seat that somebody has accepted; earlier versions wrote 1."""
_CHECKED_EVERY: Final = 1.0
"""How many seconds the answer of `ping` stays good, so that asking costs the disk nothing."""


class SqliteStore:
    """A Store in one file; see there for what each method promises."""

    def __init__(self, path: Path) -> None:
        """Open or create the file, or say why that is not possible."""
        self._lock = _only_server(path)
        try:
            _prepare(path)
        except sqlite3.Error as error:
            os.close(self._lock)
            raise RecordError(f"'{path}' cannot be used as a database: {error}") from error
        self._checked = -_CHECKED_EVERY
        self._writer = GroupCommit(lambda: _connected(path))
        self._reader = GroupCommit(lambda: _connected(path), writes=False)

    async def create(self, game: Kept, occasion: Occasion) -> str:
        """Keep a new game, or find the one that was created before."""
        return await self._writer.do(lambda connection: _create(connection, game, occasion))

    async def read(self, game: str) -> Kept | None:
        """Return a game, or None where there is none."""
        return await self._reader.do(lambda connection: _read(connection, game))

    async def append(self, game: str, ply: int, entries: Sequence[Entry]) -> None:
        """Keep commands, or raise Stale."""
        await self._writer.do(lambda connection: _append(connection, game, ply, entries))

    async def put_offer(self, game: str, offer: str | None) -> None:
        """Keep an offer, or that there is none."""
        change = "UPDATE games SET offer = ? WHERE id = ?"
        await self._writer.do(lambda connection: connection.execute(change, (offer, game)))

    async def add_link(self, game: str, secret: Secret) -> None:
        """Keep one more link of a game."""
        await self._writer.do(lambda connection: _add_link(connection, game, secret))

    async def grant(self, game: str, secrets: Sequence[Secret]) -> None:
        """Let keys and tokens open a game."""
        await self._writer.do(lambda connection: _grant(connection, game, secrets))

    async def claim(self, digest: str, key: str, *, watch: bool = False) -> Claimed | None:
        """Say what a link gives to a browser."""
        return await self._writer.do(lambda connection: _claim(connection, digest, key, watch=watch))

    async def revoke(self, game: str, role: Role, spared: str) -> int:
        """Forget the secrets of a role except one."""
        change = "DELETE FROM secrets WHERE game = ? AND role = ? AND digest != ?"
        return await self._writer.do(lambda connection: connection.execute(change, (game, role, spared)).rowcount)

    async def transact(self, work: Work[Result], *, writes: bool = True) -> Result:
        """Do work of plain SQL in one transaction, which is on disk when this returns."""
        return await (self._writer if writes else self._reader).do(work)

    async def ping(self) -> None:
        """Write something that changes nothing: only that shows that a move could be kept."""
        if time.monotonic() < self._checked + _CHECKED_EVERY:
            return
        await self._writer.do(lambda connection: connection.execute("UPDATE schema_version SET version = version"))
        self._checked = time.monotonic()

    async def close(self) -> None:
        """Keep what is still under way, then let go of the file."""
        await self._writer.close()
        await self._reader.close()
        os.close(self._lock)


def _only_server(path: Path) -> int:
    """Take the database for this process: what another one wrote would be missed by the tables in memory."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        message = f"the database '{path}' cannot be opened: {(error.strerror or str(error)).lower()}"
        raise RecordError(message) from error
    try:
        lock(handle, f"another slidedrop serves from '{path}'; end it first, or choose another --database")
    except RecordError:
        os.close(handle)
        raise
    return handle


def _prepare(path: Path) -> None:
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # before SQLite would create it for everyone to read
    connection = _connected(path)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        migrate(connection)
    finally:
        connection.close()


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=5, check_same_thread=False)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _create(connection: sqlite3.Connection, game: Kept, occasion: Occasion) -> str:
    known = _created_before(connection, occasion)
    if known is None:
        known = game.id
        connection.execute(
            "INSERT INTO games (id, header, owner, key, fingerprint) VALUES (?, ?, ?, ?, ?)",
            (game.id, game.header, game.owner, occasion.key, occasion.fingerprint),
        )
        _append(connection, game.id, 0, game.entries)
        if occasion.follows is not None:
            connection.execute("UPDATE games SET rematch = ? WHERE id = ?", (game.id, occasion.follows))
    _grant(connection, known, game.secrets)
    return known


def _created_before(connection: sqlite3.Connection, occasion: Occasion) -> str | None:
    if occasion.follows is not None:
        row = connection.execute("SELECT rematch FROM games WHERE id = ?", (occasion.follows,)).fetchone()
        return None if row is None else row[0]
    row = connection.execute("SELECT id, fingerprint FROM games WHERE key = ?", (occasion.key,)).fetchone()
    if row is None:
        return None
    if row[1] != occasion.fingerprint:
        raise KeyReused
    return str(row[0])


def _append(connection: sqlite3.Connection, game: str, ply: int, entries: Sequence[Entry]) -> None:
    last = connection.execute("SELECT max(ply) FROM commands WHERE game = ?", (game,)).fetchone()[0]
    if ply != (0 if last is None else int(last) + 1):
        raise Stale
    connection.executemany(
        "INSERT INTO commands (game, ply, command, role, request) VALUES (?, ?, ?, ?, ?)",
        [(game, ply + place, entry.command, entry.by, entry.request) for place, entry in enumerate(entries)],
    )
    connection.execute("UPDATE games SET offer = NULL WHERE id = ? AND offer IS NOT NULL", (game,))


def _grant(connection: sqlite3.Connection, game: str, secrets: Sequence[Secret]) -> None:
    _add_secrets(connection, game, secrets, MOST_GRANTS)


def _add_link(connection: sqlite3.Connection, game: str, secret: Secret) -> None:
    _add_secrets(connection, game, [secret], MOST_SECRETS)
    invite = "UPDATE games SET invited = ? WHERE id = ? AND invited IS NULL"
    connection.execute(invite, (seat_of(secret.role), game))


def _add_secrets(connection: sqlite3.Connection, game: str, secrets: Sequence[Secret], most: int) -> None:
    """Keep secrets of one kind, links or keys, as long as a game has fewer of that kind than it may have."""
    count = "SELECT count(*) FROM secrets WHERE game = ? AND (claimed = 1) = ?"
    claimed = any(secret.claimed for secret in secrets)
    if connection.execute(count, (game, claimed)).fetchone()[0] + len(secrets) > most:
        raise Full
    connection.executemany(
        "INSERT OR IGNORE INTO secrets (digest, game, role, claimed) VALUES (?, ?, ?, ?)",
        [(secret.digest, game, secret.role, secret.claimed) for secret in secrets],
    )


def _claim(connection: sqlite3.Connection, digest: str, key: str, *, watch: bool) -> Claimed | None:
    row = connection.execute("SELECT game, role, claimed FROM secrets WHERE digest = ?", (digest,)).fetchone()
    if row is None:
        return None
    game, offered, used = row
    own = _own_role(connection, game, key)
    role: Role = own or ("watch" if watch else offered)
    if own is None and seat_of(role) is not None:
        if used:
            raise SeatTaken
        connection.execute("UPDATE secrets SET claimed = ? WHERE digest = ?", (_USED, digest))
        share = "UPDATE games SET owner = ? WHERE id = ? AND owner IS NULL AND invited = ?"
        connection.execute(share, (1 - (seat_of(role) or 0), game, seat_of(role)))
    owner = connection.execute("SELECT owner FROM games WHERE id = ?", (game,)).fetchone()[0]
    return Claimed(game, role, owner)


def _own_role(connection: sqlite3.Connection, game: str, key: str) -> Role | None:
    """Return the seat or seats that a browser has in a game; only to watch does not count."""
    held = "SELECT 1 FROM secrets WHERE digest = ? AND claimed = 1"
    roles = [role for role in ROLES if role != "watch"]
    return next((role for role in roles if connection.execute(held, (key_digest(key, game, role),)).fetchone()), None)


def _read(connection: sqlite3.Connection, game: str) -> Kept | None:
    row = connection.execute("SELECT header, owner, offer, rematch FROM games WHERE id = ?", (game,)).fetchone()
    if row is None:
        return None
    entries = connection.execute("SELECT command, role, request FROM commands WHERE game = ? ORDER BY ply", (game,))
    secrets = connection.execute("SELECT digest, role, claimed FROM secrets WHERE game = ?", (game,))
    header, owner, offer, rematch = row
    return Kept(
        id=game,
        header=header,
        entries=tuple(Entry(*entry) for entry in entries),
        owner=owner,
        offer=offer,
        rematch=rematch,
        secrets=tuple(Secret(kept, role, claimed == 1) for kept, role, claimed in secrets),
    )
