"""Tests of assignment 000's model, GameT: each routine follows its specification."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import IllegalMove
from slidedrop.core.randomness import JavaRandom
from slidedrop.editions import mis
from slidedrop.editions.mis import DirectionT, GameT
from slidedrop.twenty48 import Rules
from tests.editions.mis_boards import COLUMNS_APART, CORNERS, EMPTY, FULL, ONE_GAP, ROWS_APART, Matrix, game_with

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

BOARDS = st.lists(st.sampled_from([0, 0, 2, 2, 4, 8, 1024]), min_size=16, max_size=16).map(
    lambda tiles: [tiles[start : start + 4] for start in range(0, 16, 4)]
)


def after(board: Matrix, direction: DirectionT) -> Matrix:
    """Return the board after one move."""
    game = game_with(board)
    game.makeMove(direction)
    return game.getBoard()


def transposed(board: Matrix) -> Matrix:
    """Return the board with rows and columns interchanged."""
    return [list(column) for column in zip(*board, strict=True)]


def mirrored(board: Matrix) -> Matrix:
    """Return the board mirrored left to right."""
    return [row[::-1] for row in board]


@pytest.mark.requirement("R-000-1")
def test_there_are_four_directions_in_the_documents_order() -> None:
    assert [direction.name for direction in DirectionT] == ["up", "down", "left", "right"]


@pytest.mark.requirement("R-000-2", "R-000-20")
def test_size_and_base_are_constants_that_can_be_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (GameT.Size, GameT.Base) == (4, 2)
    monkeypatch.setattr(GameT, "Size", 6)
    monkeypatch.setattr(GameT, "Base", 3)
    game = GameT(JavaRandom(2))
    assert [len(row) for row in game.getBoard()] == [6] * 6
    game.setBoard([[0] * 6] * 6)
    for _ in range(36):
        game.addTile()
    assert {tile for row in game.getBoard() for tile in row} == {3, 6}


@pytest.mark.requirement("R-000-20")
def test_merging_works_for_any_equal_values() -> None:
    assert after([[3, 3, 6, 0], *EMPTY[:3]], DirectionT.left)[0] == [6, 6, 0, 0]


@pytest.mark.requirement("R-000-3", "R-000-4", "R-000-5")
@pytest.mark.parametrize("seed", range(20))
def test_a_new_game_has_two_tiles_score_0_and_allows_add_tile(seed: int) -> None:
    game = GameT(JavaRandom(seed))
    assert (game.getScore(), game.validMove) == (0, True)
    tiles = [tile for row in game.getBoard() for tile in row]
    assert (len(tiles), len(tiles) - tiles.count(0)) == (16, 2)
    assert set(tiles) <= {0, 2, 4}


@pytest.mark.requirement("R-000-5", "R-000-6")
def test_set_board_and_get_board_copy_the_board() -> None:
    given_board = [row[:] for row in CORNERS]
    game = game_with(given_board)
    given_board[0][0] = 8
    game.getBoard()[0][0] = 16
    assert game.getBoard() == CORNERS


@pytest.mark.requirement("R-000-6")
def test_set_board_touches_neither_score_nor_valid_move() -> None:
    game = game_with([[2, 2, 0, 0], *EMPTY[:3]])
    game.makeMove(DirectionT.left)
    game.makeMove(DirectionT.left)
    game.setBoard([[7, 5, 1, 0], *EMPTY[:3]])
    assert (game.getScore(), game.validMove) == (4, False)


@pytest.mark.requirement("R-000-34")
@pytest.mark.parametrize("kind", [list, tuple, iter])
def test_set_board_takes_any_nested_sequence(kind: Callable[[Iterable[object]], Iterable[Iterable[int]]]) -> None:
    assert game_with(kind(kind(row) for row in CORNERS)).getBoard() == CORNERS


@pytest.mark.requirement("R-000-7", "R-000-11")
def test_add_tile_does_nothing_after_a_move_that_altered_nothing() -> None:
    game = game_with([[2, 0, 0, 0], *EMPTY[:3]])
    game.makeMove(DirectionT.left)
    assert not game.validMove
    game.addTile()
    assert game.getBoard() == [[2, 0, 0, 0], *EMPTY[:3]]
    game.makeMove(DirectionT.right)
    assert game.validMove


@pytest.mark.requirement("R-000-8", "R-000-19")
def test_add_tile_turns_each_zero_into_base_or_twice_base_equally_often() -> None:
    game = GameT(JavaRandom(3))
    places, values = set(), []
    for _ in range(600):
        game.setBoard(EMPTY)
        game.addTile()
        ((place, value),) = [(i, tile) for i, tile in enumerate(chain.from_iterable(game.getBoard())) if tile]
        places.add(place)
        values.append(value)
    assert places == set(range(16))
    assert set(values) == {2, 4}
    assert 250 < values.count(2) < 350


@pytest.mark.requirement("R-000-8")
def test_add_tile_never_overwrites_a_tile() -> None:
    for seed in range(20):
        game = game_with(ONE_GAP, seed)
        game.addTile()
        assert [row[:] for row in game.getBoard()[:2]] == ONE_GAP[:2]
        assert game.getBoard()[2][2] in {2, 4}


@pytest.mark.requirement("R-000-9")
def test_add_tile_on_a_full_board_changes_nothing() -> None:
    game = game_with(FULL)
    game.addTile()
    assert game.getBoard() == FULL


@pytest.mark.requirement("R-000-10")
def test_a_move_alone_never_adds_a_tile() -> None:
    assert sum(tile != 0 for row in after(CORNERS, DirectionT.left) for tile in row) == 4


@pytest.mark.requirement("R-000-31")
def test_after_a_valid_move_any_number_of_tiles_may_be_added() -> None:
    game = game_with(CORNERS)
    game.makeMove(DirectionT.left)
    for _ in range(3):
        game.addTile()
    assert sum(tile != 0 for row in game.getBoard() for tile in row) == 7


@pytest.mark.requirement("R-000-33")
@pytest.mark.parametrize("other", ["up", 0, None])
def test_make_move_takes_nothing_but_a_direction(other: object) -> None:
    game = game_with(CORNERS)
    with pytest.raises(IllegalMove, match="makeMove takes DirectionT"):
        game.makeMove(other)  # type: ignore[arg-type]
    assert game.getBoard() == CORNERS


@pytest.mark.requirement("R-000-12", "R-000-14")
@given(BOARDS)
def test_every_direction_equals_a_left_move_on_the_turned_board(board: Matrix) -> None:
    assert after(board, DirectionT.right) == mirrored(after(mirrored(board), DirectionT.left))
    assert after(board, DirectionT.up) == transposed(after(transposed(board), DirectionT.left))
    assert after(board, DirectionT.down) == transposed(after(transposed(board), DirectionT.right))


@pytest.mark.requirement("R-000-13", "R-000-14", "R-000-15")
@pytest.mark.parametrize(
    ("row", "left", "right", "points"),
    [
        ([2, 2, 0, 2], [4, 2, 0, 0], [0, 0, 2, 4], 4),
        ([0, 2, 2, 4], [4, 4, 0, 0], [0, 0, 4, 4], 4),
        ([2, 2, 2, 2], [4, 4, 0, 0], [0, 0, 4, 4], 8),
        ([0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], 0),
    ],
)
def test_tiles_merge_once_from_the_wall_and_score_once(
    row: list[int], left: list[int], right: list[int], points: int
) -> None:
    for direction, expected in ((DirectionT.left, left), (DirectionT.right, right)):
        game = game_with([row, *EMPTY[:3]])
        game.makeMove(direction)
        assert game.getBoard()[0] == expected
        assert game.getScore() == points


@pytest.mark.requirement("R-000-18")
@given(st.lists(st.integers(0, 9), min_size=4, max_size=4))
def test_shifting_keeps_the_order_of_the_tiles_and_the_length_of_the_line(places: list[int]) -> None:
    row = [2 << place if place % 2 else 0 for place in places]
    row = [tile if tile not in row[:number] else 0 for number, tile in enumerate(row)]
    tiles, zeros = [tile for tile in row if tile], [tile for tile in row if not tile]
    assert after([row, *EMPTY[:3]], DirectionT.left)[0] == tiles + zeros
    assert after([row, *EMPTY[:3]], DirectionT.right)[0] == zeros + tiles


@pytest.mark.requirement("R-000-16")
@pytest.mark.parametrize(("tile", "win"), [(1024, False), (2048, True), (4096, True), (3072, True)])
def test_a_tile_of_2048_or_more_wins(tile: int, win: bool) -> None:
    assert game_with([[tile, 0, 0, 0], *EMPTY[:3]]).isWin() is win


@pytest.mark.requirement("R-000-17", "R-000-38")
@pytest.mark.parametrize(
    ("board", "lost"),
    [
        (EMPTY, False),
        (CORNERS, False),
        (ONE_GAP, False),
        (FULL, True),
        (ROWS_APART, False),
        (COLUMNS_APART, False),
        ([*EMPTY[:3], [0, 0, 0, 2]], False),
    ],
)
def test_a_game_is_lost_only_where_no_move_alters_the_board(board: Matrix, lost: bool) -> None:
    game = game_with(board)
    assert game.isLose() is lost
    assert (game.getBoard(), game.getScore(), game.validMove) == (board, 0, True)


@pytest.mark.requirement("R-000-38")
@pytest.mark.parametrize(
    ("board", "direction", "expected", "points"),
    [
        (EMPTY, DirectionT.up, EMPTY, 0),
        (CORNERS, DirectionT.left, [[2, 4, 0, 0], [0] * 4, [0] * 4, [4, 2, 0, 0]], 0),
        (CORNERS, DirectionT.down, [[0] * 4, [0] * 4, [2, 0, 0, 4], [4, 0, 0, 2]], 0),
        (FULL, DirectionT.right, FULL, 0),
        (ONE_GAP, DirectionT.right, [*ONE_GAP[:2], [0, 8, 16, 64], ONE_GAP[3]], 0),
        (ROWS_APART, DirectionT.up, [[4, 4, 8, 8], [0] * 4, [0] * 4, [0] * 4], 24),
        (ROWS_APART, DirectionT.left, [[4, 8, 0, 0], [0] * 4, [4, 8, 0, 0], [0] * 4], 24),
        (COLUMNS_APART, DirectionT.down, [[0] * 4, [0] * 4, [4, 0, 4, 0], [8, 0, 8, 0]], 24),
        (COLUMNS_APART, DirectionT.right, [[0, 0, 0, 4], [0, 0, 0, 4], [0, 0, 0, 8], [0, 0, 0, 8]], 24),
    ],
)
def test_the_sample_boards_move_as_expected(
    board: Matrix, direction: DirectionT, expected: Matrix, points: int
) -> None:
    game = game_with(board)
    game.makeMove(direction)
    assert (game.getBoard(), game.getScore()) == (expected, points)
    assert game.validMove == (expected != board)


@pytest.mark.requirement("R-000-8")
def test_the_rules_are_the_engines_preset() -> None:
    assert GameT().rules == Rules.preset("mis")


@pytest.mark.requirement("R-000-18")
@given(st.lists(st.sampled_from([0, 2, 4]), max_size=6))
def test_shifting_keeps_the_order_and_the_length(seq: list[int]) -> None:
    tiles, zeros = [tile for tile in seq if tile], [0] * seq.count(0)
    for module in (mis, GameT):
        assert module.shift_seq_left(seq) == tiles + zeros
        assert module.shift_seq_right(seq) == zeros + tiles


@pytest.mark.requirement("R-000-13", "R-000-14", "R-000-15")
@pytest.mark.parametrize(
    ("seq", "left", "right", "points"),
    [([2, 2, 0, 2], [4, 2, 0, 0], [0, 0, 2, 4], 4), ([0, 2, 2, 4], [4, 4, 0, 0], [0, 0, 4, 4], 4)],
)
def test_combining_a_line_adds_its_points_and_sets_valid_move(
    seq: list[int], left: list[int], right: list[int], points: int
) -> None:
    assert (mis.combine_seq_left(seq), mis.combine_seq_right(seq)) == (left, right)
    for name, result in (("combine_seq_left", left), ("combine_seq_right", right)):
        game = game_with(EMPTY)
        game.validMove = False
        assert getattr(game, name)(seq) == result
        assert (game.getScore(), game.validMove) == (points, True)
    game.validMove = False
    game.combine_seq_left([8, 4, 2, 0])
    assert not game.validMove


@pytest.mark.requirement("R-000-12")
@given(BOARDS)
def test_transposing_interchanges_rows_and_columns(board: Matrix) -> None:
    assert mis.transpose(board) == GameT.transpose(board) == transposed(board)


@pytest.mark.requirement("R-000-19")
def test_random_gives_every_number_from_a_to_b_and_no_other() -> None:
    game = GameT(JavaRandom(1))
    assert {game.random(2, 5) for _ in range(200)} == {2, 3, 4, 5}
    assert {mis.random(0, 1) for _ in range(200)} == {0, 1}
    assert mis.random(7, 7) == 7
