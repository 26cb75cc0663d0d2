"""Tests of the four directions and of reading them from typed text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import NotationError
from slidedrop.twenty48 import Direction

ALLOWED = {*"wasd", *(direction.value for direction in Direction)}

SPELLINGS = {
    Direction.UP: ["up", "w", "k", "W", " Up ", "\x1b[A", "\x1bOA", "↑", "ArrowUp"],
    Direction.DOWN: ["down", "s", "j", "S", "DOWN", "\x1b[B", "\x1bOB", "↓", "ArrowDown"],
    Direction.LEFT: ["left", "a", "h", "A", "Left\n", "\x1b[D", "\x1bOD", "←", "ArrowLeft"],
    Direction.RIGHT: ["right", "d", "l", "D", "right ", "\x1b[C", "\x1bOC", "→", "ArrowRight"],
}


@pytest.mark.requirement("R-000-1")
def test_there_are_four_directions_listed_up_down_left_right() -> None:
    assert [direction.value for direction in Direction] == ["up", "down", "left", "right"]


@pytest.mark.requirement("R-001-34")
def test_each_direction_is_a_step_across_and_down() -> None:
    steps = {direction.name: (direction.x, direction.y) for direction in Direction}
    assert steps == {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}


def test_the_letters_of_a_log_are_w_s_a_d() -> None:
    assert [direction.key for direction in Direction] == ["w", "s", "a", "d"]


@pytest.mark.requirement("R-000-33", "R-002-6")
@pytest.mark.parametrize(("text", "direction"), [(text, way) for way, texts in SPELLINGS.items() for text in texts])
def test_keys_words_and_arrows_name_a_direction(text: str, direction: Direction) -> None:
    assert Direction.from_text(text) is direction


@pytest.mark.requirement("R-000-33")
@given(st.text(max_size=200))
def test_other_text_is_refused_with_a_short_printable_error(text: str) -> None:
    try:
        direction = Direction.from_text(text)
    except NotationError as error:
        message = str(error)
        assert set(re.findall(r"\w+", message.rpartition(";")[2])) >= ALLOWED
        assert message.isprintable()
        assert len(message) < 120
    else:
        assert text.strip().lower() in [spelling.strip().lower() for spelling in SPELLINGS[direction]]
