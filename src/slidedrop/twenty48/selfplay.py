"""Whole games inside the machine, from a number to their last board: to measure speed and strength.

    counter ──> two tiles ──> slide ──> tile ──> slide ──> ... ──> stuck: points, largest rank, moves

The same counter always gives the same game to the same player. Two tiles of 32768 stay side by side here, where in a
real game they would merge: so the strongest games are undervalued, never the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from slidedrop.kernel import lean
from slidedrop.twenty48.bitboard import (
    GOLDEN,
    Lines,
    Word,
    drawn,
    largest_rank,
    points_of,
    slid,
    spawned_by_lot,
)
from slidedrop.twenty48.learning import Learner, Memory, best_slide
from slidedrop.twenty48.lookahead import Chances, Stack, Table, begin, go_on

if TYPE_CHECKING:
    from slidedrop.twenty48.network import Evaluator

_WITHOUT_END: Final = 1 << 60


@lean
def searched_game(
    counter: Word, budget: int, stack: Stack, table: Table, network: Evaluator, chances: Chances
) -> tuple[int, int, int]:
    """Play the game of a counter, every slide looked ahead from to this budget."""
    board, points, moves = _first_board(counter, chances.four, network.tables), 0, 0
    while True:
        begin(stack, board, budget)
        go_on(stack, table, network, chances, _WITHOUT_END)
        direction = np.argmax(stack.answers)
        if stack.answers[direction] == -np.inf:
            return points, largest_rank(board), moves
        points += points_of(board, direction, network.tables)
        moves += 1
        counter += GOLDEN
        board = spawned_by_lot(slid(board, direction, network.tables), drawn(counter), chances.four, network.tables)


@lean
def greedy_game(counter: Word, learner: Learner, memory: Memory) -> tuple[int, int, int]:
    """Play the game of a counter by the weights as they are trained, before they are companded, with no look ahead."""
    board, points, moves = _first_board(counter, learner.four, learner.tables), 0, 0
    while True:
        after, gained, _ = best_slide(board, memory.places, learner.weights, learner.shape, learner.tables)
        if after == board:
            return points, largest_rank(board), moves
        points += gained
        moves += 1
        counter += GOLDEN
        board = spawned_by_lot(after, drawn(counter), learner.four, learner.tables)


@lean
def random_game(counter: Word, four: Word, tables: Lines) -> tuple[int, int, int]:
    """Play the game of a counter, every slide drawn by lot among those that are legal."""
    board, points, moves = _first_board(counter, four, tables), 0, 0
    while True:
        counter += GOLDEN
        lot = drawn(counter)
        direction = np.int64(lot & np.uint64(3))
        after = slid(board, direction, tables)
        tried = 1
        while after == board and tried < 4:  # the next in turn, until one is legal
            direction = (direction + 1) & 3
            after = slid(board, direction, tables)
            tried += 1
        if after == board:
            return points, largest_rank(board), moves
        points += points_of(board, direction, tables)
        moves += 1
        board = spawned_by_lot(after, lot, four, tables)


@lean
def random_games(count: int, counter: Word, four: Word, tables: Lines) -> tuple[int, int]:
    """Play many random games; return their points and moves in all."""
    points, moves = 0, 0
    for _ in range(count):
        counter = drawn(counter + GOLDEN)
        gained, _rank, made = random_game(counter, four, tables)
        points += gained
        moves += made
    return points, moves


@lean
def _first_board(counter: Word, four: Word, tables: Lines) -> Word:
    board = spawned_by_lot(np.uint64(0), drawn(counter), four, tables)
    return spawned_by_lot(board, drawn(~counter), four, tables)
