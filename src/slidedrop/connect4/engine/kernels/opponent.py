"""An opponent's move: it sees wins and losses up to a distance, and otherwise picks a move that looks good.

    level        1   2   3   4   5      The search distance, in discs of both sides, up to which an opponent finds wins
    sees         2   2  10  20  32      and losses; level 1 overlooks your diagonals.

The move depends only on the position, the level and the 48-bit state of `java.util.Random`: the search has its own
table, cleared for each move, and a fixed number of nodes. `players/connect4/opponents.py` is the same in plain Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from slidedrop.connect4.engine.kernels.memory import IS_OPPONENT, EngineMemory, geometry_of
from slidedrop.connect4.engine.kernels.positions import put_columns, search
from slidedrop.connect4.engine.solver.bitboard import (
    NONE,
    ONE,
    TWO,
    Geometry,
    completed,
    count,
    fours,
    has_four,
    playable,
    signed,
    unsigned,
    winning_cells,
    word,
)
from slidedrop.engine.kernel import inlined, lean

if TYPE_CHECKING:
    from slidedrop.connect4.engine.solver.bitboard import Numbers

SIGHT: Final = (0, 2, 2, 10, 20, 32)
"""The search distance of each level, in discs until the end."""
NODES: Final = 300_000
SHARE: Final = 20_000
NEARLY_AS_GOOD: Final = 6
"""The amount by which a move may look worse than the best and still be chosen."""
_NEAR: Final = 4
_MULTIPLIER: Final = word(0x5DEECE66D)
_INCREMENT: Final = word(0xB)
_STATE: Final = word((1 << 48) - 1)
_TO_31_BITS: Final = word(17)
_31_BITS: Final = word(31)
_FAR: Final = 1 << 30
_THREE: Final = word(3)


@lean
def choose_column(memory: EngineMemory, mover: int, other: int, level: int, random_state: int) -> int:
    """Return the column of an opponent's move, or -1 after the end; `nodes` then has the end found for each column."""
    g = geometry_of(memory)
    us, them = unsigned(mover), unsigned(other)
    legal = NONE if has_four(them, g) else playable(us | them, g)
    if legal == NONE:
        return -1
    _write_ends(memory, us, them, level, g)
    return _drawn(_candidates(memory.nodes, us, them, legal, level, g), unsigned(random_state), g)


@inlined
def _column(cells: int, column: int, g: Geometry) -> int:
    return cells & (g.column << (unsigned(column) * g.row))


@lean
def _write_ends(memory: EngineMemory, us: int, them: int, level: int, g: Geometry) -> None:
    """Write the number of discs until the end for each column: odd wins, even loses, 0 is out of sight."""
    sight = SIGHT[level]
    if sight > _NEAR:
        memory.opponent_table[:] = NONE
        memory.quick_table[:] = NONE
        memory.query[IS_OPPONENT] = 1
        put_columns(memory, us, them, 0, SHARE)
        search(memory, NODES)
    moves, ply = playable(us | them, g), signed(count(us | them))
    for column in range(g.columns):
        move = _column(moves, column, g)
        end = 0
        if move != NONE and sight > _NEAR:
            end = _far_end(-memory.high[column], -memory.low[column], g.cells + 2 - ply)
        if move != NONE:
            near = _near_end(us | move, them, sight, level, g)
            end = near or end
        memory.nodes[column] = end if end <= sight else 0


@inlined
def _far_end(low: int, high: int, room: int) -> int:
    """Return the latest number of discs in which a proven win or loss ends the game, or 0."""
    if low > 0:
        return (room - 2 * low - 1) | 1
    return (room + 2 * high) & ~1 if high < 0 else 0


@inlined
def _near_end(us: int, them: int, sight: int, level: int, g: Geometry) -> int:
    """Return the end after our move, if it is within two or four discs."""
    if has_four(us, g):
        return 1
    moves = playable(us | them, g)
    wins = winning_cells(them, us | them, g)
    if wins & moves != NONE:
        plain = (_upwards(them) | completed(them, g.row)) & moves
        return 0 if level == 1 and plain == NONE else 2
    return _after_replies(us, them, moves, g) if sight >= _NEAR else 0


@inlined
def _upwards(discs: int) -> int:
    return (discs << ONE) & (discs << TWO) & (discs << _THREE)


@inlined
def _after_replies(us: int, them: int, moves: int, g: Geometry) -> int:
    """Return 3 if we win at once after every reply, 4 if a reply leaves us only moves that lose at once, else 0."""
    ours = winning_cells(us, us | them, g)
    all_win = moves != NONE
    while moves != NONE:
        reply = moves & (NONE - moves)
        moves ^= reply
        after = playable(us | them | reply, g)
        if ours & after & ~reply == NONE:
            all_win = False
            if after != NONE and _all_lose(us, them | reply, after, g):
                return 4
    return 3 if all_win else 0


@inlined
def _all_lose(us: int, them: int, moves: int, g: Geometry) -> bool:
    """Return whether the opponent wins at once after each of our moves."""
    wins = winning_cells(them, us | them, g)
    while moves != NONE:
        move = moves & (NONE - moves)
        moves ^= move
        if wins & playable(us | them | move, g) & ~move == NONE:
            return False
    return True


@lean
def _candidates(ends: Numbers, us: int, them: int, legal: int, level: int, g: Geometry) -> int:
    """Return one bit per column to draw from: the soonest wins, the moves that look good, or the longest defences."""
    wins, still_open, longest = _FAR, NONE, 0
    for column in range(g.columns):
        if _column(legal, column, g) != NONE:
            if ends[column] & 1:
                wins = min(wins, ends[column])
            elif ends[column] == 0:
                still_open |= ONE << unsigned(column)
            longest = max(longest, ends[column])
    if wins < _FAR:
        return _with_end(ends, wins, g)
    if still_open != NONE:
        return _good_looking(us, them, legal, still_open, level, g)
    defences = _with_end(ends, longest, g)
    blocks = _columns_of(winning_cells(them, us | them, g) & legal, g) & defences
    return blocks if blocks != NONE else defences


@inlined
def _with_end(ends: Numbers, end: int, g: Geometry) -> int:
    found = NONE
    for column in range(g.columns):
        if ends[column] == end:
            found |= ONE << unsigned(column)
    return found


@inlined
def _columns_of(cells: int, g: Geometry) -> int:
    found = NONE
    for column in range(g.columns):
        if _column(cells, column, g) != NONE:
            found |= ONE << unsigned(column)
    return found


@inlined
def _good_looking(us: int, them: int, legal: int, still_open: int, level: int, g: Geometry) -> int:
    """Return the columns that look nearly as good as the best; two passes avoid a list."""
    best, found = -_FAR, NONE
    for second in range(2):
        for column in range(g.columns):
            if still_open & (ONE << unsigned(column)) != NONE:
                look = _look(us | _column(legal, column, g), them, level, g)
                if second == 0:
                    best = max(best, look)
                elif look >= best - NEARLY_AS_GOOD:
                    found |= ONE << unsigned(column)
    return found


@lean
def _look(us: int, them: int, level: int, g: Geometry) -> int:
    """Return the evaluation of rows, columns and diagonals, as in evaluation.py; level 1 ignores diagonals."""
    worth = _lines_worth(us, them, ONE, g) + _lines_worth(us, them, g.row, g)
    if level > 1:
        worth += _lines_worth(us, them, g.rising, g) + _lines_worth(us, them, g.falling, g)
    return worth


@inlined
def _lines_worth(us: int, them: int, step: int, g: Geometry) -> int:
    starts, worth = fours(g.board, step), 0
    while starts != NONE:
        start = starts & (NONE - starts)
        starts ^= start
        pair = start | (start << step)
        line = pair | (pair << (step + step))
        mine, theirs = signed(count(us & line)), signed(count(them & line))
        if mine == 0 or theirs == 0:
            worth += mine * (3 * mine - 2) - theirs * (3 * theirs - 2)
    return worth


@lean
def _drawn(columns: int, state: int, g: Geometry) -> int:
    """Return a random column: `next_int` of `JavaRandom`."""
    number = _next_int(state, count(columns))
    for column in range(g.columns):
        if columns & (ONE << unsigned(column)) != NONE:
            if number == NONE:
                return column
            number -= ONE
    return -1


@inlined
def _next_int(state: int, bound: int) -> int:
    while True:
        state = (state * _MULTIPLIER + _INCREMENT) & _STATE
        bits = state >> _TO_31_BITS
        if bound & (bound - ONE) == NONE:
            return (bound * bits) >> _31_BITS
        value = bits % bound
        if bits - value + bound - ONE < (ONE << _31_BITS):
            return value
