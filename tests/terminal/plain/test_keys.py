"""Tests that terminal input becomes keys and that keys become directions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.session import Session
from slidedrop.terminal.plain.keyboard import key_name, printable, split_keys
from slidedrop.terminal.plain.twenty48_face import Twenty48Face
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game

ARROWS = {
    Direction.UP: ["\x1b[A", "\x1bOA", "\xe0H", "\x00H", "w", "k", "W"],
    Direction.DOWN: ["\x1b[B", "\x1bOB", "\xe0P", "\x00P", "s", "j", "S"],
    Direction.RIGHT: ["\x1b[C", "\x1bOC", "\xe0M", "\x00M", "d", "l", "D"],
    Direction.LEFT: ["\x1b[D", "\x1bOD", "\xe0K", "\x00K", "a", "h", "A"],
}


@pytest.mark.requirement("R-000-33")
@pytest.mark.parametrize(("sent", "direction"), [(sent, way) for way, all_sent in ARROWS.items() for sent in all_sent])
def test_every_key_that_moves_is_a_direction(sent: str, direction: Direction) -> None:
    (key,), rest = split_keys(sent)
    session = Session(Game(seed=1))
    assert not rest
    assert Twenty48Face().key(key, session) == [direction]
    assert Twenty48Face().key(key, session) == Twenty48Face().moves(direction.value, session)


def test_several_keys_sent_together_are_split() -> None:
    assert split_keys("aa\x1b[A\x1bOBq") == (["a", "a", "up", "down", "q"], "")


def test_a_lone_escape_is_a_key_and_the_beginning_of_an_arrow_waits() -> None:
    assert split_keys("\x1b") == (["escape"], "")
    assert split_keys("w\x1b[") == (["w"], "\x1b[")
    assert split_keys("\x1b[A\x1bO") == (["up"], "\x1bO")
    assert split_keys("\x1b[1;5") == ([], "\x1b[1;5")


@given(st.lists(st.sampled_from(["\x1b[A", "\x1b[B", "w", "\x1b[5~", "ä"])), st.data())
def test_splitting_keys_does_not_depend_on_where_the_input_is_cut(sent: list[str], data: st.DataObject) -> None:
    whole = "".join(sent)
    cut = data.draw(st.integers(0, len(whole)).filter(lambda place: not whole[:place].endswith("\x1b")))
    first, rest = split_keys(whole[:cut])
    second, nothing = split_keys(rest + whole[cut:])
    assert (first + second, nothing) == split_keys(whole)


def test_keys_without_a_letter_have_a_name() -> None:
    names = [key_name(key) for key in ("\x03", "\x1a", "\r", " ", "\x7f", "\x0c", "\x1b[15~", "\x85", "é")]
    assert names == ["ctrl-c", "ctrl-z", "enter", "space", "undo", "redraw", "this key", "\\x85", "é"]


def test_control_characters_are_escaped() -> None:
    assert printable("a\x1b[2Jä\x07") == "a\\x1b[2Jä\\x07"


def test_a_nul_byte_is_control_d_except_before_an_arrow_code() -> None:
    assert split_keys("4\x00") == (["4", "ctrl-d"], "")
    assert split_keys("\x00H") == (["up"], "")
