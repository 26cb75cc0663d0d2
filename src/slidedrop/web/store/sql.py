"""The store: the statements of both databases, and what a connection of either does in its own way.

    create ─ append, append, append ... ─ read         a game is a header and its commands, in order
             │
             └ answered only when it is on disk; at a ply that is no longer the game's it is Stale, and nothing changed

Every change of a game begins by raising its version. In PostgreSQL that holds the game's row until the commit, so that
two servers change a game one after the other, and tells the other servers; SQLite has one writer and nobody to tell.
"""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, ClassVar, Concatenate, Final, ParamSpec, Protocol, TypeVar

from slidedrop.web.roles import ROLES, Role, seat_of
from slidedrop.web.store.store import (
    MOST_GRANTS,
    MOST_SECRETS,
    Change,
    Claimed,
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
"""Stands for `claimed` of an invitation to a seat that somebody has accepted; earlier versions wrote 1."""
_CHECKED_EVERY: Final = 1.0
"""How many seconds the answer of `ping` stays good, so that asking costs the disk nothing."""
_MOST_FORGOTTEN: Final = 100
"""How many games are deleted in one go, so that no move waits long for it."""
Given = ParamSpec("Given")
Result = TypeVar("Result")


class Connection(Protocol):
    """A connection to either database."""

    clustered: ClassVar[str]
    """What a table is declared with whose rows are stored by its primary key."""

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> Any:  # noqa: ANN401 - a cursor of either
        """Carry out a statement with values for its question marks."""
        ...

    def executemany(self, statement: str, values: list[tuple[Any, ...]], /) -> Any:  # noqa: ANN401 - differs
        """Carry out a statement once for each row of values."""
        ...

    def begin(self) -> None:
        """Begin a transaction that writes."""
        ...

    def notify(self, payload: str) -> None:
        """Tell the other servers something when the transaction is committed."""
        ...


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """Commit what is done inside, or nothing of it."""
    connection.begin()
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def raise_version(connection: Connection, game: str) -> None:
    """Begin a change of a game: hold it, and tell the others; Gone where there is no such game."""
    change = "UPDATE games SET version = version + 1 WHERE id = ? RETURNING version"
    raised = connection.execute(change, (game,)).fetchall()
    if not raised:
        raise Gone
    connection.notify(f"{game} {raised[0][0]}")


def _create(connection: Connection, game: StoredGame, occasion: CreateReason) -> str:
    """Keep a new game and return its id, or the id of the one created before; KeyReused where they differ."""
    is_new = True
    if occasion.follows is not None:
        raise_version(connection, occasion.follows)
        follow = "UPDATE games SET rematch = ? WHERE id = ? AND rematch IS NULL"
        is_new = connection.execute(follow, (game.id, occasion.follows)).rowcount == 1
    begin = "INSERT INTO games (id, header, owner, key, fingerprint, changed) VALUES (?, ?, ?, ?, ?, ?)"
    values = (game.id, game.header, game.owner, occasion.key, occasion.fingerprint, int(time.time()))
    if is_new and connection.execute(f"{begin} ON CONFLICT (key) DO NOTHING", values).rowcount == 1:
        append(connection, game.id, 0, game.entries)
        known = game.id
    else:
        known = _created_before(connection, occasion)
    if game.secrets:
        _add_secrets(connection, known, game.secrets, MOST_GRANTS)
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
    """Keep commands that begin at this ply and return the new version, or raise Stale."""
    change = "UPDATE games SET ply = ply + ?, offer = NULL, changed = ?, version = version + 1"
    values = (len(entries), int(time.time()), game, ply)
    raised = connection.execute(f"{change} WHERE id = ? AND ply = ? RETURNING version", values).fetchall()
    if not raised:
        raise Stale
    connection.executemany(
        "INSERT INTO commands (game, ply, command, role, request) VALUES (?, ?, ?, ?, ?)",
        [(game, ply + place, entry.command, entry.by, entry.request) for place, entry in enumerate(entries)],
    )
    return int(raised[0][0])


def _put_offer(connection: Connection, game: str, ply: int, before: str | None, offer: str | None) -> None:
    """Keep an offer or None in place of the one before; Stale where that, or the ply, is no longer the game's."""
    raise_version(connection, game)
    change = "UPDATE games SET offer = ? WHERE id = ? AND ply = ? AND coalesce(offer, '') = ?"
    if connection.execute(change, (offer, game, ply, before or "")).rowcount != 1:
        raise Stale


def _add_link(connection: Connection, game: str, secret: Secret) -> None:
    """Keep one more link of a game, or raise Full."""
    _add_secrets(connection, game, [secret], MOST_SECRETS)
    invite = "UPDATE games SET invited = ? WHERE id = ? AND invited IS NULL"
    connection.execute(invite, (seat_of(secret.role), game))


def _add_secrets(connection: Connection, game: str, secrets: Sequence[Secret], most: int) -> None:
    """Keep secrets of one kind, links or keys, as long as a game has fewer of that kind than it may have."""
    raise_version(connection, game)
    count = "SELECT count(*) FROM secrets WHERE game = ? AND (claimed = 1) = ?"
    claimed = any(secret.claimed for secret in secrets)
    if connection.execute(count, (game, claimed)).fetchone()[0] + len(secrets) > most:
        raise Full
    connection.executemany(
        "INSERT INTO secrets (digest, game, role, claimed) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [(secret.digest, game, secret.role, int(secret.claimed)) for secret in secrets],
    )


def _claim(connection: Connection, digest: str, key: str, *, watch: bool = False) -> Claimed | None:
    """Say what a link gives to the browser that has this key; None where there is no such link.

    Who plays in the game already keeps that role, and the link. An invitation to a seat admits one person, then it is
    SeatTaken except to watch. The first seat that a link was made for is the guest's: when it is claimed, the owner is
    left with the other.
    """
    found = connection.execute("SELECT game FROM secrets WHERE digest = ?", (digest,)).fetchone()
    if found is None:
        return None
    game = found[0]
    raise_version(connection, game)
    row = connection.execute("SELECT role, claimed FROM secrets WHERE digest = ?", (digest,)).fetchone()
    if row is None:
        return None  # somebody has ended it just now
    offered, used = row
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


def _own_role(connection: Connection, game: str, key: str) -> Role | None:
    """Return the seat or seats that a browser has in a game; only to watch does not count."""
    held = "SELECT 1 FROM secrets WHERE digest = ? AND claimed = 1"
    roles = [role for role in ROLES if role != "watch"]
    return next((role for role in roles if connection.execute(held, (key_digest(key, game, role),)).fetchone()), None)


def _revoke(connection: Connection, game: str, role: Role, spared: str) -> int:
    """Forget the secrets of a role except one, and return how many there were."""
    raise_version(connection, game)
    change = "DELETE FROM secrets WHERE game = ? AND role = ? AND digest <> ?"
    return int(connection.execute(change, (game, role, spared)).rowcount)


def _delete(connection: Connection, game: str) -> None:
    """Forget a game and everything about it."""
    raise_version(connection, game)
    for table, name in (("commands", "game"), ("secrets", "game"), ("games", "id")):
        connection.execute(f"DELETE FROM {table} WHERE {name} = ?", (game,))  # noqa: S608 - names of our own


def _forget(connection: Connection, before: int) -> list[str]:
    """Delete some games last played before a time in seconds, and return them; none when all are gone."""
    # The rows found are held before anything is deleted.
    old = f"SELECT id FROM games WHERE changed < ? ORDER BY id LIMIT {_MOST_FORGOTTEN}"  # noqa: S608 - a number of our own
    hold = f"UPDATE games SET version = version WHERE id IN ({old}) AND changed < ? RETURNING id"  # noqa: S608 - as above
    found = [row[0] for row in connection.execute(hold, (before, before)).fetchall()]
    for game in found:
        _delete(connection, game)
    return found


def _grant(connection: Connection, game: str, secrets: Sequence[Secret]) -> None:
    """Let keys and tokens open a game, or raise Full; those that do so already are passed over."""
    _add_secrets(connection, game, secrets, MOST_GRANTS)


def _count(connection: Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])


def _announce(connection: Connection, server: str, here: Here) -> None:
    """Tell the other servers who has these games open at one of them; nothing is kept of it."""
    connection.notify(json.dumps([server, here], ensure_ascii=False))


def kept(game: str, row: Sequence[Any], entries: Iterable[Any], secrets: Iterable[Any]) -> StoredGame:
    """Return a game from what was read: header, owner, offer, rematch and version; its commands; its secrets."""
    header, owner, offer, rematch, version = row
    return StoredGame(
        id=game,
        header=header,
        entries=tuple(Entry(*entry) for entry in entries),
        owner=owner,
        offer=offer,
        rematch=rematch,
        secrets=tuple(Secret(digest, role, claimed == 1) for digest, role, claimed in secrets),
        version=version,
    )


def _change(
    work: Callable[Concatenate[Connection, Given], Result],
) -> Callable[Concatenate[Store, Given], Coroutine[Any, Any, Result]]:
    """Return the method of a store that has this done in a transaction."""

    @wraps(work)
    async def method(self: Store, /, *given: Given.args, **named: Given.kwargs) -> Result:
        return await self.change(lambda connection: work(connection, *given, **named))

    return method


class Store(ABC):
    """The kept games, in either database."""

    shared: ClassVar[bool]
    """Whether other processes change it too, so that what is in memory must be compared with it."""
    _checked = -_CHECKED_EVERY

    @abstractmethod
    async def change(self, work: Callable[[Connection], Result], *, writes: bool = True) -> Result:
        """Have something done in a transaction of its own, which is on disk when this returns."""

    @abstractmethod
    async def read(self, game: str) -> StoredGame | None:
        """Return a game, or None where there is none."""

    @abstractmethod
    async def read_since(self, game: str, version: int, ply: int) -> StoredGame | None:
        """Return a game with its commands from a ply on, or None where it has this version still; Gone if it has gone.

        What is returned is as new as the call, whoever has changed it.
        """

    @abstractmethod
    def changes(self) -> AsyncIterator[Change | tuple[str, Here] | None]:
        """Yield the games that anybody changes, and what servers announce under their names.

        None comes after a gap in which anything may have been changed.
        """

    @abstractmethod
    async def append(self, game: str, ply: int, entries: Sequence[Entry]) -> int:
        """Keep commands that begin at this ply and return the new version, or raise Stale; an open offer is gone."""

    @abstractmethod
    async def close(self) -> None:
        """Keep what is still under way, then let go."""

    create = _change(_create)
    put_offer = _change(_put_offer)
    add_link = _change(_add_link)
    grant = _change(_grant)
    claim = _change(_claim)
    revoke = _change(_revoke)
    delete = _change(_delete)
    forget = _change(_forget)
    count = _change(_count)
    announce = _change(_announce)

    async def ping(self) -> None:
        """Raise StoreTrouble where nothing can be kept: write something that changes nothing."""
        if time.monotonic() >= self._checked + _CHECKED_EVERY:
            await self.change(lambda connection: connection.execute("UPDATE schema_version SET version = version"))
            self._checked = time.monotonic()
