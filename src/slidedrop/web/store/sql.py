"""The store: the statements for both databases, and the protocol of their connections.

    create ─ append, append, append ... ─ read         a game is a header and its commands, in order
             │
             └ answered when it is on disk; at another ply than the game's it is Stale and changes nothing

Every change of a game first raises its version. In PostgreSQL that locks the game's row until the commit, so servers
change a game one after the other, and notifies the other servers; SQLite has one writer.
"""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from typing import Any, ClassVar, Concatenate, Final, ParamSpec, Protocol, TypeVar

from slidedrop.web.roles import ROLES, Role, seat_of
from slidedrop.web.store.clock import Clock
from slidedrop.web.store.store import (
    MOST_JUMP,
    MOST_SECRETS,
    Change,
    Claimed,
    ClockJumped,
    CreateReason,
    Entry,
    Full,
    Gone,
    Here,
    KeyReused,
    SeatTaken,
    Secret,
    Stale,
    StoredGame,
)
from slidedrop.web.tokens import key_digest

_USED: Final = 2
"""Stands for `claimed` of an invitation to a seat that a guest has accepted."""
_CHECKED_EVERY: Final = 1.0
"""The seconds for which the answer of `ping` is reused, so that health checks do not load the disk."""
_MOST_FORGOTTEN: Final = 100
"""The most games deleted in one commit, so that no move waits long for it."""
Given = ParamSpec("Given")
Result = TypeVar("Result")


class Connection(Protocol):
    """A connection to either database."""

    clustered: ClassVar[str]
    """The declaration of a table whose rows are stored by its primary key."""
    clock: Clock

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> Any:  # noqa: ANN401 - a cursor of either
        """Run a statement with values for its question marks."""
        ...

    def executemany(self, statement: str, values: list[tuple[Any, ...]], /) -> Any:  # noqa: ANN401 - differs
        """Run a statement once for each row of values."""
        ...

    def begin(self) -> None:
        """Start a transaction that writes."""
        ...

    def notify(self, payload: str) -> None:
        """Notify the other servers when the transaction is committed."""
        ...

    def problems(self) -> list[str]:
        """Return the errors that the database finds in its files, if it can check them."""
        ...


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """Commit all changes made inside, or none."""
    connection.begin()
    try:
        yield
    except BaseException:
        with suppress(Exception):  # if the connection is lost, nothing is committed
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def raise_version(connection: Connection, game: str) -> None:
    """Start a change of a game: lock it and notify the other servers; Gone if it does not exist."""
    change = "UPDATE games SET version = version + 1 WHERE id = ? RETURNING version"
    raised = connection.execute(change, (game,)).fetchall()
    if not raised:
        raise Gone
    connection.notify(f"{game} {raised[0][0]}")


def _create(connection: Connection, game: StoredGame, occasion: CreateReason) -> str:
    """Store a new game and return its id, or the id of the one created before; KeyReused if they differ."""
    is_new = True
    if occasion.follows is not None:
        raise_version(connection, occasion.follows)
        follow = "UPDATE games SET rematch = ? WHERE id = ? AND rematch IS NULL"
        is_new = connection.execute(follow, (game.id, occasion.follows)).rowcount == 1
    begin = "INSERT INTO games (id, header, owner, key, fingerprint, changed) VALUES (?, ?, ?, ?, ?, ?)"
    values = (game.id, game.header, game.owner, occasion.key, occasion.fingerprint, connection.clock.seconds())
    if is_new and connection.execute(f"{begin} ON CONFLICT (key) DO NOTHING", values).rowcount == 1:
        append(connection, game.id, 0, game.entries)
        known = game.id
    else:
        known = _created_before(connection, occasion)
    _grant(connection, known, game.secrets)
    return known


def _created_before(connection: Connection, occasion: CreateReason) -> str:
    if occasion.follows is not None:
        return str(connection.execute("SELECT rematch FROM games WHERE id = ?", (occasion.follows,)).fetchone()[0])
    known, fingerprint = connection.execute(
        "SELECT id, fingerprint FROM games WHERE key = ?", (occasion.key,)
    ).fetchone()
    if fingerprint != occasion.fingerprint:
        raise KeyReused
    return str(known)


def append(connection: Connection, game: str, ply: int, entries: Sequence[Entry]) -> int:
    """Store commands that start at this ply and return the new version, or raise Stale."""
    change = "UPDATE games SET ply = ply + ?, offer = NULL, changed = ?, version = version + 1"
    values = (len(entries), connection.clock.seconds(), game, ply)
    raised = connection.execute(f"{change} WHERE id = ? AND ply = ? RETURNING version", values).fetchall()
    if not raised:
        raise Stale
    connection.executemany(
        "INSERT INTO commands (game, ply, command, role, request) VALUES (?, ?, ?, ?, ?)",
        [(game, ply + place, entry.command, entry.by, entry.request) for place, entry in enumerate(entries)],
    )
    return int(raised[0][0])


def _put_offer(connection: Connection, game: str, ply: int, before: str | None, offer: str | None) -> None:
    """Replace the offer, which may be None; Stale if the previous offer or the ply differs from the game's."""
    raise_version(connection, game)
    change = "UPDATE games SET offer = ? WHERE id = ? AND ply = ? AND coalesce(offer, '') = ?"
    if connection.execute(change, (offer, game, ply, before or "")).rowcount != 1:
        raise Stale


def _add_link(connection: Connection, game: str, secret: Secret, *, by_watcher: bool = False) -> None:
    """Add a link to a game; if there are too many, the role's oldest is deleted, so a host can always invite.

    A watcher's link never replaces another one.
    """
    raise_version(connection, game)
    _make_room(connection, game, secret.role, claimed=False, by_watcher=by_watcher)
    _insert_secrets(connection, game, [secret])
    invite = "UPDATE games SET invited = ? WHERE id = ? AND invited IS NULL"
    connection.execute(invite, (seat_of(secret.role), game))


def _grant(connection: Connection, game: str, secrets: Sequence[Secret]) -> None:
    """Let keys and tokens open a game. A new watcher replaces the oldest; too many players are Full."""
    if not secrets:
        return
    raise_version(connection, game)
    held = "SELECT 1 FROM secrets WHERE digest = ?"
    new = [secret for secret in secrets if connection.execute(held, (secret.digest,)).fetchone() is None]
    for secret in new:
        _make_room(connection, game, secret.role, claimed=True)
        _insert_secrets(connection, game, [secret])


def _make_room(connection: Connection, game: str, role: Role, *, claimed: bool, by_watcher: bool = False) -> None:
    """Make space for another link or key of a role: delete the oldest if that is harmless, else raise Full."""
    kind = "game = ? AND role = ? AND (claimed = 1) = ?"
    count = connection.execute(f"SELECT count(*) FROM secrets WHERE {kind}", (game, role, claimed)).fetchone()[0]  # noqa: S608 - our own text
    if count < (MOST_SECRETS // 2 if by_watcher else MOST_SECRETS):
        return
    if by_watcher or (claimed and role != "watch"):
        raise Full
    oldest = f"SELECT digest FROM secrets WHERE {kind} ORDER BY claimed DESC, made, digest LIMIT 1"  # noqa: S608 - as above
    connection.execute(f"DELETE FROM secrets WHERE digest IN ({oldest})", (game, role, claimed))  # noqa: S608 - as above


def _insert_secrets(connection: Connection, game: str, secrets: Sequence[Secret]) -> None:
    made = int(1000 * connection.clock.now())
    connection.executemany(
        "INSERT INTO secrets (digest, game, role, claimed, made) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [(secret.digest, game, secret.role, int(secret.claimed), made) for secret in secrets],
    )


def _claim(
    connection: Connection, link: str, keys: Sequence[str], token: str | None = None, *, watch: bool = False
) -> Claimed | None:
    """Give a browser the role of a link: the first of its keys opens the game from now on.

    A repeated claim, with any of the browser's keys, gets the same role. A browser that already plays in the game does
    not change its role or use up the link. An invitation to a seat admits one browser, then it is SeatTaken except to
    watch. The first seat with a link is the guest's; the owner has the other.
    """
    found = connection.execute("SELECT game FROM secrets WHERE digest = ?", (link,)).fetchone()
    if found is None:
        return None
    game = found[0]
    raise_version(connection, game)
    row = connection.execute("SELECT role, claimed FROM secrets WHERE digest = ?", (link,)).fetchone()
    if row is None:
        return None  # it was revoked meanwhile
    offered, used = row
    own = _own_role(connection, game, keys)
    role: Role = own or ("watch" if watch else offered)
    if own is None and seat_of(role) is not None:
        if used:
            raise SeatTaken
        connection.execute("UPDATE secrets SET claimed = ? WHERE digest = ?", (_USED, link))
        share = "UPDATE games SET owner = ? WHERE id = ? AND owner IS NULL AND invited = ?"
        connection.execute(share, (1 - (seat_of(role) or 0), game, seat_of(role)))
    digests = [key_digest(keys[0], game, role), *([] if token is None else [token])]
    _grant(connection, game, [Secret(digest, role, claimed=True) for digest in digests])
    return Claimed(game, role)


def _own_role(connection: Connection, game: str, keys: Sequence[str]) -> Role | None:
    """Return the seats of a browser in a game; watching does not count."""
    held = "SELECT 1 FROM secrets WHERE digest = ? AND claimed = 1"
    roles = [(role, key_digest(key, game, role)) for role in ROLES if role != "watch" for key in keys]
    return next((role for role, digest in roles if connection.execute(held, (digest,)).fetchone()), None)


def _revoke(connection: Connection, game: str, role: Role, spared: str) -> int:
    """Delete the secrets of a role except one, and return how many there were."""
    raise_version(connection, game)
    change = "DELETE FROM secrets WHERE game = ? AND role = ? AND digest <> ?"
    return int(connection.execute(change, (game, role, spared)).rowcount)


def delete_game(connection: Connection, game: str) -> None:
    """Delete a game and everything about it."""
    raise_version(connection, game)
    for table, name in (("commands", "game"), ("secrets", "game"), ("games", "id")):
        connection.execute(f"DELETE FROM {table} WHERE {name} = ?", (game,))  # noqa: S608 - names of our own


def _forget(connection: Connection, days: int | None) -> list[str]:
    """Delete expired rooms and some games not played for some days; return those games."""
    check_clock(connection)
    connection.execute("DELETE FROM rooms WHERE expires < ?", (connection.clock.seconds(),))
    if days is None:
        return []
    before = connection.clock.seconds() - 86400 * days
    # the rows found are locked before anything is deleted
    old = f"SELECT id FROM games WHERE changed < ? ORDER BY id LIMIT {_MOST_FORGOTTEN}"  # noqa: S608 - a number of our own
    hold = f"UPDATE games SET version = version WHERE id IN ({old}) AND changed < ? RETURNING id"  # noqa: S608 - as above
    found = [row[0] for row in connection.execute(hold, (before, before)).fetchall()]
    for game in found:
        delete_game(connection, game)
    return found


def check_clock(connection: Connection, *, trust: bool = False) -> None:
    """Store the time, or raise ClockJumped if it is too far from the stored time or the newest game."""
    now = connection.clock.seconds()
    (noted,) = connection.execute("SELECT max(seconds) FROM trusted_clock").fetchone()
    (newest,) = connection.execute("SELECT max(changed) FROM games").fetchone()
    before = noted or newest or now
    if abs(now - before) > MOST_JUMP and not trust:
        raise ClockJumped(now - before)
    connection.execute("DELETE FROM trusted_clock")
    connection.execute("INSERT INTO trusted_clock VALUES (?)", (now,))


def _count(connection: Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])


def _announce(connection: Connection, server: str, here: Here) -> None:
    """Tell the other servers which roles have these games open here; nothing is stored."""
    connection.notify(json.dumps([server, here], ensure_ascii=False))


def _orders(connection: Connection, games: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the addresses that `slidedrop admin` has blocked, and which of some games were removed."""
    blocked = [row[0] for row in connection.execute("SELECT address FROM blocked").fetchall()]
    there = "SELECT 1 FROM games WHERE id = ?"
    return blocked, [game for game in games if connection.execute(there, (game,)).fetchone() is None]


def kept(game: str, row: Sequence[Any], entries: Iterable[Any], secrets: Iterable[Any]) -> StoredGame:
    """Return a game from its rows: header, owner, offer, rematch and version; its commands; its secrets."""
    commands = tuple(Entry(*entry) for entry in entries)
    held = tuple(Secret(digest, role, claimed == 1) for digest, role, claimed in secrets)
    header, owner, offer, rematch, version = row
    return StoredGame(game, header, commands, owner, offer, rematch, held, version)


def _read_since(connection: Connection, game: str, version: int, ply: int) -> StoredGame | None:
    """Return a game with its commands from a ply on, None if its version is unchanged; Gone if it was deleted."""
    find = "SELECT header, owner, offer, rematch, version FROM games WHERE id = ?"
    row = connection.execute(find, (game,)).fetchone()
    if row is None:
        raise Gone
    since = "SELECT command, role, request FROM commands WHERE game = ? AND ply >= ? ORDER BY ply"
    entries = connection.execute(since, (game, ply)).fetchall()
    secrets = connection.execute("SELECT digest, role, claimed FROM secrets WHERE game = ?", (game,)).fetchall()
    return None if row[4] == version else kept(game, row, entries, secrets)


def _change(
    work: Callable[Concatenate[Connection, Given], Result],
) -> Callable[Concatenate[Store, Given], Coroutine[Any, Any, Result]]:
    """Return a store's method that runs this in a transaction."""

    @wraps(work)
    async def method(self: Store, /, *given: Given.args, **named: Given.kwargs) -> Result:
        return await self.change(lambda connection: work(connection, *given, **named))

    return method


class Store(ABC):
    """The stored games, in either database."""

    shared: ClassVar[bool]
    """Whether other processes change it too, so that memory must be compared with it."""

    def __init__(self) -> None:
        self.clock = Clock()
        self._checked = -_CHECKED_EVERY

    @abstractmethod
    async def change(self, work: Callable[[Connection], Result], *, writes: bool = True) -> Result:
        """Run work in its own transaction, which is on disk when this returns."""

    async def read(self, game: str) -> StoredGame | None:
        with suppress(Gone):
            return await self.read_since(game, -1, 0)
        return None

    async def read_since(self, game: str, version: int, ply: int) -> StoredGame | None:
        """Return a game with its commands from a ply on, None if its version is unchanged; Gone if it was deleted.

        The result is as new as the call, even if another server has changed it.
        """
        return await self.change(lambda connection: _read_since(connection, game, version, ply), writes=False)

    @abstractmethod
    def changes(self) -> AsyncIterator[Change | tuple[str, Here] | None]:
        """Yield the games that any server changes, and the announcements of servers.

        None means a gap in which anything may have changed.
        """

    async def append(self, game: str, ply: int, entries: Sequence[Entry]) -> int:
        """Store commands that start at this ply, delete an open offer and return the new version, or raise Stale."""
        return await self.change(lambda connection: append(connection, game, ply, entries))

    @abstractmethod
    async def close(self) -> None:
        """Finish pending work, then close."""

    async def set_clock(self) -> None:  # noqa: B027 - a file has no clock of its own
        """Follow the database's clock, if it has one."""

    create = _change(_create)
    put_offer = _change(_put_offer)
    add_link = _change(_add_link)
    grant = _change(_grant)
    claim = _change(_claim)
    revoke = _change(_revoke)
    delete = _change(delete_game)
    forget = _change(_forget)
    count = _change(_count)
    announce = _change(_announce)
    orders = _change(_orders)

    async def ping(self) -> None:
        """Raise StoreTrouble if nothing can be stored, by writing something harmless."""
        if time.monotonic() >= self._checked + _CHECKED_EVERY:
            await self.change(lambda connection: connection.execute("UPDATE schema_version SET version = version"))
            self._checked = time.monotonic()
