"""The games in an SQLite file with a write-ahead log; synchronous=FULL, so commits survive a power cut.

One thread writes and commits in groups; another reads without waiting for it.
"""

import asyncio
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import ClassVar, Final, TypeVar

from slidedrop.core.errors import RecordError
from slidedrop.durable import lock, reason
from slidedrop.web.store.clock import Clock
from slidedrop.web.store.group_commit import GroupCommit, trouble_of
from slidedrop.web.store.migrations import migrate
from slidedrop.web.store.sql import Connection, Store
from slidedrop.web.store.store import Change, Here, StoreTrouble, Trouble

Result = TypeVar("Result")
_UNREADABLE: Final = (sqlite3.Error, UnicodeDecodeError)
"""The errors of a damaged file; the second one if even SQLite's message cannot be decoded."""
_SWEEP_SHARE: Final = 100
"""A check of the whole file follows after this many times the time that the last one took."""
_SWEEP_WAIT: Final = 0.2
"""The seconds for which `ping` waits for such a check."""


class FileGuard:
    """Notices that the database's file was removed, replaced or damaged; then no more is written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[Path, tuple[int, int]] = {}
        self._trouble: StoreTrouble | None = None
        self._swept, self._pause = time.monotonic(), 0.0

    def check(self) -> None:
        """Raise StoreTrouble if the file is no longer the one that was opened."""
        for path in (self._path, *(self._path.with_name(self._path.name + end) for end in ("-wal", ".lock"))):
            try:
                status = path.stat()
            except FileNotFoundError:
                if path in self._known:
                    self._fail(f"'{path}' was removed")
                continue
            if self._known.setdefault(path, (status.st_dev, status.st_ino)) != (status.st_dev, status.st_ino):
                self._fail(f"'{path}' was replaced")
        if self._trouble is not None:
            raise self._trouble

    def is_due(self) -> bool:
        return time.monotonic() >= self._swept + self._pause

    def sweep(self) -> None:
        began = time.monotonic()
        try:
            with closing(_connected(self._path)) as connection:
                (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                self._fail(found)
        except sqlite3.Error as error:
            if trouble_of(error).trouble is Trouble.DAMAGED:
                self._fail(str(error))
        self._swept = time.monotonic()
        self._pause = _SWEEP_SHARE * (self._swept - began)

    def _fail(self, why: str) -> None:
        self._trouble = self._trouble or StoreTrouble(f"the database is damaged: {why}", Trouble.DAMAGED)


class SqliteStore(Store):
    """A Store in one file; see `Store` for its methods."""

    shared = False

    def __init__(self, path: Path) -> None:
        """Open or create the file, or raise an error with the reason."""
        super().__init__()
        self._lock = _only_server(path)
        try:
            _prepare(path)
        except (*_UNREADABLE, RecordError) as error:
            os.close(self._lock)
            raise _unusable(path, error) from error
        self._guard = FileGuard(path)
        self._sweep: asyncio.Task[None] | None = None
        self._writer = GroupCommit(lambda: _connected(path, self.clock), guard=self._guard.check)
        self._reader = GroupCommit(lambda: _connected(path, self.clock), writes=False, guard=self._guard.check)

    async def change(self, work: Callable[[Connection], Result], *, writes: bool = True) -> Result:
        """Run work, committed together with other work; reads do not wait for that."""
        return await (self._writer if writes else self._reader).do(work)

    async def changes(self) -> AsyncIterator[Change | tuple[str, Here] | None]:
        """Yield nothing: no other server writes here."""
        await asyncio.Future()
        yield None

    async def ping(self) -> None:
        await super().ping()
        if self._guard.is_due() and (self._sweep is None or self._sweep.done()):
            self._sweep = asyncio.create_task(asyncio.to_thread(self._guard.sweep))
            await asyncio.wait({self._sweep}, timeout=_SWEEP_WAIT)
        self._guard.check()

    async def close(self) -> None:
        if self._sweep is not None:
            await self._sweep
        await self._writer.close()
        await self._reader.close()
        os.close(self._lock)


def _only_server(path: Path) -> int:
    """Lock the database for this process, because its games are in memory as well."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise RecordError(f"the database '{path}' cannot be opened: {reason(error)}") from error
    try:
        lock(handle, f"another slidedrop serves from '{path}'; end it first, or choose another --database")
    except RecordError:
        os.close(handle)
        raise
    return handle


def _prepare(path: Path) -> None:
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # before SQLite would create it readable for everyone
    except OSError as error:
        raise _unusable(path, error) from error
    with closing(_connected(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        migrate(connection)


class SqliteConnection(sqlite3.Connection):
    """A connection to the file."""

    clustered: ClassVar[str] = "WITHOUT ROWID"
    clock: Clock

    def begin(self) -> None:
        self.execute("BEGIN IMMEDIATE")

    def notify(self, payload: str) -> None:
        """Do nothing: no other server uses this file."""

    def problems(self) -> list[str]:
        found = [str(row[0]) for row in self.execute("PRAGMA integrity_check(20)").fetchall()]
        lost = [f"a row of {row[0]} belongs to no game" for row in self.execute("PRAGMA foreign_key_check").fetchall()]
        return [text for text in found if text != "ok"] + lost[:20]


def _connected(path: Path, clock: Clock | None = None) -> SqliteConnection:
    connection = sqlite3.connect(
        path, isolation_level=None, timeout=5, check_same_thread=False, factory=SqliteConnection
    )
    connection.clock = clock or Clock()
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


@contextmanager
def admin_connection(path: Path, *, create: bool) -> Iterator[SqliteConnection]:
    """Open the file while a server may run; without `create` it must be a database already."""
    if not create and not path.is_file():
        raise RecordError(f"there is no database '{path}'; --database names the file that the server uses")
    if not path.parent.is_dir():
        raise RecordError(f"the database '{path}' cannot be opened: its folder does not exist")
    try:
        if not create:
            _check_ours(path)
        _prepare(path)
        with closing(_connected(path)) as connection:
            yield connection
    except _UNREADABLE as error:
        raise _unusable(path, error) from error


def _check_ours(path: Path) -> None:
    """Refuse a file that is not a server's database, before anything is written to it."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'").fetchone():
            raise RecordError(f"'{path}' is not a slidedrop database; --database names the file that the server uses")


def _unusable(path: Path, error: Exception) -> RecordError:
    why = reason(error) if isinstance(error, OSError) else str(error)
    return error if isinstance(error, RecordError) else RecordError(f"'{path}' cannot be used as a database: {why}")
