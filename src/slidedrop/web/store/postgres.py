"""The games in PostgreSQL, for any number of servers over one database (extra "postgres").

    append append append ──►  one statement, one commit, one NOTIFY      other servers read the change
    read read read       ──►  one statement
    everything else      ──►  a few threads, a transaction each

Every thread has its connection, and opens a new one if the database was restarted.
"""

import asyncio
import json
import re
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

import psycopg
from psycopg import errors

from slidedrop.core.errors import RecordError
from slidedrop.web.store.clock import Clock
from slidedrop.web.store.group_commit import BatchWorker
from slidedrop.web.store.migrations import migrate
from slidedrop.web.store.sql import Connection, Store, kept, transaction
from slidedrop.web.store.store import Change, Entry, Gone, Here, Stale, StoredGame, StoreTrouble, Trouble

THREADS: Final = 3
"""For work that is neither a move nor a read."""
MOST_TOGETHER: Final = 256
"""Keeps the notification of a commit below the 8,000 bytes that PostgreSQL allows."""
_SECONDS: Final = 10
"""The time limit of a statement."""
_LISTENS: Final = 0.2
"""The seconds until the listening thread notices that it must end."""
_MIGRATES: Final = 2048_0004
"""The number of the lock under which one server at a time brings the tables up to date."""
_APPEND: Final = """
    WITH wanted AS (
        SELECT * FROM unnest(%(games)s::text[], %(plies)s::int[], %(counts)s::int[]) AS _ (game, first, count)
    ),
    held AS MATERIALIZED (SELECT id FROM games WHERE id = ANY(%(games)s::text[]) ORDER BY id FOR UPDATE),
    moved AS (
        UPDATE games SET ply = ply + count, version = version + 1, offer = NULL, changed = %(now)s
        FROM wanted JOIN held ON held.id = game WHERE games.id = game AND ply = first RETURNING games.id, version
    ),
    added AS (
        INSERT INTO commands (game, ply, command, role, request)
        SELECT entry.* FROM unnest(
            %(game)s::text[], %(ply)s::int[], %(command)s::text[], %(by)s::text[], %(request)s::text[]
        ) AS entry (game, ply, command, role, request) JOIN moved ON moved.id = entry.game
    )
    SELECT id, version, (SELECT pg_notify('slidedrop', string_agg(id || ' ' || version, ',')) FROM moved) FROM moved
"""
"""Rows are held in one order, so that two servers never wait for each other."""
_READ: Final = """
    SELECT header, owner, offer, rematch, games.version, games.version <> known.version,
        CASE WHEN games.version <> known.version THEN (
            SELECT json_agg(json_build_array(command, role, request) ORDER BY ply) FROM commands
            WHERE commands.game = id AND ply >= first) END,
        CASE WHEN games.version <> known.version THEN (
            SELECT json_agg(json_build_array(digest, role, claimed)) FROM secrets WHERE secrets.game = id) END
    FROM unnest(%s::text[], %s::int[], %s::int[]) WITH ORDINALITY AS known (game, version, first, place)
    LEFT JOIN games ON id = known.game ORDER BY place
"""
Result = TypeVar("Result")
Work = Callable[[Connection], Any]


class _Append(NamedTuple):
    game: str
    ply: int
    entries: Sequence[Entry]


class _Known(NamedTuple):
    """A game in memory; version -1 if it is not."""

    game: str
    version: int
    ply: int


class Session:
    """A connection that is opened when needed, and reopened after it was lost."""

    clustered: ClassVar[str] = ""

    def __init__(self, address: str, clock: Clock | None = None) -> None:
        self._address = address
        self.clock = clock or Clock()
        self._connection: psycopg.Connection | None = None
        self._inside = False
        """Whether a transaction is open: then a lost connection is an error, and no reason to open another."""

    def execute(self, statement: str, values: Any = (), /) -> Any:  # noqa: ANN401 - by place or by name
        return self._open().execute(statement.replace("?", "%s").encode(), values)

    def executemany(self, statement: str, values: list[tuple[Any, ...]], /) -> None:
        self._open().cursor().executemany(statement.replace("?", "%s").encode(), values)

    def begin(self) -> None:
        self.execute("BEGIN")

    def notify(self, payload: str) -> None:
        self.execute("SELECT pg_notify('slidedrop', ?)", (payload,))

    def problems(self) -> list[str]:
        """Return nothing: PostgreSQL has its own tools, and refuses to read a damaged page."""
        return []

    def once_more(self, statement: str, values: Any) -> list[Any]:  # noqa: ANN401 - by place or by name
        """Return the rows of a statement that can be repeated, and is repeated if the connection was lost."""
        try:
            return list(self.execute(statement, values))
        except psycopg.OperationalError:
            if self._connection is None or not self._connection.closed:
                raise
            return list(self.execute(statement, values))

    def committed(self, work: Callable[[Connection], Result]) -> Result:
        """Run and commit the work; after an error nothing is stored."""
        self.once_more("SELECT 1", ())  # the database may have been restarted since the last time
        self._inside = True
        try:
            with transaction(self):
                return work(self)
        finally:
            self._inside = False

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _open(self) -> psycopg.Connection:
        if self._connection is None or (self._connection.closed and not self._inside):
            self._connection = _connected(self._address)
            self._connection.execute(f"SET statement_timeout = {1000 * _SECONDS}".encode())
        return self._connection


class PostgresStore(Store):
    """A Store in a database that other servers use too."""

    shared = True

    def __init__(self, address: str) -> None:
        """Upgrade the tables, or raise why the database cannot be used."""
        super().__init__()
        self._address = address
        with admin_connection(address) as session:
            self.clock = session.clock
        self._closed = threading.Event()
        self._appends = BatchWorker(self._session, _appended, together=MOST_TOGETHER)
        self._reads = BatchWorker(self._session, _all_read)
        self._others = BatchWorker(self._session, _run_each, together=1, threads=THREADS)

    def _session(self) -> Session:
        return Session(self._address, self.clock)

    async def change(self, work: Callable[[Connection], Result], *, writes: bool = True) -> Result:  # noqa: ARG002
        result: Result = await self._others.ask(work)
        return result

    async def read_since(self, game: str, version: int, ply: int) -> StoredGame | None:
        now: StoredGame | None = await self._reads.ask(_Known(game, version, ply))
        return now

    async def append(self, game: str, ply: int, entries: Sequence[Entry]) -> int:
        return int(await self._appends.ask(_Append(game, ply, entries)))

    async def changes(self) -> AsyncIterator[Change | tuple[str, Here] | None]:
        """Yield the changes of all servers; None whenever listening has started."""
        heard: asyncio.Queue[str | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def tell(payload: str | None) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(heard.put_nowait, payload)

        threading.Thread(target=self._listen, args=(tell,), name="listener", daemon=True).start()
        while True:
            payload = await heard.get()
            if payload is None:
                yield None
                continue
            if payload.startswith("["):
                server, here = json.loads(payload)
                yield server, here
                continue
            for game, version in re.findall("([^ ,]+) ([0-9]+)", payload):
                yield game, int(version)

    def _listen(self, tell: Callable[[str | None], None]) -> None:
        while not self._closed.is_set():
            with suppress(psycopg.Error), _connected(self._address) as connection:
                connection.execute("LISTEN slidedrop")
                tell(None)
                while not self._closed.is_set():
                    for heard in connection.notifies(timeout=_LISTENS):
                        tell(heard.payload)
            self._closed.wait(_LISTENS)

    async def set_clock(self) -> None:
        await self.change(set_clock)

    async def close(self) -> None:
        self._closed.set()
        for lane in (self._appends, self._reads, self._others):
            await lane.close()


def _connected(address: str) -> psycopg.Connection:
    """Open a connection that notices a lost server within half a minute."""
    alive = {"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
    return psycopg.connect(address, autocommit=True, **alive)  # type: ignore[arg-type] # parameters of libpq


@contextmanager
def admin_connection(address: str, *, create: bool = True) -> Iterator[Session]:
    """Open the database while servers may run; without `create` it must have our tables already."""
    try:
        with closing(Session(address)) as session:
            if not create and session.execute("SELECT to_regclass('schema_version')").fetchone()[0] is None:
                raise RecordError("this database has no tables of slidedrop; --database names the one the server uses")
            session.execute("SELECT pg_advisory_lock(?)", (_MIGRATES,))
            migrate(session)
            session.execute("SELECT pg_advisory_unlock(?)", (_MIGRATES,))
            set_clock(session)
            yield session
    except psycopg.Error as error:
        raise RecordError(f"the database cannot be used: {_first_line(error)}") from error


def set_clock(session: Connection) -> None:
    """Set a clock to the database's time."""
    session.clock.set(float(session.execute("SELECT extract(epoch FROM clock_timestamp())").fetchone()[0]))


def _outcome(work: Callable[..., Any], *arguments: object) -> Any:  # noqa: ANN401 - a result, or the error instead of it
    try:
        return work(*arguments)
    except errors.UniqueViolation:
        return Stale()
    except psycopg.Error as error:
        return StoreTrouble(f"the database says: {_first_line(error)}", _trouble(error))
    except Exception as error:  # noqa: BLE001 - every error is passed on to the caller
        return error


def _run_each(session: Session, jobs: list[Work]) -> list[Any]:
    return [_outcome(session.committed, job) for job in jobs]


def _appended(session: Session, jobs: list[_Append]) -> list[Any]:
    """Append for many games at once; repeated games one after the other."""
    answers: dict[int, Any] = {}
    while left := [number for number in range(len(jobs)) if number not in answers]:
        firsts = {jobs[number].game: number for number in reversed(left)}
        found = _outcome(_appended_versions, session, [jobs[number] for number in firsts.values()])
        for game, number in firsts.items():
            answers[number] = found if isinstance(found, Exception) else found.get(game) or Stale()
    return [answers[number] for number in range(len(jobs))]


def _appended_versions(session: Session, jobs: list[_Append]) -> dict[str, int]:
    """Return the new versions of the games whose ply is where the commands start.

    If the connection is lost at the commit, the statement is repeated. If the first one was stored, the second is
    Stale, and the caller finds the result when it reads again.
    """
    rows = [
        (job.game, job.ply + place, entry.command, entry.by, entry.request)
        for job in jobs
        for place, entry in enumerate(job.entries)
    ]
    names = ("game", "ply", "command", "by", "request")
    values: dict[str, Any] = {name: [row[place] for row in rows] for place, name in enumerate(names)}
    values |= {"games": [job.game for job in jobs], "plies": [job.ply for job in jobs]}
    values |= {"counts": [len(job.entries) for job in jobs], "now": session.clock.seconds()}
    return {game: version for game, version, _ in session.once_more(_APPEND, values)}


def _all_read(session: Session, jobs: list[_Known]) -> list[Any]:
    columns = [list(column) for column in zip(*jobs, strict=True)]
    rows = _outcome(session.once_more, _READ, columns)
    if isinstance(rows, Exception):
        return [rows for _ in jobs]
    return [_stored_game(job.game, row) for job, row in zip(jobs, rows, strict=True)]


def _stored_game(game: str, row: tuple[Any, ...]) -> StoredGame | Gone | None:
    *standing, is_changed, entries, secrets = row
    if not is_changed:
        return Gone() if is_changed is None else None
    return kept(game, standing, entries or (), secrets or ())


def _trouble(error: psycopg.Error) -> Trouble:
    if isinstance(error, errors.DiskFull):
        return Trouble.FULL
    lost = error.sqlstate is None or isinstance(error, (errors.AdminShutdown, errors.CannotConnectNow))
    return Trouble.AWAY if lost else Trouble.OTHER


def _first_line(error: psycopg.Error) -> str:
    return str(error).strip().partition("\n")[0]
