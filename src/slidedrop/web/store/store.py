"""The stored parts of a game, and the errors of a store; `sql.py` has the store itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from slidedrop.web.roles import Role


class Trouble(Enum):
    """The reason why a database cannot save or find anything."""

    AWAY = "away"
    """The connection was lost: the last statement may have been saved."""
    FULL = "full"
    LOCKED = "locked"
    DAMAGED = "damaged"
    """The file was removed, replaced or damaged: no more is written to it."""
    OTHER = "other"


class StoreTrouble(Exception):
    """The database cannot save or find anything now."""

    def __init__(self, message: str, trouble: Trouble = Trouble.OTHER) -> None:
        super().__init__(message)
        self.trouble = trouble


class ClockJumped(Exception):
    """The clock differs by this many seconds from the database's last time; nothing was deleted."""

    def __init__(self, seconds: int) -> None:
        days = round(abs(seconds) / 86400)
        side = "ahead of" if seconds > 0 else "behind"
        super().__init__(
            f"The clock is {days} days {side} the database, so nothing is deleted. "
            "Correct the clock, or run 'slidedrop admin trust-clock'."
        )


class Stale(Exception):
    """The game has changed since then; nothing was done."""


class Gone(Exception):
    """The game was deleted."""


class KeyReused(Exception):
    """An idempotency key that was used for another game."""


class SeatTaken(Exception):
    """An invitation to a seat that another browser has accepted."""


class Full(Exception):
    """A role of a game has no space for more keys and tokens."""


MOST_SECRETS: Final = 200
"""The most links, and the most keys and tokens, of a role of a game."""
MOST_JUMP: Final = 7 * 86400
"""How far the clock may be from the last recorded time, in seconds, before deletion of old games stops."""


class Entry(NamedTuple):
    """One command of a game."""

    command: str
    """As JSON text in ASCII."""
    by: Role
    request: str | None = None
    """The request that brought it."""


class Secret(NamedTuple):
    """A stored secret."""

    digest: str
    role: Role
    claimed: bool
    """Whether it opens the game: a key or a token does, a link only gives one."""


class Claimed(NamedTuple):
    """The result of claiming a link."""

    game: str
    role: Role


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game."""

    id: str
    header: str
    """As JSON text in ASCII."""
    entries: tuple[Entry, ...]
    owner: int | None = None
    """The seat that `both` still has; None if the game is not shared."""
    offer: str | None = None
    """An offer that awaits its answer, as JSON text."""
    rematch: str | None = None
    """The game that followed this one."""
    secrets: tuple[Secret, ...] = ()
    version: int = field(default=0, compare=False)
    """Raised by every change."""


class CreateReason(NamedTuple):
    """Why a game is created: a client's key, or the game it follows. The same reason twice gives one game."""

    key: str | None = None
    """The digest of the client's key."""
    fingerprint: str = ""
    """The digest of what the client sent with it."""
    follows: str | None = None


Change = tuple[str, int]
"""A game that was changed, and its version."""
Here = dict[str, dict["Role", str]]
"""The roles that have a game open at a server, and their names."""
