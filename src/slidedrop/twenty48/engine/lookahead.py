"""Expectimax search with a network at the leaves.

    max     a slide             best of up to four
    mean    a new tile          every empty cell, 2 and 4, each with its probability
    max     a slide             ...
    value   the network values the leaf: the expected points to come

A *budget* limits the depth, and each new tile has a *cost* that reduces it. With all costs 1 the budget counts tiles,
so all lines have equal length. If unlikely tiles cost more, likely lines are searched deeper. The value of a board
depends only on the board and the budget, so a transposition table stores it for other root moves and the next move of
the game. Leaves are stored too: nearly half of them recur in the same search, and a probe is much cheaper than the
network.

The search uses an explicit stack instead of recursion: each depth is one board before its new tile, so the search can
stop at any point and resume.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from slidedrop.engine.kernel import inlined, lean
from slidedrop.twenty48.engine.bitboard import Word, empty_cells, points_of, slid
from slidedrop.twenty48.engine.bits import count
from slidedrop.twenty48.engine.network import Evaluator, locate_weights

DEEPEST: Final = 64
"""The maximum depth of the stack; no budget needs more."""
_ROOT: Final = 0
_LEAVES: Final = 1 << 14
_A_DEPTH: Final = "QQqqqffQqff"
"""The types of the first fields of a `Stack`, with one element per depth: word (Q), number (q) or value (f)."""
_ONE: Final = np.uint64(1)


class Chances(NamedTuple):
    """The cost of a new tile, and its probability."""

    costs: npt.NDArray[np.int64]
    """The budget that a tile uses, by number of empty cells and rank."""
    odds: npt.NDArray[np.float32]
    """The probability of rank 1 and of rank 2, from index 1."""
    four: np.uint64
    """The probability of rank 2, times 2^32, as `spawned_at_random` expects it."""


class Stack(NamedTuple):
    """The boards on the stack, before their new tile; depth 0 is the root."""

    after: npt.NDArray[np.uint64]
    """The board that needs a new tile."""
    empty: npt.NDArray[np.uint64]
    """Its empty cells in which no tile was tried yet; the lowest is the current one."""
    rank: npt.NDArray[np.int64]
    """The rank that is tried in that cell."""
    budget: npt.NDArray[np.int64]
    """The remaining budget after `after`."""
    left: npt.NDArray[np.int64]
    """The remaining budget after the slides of `board`."""
    total: npt.NDArray[np.float32]
    """The sum of the tiles' values so far, times their probabilities; divided by the number of cells at the end."""
    chance: npt.NDArray[np.float32]
    """The probability of the tile on `board`; 0 if there is none."""
    board: npt.NDArray[np.uint64]
    """The board with its new tile, from which slides are tried."""
    slide: npt.NDArray[np.int64]
    """The next slide to try; 4 when all are done."""
    points: npt.NDArray[np.float32]
    """The points of the current slide."""
    best: npt.NDArray[np.float32]
    """The best value so far, or minus infinity."""
    answers: npt.NDArray[np.float32]
    """The value of each slide of the root; minus infinity if it is illegal."""
    counts: npt.NDArray[np.int64]
    """The current depth, the number of boards valued so far, and the maximum depth so far."""
    places: npt.NDArray[np.uint64]
    """Buffer for `locate_weights`."""
    leaves: npt.NDArray[np.uint64]
    """The boards after the four slides at a leaf."""
    known: npt.NDArray[np.float32]
    """Their stored values; NaN if there is none."""


class TranspositionTable(NamedTuple):
    """Stored values; each board has one slot, and a new entry replaces the old one."""

    boards: npt.NDArray[np.uint64]
    budgets: npt.NDArray[np.int32]
    values: npt.NDArray[np.float32]
    leaves: npt.NDArray[np.uint64]
    """The leaves that were valued last."""
    worths: npt.NDArray[np.float32]
    """Their values."""


def fresh_stack(tuples: int) -> Stack:
    """Return an empty stack for a network with this many tuples."""
    rest = ((4, "f"), (3, "q"), (4 * 8 * tuples, "Q"), (4, "Q"), (4, "f"))  # answers, counts, places, leaves, known
    rooms = [*((DEEPEST, kind) for kind in _A_DEPTH), *rest]
    return Stack(*(np.zeros(size, kind) for size, kind in rooms))


def fresh_table(bits: int = 18) -> TranspositionTable:
    """Return an empty table of 2^bits boards (16 bytes each), and of fewer leaves, which fit the processor's cache."""
    return TranspositionTable(
        boards=np.zeros(1 << bits, np.uint64),
        budgets=np.full(1 << bits, -1, np.int32),
        values=np.zeros(1 << bits, np.float32),
        leaves=np.zeros(_LEAVES, np.uint64),
        worths=np.zeros(_LEAVES, np.float32),
    )


@lean
def begin(stack: Stack, board: Word, budget: int) -> None:
    """Put the root board on the empty stack, with this budget."""
    stack.counts[0] = _ROOT
    stack.counts[1] = 0
    stack.counts[2] = 0
    stack.answers[:] = -np.inf
    _enter_board(stack, _ROOT, board, budget)


@lean
def go_on(stack: Stack, table: TranspositionTable, network: Evaluator, chances: Chances, limit: int) -> bool:
    """Search until all slides have a value (True) or slightly more boards than the limit were valued (False)."""
    stop = stack.counts[1] + limit
    while stack.counts[1] < stop:
        depth = stack.counts[0]
        if stack.slide[depth] < 4:
            _try_slide(stack, depth, table, network)
        elif depth == _ROOT:
            return True
        else:
            stack.total[depth] += stack.chance[depth] * _best(stack, depth)
            if stack.empty[depth] != np.uint64(0):
                _try_tile(stack, depth, table, network, chances)
            else:
                _leave(stack, depth, table, network)
    return False


@inlined
def _enter_board(stack: Stack, depth: int, board: Word, left: int) -> None:
    """Start trying the slides of a board at a depth."""
    stack.board[depth] = board
    stack.left[depth] = left
    stack.slide[depth] = 0
    stack.best[depth] = -np.inf


@inlined
def _enter_after(stack: Stack, depth: int, after: Word, budget: int, network: Evaluator) -> None:
    """Push a board that needs its tile."""
    stack.counts[0] = depth
    stack.counts[2] = max(stack.counts[2], depth)
    stack.after[depth] = after
    stack.budget[depth] = budget
    stack.empty[depth] = empty_cells(after, network.lines)
    stack.rank[depth] = 1
    stack.total[depth] = 0
    stack.chance[depth] = 0
    stack.slide[depth] = 4


@inlined
def _try_slide(stack: Stack, depth: int, table: TranspositionTable, network: Evaluator) -> None:
    """Try the next slide of a board: use its value if it is known, otherwise push its board."""
    board, direction, budget = stack.board[depth], stack.slide[depth], stack.left[depth]
    stack.slide[depth] += 1
    after = slid(board, direction, network.lines)
    if after == board:
        return
    stack.points[depth] = points_of(board, direction, network.lines)
    slot = _slot(after, budget, table)
    if budget <= 0:
        stack.counts[1] += 1
        locate_weights(after, stack.places, network.units, network.shape, network.lines)
        _answer(stack, depth, value_at_units(stack.places, network))
    elif table.boards[slot] == after and table.budgets[slot] == budget:
        _answer(stack, depth, table.values[slot])
    else:
        _enter_after(stack, depth + 1, after, budget, network)


@inlined
def _try_tile(stack: Stack, depth: int, table: TranspositionTable, network: Evaluator, chances: Chances) -> None:
    """Try the next tile: both ranks in the lowest empty cell, then in the next cell."""
    after, empty, rank = stack.after[depth], stack.empty[depth], stack.rank[depth]
    cell = empty & (~empty + _ONE)
    board = after | (cell << np.uint64(rank - 1))
    stack.rank[depth] = 3 - rank
    if rank == 2:
        stack.empty[depth] = empty ^ cell
    left = stack.budget[depth] - chances.costs[count(empty_cells(after, network.lines)), rank]
    if left > 0:
        stack.chance[depth] = chances.odds[rank]
        _enter_board(stack, depth, board, left)
    else:
        stack.chance[depth] = 0
        stack.total[depth] += chances.odds[rank] * best_value(board, stack, table, network)


@inlined
def _leave(stack: Stack, depth: int, table: TranspositionTable, network: Evaluator) -> None:
    """Store the value of a board after all its tiles were tried, and return the value to its slide."""
    after, budget = stack.after[depth], stack.budget[depth]
    value = stack.total[depth] / np.float32(count(empty_cells(after, network.lines)))
    slot = _slot(after, budget, table)
    table.boards[slot], table.budgets[slot], table.values[slot] = after, budget, value
    stack.counts[0] = depth - 1
    _answer(stack, depth - 1, value)


@inlined
def _answer(stack: Stack, depth: int, value: np.float32) -> None:
    """Compare the current slide with the best so far."""
    worth = stack.points[depth] + value
    stack.best[depth] = max(stack.best[depth], worth)
    if depth == _ROOT:
        stack.answers[stack.slide[depth] - 1] = worth


@inlined
def _best(stack: Stack, depth: int) -> np.float32:
    """Return the value of the board at a depth: 0 if no slide is legal."""
    best = stack.best[depth]
    return best if best > -np.inf else np.float32(0)


@inlined
def best_value(board: Word, stack: Stack, table: TranspositionTable, network: Evaluator) -> np.float32:
    """Return the value of a board: the best of its slides valued by the network, without new tiles."""
    size = 8 * len(network.shape.offsets)
    for direction in range(4):
        after = slid(board, direction, network.lines)
        stack.leaves[direction] = after
        if after != board:
            stack.known[direction] = _kept(after, table)
            if np.isnan(stack.known[direction]):
                locate_weights(after, stack.places[direction * size :], network.units, network.shape, network.lines)
    best, legal = np.float32(-np.inf), 0
    for direction in range(4):
        after = stack.leaves[direction]
        if after != board:
            worth = stack.known[direction]
            if np.isnan(worth):
                worth = value_at_units(stack.places[direction * size :], network)
                _keep(after, worth, table)
            best = max(best, np.float32(points_of(board, direction, network.lines)) + worth)
            legal += 1
    stack.counts[1] += legal
    return best if legal else np.float32(0)


@inlined
def _kept(after: Word, table: TranspositionTable) -> np.float32:
    """Return the stored value of a leaf, or NaN."""
    slot = _leaf_slot(after)
    return table.worths[slot] if table.leaves[slot] == after else np.float32(np.nan)


@inlined
def _keep(after: Word, worth: np.float32, table: TranspositionTable) -> None:
    slot = _leaf_slot(after)
    table.leaves[slot], table.worths[slot] = after, worth


@inlined
def _leaf_slot(after: Word) -> Word:
    return ((after ^ (after >> np.uint64(29))) * np.uint64(0x9FB21C651E98DF25)) >> np.uint64(50)


@inlined
def value_at_units(places: npt.NDArray[np.uint64], network: Evaluator) -> np.float32:
    """Return the network's value of a board whose weight positions are in `places`."""
    total = 0
    for number in range(8 * len(network.shape.offsets)):
        total += network.units[places[number]]
    return np.float32(total) * network.unit


@inlined
def _slot(after: Word, budget: int, table: TranspositionTable) -> Word:
    """Return the slot of a board with this budget."""
    mixed = (after ^ (after >> np.uint64(29)) ^ np.uint64(budget)) * np.uint64(0x9FB21C651E98DF25)
    return (mixed >> np.uint64(24)) & np.uint64(len(table.boards) - 1)
