"""Tests of game values: their order, and the conversion to public scores and back."""

from __future__ import annotations

import operator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.connect4.values import DRAW, Budget, Solution, Value

CELLS = 42


def values_with(discs: int) -> list[Value]:
    """Return every value that a position with this number of discs can have."""
    left = CELLS - discs + 1
    return [*(Value("win", n) for n in range(1, left, 2)), DRAW, *(Value("loss", n) for n in range(0, left, 2))]


SITUATIONS = st.integers(7, CELLS - 1).flatmap(
    lambda discs: st.tuples(st.just(discs), st.sampled_from(values_with(discs)), st.sampled_from(values_with(discs)))
)


def test_a_quick_win_is_best_and_a_quick_loss_is_worst() -> None:
    values = [Value("win", 9), Value("loss", 2), DRAW, Value("win", 1), Value("loss", 12)]
    assert [str(value) for value in sorted(values)] == ["loss in 2", "loss in 12", "draw", "win in 9", "win in 1"]


@pytest.mark.parametrize("one", [Value("win", 9), Solution(1, 1, 0, CELLS)])
def test_nothing_else_can_be_compared_with_a_value(one: Value | Solution) -> None:
    wrong: Any
    for wrong in (1, "win", None, 1.0):
        for compare in (operator.lt, operator.le, operator.gt, operator.ge):
            with pytest.raises(TypeError, match="not supported between"):
                compare(one, wrong)
        assert one != wrong


def test_a_win_with_the_last_disc_scores_1_on_the_empty_board() -> None:
    assert Value("win", 41).score(discs=0, cells=CELLS) == 1


def test_a_lost_game_scores_minus_the_discs_left_to_the_winner() -> None:
    assert Value("loss", 0).score(discs=7, cells=CELLS) == -((CELLS + 2 - 7) // 2)


@pytest.mark.parametrize(("verdict", "discs"), [("win", 2), ("loss", 3), ("draw", 1), ("win", -1)])
def test_an_impossible_value_is_refused(verdict: str, discs: int) -> None:
    with pytest.raises(ValueError, match="odd"):
        Value(verdict, discs)  # type: ignore[arg-type] # that is the point


@given(SITUATIONS)
def test_a_value_round_trips_through_its_score(situation: tuple[int, Value, Value]) -> None:
    discs, value, _ = situation
    assert Value.from_score(value.score(discs, CELLS), discs, CELLS) == value


@given(SITUATIONS)
def test_values_and_scores_are_ordered_alike(situation: tuple[int, Value, Value]) -> None:
    discs, value, other = situation
    assert (value < other) == (value.score(discs, CELLS) < other.score(discs, CELLS))


@given(SITUATIONS)
def test_the_value_for_the_other_side_has_the_negated_score(situation: tuple[int, Value, Value]) -> None:
    discs, value, _ = situation
    assert value.for_the_other_side().score(discs - 1, CELLS) == -value.score(discs, CELLS)


def test_a_solution_prints_its_value_verdict_or_range() -> None:
    assert str(Solution(1, 1, 0, CELLS)) == "win in 41"
    assert str(Solution(1, 5, 0, CELLS)) == "win"
    assert str(Solution(-1, 2, 0, CELLS)) == "between loss in 42 and win in 39"
    assert Solution(-1, 2, 0, CELLS).score is None
    assert Solution(-1, 2, 0, CELLS).verdict is None
    assert Solution(-2, -2, 1, CELLS).for_the_other_side() == Solution(2, 2, 0, CELLS)


def test_a_partial_budget_ends_with_its_own_or_the_total_nodes() -> None:
    whole = Budget(nodes=100)
    part = whole.part(60)
    part.spend(60)
    assert (part.share(), whole.share()) == (0, 40)
    other = whole.part(60)
    other.spend(40)
    assert (other.share(), whole.share()) == (0, 0)
