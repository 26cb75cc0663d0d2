"""The games in one SQLite file beside its write-ahead log; synchronous=FULL, so what is committed survives a power cut.

Writes go through one thread that commits in groups, reads through another that does not wait for them.
"""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import ClassVar, TypeVar

from slidedrop.core.errors import RecordError
from slidedrop.durable import lock
from slidedrop.web.store.group_commit import GroupCommit
from slidedrop.web.store.migrations import migrate
from slidedrop.web.store.sql import Connection, Store, append, kept
from slidedrop.web.store.store import Change, Entry, Gone, Here, StoredGame

Result = TypeVar("Result")


class SqliteStore(Store):
    """A Store in one file; see there for what each method promises."""

    shared = False

    def __init__(self, path: Path) -> None:
        """Open or create the file, or say why that is not possible."""
        self._lock = _only_server(path)
        try:
            _prepare(path)
        except sqlite3.Error as error:
            os.close(self._lock)
            raise RecordError(f"'{path}' cannot be used as a database: {error}") from error
        self._writer = GroupCommit(lambda: _connected(path))
        self._reader = GroupCommit(lambda: _connected(path), writes=False)

    async def change(self, work: Callable[[Connection], Result], *, writes: bool = True) -> Result:
        """Have something done, committed together with what others want; what only reads does not wait for those."""
        return await (self._writer if writes else self._reader).do(work)

    async def read(self, game: str) -> StoredGame | None:
        """Return a game, or None where there is none."""
        return await self._reader.do(lambda connection: _read(connection, game, 0))

    async def read_since(self, game: str, version: int, ply: int) -> StoredGame | None:
        """Return a game with its commands from a ply on, or None where it has this version still."""
        now = await self._reader.do(lambda connection: _read(connection, game, ply))
        if now is None:
            raise Gone
        return None if now.version == version else now

    async def changes(self) -> AsyncIterator[Change | tuple[str, Here] | None]:
        """Yield nothing: nobody else writes here."""
        await asyncio.Future()
        yield None

    async def append(self, game: str, ply: int, entries: Sequence[Entry]) -> int:
        """Keep commands, or raise Stale."""
        return await self._writer.do(lambda connection: append(connection, game, ply, entries))

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


class SqliteConnection(sqlite3.Connection):
    """A connection to the file."""

    clustered: ClassVar[str] = "WITHOUT ROWID"

    def begin(self) -> None:
        """Begin a transaction that writes; the others wait from now on."""
        self.execute("BEGIN IMMEDIATE")

    def notify(self, payload: str) -> None:
        """Tell nobody: no other server has this file."""


def _connected(path: Path) -> SqliteConnection:
    connection = sqlite3.connect(
        path, isolation_level=None, timeout=5, check_same_thread=False, factory=SqliteConnection
    )
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


@contextmanager
def admin_connection(path: Path) -> Iterator[SqliteConnection]:
    """Open the file beside the server that may be running."""
    if not path.parent.is_dir():
        raise RecordError(f"the database '{path}' cannot be opened: its folder does not exist")
    try:
        _prepare(path)
        with closing(_connected(path)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise RecordError(f"'{path}' cannot be used as a database: {error}") from error


def _read(connection: sqlite3.Connection, game: str, ply: int) -> StoredGame | None:
    find = "SELECT header, owner, offer, rematch, version FROM games WHERE id = ?"
    row = connection.execute(find, (game,)).fetchone()
    if row is None:
        return None
    since = "SELECT command, role, request FROM commands WHERE game = ? AND ply >= ? ORDER BY ply"
    entries = connection.execute(since, (game, ply))
    secrets = connection.execute("SELECT digest, role, claimed FROM secrets WHERE game = ?", (game,))
    return kept(game, row, entries, secrets)
