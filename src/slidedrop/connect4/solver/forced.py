"""Moves without a choice, played on at once.

. . . . . . .
. . . . . . .      O must answer X's three on the right, and in doing so may be the one who threatens: such a
. O . . . . .      chain is followed here, without table or ordering, to the first position in which there is
. O X X X . .      a choice again, or to its end.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from slidedrop.connect4.solver.bitboard import NONE, ONE, Geometry, playable, several, winning_cells
from slidedrop.kernel import inlined

DECIDED: Final = True
OPEN: Final = False


class Reached(NamedTuple):
    """Where a chain of forced moves ends, seen by the side that is to move there; it cannot win at once."""

    is_decided: bool
    score: int
    """The public score, if it is decided."""
    mover: int
    """The discs of the side to move."""
    other: int
    """The discs of the other side."""
    moves: int
    """The safe moves, two at least, if it is not decided."""
    threats: int
    """The cells that would complete a four of the other side."""
    ply: int
    """How many discs are on the board."""


@inlined
def safe_moves(moves: int, threats: int) -> int:
    """Return the moves after which the other side cannot win at once.

    `threats` are the cells that would complete a four of the other side: the one that can be played must be taken (two
    are one too many), and no disc may go directly below another.
    """
    urgent = moves & threats
    if urgent != NONE:
        if several(urgent):
            return NONE
        moves = urgent
    return moves & ~(threats >> ONE)


@inlined
def follow(mover: int, other: int, threats: int, ply: int, g: Geometry) -> Reached:
    """Play on while the side to move, which must not be able to win at once, has one safe move only."""
    while True:
        moves = safe_moves(playable(mover | other, g), threats)
        if moves == NONE:
            return Reached(DECIDED, -((g.cells - ply) >> 1), mover, other, moves, threats, ply)
        if ply >= g.cells - 2:
            return Reached(DECIDED, 0, mover, other, moves, threats, ply)
        if several(moves):
            return Reached(OPEN, 0, mover, other, moves, threats, ply)
        mover, other = other, mover | moves
        threats = winning_cells(other, mover | other, g)
        ply += 1
