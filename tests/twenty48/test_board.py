"""Tests of the 2048 board: invariants, slides equal to those of the naive twin, and creation."""

from __future__ import annotations

from array import array
from dataclasses import FrozenInstanceError
from itertools import product
from math import isqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slidedrop.core.errors import NotationError
from slidedrop.twenty48 import Board, Direction
from slidedrop.twenty48.board import slide_line
from tests.twins.boards2048 import boards, directions, grid_of
from tests.twins.naive2048 import naive_can_slide, naive_slide

Line = tuple[int, ...]
LINES = list(product([0, *(1 << power for power in range(1, 16))], repeat=4))
HEAD_START: dict[Line, tuple[Line, Line]] = {
    (0, 0, 2, 0): ((2, 0, 0, 0), (0, 0, 0, 2)),
    (2, 2, 2, 2): ((4, 4, 0, 0), (0, 0, 4, 4)),
    (2, 0, 2, 0): ((4, 0, 0, 0), (0, 0, 0, 4)),
    (2, 2, 0, 2): ((4, 2, 0, 0), (0, 0, 2, 4)),
    (2, 0, 2, 2): ((4, 2, 0, 0), (0, 0, 2, 4)),
}
FULL = [[2, 4, 2, 4], [4, 2, 4, 2], [2, 4, 2, 4], [4, 2, 4, 2]]
NAMED = {
    "empty": [[0] * 4] * 4,
    "corners only": [[2, 0, 0, 2], [0] * 4, [0] * 4, [2, 0, 0, 2]],
    "one gap": [[0, 4, 2, 4], *FULL[1:]],
    "full": FULL,
    "alternating empty rows": [[2, 2, 4, 4], [0] * 4, [2, 4, 4, 2], [0] * 4],
    "alternating empty columns": [[2, 0, 4, 0], [2, 0, 4, 0], [4, 0, 4, 0], [4, 0, 2, 0]],
}


def row_board(*row: int) -> Board:
    """Return a board with one row of tiles; the other cells are empty."""
    return Board.from_rows([row, *[[0] * len(row)] * (len(row) - 1)])


def turned(lines: list[Line]) -> list[Line]:
    """Return the rows transposed."""
    return list(zip(*lines, strict=True))


# --- comparison with the twin -----------------------------------------------------------------------------------------


@pytest.mark.no_cover  # many cases of code that smaller tests cover
@pytest.mark.requirement("R-000-12", "R-000-13", "R-000-14", "R-000-15", "R-001-12", "R-002-8")
def test_all_65536_lines_of_4_slide_like_the_reference_in_all_directions() -> None:
    assert len(LINES) == 65_536
    for start in range(0, len(LINES), 4):
        lines = LINES[start : start + 4]
        for direction in Direction:
            board = Board.from_rows(lines if direction.x else turned(lines))
            naive = naive_slide(grid_of(board), direction.value)
            slide = board.slide(direction)
            assert grid_of(slide.board) == naive.grid
            assert slide.gained == naive.points


@pytest.mark.requirement("R-000-12", "R-000-13", "R-000-14", "R-000-15", "R-000-20", "R-001-12", "R-001-13", "R-002-7")
@given(boards(), directions)
def test_a_board_of_any_size_and_base_slides_like_the_reference(board: Board, direction: Direction) -> None:
    naive = naive_slide(grid_of(board), direction.value)
    slide = board.slide(direction)
    assert grid_of(slide.board) == naive.grid
    assert slide.gained == naive.points


@pytest.mark.no_cover  # many cases of code that smaller tests cover
@pytest.mark.requirement("R-000-12", "R-000-13", "R-000-14")
@settings(max_examples=8)
@given(boards(sizes=st.sampled_from([16, 33, 64])), directions)
def test_a_large_board_slides_like_the_reference(board: Board, direction: Direction) -> None:
    assert grid_of(board.slide(direction).board) == naive_slide(grid_of(board), direction.value).grid


@pytest.mark.requirement("R-001-10", "R-002-5", "R-000-11")
@given(boards(), directions)
def test_a_tile_can_slide_if_an_empty_cell_or_an_equal_tile_is_next_to_it(board: Board, direction: Direction) -> None:
    can = naive_can_slide(grid_of(board), direction.value)
    assert (direction in board.legal_moves()) == can
    assert board.slide(direction).moved == can
    assert (direction in board.legal_moves()) == can


@pytest.mark.requirement("R-001-14", "R-002-10", "R-000-17")
@given(boards())
def test_a_board_with_tiles_is_over_when_no_direction_moves_anything(board: Board) -> None:
    if board.largest:
        assert board.is_over == (not any(naive_can_slide(grid_of(board), way.value) for way in Direction))


# --- results of a slide -----------------------------------------------------------------------------------------------


@given(boards(), directions)
def test_the_motions_of_a_slide_add_up_to_the_board_after_it(board: Board, direction: Direction) -> None:
    slide = board.slide(direction)
    after = [[0] * board.size for _ in range(board.size)]
    for motion in slide.motions:
        assert board.tile(motion.source) == motion.value
        after[motion.target[0]][motion.target[1]] += motion.value
    assert after == grid_of(slide.board)
    assert sorted(motion.source for motion in slide.motions) == [
        (row, column) for row, tiles in enumerate(board.rows) for column, tile in enumerate(tiles) if tile
    ]


@given(boards(), directions)
def test_every_tile_moves_along_its_line_towards_the_wall(board: Board, direction: Direction) -> None:
    for motion in board.slide(direction).motions:
        down, right = (there - here for here, there in zip(motion.source, motion.target, strict=True))
        assert down * direction.y >= 0
        assert right * direction.x >= 0
        assert (down == 0) if direction.x else (right == 0)


@pytest.mark.requirement("R-000-15", "R-001-13", "R-002-7")
@given(boards(), directions)
def test_the_points_are_the_values_of_the_tiles_that_were_made(board: Board, direction: Direction) -> None:
    slide = board.slide(direction)
    merged = [2 * motion.value for motion in slide.motions if motion.merged]
    assert sorted([*slide.made, *slide.made]) == sorted(merged)
    assert slide.gained == sum(slide.made)


@pytest.mark.requirement("R-000-10", "R-001-15")
@given(boards(), directions)
def test_a_slide_never_adds_a_tile_and_leaves_the_board_before_it_alone(board: Board, direction: Direction) -> None:
    before = board.tiles
    slide = board.slide(direction)
    assert sum(slide.board.tiles) == sum(before)
    assert slide.before.tiles == board.tiles == before


@pytest.mark.requirement("R-000-18")
@given(boards(), directions)
def test_tiles_keep_their_order_when_nothing_merges(board: Board, direction: Direction) -> None:
    slide = board.slide(direction)
    if not slide.made:
        for old, new in zip(slide_lines(board, direction), slide_lines(slide.board, direction), strict=True):
            assert [tile for tile in old if tile] == [tile for tile in new if tile]
            assert len(old) == len(new)


def slide_lines(board: Board, direction: Direction) -> list[Line]:
    """Return the rows or columns along which a direction slides."""
    return list(board.rows) if direction.x else turned(list(board.rows))


# --- examples of the assignments --------------------------------------------------------------------------------------


@pytest.mark.requirement("R-001-16", "R-002-8")
@pytest.mark.parametrize("row", HEAD_START)
def test_the_five_head_start_rows_behave_as_in_the_original_both_ways(row: Line) -> None:
    left, right = HEAD_START[row]
    assert row_board(*row).slide(Direction.LEFT).board == row_board(*left)
    assert row_board(*row).slide(Direction.RIGHT).board == row_board(*right)


@pytest.mark.requirement("R-000-14", "R-001-12")
def test_the_pair_next_to_the_wall_merges_and_a_merged_tile_does_not_merge_again() -> None:
    assert row_board(2, 2, 0, 2).slide(Direction.RIGHT).board == row_board(0, 0, 2, 4)
    assert row_board(0, 2, 2, 4).slide(Direction.RIGHT).board == row_board(0, 0, 4, 4)
    assert row_board(8, 4, 2, 2).slide(Direction.LEFT).board == row_board(8, 4, 4, 0)


@pytest.mark.requirement("R-001-38", "R-001-10")
def test_a_16_with_an_empty_cell_to_its_right_lets_the_board_move_right() -> None:
    board = Board.from_rows([[2, 16, 8, 4], [16, 4, 2, 8], [4, 32, 16, 0], [8, 4, 8, 2]])
    assert Direction.RIGHT in board.legal_moves()
    assert Direction.LEFT not in board.legal_moves()


@pytest.mark.requirement("R-001-38", "R-001-10")
def test_two_8s_above_each_other_let_the_board_move_up_and_down_only() -> None:
    board = Board.from_rows([[2, 16, 8, 4], [16, 4, 2, 8], [4, 32, 8, 16], [8, 4, 8, 2]])
    assert board.legal_moves() == [Direction.UP, Direction.DOWN]


@pytest.mark.requirement("R-001-38", "R-001-7")
def test_empty_cells_are_listed_row_by_row() -> None:
    board = Board.from_rows([[0, 0, 2, 0], [0, 0, 4, 0], [8, 4, 2, 2], [0, 2, 4, 2]])
    assert board.empty_cells() == [(0, 0), (0, 1), (0, 3), (1, 0), (1, 1), (1, 3), (3, 0)]


@pytest.mark.requirement("R-000-38")
@pytest.mark.parametrize("name", NAMED)
def test_the_named_boards_slide_like_the_reference(name: str) -> None:
    board = Board.from_rows(NAMED[name])
    for direction in Direction:
        assert grid_of(board.slide(direction).board) == naive_slide(NAMED[name], direction.value).grid


@pytest.mark.requirement("R-000-17", "R-001-14")
def test_a_board_with_a_single_corner_tile_is_not_over() -> None:
    board = Board.empty(4).with_tile((3, 3), 2)
    assert not board.is_over
    assert board.legal_moves() == [Direction.UP, Direction.LEFT]


@pytest.mark.requirement("R-000-17")
def test_a_full_board_without_equal_neighbours_is_over_and_an_empty_one_is_not() -> None:
    assert Board.from_rows(FULL).is_over
    assert not Board.empty(4).is_over
    assert Board.empty(4).legal_moves() == []


# --- creating boards --------------------------------------------------------------------------------------------------


@pytest.mark.requirement("R-000-34", "R-000-4")
@given(boards())
def test_a_board_is_made_of_any_nested_sequence(board: Board) -> None:
    assert Board.from_rows(grid_of(board)) == board
    assert Board.from_rows(tuple(board.rows)) == board
    assert Board.from_rows(array("Q", row) for row in board.rows) == board
    assert Board.from_tiles(list(board.tiles)) == board


@pytest.mark.requirement("R-000-34")
def test_a_board_is_made_of_an_array() -> None:
    numpy = pytest.importorskip("numpy")
    board = Board.from_rows(numpy.array([[2, 0], [0, 4]]))
    assert board == Board(2, (2, 0, 0, 4))
    assert all(type(tile) is int for tile in board.tiles)


@pytest.mark.requirement("R-000-4")
def test_row_0_is_on_top_and_column_0_on_the_left() -> None:
    board = Board.from_rows([[2, 4], [8, 16]])
    assert [board.tile(cell) for cell in ((0, 0), (0, 1), (1, 0), (1, 1))] == [2, 4, 8, 16]
    assert board.tiles == (2, 4, 8, 16)
    assert board.with_tile((1, 0), 32).rows == ((2, 4), (32, 16))
    assert board.largest == 16


@pytest.mark.requirement("R-000-5", "R-002-17")
def test_a_board_never_changes() -> None:
    board = Board.empty(2)
    with pytest.raises(FrozenInstanceError):
        board.tiles = (2, 2, 2, 2)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[2, 0], [2]], r"row 2 .*\b1 .*\b2 in each"),
        ([[2]], r"size .*2 .*not 1\b"),
        ([], r"size .*2 .*not 0\b"),
        ([[2, -2], [0, 0]], "tile .* -2$"),
        ([[2, 0.5], [0, 0]], "not 0.5"),
        ([[2, "4"], [0, 0]], "not '4'"),
        ([[2, True], [0, 0]], "not True"),
        ([[2, None], [0, 0]], "not None"),
        ([[2, 10**2001], [0, 0]], "not 1000"),
    ],
)
def test_invalid_rows_are_refused(rows: list[list[int]], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Board.from_rows(rows)


@pytest.mark.parametrize("count", [0, 1, 3, 15, 17])
def test_a_list_that_is_no_square_is_refused(count: int) -> None:
    with pytest.raises(NotationError, match=rf"(square .*not {count}|size .*not {isqrt(count)})\b"):
        Board.from_tiles([0] * count)


@pytest.mark.parametrize("size", [-3, 0, 1])
def test_an_empty_board_smaller_than_2x2_is_refused(size: int) -> None:
    with pytest.raises(NotationError, match=rf"size .*2 .*not {size}\b"):
        Board.empty(size)


def test_a_board_draws_itself_in_text_in_colour_and_in_a_notebook() -> None:
    board = Board.from_rows([[2, 0], [0, 4]])
    assert str(board) == "    2    .\n    .    4"
    assert board.__rich__().count("[/]") == 2
    assert board._repr_svg_().count("<rect") == 5


lines_of_tiles = st.lists(st.sampled_from([0, 0, 2, 2, 4, 8]), min_size=2, max_size=64).map(tuple)


@given(lines_of_tiles)
def test_lines_of_2_to_64_cells_slide_like_the_reference(line: tuple[int, ...]) -> None:
    naive = naive_slide([list(line)], "left")
    assert [list(slide_line(line).line)] == naive.grid
    assert slide_line(line).points == naive.points


@given(lines_of_tiles)
def test_the_points_of_a_line_are_the_sum_of_its_merged_tiles(line: tuple[int, ...]) -> None:
    slid = slide_line(line)
    assert slid.points == sum(slid.made)
    assert sum(slid.line) == sum(line)


@given(lines_of_tiles)
def test_every_tile_takes_one_step_and_they_add_up_to_the_line(line: tuple[int, ...]) -> None:
    slid = slide_line(line)
    assert [step.source for step in slid.steps] == [place for place, tile in enumerate(line) if tile]
    assert all(step.target <= step.source for step in slid.steps)
    after = [0] * len(line)
    for step in slid.steps:
        after[step.target] += line[step.source]
    assert tuple(after) == slid.line


@given(lines_of_tiles)
def test_exactly_two_tiles_share_the_target_of_a_merge(line: tuple[int, ...]) -> None:
    steps = slide_line(line).steps
    for step in steps:
        assert sum(other.target == step.target for other in steps) == (2 if step.merged else 1)


def test_long_lines_are_not_remembered() -> None:
    slide_line.cache_clear()
    board = Board(12, tuple(range(1, 145)))
    assert board.legal_moves() == []
    assert not board.slide("left").moved
    assert slide_line.cache_info().currsize == 0
