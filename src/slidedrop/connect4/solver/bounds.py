"""What can be said of a position without search: cells that never fill, and fours that parity alone decides.

    6 | E . E . . . .      On a board of even height, second player answering above whatever the first plays gets
    5 | . . . . . . .      every cell of an even row that is not playable now (E). Columns with an odd number of
    4 | E . E . . . .      empty cells are even in number, so that a disc in one is answered in another.
    3 | . E . . . . .      If the first player has no four among all other cells, he does not win.
    2 | E . E E E E E
    1 | . X . . . . .      (claimeven; the playable cells are counted for the first player)

Each bound is a limit from above on the score of the side to move; NO_LIMIT where nothing can be said. The proofs are
for even heights, others get no limit, and the tests hold every bound against brute force.
"""

from __future__ import annotations

from typing import Final

from slidedrop.connect4.solver.bitboard import (
    CLAIMEVEN,
    DEAD_CELLS,
    NONE,
    ODD_THREAT,
    ONE,
    Geometry,
    above,
    at_or_above,
    fours,
    several,
)
from slidedrop.kernel import inlined

NO_LIMIT: Final = 100


@inlined
def dead_cells(threats: int, answers: int, g: Geometry) -> int:
    """Return the empty cells that no game between good players fills.

    A cell that both sides threaten ends the game when it is taken; so does the upper of two threats of one side that
    stand on each other, since a disc on the lower one is answered there. What lies above is out of reach.
    """
    if not g.shortcuts & DEAD_CELLS:
        return NONE
    ends = (threats & answers) | (threats & (threats << ONE)) | (answers & (answers << ONE))
    return above(ends, g)


@inlined
def parity_limit(mover: int, other: int, moves: int, threats: int, dead: int, ply: int, alpha: int, g: Geometry) -> int:
    """Return the limit that parity sets on the score of the side to move, as far as it tells whether it exceeds alpha.

    `moves` are the playable cells, `threats` the cells that would complete a four of the other side.
    """
    if g.rows & 1 or alpha < -(g.rows >> 1):
        return NO_LIMIT
    if ply & 1:
        return odd_threat_limit(mover, other, moves, threats, dead, g) if g.shortcuts & ODD_THREAT else NO_LIMIT
    return claimeven_limit(mover, other, moves, threats, dead, alpha, g) if g.shortcuts & CLAIMEVEN else NO_LIMIT


@inlined
def claimeven_limit(mover: int, other: int, moves: int, threats: int, dead: int, alpha: int, g: Geometry) -> int:
    """Return the limit for the first player, to move, when the second answers above him."""
    claimed = other | (g.even_rows & ~(mover | other | moves))
    reach = g.board & ~(claimed | dead | at_or_above(threats & claimed, g))
    if _reaches_first(reach, claimed, moves & g.even_rows, g):
        return NO_LIMIT
    if alpha >= 0:
        return 0
    return _claimed_four_limit(other, claimed, alpha, g)


@inlined
def _reaches_first(reach: int, claimed: int, either: int, g: Geometry) -> bool:
    """Tell whether one side has a four in its reach before the other has one among the cells it claims.

    A four that stands on a four of claimed cells comes too late; so does one that needs both cells of a pair, of which
    the other side takes the second (`either`, paired from the left).
    """
    if fours(reach, ONE) != NONE:
        return True
    sideways = _not_on(reach, claimed, g.row)
    rising, falling = _not_on(reach, claimed, g.rising), _not_on(reach, claimed, g.falling)
    while several(either) and (sideways | rising | falling) != NONE:
        one = either & (NONE - either)
        either ^= one
        two = either & (NONE - either)
        either ^= two
        sideways &= ~(_fours_with(one, g.row) & _fours_with(two, g.row))
        rising &= ~(_fours_with(one, g.rising) & _fours_with(two, g.rising))
        falling &= ~(_fours_with(one, g.falling) & _fours_with(two, g.falling))
    return (sideways | rising | falling) != NONE


@inlined
def _fours_with(cell: int, step: int) -> int:
    """Return the first cells of all lines of four that pass through a cell, in one direction."""
    pair = cell | (cell >> step)
    return pair | (pair >> (step + step))


@inlined
def _not_on(reach: int, claimed: int, step: int) -> int:
    return fours(reach, step) & ~(fours(claimed, step) << ONE)


@inlined
def _claimed_four_limit(other: int, claimed: int, alpha: int, g: Geometry) -> int:
    """Return alpha if the second player's own cells hold a four that is complete early enough, else 0.

    A four whose highest empty cell is on row r is complete at the latest when only that column's rest is open; the
    second player then scores (rows - r + 2) // 2 or more.
    """
    highest = g.rows + 2 + 2 * alpha
    low = claimed & (other | (g.bottom * ((ONE << highest) - ONE)))
    if (fours(low, g.row) | fours(low, g.rising) | fours(low, g.falling)) != NONE:
        return alpha
    return 0


@inlined
def odd_threat_limit(mover: int, other: int, moves: int, threats: int, dead: int, g: Geometry) -> int:
    """Return the limit for the second player, to move, when a threat of the first on an odd row waits for him."""
    waiting = threats & ~g.even_rows & at_or_above(moves & g.even_rows, g)
    column = g.column
    limit = NO_LIMIT
    while waiting != NONE:
        if (waiting & column) != NONE:
            limit = min(limit, _waiting_limit(mover, other, moves, threats, dead, waiting & column, column, g))
            waiting &= ~column
        column <<= g.row
    return limit


@inlined
def _waiting_limit(
    mover: int, other: int, moves: int, threats: int, dead: int, waiting: int, column: int, g: Geometry
) -> int:
    """Return the limit that the threats waiting in one column set, if the first player follows up everywhere else."""
    empty = g.board & ~(mover | other)
    claimed = (empty & ~moves & g.even_rows & ~column) | (empty & ~g.even_rows & column)
    end = at_or_above(waiting, g)
    reach = g.board & ~(other | claimed | end | dead | at_or_above(threats & claimed, g))
    if _reaches_first(reach, claimed | other, moves & g.even_rows & ~column, g):
        return NO_LIMIT
    return -((_height(end, g) + 1) >> 1)


@inlined
def _height(cells: int, g: Geometry) -> int:
    """Return the number of the given cells, all of one column."""
    height = 0
    for row in range(g.rows):
        if (cells & (g.bottom << row)) != NONE:
            height += 1
    return height
