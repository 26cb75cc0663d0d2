"""What a store holds of a game, and why it refuses something; `sql.py` has the store itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from slidedrop.web.roles import Role


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
