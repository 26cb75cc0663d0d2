"""Tests of the drawn Connect-4 board."""

from __future__ import annotations

import re

import pytest

from slidedrop.connect4 import Position, Rules, display
from slidedrop.core.errors import NotationError

FREE = Rules(4, 4, gravity=False)

WON_GAME = """\
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 O  O  O  .  .  .  .
[X][X][X]<X> .  .  .
 1  2  3  4  5  6  7"""


def test_the_winning_four_and_the_last_disc_are_marked_without_colour() -> None:
    assert str(Position.from_moves("1122334")) == WON_GAME


def test_the_last_disc_is_marked_during_the_game() -> None:
    assert str(Position.from_moves("43")).splitlines()[-2:] == [" .  . (O) X  .  .  .", " 1  2  3  4  5  6  7"]


def test_free_boards_have_their_rows_numbered_too() -> None:
    drawn = str(Position.from_moves("2.3", FREE)).splitlines()
    assert drawn[1] == "2  .  . (X) ."
    assert drawn[4] == "   1  2  3  4"


def test_two_digit_numbers_stand_under_their_columns() -> None:
    bottom, numbers = str(Position.from_moves("12", Rules(12, 4))).splitlines()[-2:]
    assert bottom.index("X") == numbers.index("12") + 1
    assert numbers.split() == [str(column) for column in range(1, 13)]


def test_custom_disc_shapes_are_drawn() -> None:
    drawn = display.plain(Position.from_moves("43"), shapes="●○")
    assert "(○)" in drawn
    assert "●" in drawn
    assert "X" not in drawn


def test_wide_shapes_keep_the_columns_under_each_other() -> None:
    rows = display.plain(Position.from_moves("112"), shapes="🔴🔵").splitlines()
    places = [re.sub("[🔴🔵]", "##", row) for row in rows]
    assert places[-2].index("(##)") == places[-1].index("2") - 1
    assert places[-3].index("##") == places[-1].index("1")


def test_bad_shapes_are_refused_wherever_a_board_is_drawn() -> None:
    for draw in (display.plain, display.tight):
        with pytest.raises(NotationError, match="two different characters"):
            draw(Position(), shapes="XX")


def test_a_notebook_shows_every_disc_with_its_shape_and_rings_those_that_won() -> None:
    page = Position.from_moves("1122334")._repr_svg_()
    assert page.count("<circle") == 42
    assert (page.count(">X</text>"), page.count(">O</text>"), page.count('stroke="#ffd54f"')) == (4, 3, 4)
    assert "<title>7x6 ......./......./......./......./OOO..../XXXX... O</title>" in page
