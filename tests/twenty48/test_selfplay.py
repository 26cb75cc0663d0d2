"""Games inside the machine are lawful games, and the same number gives the same game."""

from __future__ import annotations

import numpy as np

from slidedrop.twenty48.bitboard import lines
from slidedrop.twenty48.expectimax import _chances
from slidedrop.twenty48.learning import fresh_memory
from slidedrop.twenty48.lookahead import fresh_stack, fresh_table
from slidedrop.twenty48.selfplay import greedy_game, random_game, random_games, searched_game
from slidedrop.twenty48.weights import network_of
from tests.twins.networks2048 import random_training

FOUR = np.uint64(round(0.1 * (1 << 32)))
TRAINING = random_training()
NETWORK = network_of(TRAINING, least=0)


def searched(counter: int, budget: int, unit: np.float32 = NETWORK.evaluator.unit) -> tuple[int, int, int]:
    """Play the game of a counter with the random network."""
    chances = _chances(0.1, lambda _empty, _chance: 1)
    evaluator = NETWORK.evaluator._replace(unit=unit)
    return searched_game(np.uint64(counter), budget, fresh_stack(4), fresh_table(10), evaluator, chances)


def test_a_number_gives_the_same_game_again() -> None:
    assert searched(5, 1) == searched(5, 1) != searched(6, 1)


def test_a_random_game_ends_after_about_a_hundred_moves_and_a_thousand_points() -> None:
    points, moves = random_games(2000, np.uint64(7), FOUR, lines())
    assert 100 < moves / 2000 < 130
    assert 950 < points / 2000 < 1200
    assert random_game(np.uint64(7), FOUR, lines()) == random_game(np.uint64(7), FOUR, lines())


def test_units_and_floats_that_stand_for_the_same_weights_play_the_same_game() -> None:
    TRAINING.learner.weights[:] = NETWORK.evaluator.units  # whole numbers, so that floats add up without rounding
    for counter in range(5):
        assert greedy_game(np.uint64(counter), TRAINING.learner, fresh_memory(1)) == searched(counter, 0, np.float32(1))
