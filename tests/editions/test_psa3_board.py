"""Tests of assignment 001's Board, Direction and Random: drawing, moves and board files."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import NotationError, RecordError
from slidedrop.core.randomness import JavaRandom
from slidedrop.editions.psa3 import NUM_START_TILES, TWO_PROBABILITY, Board, Direction, Random

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLE = "4\n224\n2 16 0 0 \n16 4 2 0 \n4 32 0 0 \n8 0 0 2 \n"
"""The assignment's 2048_4x4.board, with the space that its text requires."""
LARGER = "6\n1212\n4 2 64 4 0 2 \n8 4 2 16 0 0 \n4 16 128 8 0 0 \n2 8 4 0 0 0 \n4 16 0 0 2 0 \n0 0 0 0 0 0 \n"
ROWS = st.lists(st.sampled_from([0, 0, 2, 2, 4, 8]), min_size=16, max_size=16).map(
    lambda tiles: [tiles[start : start + 4] for start in range(0, 16, 4)]
)


class Scripted:
    """A generator that returns these numbers and records the requested bounds."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)
        self.bounds: list[int] = []

    def next_int(self, bound: int, /) -> int:
        self.bounds.append(bound)
        return self.numbers.pop(0)


def board_of(folder: Path, rows: list[list[int]], *draws: int) -> Board:
    """Return the board with these rows, loaded from a file: the assignment has no other way."""
    file = folder / "given.board"
    file.write_text(f"{len(rows)}\n0\n" + "".join(" ".join(map(str, row)) + " \n" for row in rows))
    return Board(Scripted(*draws), str(file))


@pytest.mark.requirement("R-001-1", "R-001-13")
@pytest.mark.parametrize("size", [2, 3, 4, 7])
def test_a_new_board_has_two_tiles_and_no_score(size: int) -> None:
    board = Board(Random(1), size)
    assert board.score == 0
    assert [len(row) for row in board.grid] == [size] * size
    assert sum(tile in {2, 4} for row in board.grid for tile in row) == NUM_START_TILES == 2


@pytest.mark.requirement("R-001-2", "R-001-3", "R-001-36")
@pytest.mark.parametrize("spacing", [EXAMPLE, EXAMPLE.replace(" \n", "\n")])
def test_a_board_from_a_file_matches_it_and_draws_no_random_number(tmp_path: Path, spacing: str) -> None:
    file = tmp_path / "2048_4x4.board"
    file.write_text(spacing)
    random = Scripted()
    board = Board(random, str(file))
    assert board.grid == [[2, 16, 0, 0], [16, 4, 2, 0], [4, 32, 0, 0], [8, 0, 0, 2]]
    assert (board.score, random.bounds) == (224, [])


@pytest.mark.requirement("R-001-3", "R-001-4")
@pytest.mark.parametrize("text", [EXAMPLE, LARGER])
def test_a_saved_board_has_the_bytes_of_the_document(tmp_path: Path, text: str) -> None:
    first, second = tmp_path / "first.board", tmp_path / "second.board"
    first.write_text(text)
    Board(Random(0), str(first)).saveBoard(str(second))
    assert second.read_bytes() == text.encode()
    Board(Random(0), str(second)).saveBoard(str(first))
    assert first.read_bytes() == text.encode()


@pytest.mark.requirement("R-001-6", "R-001-7", "R-001-38")
@pytest.mark.parametrize(
    ("location", "cell"), list(enumerate([(0, 0), (0, 1), (0, 3), (1, 0), (1, 1), (1, 3), (3, 0)]))
)
def test_free_squares_are_numbered_row_by_row(tmp_path: Path, location: int, cell: tuple[int, int]) -> None:
    rows = [[0, 0, 2, 0], [0, 0, 4, 0], [8, 4, 2, 2], [0, 2, 4, 2]]
    board = board_of(tmp_path, rows, location, 0)
    board.addRandomTile()
    rows[cell[0]][cell[1]] = 2
    assert board.grid == rows


@pytest.mark.requirement("R-001-6", "R-001-8")
@pytest.mark.parametrize(("value", "tile"), [(0, 2), (TWO_PROBABILITY - 1, 2), (TWO_PROBABILITY, 4), (99, 4)])
def test_two_random_numbers_are_drawn_first_the_square_then_the_value(tmp_path: Path, value: int, tile: int) -> None:
    random = Scripted(0, value)
    file = tmp_path / "a.board"
    file.write_text(EXAMPLE)
    board = Board(random, str(file))
    board.addRandomTile()
    assert random.bounds == [7, 100]
    assert board.grid[0][2] == tile


@pytest.mark.requirement("R-001-5")
def test_a_full_board_gets_no_tile_and_draws_no_number(tmp_path: Path) -> None:
    board = board_of(tmp_path, [[2, 4], [4, 2]])
    board.addRandomTile()
    assert board.grid == [[2, 4], [4, 2]]


@pytest.mark.requirement("R-001-9")
def test_the_start_and_new_tiles_draw_from_one_random_generator() -> None:
    random, twin = Random(5), JavaRandom(5)
    board = Board(random, 4)
    board.addRandomTile()
    for count in (16, 15, 14):
        twin.next_int(count)
        twin.next_int(100)
    assert random.next_int(1000) == twin.next_int(1000)


@pytest.mark.requirement("R-001-10", "R-001-38")
def test_the_documents_two_boards_can_move_as_it_describes(tmp_path: Path) -> None:
    gap = board_of(tmp_path, [[2, 16, 8, 4], [16, 4, 2, 8], [4, 32, 16, 0], [8, 4, 8, 2]])
    assert gap.canMove(Direction.RIGHT)
    assert not gap.canMove(Direction.LEFT)
    pair = board_of(tmp_path, [[2, 16, 8, 4], [16, 4, 2, 8], [4, 32, 8, 16], [8, 4, 8, 2]])
    can = [direction for direction in Direction if pair.canMove(direction)]
    assert can == [Direction.UP, Direction.DOWN]


@pytest.mark.requirement("R-001-10", "R-001-11")
@given(rows=ROWS)
def test_a_board_can_move_where_a_tile_has_a_gap_or_its_equal_beside_it(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[int]]
) -> None:
    folder = tmp_path_factory.mktemp("boards")
    for direction in Direction:
        board = board_of(folder, rows)
        expected = any(
            rows[row][column] and rows[row + direction.getY()][column + direction.getX()] in {0, rows[row][column]}
            for row in range(4)
            for column in range(4)
            if 0 <= row + direction.getY() < 4 and 0 <= column + direction.getX() < 4
        )
        assert board.canMove(direction) == expected
        assert board.move(direction) == expected
        assert (board.grid != rows) == expected


@pytest.mark.requirement("R-001-12", "R-001-13", "R-001-16")
@pytest.mark.parametrize(
    ("row", "left", "right", "points"),
    [
        ([0, 0, 2, 0], [2, 0, 0, 0], [0, 0, 0, 2], 0),
        ([2, 2, 2, 2], [4, 4, 0, 0], [0, 0, 4, 4], 8),
        ([2, 0, 2, 0], [4, 0, 0, 0], [0, 0, 0, 4], 4),
        ([2, 2, 0, 2], [4, 2, 0, 0], [0, 0, 2, 4], 4),
        ([2, 0, 2, 2], [4, 2, 0, 0], [0, 0, 2, 4], 4),
        ([4, 2, 2, 0], [4, 4, 0, 0], [0, 0, 4, 4], 4),
    ],
)
def test_the_head_start_rows_go_as_in_the_original(
    tmp_path: Path, row: list[int], left: list[int], right: list[int], points: int
) -> None:
    for direction, after in ((Direction.LEFT, left), (Direction.RIGHT, right)):
        board = board_of(tmp_path, [row, [0] * 4, [0] * 4, [0] * 4])
        assert board.move(direction)
        assert (board.grid[0], board.score) == (after, points)
    for direction, after in ((Direction.UP, left), (Direction.DOWN, right)):
        board = board_of(tmp_path, [[tile, 0, 0, 0] for tile in row])
        moved = board.move(direction)
        assert moved
        assert [line[0] for line in board.grid] == after


@pytest.mark.requirement("R-001-15")
def test_a_move_brings_no_tile_by_itself(tmp_path: Path) -> None:
    board = board_of(tmp_path, [[0, 2], [0, 0]])
    assert board.move(Direction.LEFT)
    assert board.grid == [[2, 0], [0, 0]]


@pytest.mark.requirement("R-001-14")
@pytest.mark.parametrize(
    ("rows", "over"),
    [([[2, 4], [4, 2]], True), ([[2, 4], [4, 4]], False), ([[2, 4], [0, 2]], False), ([[0, 0]] * 2, True)],
)
def test_a_game_is_over_when_nothing_can_move_even_on_an_empty_board(
    tmp_path: Path, rows: list[list[int]], over: bool
) -> None:
    assert board_of(tmp_path, rows).isGameOver() is over


@pytest.mark.requirement("R-001-34", "R-001-37")
def test_directions_are_unit_vectors() -> None:
    vectors = {direction.name: (direction.getX(), direction.getY()) for direction in Direction}
    assert vectors == {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}


@pytest.mark.requirement("R-001-23")
def test_the_board_is_drawn_in_columns_of_five_that_widen_before_numbers_touch(tmp_path: Path) -> None:
    small = board_of(tmp_path, [[2, 0], [0, 1024]])
    assert str(small) == "Score: 0\n    2    -\n    - 1024"
    large = str(board_of(tmp_path, [[2, 131072], [131072, 0]])).splitlines()[1:]
    assert large == ["      2 131072", " 131072      -"]
    assert all(len(one) == len(other) for one, other in pairwise(large))


def test_a_wrong_board_file_is_refused_with_its_name_and_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.board"
    file.write_text("2\n0\n2 3 \n0 0 \n")
    with pytest.raises(NotationError, match=r"bad\.board' .*tile 2 .*line 3 .*'3'"):
        Board(Random(0), str(file))


def test_saving_to_an_unwritable_path_raises_an_error(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot write"):
        Board(Random(0), 2).saveBoard(str(tmp_path / "missing" / "a.board"))


def test_a_generator_has_a_seed_until_a_number_is_drawn() -> None:
    random = Random(-3)
    assert random.seed == -3
    random.next_int(5)
    assert random.seed is None
    assert Random().seed != Random().seed
