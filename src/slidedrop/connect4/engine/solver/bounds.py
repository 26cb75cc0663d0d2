"""Static analysis of a position: forced moves, bounds of its score, and its key.

    . . . . . . .
    . . . . . . .      O must answer X's three on the right, and the answer may be a threat itself. `follow` plays
    . O . . . . .      such a chain of forced moves, without table or move ordering, to the first position with a
    . O X X X . .      choice again, or to the end of the game.

If neither side wins within two discs, the number of empty cells bounds the score. A side without an open line of four
cannot win. Parity may decide the other positions (claimeven):

    6 | E . E . . . .      On a board of even height, a second player who always answers directly above gets
    5 | . . . . . . .      every cell of an even row that is not playable now (E). Columns with an odd number of
    4 | E . E . . . .      empty cells are even in number, so that a disc in one is answered in another.
    3 | . E . . . . .      If the first player has no four in all other cells, the first player cannot win.
    2 | E . E E E E E
    1 | . X . . . . .      (the playable cells are counted for the first player)

Each bound is an upper limit of the score of the side to move, or NO_LIMIT if nothing is proven. The proofs are valid
for even heights, other heights get NO_LIMIT. The tests compare every bound with brute force.

The open lines also determine which discs matter, and so the key for the transposition table:

    . . . . . . .      A disc on no line that its side can still complete is neutral: its owner no longer
    . . . . . . .      matters. In the corner here X is walled in (every four through it holds an O or a cell
    O O . . . . .      that never fills), so the position with an O in its place has the same value and key.
    X O . . . . .

The key is two words: the mover's discs that are not neutral, with a mark on top of each column, and those of the other
side. The value depends only on these. Boards of more than 49 bits use one word with every disc instead, since the table
has no room for more.
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
    """The end of a chain of forced moves, for the side to move there, which has no immediate win."""

    is_decided: bool
    score: int
    """The public score if the game is decided."""
    mover: int
    """The discs of the side to move."""
    other: int
    """The discs of the other side."""
    moves: int
    """The safe moves, at least two, if the game is not decided."""
    threats: int
    """The cells that would complete a four of the other side."""
    ply: int
    """The number of discs on the board."""


@inlined
def safe_moves(moves: int, threats: int) -> int:
    """Return the moves after which the other side cannot win at once.

    `threats` are the cells that would complete a four of the other side: one that is playable must be taken (with two
    there is no safe move), and no disc may be played directly below a threat.
    """
    urgent = moves & threats
    if urgent != NONE:
        if several(urgent):
            return NONE
        moves = urgent
    return moves & ~(threats >> ONE)


@inlined
def follow(mover: int, other: int, threats: int, ply: int, g: Geometry) -> Reached:
    """Play on while the side to move has only one safe move; it must not have an immediate win."""
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
    """Return the empty cells that are never filled under good play.

    A cell that both sides threaten ends the game when it is taken. So does the upper of two threats of one side
    directly above each other, since a disc on the lower one is answered on the upper one. All cells above are out of
    reach.
    """
    if not g.shortcuts & DEAD_CELLS:
        return NONE
    ends = (threats & answers) | (threats & (threats << ONE)) | (answers & (answers << ONE))
    return above(ends, g)


@inlined
def parity_limit(mover: int, other: int, moves: int, threats: int, dead: int, ply: int, alpha: int, g: Geometry) -> int:
    """Return the upper limit of the mover's score by parity, precise enough to compare it with alpha.

    `moves` are the playable cells, `threats` the cells that would complete a four of the other side.
    """
    if g.rows & 1 or alpha < -(g.rows >> 1):
        return NO_LIMIT
    if ply & 1:
        return odd_threat_limit(mover, other, moves, threats, dead, g) if g.shortcuts & ODD_THREAT else NO_LIMIT
    return claimeven_limit(mover, other, moves, threats, dead, alpha, g) if g.shortcuts & CLAIMEVEN else NO_LIMIT


@inlined
def claimeven_limit(mover: int, other: int, moves: int, threats: int, dead: int, alpha: int, g: Geometry) -> int:
    """Return the limit for the first player, to move, when the second player always answers directly above."""
    claimed = other | (g.even_rows & ~(mover | other | moves))
    reach = g.board & ~(claimed | dead | at_or_above(threats & claimed, g))
    if _reaches_first(reach, claimed, moves & g.even_rows, g):
        return NO_LIMIT
    if alpha >= 0:
        return 0
    return _claimed_four_limit(other, claimed, alpha, g)


@inlined
def _reaches_first(reach: int, claimed: int, either: int, g: Geometry) -> bool:
    """Return whether one side has a four in its reach before the opponent has one among its claimed cells.

    A four above a four of claimed cells comes too late; so does one that needs both cells of a pair, since the other
    side takes the second (`either`, paired from the left).
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

    A four whose highest empty cell is on row r is complete at the latest when only the cells above it are empty; the
    second player then scores at least (rows - r + 2) // 2.
    """
    highest = g.rows + 2 + 2 * alpha
    low = claimed & (other | (g.bottom * ((ONE << highest) - ONE)))
    if (fours(low, g.row) | fours(low, g.rising) | fours(low, g.falling)) != NONE:
        return alpha
    return 0


@inlined
def odd_threat_limit(mover: int, other: int, moves: int, threats: int, dead: int, g: Geometry) -> int:
    """Return the limit for the second player, to move, when the first player has a threat on an odd row."""
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
    """Return the limit set by the threats in one column, if the first player follows up everywhere else."""
    empty = g.board & ~(mover | other)
    claimed = (empty & ~moves & g.even_rows & ~column) | (empty & ~g.even_rows & column)
    end = at_or_above(waiting, g)
    reach = g.board & ~(other | claimed | end | dead | at_or_above(threats & claimed, g))
    if _reaches_first(reach, claimed | other, moves & g.even_rows & ~column, g):
        return NO_LIMIT
    return -((_height(end, g) + 1) >> 1)


@inlined
def _height(cells: int, g: Geometry) -> int:
    """Return the number of the given cells, all in one column."""
    height = 0
    for row in range(g.rows):
        if (cells & (g.bottom << row)) != NONE:
            height += 1
    return height


@inlined
def position_key(mover: int, other: int, mine: int, theirs: int, g: Geometry) -> tuple[int, int]:
    """Return the two key words of a position; `mine` and `theirs` are the cells on lines still open to each side."""
    mark = (mover | other) + g.bottom
    if g.columns * (g.rows + 1) > KEY_BITS or not g.shortcuts & NEUTRAL_DISCS:
        return mover + mark, NONE
    return (mover & mine) | mark, other & theirs


@inlined
def open_cells(discs_against: int, dead: int, g: Geometry) -> int:
    """Return the cells on lines of four that contain no disc of the other side and no dead cell."""
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
    """The bounds on the score of the side to move, and the two words of the key (0 if the bounds decide)."""

    lower: int
    upper: int
    first: int
    second: int


@inlined
def judge(reached: Reached, alpha: int, mirror_below: int, g: Geometry) -> Judged:
    """Return static bounds of a position, if possible tight enough to decide whether the score exceeds alpha."""
    if reached.is_decided:
        return Judged(reached.score, reached.score, NONE, NONE)
    lower, upper = -((g.cells - 2 - reached.ply) >> 1), (g.cells - 1 - reached.ply) >> 1
    if lower > alpha or upper <= alpha:
        return Judged(lower, upper, NONE, NONE)
    return judge_lines(reached, alpha, lower, upper, mirror_below, g)


@inlined
def judge_lines(reached: Reached, alpha: int, lower: int, upper: int, mirror_below: int, g: Geometry) -> Judged:
    """Return sharper bounds from the open lines of four, and the key unless the bounds decide already."""
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
