"""Tests of commands: conversion to and from records, and errors for invalid entries."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.command import VERBS, Command
from slidedrop.core.errors import NotationError

TILES = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), st.sampled_from([2, 4])), max_size=3).map(tuple)
COMMANDS = st.one_of(
    st.builds(Command, st.just("move"), st.sampled_from(["up", "left", "4"]), TILES),
    st.sampled_from([verb for verb in VERBS if verb != "move"]).map(Command),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["move", "tiles", "x"]), inner, max_size=3)
    ),
)


@given(COMMANDS)
def test_a_command_survives_a_json_round_trip(command: Command) -> None:
    assert Command.from_json(json.loads(json.dumps(command.to_json()))) == command


@given(JSON)
def test_any_json_value_is_a_command_or_refused(value: object) -> None:
    try:
        command = Command.from_json(value)
    except NotationError as error:
        assert "not " in str(error)  # noqa: PT017 - both endings are right
    else:
        assert Command.from_json(command.to_json()) == command


@pytest.mark.parametrize("value", ["move", "left", 3, None, [], {}, {"move": 4}, {"move": "up", "extra": 1}, ["undo"]])
def test_an_unknown_command_is_refused_with_the_known_ones(value: object) -> None:
    with pytest.raises(NotationError, match="undo, redo, "):
        Command.from_json(value)


@pytest.mark.parametrize("tiles", ["2", [[1, 2]], [[0, 0, 2.5]], [[0, 0, True]], [5], {"row": 1}])
def test_invalid_tiles_in_a_command_are_refused(tiles: object) -> None:
    with pytest.raises(NotationError, match=r"row, .*value"):
        Command.from_json({"move": "up", "tiles": tiles})
