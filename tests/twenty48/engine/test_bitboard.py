"""Tests of the fast 2048 board: it gives the same results as the plain board, with any tile."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import NotationError
from slidedrop.twenty48 import Board, Direction
from slidedrop.twenty48.engine.bitboard import (
    drawn,
    empty_cells,
    flipped,
    largest_rank,
    lines_for,
    mirrored,
    points_of,
    reaches,
    slid,
    spawned_at_random,
    transposed,
)
from slidedrop.twenty48.engine.bits import _nth_by_dropping, nth
from slidedrop.twenty48.engine.wide import packed, slid_with_points, unpacked, wide_empty_cells
from tests.twins.playing2048 import differences_in_random_play

pytestmark = pytest.mark.no_cover  # kernels: coverage cannot trace compiled code
LINES = {size: lines_for(size) for size in (2, 3, 4)}
ranks = st.integers(0, 15)
words = st.lists(ranks, min_size=16, max_size=16).map(
    lambda cells: np.uint64(sum(rank << (4 * cell) for cell, rank in enumerate(cells)))
)
sizes = st.sampled_from((2, 3, 4))
rows = pytest.mark.parametrize("step", [28, pytest.param(4, marks=pytest.mark.soak)])
"""4 of every 28 rows, or all rows."""


@st.composite
def boards(draw: st.DrawFn, largest: int = 17) -> Board:
    """Any board of 2x2 to 4x4 with tiles to 131072, many of them equal."""
    size, first = draw(sizes), draw(st.integers(0, largest - 3))
    cells = draw(st.lists(st.integers(0, 3), min_size=size * size, max_size=size * size))
    return Board.from_tiles([1 << (first + cell) if cell else 0 for cell in cells])


@rows
def test_every_row_slides_as_on_the_plain_board(step: int) -> None:
    for start in range(0, 1 << 16, step):
        word = np.uint64(sum((start + row) << (16 * row) for row in range(4)))
        board = unpacked(word)
        for number, direction in ((2, Direction.LEFT), (3, Direction.RIGHT)):
            low, high, points = slid_with_points(word, np.uint64(0), number, LINES[4])
            slide = board.slide(direction)
            assert (unpacked(low, high).tiles, points) == (slide.board.tiles, slide.gained)


@rows
def test_every_column_slides_as_on_the_plain_board(step: int) -> None:
    for start in range(0, 1 << 16, step):
        word = np.uint64(transposed(np.uint64(sum((start + row) << (16 * row) for row in range(4)))))
        board = unpacked(word)
        for number, direction in ((0, Direction.UP), (1, Direction.DOWN)):
            low, high, points = slid_with_points(word, np.uint64(0), number, LINES[4])
            slide = board.slide(direction)
            assert (unpacked(low, high).tiles, points) == (slide.board.tiles, slide.gained)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_random_play_never_differs_from_the_plain_game(size: int) -> None:
    moves = {2: 1_000, 3: 1_500, 4: 4_000}[size]
    assert differences_in_random_play(moves, size, seed=6) == []


@given(boards())
def test_any_board_slides_as_the_plain_one(board: Board) -> None:
    low, high = packed(board)
    for number, direction in enumerate(Direction):
        after, after_high, points = slid_with_points(low, high, number, LINES[board.size])
        slide = board.slide(direction)
        assert unpacked(after, after_high, board.size) == slide.board
        assert points == slide.gained


@given(boards(largest=15))
def test_line_tables_decide_legal_moves_on_boards_up_to_32768(board: Board) -> None:
    low, high = packed(board)
    assert high == 0
    changed = [slid(low, number, LINES[board.size]) != low for number in range(4)]
    assert changed == [direction in board.legal_moves() for direction in Direction]


@given(boards())
def test_empty_cells_match_the_plain_board(board: Board) -> None:
    low, high = packed(board)
    empty = int(wide_empty_cells(low, high, LINES[board.size]))
    assert [cell for cell in range(16) if empty >> (4 * cell) & 1] == [4 * r + c for r, c in board.empty_cells()]


@given(boards(), st.sampled_from((2, 3, 5)))
def test_a_board_packed_and_unpacked_is_the_same(board: Board, base: int) -> None:
    board = Board(board.size, tuple(tile // 2 * base for tile in board.tiles))
    assert unpacked(*packed(board, base), board.size, base) == board


def test_large_tiles_merge_to_65536_and_131072() -> None:
    board = Board.from_rows([[32768, 32768, 65536, 65536], [0] * 4, [0] * 4, [0] * 4])
    low, high = packed(board)
    low, high, points = slid_with_points(low, high, 2, LINES[4])
    assert unpacked(low, high).rows[0] == (65536, 131072, 0, 0)
    assert points == 65536 + 131072


def test_line_tables_merge_two_32768s_into_32768_for_65536_points() -> None:
    word, _ = packed(Board.from_rows([[32768, 0, 32768, 2], [0] * 4, [0] * 4, [0] * 4]))
    after, _ = packed(Board.from_rows([[32768, 2, 0, 0], [0] * 4, [0] * 4, [0] * 4]))
    assert (slid(word, 2, LINES[4]), points_of(word, 2, LINES[4])) == (after, 65536)
    assert points_of(word, 0, LINES[4]) == 0


def test_a_tile_of_another_base_is_refused_by_name() -> None:
    with pytest.raises(NotationError, match=r"^12 .*2 x 1, 2, 4"):
        packed(Board.from_rows([[12, 0], [0, 0]]))


@given(words, sizes)
def test_transposing_and_flipping_a_word_match_numpy(word: np.uint64, size: int) -> None:
    lines = LINES[size]
    word &= np.uint64(15) * lines.cells
    rows = np.array(unpacked(word, size=size).rows)
    for turned, expected in (
        (transposed(word), rows.T),
        (mirrored(word, lines), rows[:, ::-1]),
        (flipped(word, lines), rows[::-1]),
    ):
        assert (np.array(unpacked(turned, size=size).rows) == expected).all()


@given(words)
def test_a_board_reaches_every_rank_to_its_largest(word: np.uint64) -> None:
    largest = max(int(word) >> (4 * cell) & 15 for cell in range(16))
    assert largest_rank(word) == largest
    assert [bool(reaches(word, np.uint64(rank))) for rank in range(16)] == [rank <= largest for rank in range(16)]


@given(st.integers(1, (1 << 64) - 1), st.data())
def test_the_nth_bit_is_the_same_with_and_without_bmi2(number: int, data: st.DataObject) -> None:
    bits = [bit for bit in range(64) if number >> bit & 1]
    place = np.uint64(data.draw(st.integers(0, len(bits) - 1)))
    assert nth(np.uint64(number), place) == _nth_by_dropping(np.uint64(number), place) == 1 << bits[int(place)]


def test_new_tiles_fall_in_every_empty_cell_and_one_in_ten_is_a_four() -> None:
    word, _ = packed(Board.from_rows([[2, 4, 8, 0], [0, 4, 8, 16], [2, 0, 8, 16], [2, 4, 0, 16]]))
    four = np.uint64(round(0.1 * (1 << 32)))
    lots = [np.uint64(drawn(np.uint64(number))) for number in range(20_000)]
    fallen = [int(spawned_at_random(word, lot, four, LINES[4])) ^ int(word) for lot in lots]
    assert len(set(fallen)) == 8
    assert abs(sum(fallen.count(1 << place) for place in (12, 16, 36, 56)) / 20_000 - 0.9) < 0.01
    assert all(abs(fallen.count(1 << place) / 20_000 - 0.225) < 0.015 for place in (12, 16, 36, 56))


def test_an_empty_board_has_all_its_cells_free_and_slides_nowhere() -> None:
    for size, lines in LINES.items():
        assert int(empty_cells(np.uint64(0), lines)).bit_count() == size * size
        assert all(slid(np.uint64(0), direction, lines) == 0 for direction in range(4))
