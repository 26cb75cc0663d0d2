"""Tests of the cursor that single keys move before enter drops the disc."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.connect4 import Rules
from slidedrop.terminal.plain.cursor import Cursor

KEYS = st.sampled_from(["left", "right", "up", "down", ".", *"0123456789"])
WIDE = Rules(12, 10)
FREE = Rules(12, 11, gravity=False)


def pressed(rules: Rules, keys: list[str]) -> Cursor:
    cursor = Cursor(rules)
    for key in keys:
        if cursor.takes(key):
            cursor.press(key)
    return cursor


@given(st.lists(KEYS), st.sampled_from([WIDE, FREE, Rules()]))
def test_the_cursor_never_leaves_the_board(keys: list[str], rules: Rules) -> None:
    cursor = pressed(rules, keys)
    assert rules.on_board(cursor.cell)
    assert cursor.move == (cursor.cell[1] if rules.gravity else cursor.cell)


@pytest.mark.parametrize(
    ("keys", "column"), [("1", 1), ("12", 12), ("13", 3), ("0", 7), ("10", 10), ("119", 9), ("1112", 12), ("90", 9)]
)
def test_digits_make_a_number_as_long_as_it_fits(keys: str, column: int) -> None:
    assert pressed(WIDE, list(keys)).move == column - 1


def test_an_arrow_ends_a_number() -> None:
    assert pressed(WIDE, ["1", "right", "2"]).move == 1


def test_after_a_move_the_next_digit_starts_a_new_number() -> None:
    cursor = pressed(WIDE, ["1"])
    cursor.rest()
    cursor.press("2")
    assert cursor.move == 1


@pytest.mark.parametrize(
    ("keys", "cell"), [("2.3", (2, 3)), ("11.12", (11, 12)), ("5", (5, 7)), (".4", (6, 4)), ("9.9.1", (9, 1))]
)
def test_in_free_placement_a_dot_stands_between_row_and_column(keys: str, cell: tuple[int, int]) -> None:
    row, column = pressed(FREE, list(keys)).cell
    assert (row + 1, column + 1) == cell


def test_the_cursor_ignores_letters_and_with_gravity_the_dot() -> None:
    assert not Cursor(WIDE).takes(".")
    assert not Cursor(FREE).takes("x")
    assert not Cursor(FREE).takes("²")
