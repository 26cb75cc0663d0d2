"""Tests of the exhaustive search: exact values on small and late boards, and bounds when the budget ends."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from slidedrop.connect4 import Position, Rules
from slidedrop.connect4.exhaustive import analyse_fully
from slidedrop.connect4.values import DRAW, Value


@cache
def truth(position: Position) -> Value:
    """Return the value of a position for the side to move, by playing every game to its end."""
    outcome = position.outcome
    if outcome is not None:
        return DRAW if outcome.winner is None else Value("loss", 0)
    return max(truth(position.play(move)).for_the_other_side() for move in position.legal_moves())


def late(rng: Random, rules: Rules, free: int) -> Position:
    """Return a random unfinished position with this number of free cells."""
    while True:
        position = Position(rules)
        while not position.is_over and position.discs < rules.cells - free:
            position = position.play(rng.choice(position.legal_moves()))
        if not position.is_over:
            return position


@pytest.mark.parametrize(
    "rules",
    [
        Rules(4, 4, gravity=False),
        Rules(4, 5, gravity=False, connect=3),
        Rules(5, 5, connect=5),
        Rules(10, 7, connect=6),
        Rules(4, 4),
        Rules(6, 6, gravity=False),
    ],
)
def test_late_positions_under_any_rules_have_their_brute_force_value(rules: Rules) -> None:
    rng = Random(rules.cells)
    for free in (1, 3, 5, 7):
        position = late(rng, rules, free)
        for move, solution in analyse_fully(position).items():
            assert solution.value == truth(position.play(move)).for_the_other_side()
    truth.cache_clear()


@pytest.mark.no_cover  # many cases of code that smaller tests cover
def test_every_first_move_on_free_4x4_is_a_draw() -> None:
    answers = analyse_fully(Position(Rules(4, 4, gravity=False)))
    assert {str(solution) for solution in answers.values()} == {"draw"}
    assert len(answers) == 16


def test_a_small_budget_leaves_ranges_and_huge_boards_are_not_searched() -> None:
    short = analyse_fully(Position(Rules(5, 5, gravity=False)), nodes=200)
    assert any(not solution.is_exact for solution in short.values())
    wide = analyse_fully(Position(Rules(20, 20, gravity=False)))
    assert all(solution.nodes == 0 and not solution.is_exact for solution in wide.values())


def test_a_finished_game_has_no_moves_to_analyse() -> None:
    assert analyse_fully(Position.from_moves("1212121")) == {}
