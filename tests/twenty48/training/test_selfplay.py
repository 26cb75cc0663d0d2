"""Tests of self-play in the kernels: games follow the rules, and the same counter gives the same game."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.selfplay2048 import (
    chances_by_plies,
    greedy_game,
    greedy_on,
    random_game,
    random_games,
    searched_game,
    searched_on,
)
from slidedrop.twenty48 import Board, Direction
from slidedrop.twenty48.engine.bitboard import GOLDEN, drawn, lines_for, slid
from slidedrop.twenty48.engine.lookahead import fresh_stack, fresh_table
from slidedrop.twenty48.engine.ranks import ranks_of
from slidedrop.twenty48.engine.wide import packed, words_of
from slidedrop.twenty48.training.learning import best_slide, fresh_state
from slidedrop.twenty48.training.training import network_of
from tests.twins.downgrading2048 import downgraded
from tests.twins.networks2048 import TUPLES, random_training

pytestmark = pytest.mark.no_cover  # kernels: coverage cannot trace compiled code
FOUR = np.uint64(round(0.1 * (1 << 32)))
TRAINING = random_training()
NETWORK = network_of(TRAINING, least=0)


def searched(counter: int, budget: int, unit: np.float32 = NETWORK.evaluator.unit) -> tuple[int, int, int]:
    """Play the game of a counter with the random network."""
    chances = chances_by_plies(0.1)
    evaluator = NETWORK.evaluator._replace(unit=unit)
    return searched_game(np.uint64(counter), budget, fresh_stack(len(TUPLES)), fresh_table(10), evaluator, chances)


def test_the_same_counter_gives_the_same_game() -> None:
    assert searched(5, 1) == searched(5, 1) != searched(6, 1)


def test_a_random_game_ends_after_about_a_hundred_moves_and_a_thousand_points() -> None:
    points, moves = random_games(2000, np.uint64(7), FOUR, lines_for())
    assert 100 < moves / 2000 < 130
    assert 950 < points / 2000 < 1200
    assert random_game(np.uint64(7), FOUR, lines_for()) == random_game(np.uint64(7), FOUR, lines_for())


def test_quantised_and_float_weights_of_equal_value_play_the_same_game() -> None:
    TRAINING.learner.weights[:] = NETWORK.evaluator.units  # integers, so that sums of floats are exact
    for counter in range(5):
        assert greedy_game(np.uint64(counter), TRAINING.learner, fresh_state(1)) == searched(counter, 0, np.float32(1))


LARGE = Board.from_rows([[32768, 16384, 8192, 4096], [2, 16384, 8, 4], [0, 0, 4, 2], [0, 0, 0, 0]])
LARGER = Board.from_rows([[32768, 32768, 65536, 2], [16384, 16384, 8, 4], [0, 2, 4, 2], [0, 0, 0, 0]])


def plain_greedy(board: Board, counter: int) -> tuple[int, int, int]:
    """Continue a game like `greedy_on`, but on the plain board; the network sees the downgraded board."""
    points = moves = 0
    while True:
        seen = words_of(downgraded(ranks_of(board)) or ranks_of(board), 4)[0]
        learner = TRAINING.learner
        after, _, _ = best_slide(np.uint64(seen), fresh_state(1).places, learner.weights, learner.shape, lines_for())
        if after == seen:
            return points, max(ranks_of(board)), moves
        direction = next(number for number in range(4) if slid(np.uint64(seen), number, lines_for()) == after)
        slide = board.slide(tuple(Direction)[direction])
        assert slide.moved
        points, moves, counter = points + slide.gained, moves + 1, (counter + int(GOLDEN)) % (1 << 64)
        lot = int(drawn(np.uint64(counter)))
        empty = slide.board.empty_cells()
        cell = empty[(lot >> 32) * len(empty) >> 32]
        board = slide.board.with_tile(cell, 4 if (lot & 0xFFFFFFFF) < FOUR else 2)


@pytest.mark.parametrize("board", [LARGE, LARGER])
def test_a_game_continues_past_65536_like_the_plain_board(board: Board) -> None:
    for counter in range(8):
        played = greedy_on(*packed(board), np.uint64(counter), TRAINING.learner, fresh_state(1))
        assert played == plain_greedy(board, counter)
    assert max(greedy_on(*packed(LARGER), np.uint64(c), TRAINING.learner, fresh_state(1))[1] for c in range(8)) >= 16


def test_a_searched_game_past_65536_scores_under_a_million_points() -> None:
    chances = chances_by_plies(0.1)
    room = fresh_stack(len(TUPLES)), fresh_table(10)
    points, rank, _ = searched_on(*packed(LARGER), np.uint64(3), 1, *room, NETWORK.evaluator, chances)
    assert rank >= 16
    assert points < 1_000_000
