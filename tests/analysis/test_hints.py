"""Tests of hints: a legal move and a reason in words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slidedrop.analysis.hints import Hint, hint_for
from slidedrop.analysis.twenty48.hints import slide_reason
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game
from slidedrop.twenty48.position import State


def reason(rows: list[list[int]], direction: Direction) -> str:
    return slide_reason(Board.from_rows(rows).slide(direction))


@pytest.mark.no_cover  # many cases of code that smaller tests cover
@settings(max_examples=10)
@given(st.integers(0, 1 << 40), st.integers(0, 30))
def test_a_hint_is_a_legal_move(seed: int, moves: int) -> None:
    game = Game(seed=seed)
    for _ in range(moves):
        hint = hint_for(game)
        if hint is None:
            break
        assert game.play(Direction.from_text(hint.move)) is not None


@pytest.mark.parametrize("rows", [[[2, 4], [4, 2]], [[0, 0], [0, 0]]])
def test_a_stuck_board_has_no_hint(rows: list[list[int]]) -> None:
    assert hint_for(Game(start=State(Board.from_rows(rows)))) is None


@pytest.mark.parametrize(
    ("rows", "direction", "said"),
    [
        ([[2, 2], [0, 0]], Direction.LEFT, "makes 4 (4 points), leaves 3 cells free and brings the 4 into a corner"),
        ([[8, 2], [2, 0]], Direction.RIGHT, "leaves 1 cell free and keeps the 8 in a corner"),
        (
            [[2, 2], [4, 4]],
            Direction.LEFT,
            "makes 4 and 8 (12 points), leaves 2 cells free and brings the 8 into a corner",
        ),
        ([[0, 8, 0], [0, 0, 0], [0, 2, 4]], Direction.UP, "leaves 6 cells free"),
        ([[0, 8, 0], [0, 0, 0], [0, 0, 0]], Direction.LEFT, "leaves 8 cells free and brings the 8 into a corner"),
    ],
)
def test_the_reason_names_the_merge_the_free_cells_and_the_corner_tile(
    rows: list[list[int]], direction: Direction, said: str
) -> None:
    assert reason(rows, direction) == said


def test_a_hint_prints_its_move_and_reason() -> None:
    assert str(Hint("left", "leaves 3 cells free")) == "Left: leaves 3 cells free."
