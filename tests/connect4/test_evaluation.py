"""Tests of the Connect-4 evaluation: sums of lines, symmetry and bounds."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from slidedrop.connect4 import Position, Rules, evaluation
from slidedrop.connect4.evaluation import (
    WON,
    evaluate,
    evaluate_columns,
    evaluate_diagonals,
    evaluate_rows,
)
from slidedrop.connect4.rules import DIRECTIONS, LARGEST_SIDE
from tests.connect4.games import positions

PARTS = (evaluate_rows, evaluate_columns, evaluate_diagonals)


def slowly(position: Position, player: int) -> int:
    """Return the evaluation computed line by line from the rows of the board."""
    rows, worth = position.to_rows(), 0
    for line in position.rules.winning_lines():
        discs = [rows[row][column] for row, column in line]
        mine, theirs = discs.count(player), discs.count(1 - player)
        if not (mine and theirs):
            worth += sum(WON if count == len(line) else count * (3 * count - 2) for count in (mine,))
            worth -= sum(WON if count == len(line) else count * (3 * count - 2) for count in (theirs,))
    return worth


def test_one_disc_in_the_corner_counts_in_three_lines() -> None:
    position = Position().play(0)
    assert [part(position, 0) for part in PARTS] == [1, 1, 1]
    assert evaluate(position, 0) == 3


def test_a_blocked_line_evaluates_to_zero() -> None:
    position = Position.from_moves("1.1,1.2", Rules(4, 4, gravity=False))
    assert evaluate_rows(position, 0) == 0


@pytest.mark.requirement("R-003-16")
@given(positions())
def test_the_evaluation_is_the_sum_of_rows_columns_and_diagonals(position: Position) -> None:
    for player in (0, 1):
        assert evaluate(position, player) == sum(part(position, player) for part in PARTS)
        assert evaluate(position, player) == slowly(position, player)


@pytest.mark.requirement("R-003-16")
@given(positions())
def test_the_evaluation_for_one_player_is_the_negative_for_the_other(position: Position) -> None:
    for part in (evaluate, *PARTS):
        assert part(position, 0) == -part(position, 1)


@pytest.mark.requirement("R-003-16")
@given(positions())
def test_a_mirrored_board_has_the_same_evaluation(position: Position) -> None:
    for part in (evaluate, *PARTS):
        assert part(position, 0) == part(position.mirror(), 0)


@pytest.mark.requirement("R-003-16")
@given(positions())
def test_a_won_board_evaluates_higher_than_any_board_without_a_win(position: Position) -> None:
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        assert abs(evaluate(position, 0)) < WON // 2
    else:
        assert evaluate(position, outcome.winner) > WON // 2


def test_open_lines_on_the_largest_board_add_up_to_less_than_a_win() -> None:
    for connect in range(3, LARGEST_SIDE + 1):
        starts = LARGEST_SIDE - connect + 1
        lines = 2 * starts * LARGEST_SIDE + 2 * starts * starts
        assert lines * (connect - 1) * (3 * connect - 5) < WON // 2


def test_a_drawn_board_without_open_lines_evaluates_to_zero() -> None:
    position = Position.from_moves("1212212134344343", Rules(4, 4))
    assert evaluate(position, 0) == 0


def test_the_evaluation_cache_is_bounded_and_eviction_changes_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "_MOST_REMEMBERED", 3)
    rules, rng = Rules(9, 7, connect=5), Random(5)
    position = Position(rules)
    while moves := position.legal_moves():
        position = position.play(rng.choice(moves))
        assert evaluate(position, 0) == slowly(position, 0)
    lines = evaluation._lines(position.layout, DIRECTIONS)
    assert max(len(worths) for _, worths in lines) <= 3
