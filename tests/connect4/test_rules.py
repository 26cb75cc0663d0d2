"""Tests of the rules of Connect-4: sizes, goals, winning lines, and errors for invalid rules."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given

from slidedrop.connect4 import Rules
from slidedrop.connect4.rules import DIRECTIONS, LARGEST_SIDE
from slidedrop.core.errors import RulesError
from tests.connect4.games import rules as any_rules


def test_the_default_rules_are_7x6_with_gravity_and_four_in_a_row() -> None:
    assert Rules() == Rules(columns=7, rows=6, gravity=True, connect=4)
    assert (Rules().size, Rules().cells, Rules().goal) == ("7x6", 42, "four in a row")


def test_a_goal_beyond_ten_is_written_with_digits() -> None:
    assert Rules(12, 12, connect=11).goal == "11 in a row"


@pytest.mark.parametrize("side", [4, 20, LARGEST_SIDE])
def test_boards_reach_from_four_to_at_least_twenty_each_way(side: int) -> None:
    assert Rules(side, 4).columns == side
    assert Rules(4, side).rows == side


@pytest.mark.parametrize(
    ("given_rules", "sentence"),
    [
        ({"columns": 3}, "number of columns .*from 4 to 32, not 3"),
        ({"columns": LARGEST_SIDE + 1}, "number of columns"),
        ({"rows": 3}, "number of rows .*from 4 to 32, not 3"),
        ({"rows": LARGEST_SIDE + 1}, "number of rows"),
        ({"columns": "7"}, "not '7'"),
        ({"rows": True}, "not True"),
        ({"connect": 2}, "from 3 to 7, not 2"),
        ({"connect": 8}, "from 3 to 7, not 8"),
        ({"gravity": 1}, "gravity .*not 1"),
    ],
)
def test_invalid_rules_are_refused_with_the_allowed_values(given_rules: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence):
        Rules(**given_rules)


def test_the_everyday_board_has_69_ways_to_win() -> None:
    by_direction = {name: sum(len(line) - 3 for line in Rules().lines(name)) for name in DIRECTIONS}
    assert by_direction == {"row": 24, "column": 21, "falling": 12, "rising": 12}
    assert len(Rules().winning_lines()) == 69


def test_a_line_longer_than_the_rows_can_only_be_horizontal() -> None:
    rules = Rules(columns=6, rows=4, connect=6)
    assert [len(rules.lines(name)) for name in DIRECTIONS] == [4, 0, 0, 0]


@given(any_rules())
def test_every_winning_line_lies_on_the_board_in_one_straight_line(rules: Rules) -> None:
    lines = rules.winning_lines()
    assert len(set(lines)) == len(lines) == _number_of_lines(rules)
    for line in lines:
        assert len(line) == rules.connect
        assert all(rules.on_board(cell) for cell in line)
        steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line)}
        assert len(steps) == 1
        assert steps <= {(0, 1), (1, 0), (1, 1), (-1, 1)}


def _number_of_lines(rules: Rules) -> int:
    across, down = max(0, rules.columns - rules.connect + 1), max(0, rules.rows - rules.connect + 1)
    return across * rules.rows + down * rules.columns + 2 * across * down
