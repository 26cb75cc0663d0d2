"""Who may do what at a game.

both          every seat: a solo game, or two people on one screen
player:0      red: moves at its own turn only
player:1      blue: likewise
watch         sees everything, changes nothing

Once a guest has taken a seat the game is shared, and the holder of both has the other seat.
"""

from typing import Final, Literal, get_args

Role = Literal["both", "player:0", "player:1", "watch"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
"""In the order in which they count for a holder of several."""
_OF_SEAT: Final[tuple[Role, Role]] = ("player:0", "player:1")


def seat_of(role: Role) -> int | None:
    """Return the one seat that a role has, or None where it has all or none."""
    return _OF_SEAT.index(role) if role in _OF_SEAT else None


def role_of_seat(seat: int) -> Role:
    """Return the role that has this seat alone."""
    return _OF_SEAT[seat]


def as_it_stands(role: Role, owner: int | None) -> Role:
    """Return what a role means in a game whose owner has been left with one seat, or with all (None)."""
    return _OF_SEAT[owner] if role == "both" and owner is not None else role


def may_hand_on(role: Role, wanted: Role) -> bool:
    """Tell whether a role may make a link for another: only for what it may do itself."""
    return role in ("both", wanted) or wanted == "watch"
