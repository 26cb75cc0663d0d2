"""Who may do what at a game.

both          every seat: a solo game, or two people on one screen
player:0      red: moves at its turn only
player:1      blue: moves at its turn only
watch         sees everything, changes nothing

After a guest has taken a seat, the holder of both has the other one.
"""

from typing import Final, Literal, get_args

Role = Literal["both", "player:0", "player:1", "watch"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
"""In order of precedence for a holder of several."""
_OF_SEAT: Final[tuple[Role, Role]] = ("player:0", "player:1")


def seat_of(role: Role) -> int | None:
    """Return the only seat of a role, or None if it has all or none."""
    return _OF_SEAT.index(role) if role in _OF_SEAT else None


def role_of_seat(seat: int) -> Role:
    """Return the role with this seat alone."""
    return _OF_SEAT[seat]


def as_it_stands(role: Role, owner: int | None) -> Role:
    """Return a role's meaning in a game whose owner has one seat left, or all (None)."""
    return _OF_SEAT[owner] if role == "both" and owner is not None else role


def may_hand_on(role: Role, wanted: Role) -> bool:
    """Tell whether a role may make a link for another: only for its own rights."""
    return role in ("both", wanted) or wanted == "watch"
