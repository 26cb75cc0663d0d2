"""Looking ahead: the best of the slides, the mean of the tiles, the best of the slides, ... and the network at the end.

    max     you slide           best of up to four
    mean    a tile falls        every empty cell, 2 and 4, each with its chance
    max     you slide           ...
    value   the network says what is still to come

A *budget* says how far to look, and each tile that falls has a *cost* which is taken from it. With all costs 1 the
budget counts tiles, so every line is equally long. With costs that grow as a tile becomes unlikely, likely lines are
followed further. Either way the value of a board depends on nothing but the board and the budget, so it is kept in a
table and found again: by another root move, or on the next move of the game. The boards at the end of the lines are
kept as well: nearly half of them are met again in the same search, and to find one is much cheaper than to value it.

There is no recursion. A level of the stack is one board that waits for its tile; the work can stop at any point and go
on there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from slidedrop.kernel import inlined, lean
from slidedrop.twenty48.bitboard import Word, empty_cells, points_of, slid
from slidedrop.twenty48.bits import count
from slidedrop.twenty48.network import Evaluator, look_up

if TYPE_CHECKING:
    import numpy.typing as npt

LEVELS: Final = 64
"""More boards than any budget stacks up."""
_ROOT: Final = 0
_ENDS: Final = 1 << 14
_ONE: Final = np.uint64(1)


class Chances(NamedTuple):
    """What a falling tile costs, and how likely it is."""

    costs: npt.NDArray[np.int64]
    """What is taken from the budget, for each number of empty cells and rank."""
    odds: npt.NDArray[np.float32]
    """The chance of rank 1 and of rank 2, from index 1."""
    four: np.uint64
    """The chance of rank 2 again, times 2^32, as `spawned_by_lot` wants it."""


class Stack(NamedTuple):
    """The boards that wait while others are looked at; level 0 is the board that is asked about."""

    after: npt.NDArray[np.uint64]
    """The board that waits for its tile."""
    empty: npt.NDArray[np.uint64]
    """Its empty cells in which no tile was tried yet; the lowest is tried now."""
    rank: npt.NDArray[np.int64]
    """The rank that is tried there."""
    budget: npt.NDArray[np.int64]
    """How far to look after `after`."""
    left: npt.NDArray[np.int64]
    """How far to look after the slides of `board`."""
    total: npt.NDArray[np.float32]
    """What the tiles so far led to, each times its chance; the mean of the cells is taken at the end."""
    chance: npt.NDArray[np.float32]
    """The chance of the tile on `board`; 0 when there is none."""
    board: npt.NDArray[np.uint64]
    """The board with its tile, from which slides are tried."""
    slide: npt.NDArray[np.int64]
    """The slide to try next; 4 when all are done."""
    points: npt.NDArray[np.float32]
    """The points of the slide that is being tried."""
    best: npt.NDArray[np.float32]
    """The best slide so far, or minus infinity."""
    answers: npt.NDArray[np.float32]
    """For each slide of the root what it is worth, or minus infinity if it is not legal."""
    counts: npt.NDArray[np.int64]
    """The level on top, the boards valued so far, and the highest level there was."""
    places: npt.NDArray[np.uint64]
    """Room for `look_up`."""
    ends: npt.NDArray[np.uint64]
    """The boards after the four slides at the end of a line."""
    known: npt.NDArray[np.float32]
    """What these are worth, as far as that was kept; the others are not a number."""


class Table(NamedTuple):
    """Boards whose value is known: entry i is only ever used by boards that hash to i."""

    keys: npt.NDArray[np.uint64]
    budgets: npt.NDArray[np.int32]
    values: npt.NDArray[np.float32]
    ends: npt.NDArray[np.uint64]
    """The boards at the end of lines that were valued last."""
    worths: npt.NDArray[np.float32]
    """Their values."""


def fresh_stack(tuples: int) -> Stack:
    """Return an empty stack for networks of this many tuples."""
    return Stack(
        after=np.zeros(LEVELS, np.uint64),
        empty=np.zeros(LEVELS, np.uint64),
        rank=np.zeros(LEVELS, np.int64),
        budget=np.zeros(LEVELS, np.int64),
        left=np.zeros(LEVELS, np.int64),
        total=np.zeros(LEVELS, np.float32),
        chance=np.zeros(LEVELS, np.float32),
        board=np.zeros(LEVELS, np.uint64),
        slide=np.zeros(LEVELS, np.int64),
        points=np.zeros(LEVELS, np.float32),
        best=np.zeros(LEVELS, np.float32),
        answers=np.zeros(4, np.float32),
        counts=np.zeros(3, np.int64),
        places=np.zeros(4 * 8 * tuples, np.uint64),
        ends=np.zeros(4, np.uint64),
        known=np.zeros(4, np.float32),
    )


def fresh_table(bits: int = 18) -> Table:
    """Return an empty table of 2^bits boards (16 bytes each), and of fewer ends: these stay near the processor."""
    return Table(
        keys=np.zeros(1 << bits, np.uint64),
        budgets=np.full(1 << bits, -1, np.int32),
        values=np.zeros(1 << bits, np.float32),
        ends=np.zeros(_ENDS, np.uint64),
        worths=np.zeros(_ENDS, np.float32),
    )


@lean
def begin(stack: Stack, board: Word, budget: int) -> None:
    """Put a board on the empty stack; its slides will be looked at to this budget."""
    stack.counts[0] = _ROOT
    stack.counts[1] = 0
    stack.counts[2] = 0
    stack.answers[:] = -np.inf
    _enter_board(stack, _ROOT, board, budget)


@lean
def go_on(stack: Stack, table: Table, network: Evaluator, chances: Chances, limit: int) -> bool:
    """Look on until all is answered (True) or some more boards than the limit were valued (False)."""
    stop = stack.counts[1] + limit
    while stack.counts[1] < stop:
        level = stack.counts[0]
        if stack.slide[level] < 4:
            _try_slide(stack, level, table, network)
        elif level == _ROOT:
            return True
        else:
            stack.total[level] += stack.chance[level] * _best(stack, level)
            if stack.empty[level] != np.uint64(0):
                _try_tile(stack, level, table, network, chances)
            else:
                _leave(stack, level, table, network)
    return False


@inlined
def _enter_board(stack: Stack, level: int, board: Word, left: int) -> None:
    """Let the slides of a board be tried at a level."""
    stack.board[level] = board
    stack.left[level] = left
    stack.slide[level] = 0
    stack.best[level] = -np.inf


@inlined
def _enter_after(stack: Stack, level: int, after: Word, budget: int, network: Evaluator) -> None:
    """Put a board that waits for its tile on top of the stack."""
    stack.counts[0] = level
    stack.counts[2] = max(stack.counts[2], level)
    stack.after[level] = after
    stack.budget[level] = budget
    stack.empty[level] = empty_cells(after, network.tables)
    stack.rank[level] = 1
    stack.total[level] = 0
    stack.chance[level] = 0
    stack.slide[level] = 4


@inlined
def _try_slide(stack: Stack, level: int, table: Table, network: Evaluator) -> None:
    """Try the next slide of a board: its worth is known at once, or its board goes on top of the stack."""
    board, direction, budget = stack.board[level], stack.slide[level], stack.left[level]
    stack.slide[level] += 1
    after = slid(board, direction, network.tables)
    if after == board:
        return
    stack.points[level] = points_of(board, direction, network.tables)
    entry = _entry(after, budget, table)
    if budget <= 0:
        stack.counts[1] += 1
        look_up(after, stack.places, network.units, network.shape, network.tables)
        _answer(stack, level, _value_at(stack.places, network))
    elif table.keys[entry] == after and table.budgets[entry] == budget:
        _answer(stack, level, table.values[entry])
    else:
        _enter_after(stack, level + 1, after, budget, network)


@inlined
def _try_tile(stack: Stack, level: int, table: Table, network: Evaluator, chances: Chances) -> None:
    """Let the next tile fall: both ranks in the lowest empty cell, then in the next cell."""
    after, empty, rank = stack.after[level], stack.empty[level], stack.rank[level]
    cell = empty & (~empty + _ONE)
    board = after | (cell << np.uint64(rank - 1))
    stack.rank[level] = 3 - rank
    if rank == 2:
        stack.empty[level] = empty ^ cell
    left = stack.budget[level] - chances.costs[count(empty_cells(after, network.tables)), rank]
    if left > 0:
        stack.chance[level] = chances.odds[rank]
        _enter_board(stack, level, board, left)
    else:
        stack.chance[level] = 0
        stack.total[level] += chances.odds[rank] * _best_value(board, stack, table, network)


@inlined
def _leave(stack: Stack, level: int, table: Table, network: Evaluator) -> None:
    """All tiles of a board were tried: keep its value, and hand it to the slide that led there."""
    after, budget = stack.after[level], stack.budget[level]
    value = stack.total[level] / np.float32(count(empty_cells(after, network.tables)))
    entry = _entry(after, budget, table)
    table.keys[entry], table.budgets[entry], table.values[entry] = after, budget, value
    stack.counts[0] = level - 1
    _answer(stack, level - 1, value)


@inlined
def _answer(stack: Stack, level: int, value: np.float32) -> None:
    """Compare the slide that is being tried with the best before it."""
    worth = stack.points[level] + value
    stack.best[level] = max(stack.best[level], worth)
    if level == _ROOT:
        stack.answers[stack.slide[level] - 1] = worth


@inlined
def _best(stack: Stack, level: int) -> np.float32:
    """Return what the board of a level is worth: nothing, if no slide is legal."""
    best = stack.best[level]
    return best if best > -np.inf else np.float32(0)


@inlined
def _best_value(board: Word, stack: Stack, table: Table, network: Evaluator) -> np.float32:
    """Return what a board is worth with no further look ahead."""
    size = 8 * len(network.shape.offsets)
    for direction in range(4):
        after = slid(board, direction, network.tables)
        stack.ends[direction] = after
        if after != board:
            stack.known[direction] = _kept(after, table)
            if np.isnan(stack.known[direction]):
                look_up(after, stack.places[direction * size :], network.units, network.shape, network.tables)
    best, legal = np.float32(-np.inf), 0
    for direction in range(4):
        after = stack.ends[direction]
        if after != board:
            worth = stack.known[direction]
            if np.isnan(worth):
                worth = _value_at(stack.places[direction * size :], network)
                _keep(after, worth, table)
            best = max(best, np.float32(points_of(board, direction, network.tables)) + worth)
            legal += 1
    stack.counts[1] += legal
    return best if legal else np.float32(0)


@inlined
def _kept(after: Word, table: Table) -> np.float32:
    """Return the value of a board at the end of a line if it is kept, or what is not a number."""
    entry = _end_entry(after)
    return table.worths[entry] if table.ends[entry] == after else np.float32(np.nan)


@inlined
def _keep(after: Word, worth: np.float32, table: Table) -> None:
    entry = _end_entry(after)
    table.ends[entry], table.worths[entry] = after, worth


@inlined
def _end_entry(after: Word) -> Word:
    return ((after ^ (after >> np.uint64(29))) * np.uint64(0x9FB21C651E98DF25)) >> np.uint64(50)


@inlined
def _value_at(places: npt.NDArray[np.uint64], network: Evaluator) -> np.float32:
    total = 0
    for number in range(8 * len(network.shape.offsets)):
        total += network.units[places[number]]
    return np.float32(total) * network.unit


@inlined
def _entry(after: Word, budget: int, table: Table) -> Word:
    """Return where a board of this budget has its place in the table."""
    mixed = (after ^ (after >> np.uint64(29)) ^ np.uint64(budget)) * np.uint64(0x9FB21C651E98DF25)
    return (mixed >> np.uint64(24)) & np.uint64(len(table.keys) - 1)
