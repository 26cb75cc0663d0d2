"""What must be kept of the games on the server, whichever database keeps it.

    create ─ append, append, append ... ─ read         a game is a header and its commands, in order
             │
             └ answered only when it is on disk; at a ply that is no longer the game's it is Stale, and nothing changed

Every change raises the game's version, so that a server which shares the store sees what others have done. Everything
above this protocol knows no database.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

if TYPE_CHECKING:
    from slidedrop.web.roles import Role

Answer = TypeVar("Answer")


class Trouble(Enum):
    """Why a database cannot keep or find anything."""

    AWAY = "away"
    """The connection was lost: what was sent last may have been kept."""
    FULL = "full"
    LOCKED = "locked"
    OTHER = "other"


class StoreTrouble(Exception):
    """The database cannot keep or find anything just now."""

    def __init__(self, message: str, trouble: Trouble = Trouble.OTHER) -> None:
        super().__init__(message)
        self.trouble = trouble


class Stale(Exception):
    """The game has gone on since; nothing was changed."""


class Gone(Exception):
    """There is no such game any more."""


class KeyReused(Exception):
    """An idempotency key that has begun another game before."""


class SeatTaken(Exception):
    """An invitation to a seat that somebody else has accepted."""


class Full(Exception):
    """A game has as many secrets as it may have."""


MOST_SECRETS: Final = 100
"""How many links a game has at most."""
MOST_GRANTS: Final = 1_000
"""How many keys and tokens open a game at most."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One command of a game."""

    command: str
    """As JSON text in ASCII."""
    by: Role
    request: str | None = None
    """The request that brought it."""


@dataclass(frozen=True, slots=True)
class Secret:
    """What is kept of a secret."""

    digest: str
    role: Role
    claimed: bool
    """Whether it opens the game: a key or a token does, a link only gives one."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a link's secret has opened."""

    game: str
    role: Role
    owner: int | None
    """As in StoredGame."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as the store has it."""

    id: str
    header: str
    """As JSON text in ASCII."""
    entries: tuple[Entry, ...]
    owner: int | None = None
    """The seat that `both` has been left with; None where the game is not shared."""
    offer: str | None = None
    """An offer that awaits its answer, as JSON text."""
    rematch: str | None = None
    """The game that followed this one."""
    secrets: tuple[Secret, ...] = ()
    version: int = field(default=0, compare=False)
    """Raised by every change."""


@dataclass(frozen=True, slots=True)
class CreateReason:
    """Why a game is created: a client's own key, or the game that it follows. The same one twice gives one game."""

    key: str | None = None
    """The digest of the client's key."""
    fingerprint: str = ""
    """The digest of what the client sent with it."""
    follows: str | None = None


Change = tuple[str, int]
"""A game that was changed, and its version."""
Here = dict[str, dict["Role", str]]
"""Who has which game open at a server: the roles, and what they are called."""


class Store(Protocol):
    """The kept games."""

    shared: bool
    """Whether other processes change it too, so that what is in memory must be compared with it."""

    async def create(self, game: StoredGame, occasion: CreateReason) -> str:
        """Keep a new game and return its id, or the id of the one that was created before; KeyReused where they differ.

        Secrets are added by `grant`.
        """
        ...

    async def read(self, game: str) -> StoredGame | None:
        """Return a game, or None where there is none."""
        ...

    async def read_since(self, game: str, version: int, ply: int) -> StoredGame | None:
        """Return a game with its commands from a ply on, or None where it has this version still; Gone if it has gone.

        What is returned is as new as the call, whoever has changed it.
        """
        ...

    def changes(self) -> AsyncIterator[Change | tuple[str, Here] | None]:
        """Yield the games that anybody changes, and what servers announce under their names.

        None comes after a gap in which anything may have been changed.
        """
        ...

    async def announce(self, server: str, here: Here) -> None:
        """Tell the other servers who has these games open at one of them; nothing is kept of it."""
        ...

    async def append(self, game: str, ply: int, entries: Sequence[Entry]) -> int:
        """Keep commands that begin at this ply and return the new version, or raise Stale; an open offer is gone."""
        ...

    async def put_offer(self, game: str, ply: int, before: str | None, offer: str | None) -> None:
        """Keep an offer or None in place of the one before; Stale where that, or the ply, is no longer the game's."""
        ...

    async def add_link(self, game: str, secret: Secret) -> None:
        """Keep one more link of a game, or raise Full."""
        ...

    async def grant(self, game: str, secrets: Sequence[Secret]) -> None:
        """Let keys and tokens open a game, or raise Full; those that do so already are passed over."""
        ...

    async def claim(self, digest: str, key: str, *, watch: bool = False) -> Claimed | None:
        """Say what a link gives to the browser that has this key; None where there is no such link.

        Who plays in the game already keeps that role, and the link. An invitation to a seat admits one person, then it
        is SeatTaken except to watch. The first seat that a link was made for is the guest's: when it is claimed, the
        owner is left with the other.
        """
        ...

    async def revoke(self, game: str, role: Role, spared: str) -> int:
        """Forget the secrets of a role except one, and return how many there were."""
        ...

    async def delete(self, game: str) -> None:
        """Forget a game and everything about it."""
        ...

    async def forget(self, before: int) -> list[str]:
        """Delete some games that were last played before a time in seconds, and return them; none when all are gone."""
        ...

    async def count(self) -> int:
        """Return how many games there are."""
        ...

    async def transact(self, work: Callable[[Any], Answer], *, writes: bool = True) -> Answer:
        """Do work of plain SQL (web/rooms/storage.py) in one transaction, which is on disk when this returns."""
        ...

    async def ping(self) -> None:
        """Raise StoreTrouble where nothing can be kept."""
        ...

    async def close(self) -> None:
        """Keep what is still under way, then let go."""
        ...
