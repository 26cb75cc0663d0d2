"""What a position is worth at least and at most before any search, and its key for the transposition table.

. . . . . . .
. . . . . . .      Two discs before the end nobody wins soon: how full the board is bounds the score. A side
O X O X O X O      without a line of four left cannot win. Parity may decide the rest (bounds.py). The lines
O X O X O X O      still open, found on the way, also say which discs matter, and so give the key (keys.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from slidedrop.connect4.solver.bitboard import NONE, Geometry, playable, winning_cells
from slidedrop.connect4.solver.bounds import dead_cells, parity_limit
from slidedrop.connect4.solver.keys import canonical, open_cells, position_key
from slidedrop.kernel import inlined

if TYPE_CHECKING:
    from slidedrop.connect4.solver.forced import Reached


class Judged(NamedTuple):
    """The bounds on the score of the side to move, and the two words of the key (0 where the bounds say enough)."""

    lower: int
    upper: int
    first: int
    second: int


@inlined
def judge(reached: Reached, alpha: int, mirror_below: int, g: Geometry) -> Judged:
    """Return what can be said of a position without search, as far as it tells whether the score exceeds alpha."""
    if reached.is_decided:
        return Judged(reached.score, reached.score, NONE, NONE)
    lower, upper = -((g.cells - 2 - reached.ply) >> 1), (g.cells - 1 - reached.ply) >> 1
    if lower > alpha or upper <= alpha:
        return Judged(lower, upper, NONE, NONE)
    return judge_lines(reached, alpha, lower, upper, mirror_below, g)


@inlined
def judge_lines(reached: Reached, alpha: int, lower: int, upper: int, mirror_below: int, g: Geometry) -> Judged:
    """Return sharper bounds from the lines of four that are left, and the key unless they already say enough."""
    mover, other = reached.mover, reached.other
    dead = dead_cells(reached.threats, winning_cells(mover, mover | other, g), g)
    moves = playable(mover | other, g)
    upper = min(upper, parity_limit(mover, other, moves, reached.threats, dead, reached.ply, alpha, g))
    if upper <= alpha:
        return Judged(lower, upper, NONE, NONE)
    mine, theirs = open_cells(other, dead, g), open_cells(mover, dead, g)
    if mine == NONE:
        upper = min(upper, 0)
    if theirs == NONE:
        lower = max(lower, 0)
    first, second = position_key(mover, other, mine, theirs, g)
    if reached.ply < mirror_below:
        first, second = canonical(first, second, g)
    return Judged(lower, upper, first, second)
