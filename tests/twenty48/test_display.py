"""Tests of the drawn 2048 board: alignment, separated numbers and colour contrast."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.twenty48 import Board, Game, Rules
from slidedrop.twenty48.display import INK_ON_TILE, plain, rich_markup, tile_colours
from tests.twins.boards2048 import boards, grid_of

MARKUP = re.compile(r"\[[^\]]*\]")
WIDE = st.lists(st.sampled_from([0, 2, 16384, 131072, 1 << 40]), min_size=9, max_size=9).map(Board.from_tiles)


def numbers(text: str) -> list[list[int]]:
    """Return the numbers of a drawn board."""
    return [[int(word) if word != "." else 0 for word in line.split()] for line in text.split("\n")]


@given(boards() | WIDE)
def test_a_drawn_board_shows_its_tiles(board: Board) -> None:
    assert numbers(plain(board)) == grid_of(board)


@given(boards() | WIDE)
def test_a_board_in_markup_shows_its_tiles(board: Board) -> None:
    assert numbers(MARKUP.sub("", rich_markup(board))) == grid_of(board)


@given(boards() | WIDE)
def test_every_row_is_as_wide_as_the_others(board: Board) -> None:
    for drawn in (plain(board), MARKUP.sub("", rich_markup(board))):
        assert len({len(line) for line in drawn.split("\n")}) == 1


@given(boards())
def test_tiles_up_to_9999_are_drawn_in_columns_of_five(board: Board) -> None:
    if board.largest <= 9999:
        assert {len(line) for line in plain(board).split("\n")} == {5 * board.size}


def test_an_empty_cell_is_drawn_with_the_given_character() -> None:
    assert plain(Board.from_rows([[2, 0], [0, 4]]), empty="-") == "    2    -\n    -    4"


@given(boards())
def test_a_notebook_shows_a_cell_for_every_tile(board: Board) -> None:
    cells = re.findall(r'<rect x="[^>]*/>(?:<text[^>]*>([0-9]*)</text>)?', board._repr_svg_())
    assert [int(cell or 0) for cell in cells] == list(board.tiles)


@pytest.mark.parametrize(("ink", "ground"), INK_ON_TILE)
def test_every_number_can_be_read_on_its_tile(ink: str, ground: str) -> None:
    lighter, darker = sorted((brightness(ink), brightness(ground)), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def brightness(colour: str) -> float:
    """Return the relative luminance as the web accessibility guidelines define it."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@given(st.sampled_from([2, 3, 5]), st.integers(0, 40))
def test_the_tile_colour_depends_on_doublings_and_not_on_the_base(base: int, power: int) -> None:
    assert tile_colours(base << power, base) == INK_ON_TILE[min(power, len(INK_ON_TILE) - 1)]


def test_a_game_in_a_notebook_shows_its_board_and_the_colours_of_its_base() -> None:
    game = Game(Rules(base=5), seed=1)
    drawn = game._repr_svg_()
    assert f"<title>{game.board.to_text()}</title>" in drawn
    assert (drawn.count(">5</text>"), drawn.count(f'fill="{INK_ON_TILE[0][1]}"')) == (2, 2)
