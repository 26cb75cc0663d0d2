"""Static analysis of a position: forced moves, bounds of its score, and its key.

    . . . . . . .
    . . . . . . .      O must answer X's three on the right, and in doing so may be the one who threatens: such a
    . O . . . . .      chain is followed, without table or ordering, to the first position in which there is a
    . O X X X . .      choice again, or to its end (`follow`).

Two discs before the end no side wins soon: how full the board is bounds the score. A side without a line of four left
cannot win. Parity may decide the rest (claimeven):

    6 | E . E . . . .      On a board of even height, second player answering above whatever the first plays gets
    5 | . . . . . . .      every cell of an even row that is not playable now (E). Columns with an odd number of
    4 | E . E . . . .      empty cells are even in number, so that a disc in one is answered in another.
    3 | . E . . . . .      If the first player has no four among all other cells, he does not win.
    2 | E . E E E E E
    1 | . X . . . . .      (the playable cells are counted for the first player)

Each bound is a limit from above on the score of the side to move; NO_LIMIT where nothing can be said. The proofs are
for even heights, others get no limit, and the tests compare every bound with brute force.

The lines still open, found on the way, also say which discs matter, and so give the key for the transposition table:

    . . . . . . .      A disc on no line that its side can still complete is neutral: whose it is no longer
    . . . . . . .      matters. In the corner here X is walled in (every four through it holds an O or a cell
    O O . . . . .      that never fills), so the position with an O in its place has the same value and key.
    X O . . . . .

Two words: the mover's living discs with a mark on top of each column, and the other side's living discs. Together
they tell exactly what the value depends on. Boards of more than 49 bits keep every disc in one word instead, since the
table has no room for more.
"""

from typing import Final, NamedTuple

from slidedrop.connect4.engine.solver.bitboard import (
    CLAIMEVEN,
    DEAD_CELLS,
    NEUTRAL_DISCS,
    NONE,
    ODD_THREAT,
    ONE,
    Geometry,
    above,
    at_or_above,
    fours,
    mirrored,
    on_fours,
    playable,
    several,
    winning_cells,
)
from slidedrop.engine.kernel import inlined

DECIDED: Final = True
OPEN: Final = False
NO_LIMIT: Final = 100
KEY_BITS: Final = 49


class Reached(NamedTuple):
    """The end of a chain of forced moves, for the side to move there; it cannot win at once."""

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
    """Play on while the side to move has only one safe move; it must not be able to win at once."""
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
    """Tell whether one side has a four in its reach before the opponent has one among its claimed cells.

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


@inlined
def position_key(mover: int, other: int, mine: int, theirs: int, g: Geometry) -> tuple[int, int]:
    """Return the two words of a position; `mine` and `theirs` are the cells on lines still open to each side."""
    mark = (mover | other) + g.bottom
    if g.columns * (g.rows + 1) > KEY_BITS or not g.shortcuts & NEUTRAL_DISCS:
        return mover + mark, NONE
    return (mover & mine) | mark, other & theirs


@inlined
def open_cells(discs_against: int, dead: int, g: Geometry) -> int:
    """Return the cells on lines of four that hold no disc of the other side and no dead cell."""
    return on_fours(g.board & ~(discs_against | dead), g)


@inlined
def canonical(first: int, second: int, g: Geometry) -> tuple[int, int]:
    """Return the smaller of a key and the key of its mirror image."""
    image = mirrored(first, g)
    if image < first:
        return image, mirrored(second, g)
    if image == first:
        return first, min(second, mirrored(second, g))
    return first, second


class Judged(NamedTuple):
    """The bounds on the score of the side to move, and the two words of the key (0 where the bounds say enough)."""

    lower: int
    upper: int
    first: int
    second: int


@inlined
def judge(reached: Reached, alpha: int, mirror_below: int, g: Geometry) -> Judged:
    """Return static bounds of a position, as far as they decide whether the score is greater than alpha."""
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
