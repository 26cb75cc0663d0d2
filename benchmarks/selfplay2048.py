"""Compiled games of 2048 from a random counter to the end, for measuring speed and strength.

    counter ──> two tiles ──> slide ──> tile ──> slide ──> ... ──> stuck: points, largest rank, moves

The same counter always gives the same game to the same player. Games continue past 65536: the board is stored in the
two words of `wide.py`, and for the player, which supports one word, `wide.py` downgrades the largest tiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from slidedrop.engine.kernel import lean
from slidedrop.twenty48.engine.bitboard import (
    GOLDEN,
    LARGEST_RANK,
    Lines,
    Word,
    drawn,
    largest_rank,
    points_of,
    slid,
    spawned_at_random,
)
from slidedrop.twenty48.engine.lookahead import Chances, Stack, TranspositionTable, begin, go_on
from slidedrop.twenty48.engine.wide import downgraded_words, familiar_word, slid_with_points, wide_largest_rank
from slidedrop.twenty48.training.learning import Learner, ThreadState, best_slide

if TYPE_CHECKING:
    from collections.abc import Sequence

    from slidedrop.twenty48.engine.network import Evaluator

_WITHOUT_END: Final = 1 << 60


def chances_by_costs(costs: Sequence[Sequence[int]], four: float) -> Chances:
    """Return chances with the given cost of a tile for each number of empty cells and each rank."""
    odds = np.array((0.0, 1 - four, four), np.float32)
    return Chances(np.array(costs, np.int64), odds, np.uint64(round(four * (1 << 32))))


def chances_by_plies(four: float) -> Chances:
    """Return chances where every tile costs 1, so that the budget counts tiles."""
    return chances_by_costs([[1, 1, 1]] * 17, four)


@lean
def downgraded_word(low: Word, high: Word) -> Word:
    """Return one word for a board of two words, with the largest rank 15.

    If every rank below 16 is present, the board is full of different tiles and nothing slides, so any word is valid.
    """
    lower, _ = downgraded_words(low, high, LARGEST_RANK)
    return lower


@lean
def wide_spawned(low: Word, high: Word, random: Word, four: Word, lines: Lines) -> Word:
    """Return the low word with a tile drawn as by `spawned_at_random`; the high word does not change."""
    occupied = low | high
    return low | (occupied ^ spawned_at_random(occupied, random, four, lines))


@lean
def searched_game(
    counter: Word, budget: int, stack: Stack, table: TranspositionTable, network: Evaluator, chances: Chances
) -> tuple[int, int, int]:
    """Play the game of a counter, with a search to this budget for every slide."""
    board = first_board(counter, chances.four, network.lines)
    return searched_on(board, np.uint64(0), counter, budget, stack, table, network, chances)


@lean
def searched_on(
    low: Word,
    high: Word,
    counter: Word,
    budget: int,
    stack: Stack,
    table: TranspositionTable,
    network: Evaluator,
    chances: Chances,
) -> tuple[int, int, int]:
    """Continue from a board to the end, by search."""
    points, moves = 0, 0
    while True:
        begin(stack, familiar_word(downgraded_word(low, high)), budget)
        go_on(stack, table, network, chances, _WITHOUT_END)
        direction = np.argmax(stack.answers)
        if stack.answers[direction] == -np.inf:
            return points, wide_largest_rank(low, high), moves
        low, high, gained = slid_with_points(low, high, direction, network.lines)
        points += gained
        moves += 1
        counter += GOLDEN
        low = wide_spawned(low, high, drawn(counter), chances.four, network.lines)


@lean
def written_down(
    board: Word,
    counter: Word,
    budget: int,
    boards: npt.NDArray[np.uint64],
    stack: Stack,
    table: TranspositionTable,
    network: Evaluator,
    chances: Chances,
) -> tuple[int, int]:
    """Continue by search until stuck or out of room, and record every board; return moves and nodes."""
    moves, nodes = 0, 0
    while moves < len(boards):
        boards[moves] = board
        begin(stack, board, budget)
        go_on(stack, table, network, chances, _WITHOUT_END)
        direction = np.argmax(stack.answers)
        nodes += stack.counts[1]
        if stack.answers[direction] == -np.inf:
            break
        moves += 1
        counter += GOLDEN
        after = slid(board, direction, network.lines)
        board = spawned_at_random(after, drawn(counter), chances.four, network.lines)
    return moves, nodes


@lean
def greedy_game(counter: Word, learner: Learner, state: ThreadState) -> tuple[int, int, int]:
    """Play the game of a counter by the trained weights before quantisation, without a search."""
    return greedy_on(first_board(counter, learner.four, learner.lines), np.uint64(0), counter, learner, state)


@lean
def greedy_on(low: Word, high: Word, counter: Word, learner: Learner, state: ThreadState) -> tuple[int, int, int]:
    """Continue from a board to the end, without a search."""
    points, moves = 0, 0
    while True:
        seen = downgraded_word(low, high)
        after, _, _ = best_slide(seen, state.places, learner.weights, learner.shape, learner.lines)
        if after == seen:
            return points, wide_largest_rank(low, high), moves
        direction = _direction_to(after, seen, learner.lines)
        low, high, gained = slid_with_points(low, high, direction, learner.lines)
        points += gained
        moves += 1
        counter += GOLDEN
        low = wide_spawned(low, high, drawn(counter), learner.four, learner.lines)


@lean
def _direction_to(after: Word, board: Word, lines: Lines) -> int:
    """Return the first direction in which a board slides to the one after it."""
    direction = 0
    while slid(board, direction, lines) != after:
        direction += 1
    return direction


@lean
def random_game(counter: Word, four: Word, lines: Lines) -> tuple[int, int, int]:
    """Play the game of a counter with random legal slides."""
    board, points, moves = first_board(counter, four, lines), 0, 0
    while True:
        counter += GOLDEN
        random = drawn(counter)
        direction = np.int64(random & np.uint64(3))
        after = slid(board, direction, lines)
        tried = 1
        while after == board and tried < 4:  # the next direction, until one is legal
            direction = (direction + 1) & 3
            after = slid(board, direction, lines)
            tried += 1
        if after == board:
            return points, largest_rank(board), moves
        points += points_of(board, direction, lines)
        moves += 1
        board = spawned_at_random(after, random, four, lines)


@lean
def random_games(count: int, counter: Word, four: Word, lines: Lines) -> tuple[int, int]:
    """Play many random games; return their total points and moves."""
    points, moves = 0, 0
    for _ in range(count):
        counter = drawn(counter + GOLDEN)
        gained, _rank, made = random_game(counter, four, lines)
        points += gained
        moves += made
    return points, moves


@lean
def first_board(counter: Word, four: Word, lines: Lines) -> Word:
    """Return the first board of the game of a counter."""
    board = spawned_at_random(np.uint64(0), drawn(counter), four, lines)
    return spawned_at_random(board, drawn(~counter), four, lines)
