"""A game at one moment goes out as plain values and comes back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import NotationError
from slidedrop.twenty48 import Board, State
from tests.twins.boards2048 import boards

STATES = st.builds(State, boards(), st.integers(0, 10**6), st.booleans(), st.booleans())


@pytest.mark.requirement("R-002-1")
def test_the_board_of_a_state_is_flat_and_read_like_a_page() -> None:
    state = State(Board.from_rows([[0, 2], [4, 8]]), 80, won=True)
    assert state.to_dict() == {"board": [0, 2, 4, 8], "score": 80, "won": True, "over": False}


@pytest.mark.requirement("R-002-1", "R-002-16", "R-002-17")
@given(STATES)
def test_a_state_comes_back_as_it_went(state: State) -> None:
    assert State.from_dict(state.to_dict()) == state
    assert State.from_json(state.to_json()) == state


@pytest.mark.requirement("R-002-17")
@given(STATES)
def test_changing_the_dictionary_changes_nothing_in_the_state(state: State) -> None:
    values = state.to_dict()
    values["board"][0] = 999
    assert state.board.tiles[0] != 999
    assert state.to_dict()["board"][0] != 999


def test_score_won_and_over_may_be_missing() -> None:
    assert State.from_dict({"board": [2, 0, 0, 2]}) == State(Board(2, (2, 0, 0, 2)))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "a list of tiles called 'board', not None"),
        ({"board": "2048"}, "a list of tiles called 'board', not '2048'"),
        ({"board": [2, 2, 2]}, "square number of tiles"),
        ({"board": [2, 2, 2, -2]}, "a tile is a whole number"),
        ({"board": [0] * 4, "score": -1}, "'score' is a whole number from 0, not -1"),
        ({"board": [0] * 4, "score": 1.5}, "'score' is a whole number from 0, not 1.5"),
        ({"board": [0] * 4, "score": True}, "'score' is a whole number from 0, not True"),
        ({"board": [0] * 4, "score": 10**2001}, "'score' is a whole number from 0, not 1000"),
        ({"board": [0] * 4, "won": 1}, "'won' and 'over' are true or false, not 1 and False"),
        ({"board": [0] * 4, "over": None}, "'won' and 'over' are true or false, not False and None"),
    ],
)
def test_values_that_are_no_state_are_refused_by_name(values: dict[str, Any], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        State.from_dict(values)


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "null", "[" * 100_000, "\ud800"])
def test_text_that_is_no_state_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(NotationError, match="a state is"):
        State.from_json(text)
