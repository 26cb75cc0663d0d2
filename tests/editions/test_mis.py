"""Document 000: GameT, Display and Controller do what the specification says of each routine."""

from __future__ import annotations

import io
from itertools import chain
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import IllegalMove, SlidedropError
from slidedrop.core.randomness import JavaRandom
from slidedrop.editions.mis import Controller, DirectionT, Display, GameT
from slidedrop.twenty48 import Rules
from tests.editions.talking import Interrupted, talk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Matrix = list[list[int]]
EMPTY = [[0] * 4 for _ in range(4)]
CORNERS = [[2, 0, 0, 4], [0, 0, 0, 0], [0, 0, 0, 0], [4, 0, 0, 2]]
ONE_GAP = [[2, 4, 8, 16], [4, 8, 16, 32], [8, 16, 0, 64], [16, 32, 64, 128]]
FULL = [[2, 4, 2, 4], [4, 2, 4, 2], [2, 4, 2, 4], [4, 2, 4, 2]]
ROWS_APART = [[2, 2, 4, 4], [0, 0, 0, 0], [2, 2, 4, 4], [0, 0, 0, 0]]
COLUMNS_APART = [[2, 0, 2, 0], [2, 0, 2, 0], [4, 0, 4, 0], [4, 0, 4, 0]]
BOARDS = st.lists(st.sampled_from([0, 0, 2, 2, 4, 8, 1024]), min_size=16, max_size=16).map(
    lambda tiles: [tiles[start : start + 4] for start in range(0, 16, 4)]
)


@pytest.fixture(autouse=True)
def nobody_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test makes the single objects for the first time."""
    monkeypatch.setattr(Display, "visual", None)
    monkeypatch.setattr(Controller, "controller", None)


def game_with(board: Iterable[Iterable[int]], seed: int = 1) -> GameT:
    """Return a game with this board."""
    game = GameT(JavaRandom(seed))
    game.setBoard(board)
    return game


def after(board: Matrix, direction: DirectionT) -> Matrix:
    """Return the board after one move."""
    game = game_with(board)
    game.makeMove(direction)
    return game.getBoard()


def transposed(board: Matrix) -> Matrix:
    """Return the board with rows and columns interchanged."""
    return [list(column) for column in zip(*board, strict=True)]


def mirrored(board: Matrix) -> Matrix:
    """Return the board seen from behind."""
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
def test_a_new_game_has_two_tiles_no_score_and_may_take_a_tile(seed: int) -> None:
    game = GameT(JavaRandom(seed))
    assert (game.getScore(), game.validMove) == (0, True)
    tiles = [tile for row in game.getBoard() for tile in row]
    assert (len(tiles), len(tiles) - tiles.count(0)) == (16, 2)
    assert set(tiles) <= {0, 2, 4}


@pytest.mark.requirement("R-000-5", "R-000-6")
def test_set_board_copies_in_and_get_board_copies_out() -> None:
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
def test_every_direction_is_left_seen_from_another_side(board: Matrix) -> None:
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
def test_tiles_merge_from_the_wall_once_and_count_once(
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
def test_the_named_boards_move_as_they_should(
    board: Matrix, direction: DirectionT, expected: Matrix, points: int
) -> None:
    game = game_with(board)
    game.makeMove(direction)
    assert (game.getBoard(), game.getScore()) == (expected, points)
    assert game.validMove == (expected != board)


@pytest.mark.requirement("R-000-21", "R-000-25")
def test_get_instance_always_gives_the_same_object() -> None:
    view = Display.getInstance()
    assert Display.getInstance() is view
    model = GameT()
    controller = Controller.getInstance(model, view)
    assert (controller.model, controller.view) == (model, view)
    assert Controller.getInstance(GameT(), view) is controller
    assert controller.model is model


@pytest.mark.requirement("R-000-35")
def test_a_second_display_or_controller_is_refused() -> None:
    view = Display()
    with pytest.raises(SlidedropError, match=r"Display\.getInstance\(\) gives it"):
        Display()
    assert Display.getInstance() is view
    controller = Controller(GameT(), view)
    with pytest.raises(SlidedropError, match=r"Controller\.getInstance\(model, view\) gives it"):
        Controller(GameT(), view)
    assert Controller.getInstance(GameT(), view) is controller


def seated(board: Matrix, typed: str = "") -> tuple[Controller, io.StringIO]:
    """Return the controller of a game with this board, its keyboard and window in our hands."""
    view, window = Display.getInstance(), io.StringIO()
    view.window = window
    controller = Controller.getInstance(game_with(board), view)
    controller.keyboard = io.StringIO(typed)
    return controller, window


@pytest.mark.requirement("R-000-22", "R-000-24", "R-000-30")
@pytest.mark.parametrize(
    ("routine", "words"),
    [
        ("displayWelcomeMessage", ["Welcome"]),
        ("displayInstructions", ["up, down, left, right", "win", "lose"]),
        ("displayBoard", ["2    O    O    4"]),
        ("displayScore", ["Score: 0"]),
        ("displayEndingMessage", ["Game Over"]),
        ("display2048Message", ["Congratulations"]),
    ],
)
def test_each_message_of_the_controller_is_the_views_own(routine: str, words: list[str]) -> None:
    controller, window = seated(CORNERS)
    getattr(controller, routine)()
    assert all(word in window.getvalue() for word in words)
    assert hasattr(Display, routine.replace("display", "print"))


@pytest.mark.requirement("R-000-4", "R-000-23")
@pytest.mark.parametrize("size", [2, 4, 7])
def test_the_board_is_shown_from_the_top_with_an_o_for_zero(size: int) -> None:
    board = [[0] * size for _ in range(size)]
    board[0][0], board[-1][-1] = 2, 65536
    _, window = seated(board)
    Display.getInstance().printBoard(game_with(board))
    rows = [line.split() for line in window.getvalue().splitlines()]
    assert rows == [[str(tile or "O") for tile in row] for row in board]


@pytest.mark.requirement("R-000-24")
def test_the_score_shown_is_the_models() -> None:
    controller, window = seated(ROWS_APART)
    controller.model.makeMove(DirectionT.left)
    controller.displayScore()
    assert window.getvalue() == "Score: 24\n"


@pytest.mark.requirement("R-000-26", "R-000-36")
def test_initialize_game_begins_a_fresh_game_by_the_same_rules() -> None:
    controller, _ = seated(FULL)
    assert controller.getStatus()
    before = controller.model
    controller.initializeGame()
    assert controller.model is not before
    assert not controller.getStatus()
    assert (controller.model.getScore(), controller.model.Size) == (0, 4)


@pytest.mark.requirement("R-000-26")
def test_read_input_returns_a_line_from_the_keyboard() -> None:
    controller, _ = seated(CORNERS, "some words\n")
    assert controller.readInput() == "some words"


@pytest.mark.requirement("R-000-27")
def test_a_run_greets_explains_shows_the_board_and_shows_it_after_every_move() -> None:
    code, screen = talk("mis", ["--seed", "5"], "a", "left", "sideways", "q")
    assert code == 0
    assert screen.startswith("Welcome to 2048!\nType w, s, a or d")
    assert screen.count("Score: ") == 3
    assert screen.count("Type w, s, a or d") == 2


@pytest.mark.requirement("R-000-27")
def test_a_tile_comes_after_a_valid_move_and_none_after_another() -> None:
    controller, _ = seated([[0, 2, 0, 0], *EMPTY[:3]], "a\n")
    controller.runGame()
    assert sum(tile != 0 for row in controller.model.getBoard() for tile in row) == 2
    controller.model.setBoard([[2, 0, 0, 0], *EMPTY[:3]])
    controller.keyboard = io.StringIO("a\n")
    controller.runGame()
    assert controller.model.getBoard() == [[2, 0, 0, 0], *EMPTY[:3]]


@pytest.mark.requirement("R-000-28")
def test_a_run_ends_with_the_ending_message_when_no_move_is_possible() -> None:
    controller, window = seated(FULL, "a\n")
    controller.runGame()
    assert window.getvalue().endswith("Score: 0\nGame Over\n")


@pytest.mark.requirement("R-000-29")
def test_reaching_2048_is_congratulated_once_and_play_goes_on() -> None:
    controller, window = seated([[1024, 1024, 0, 0], *EMPTY[:3]], "a\nd\na\n")
    controller.runGame()
    assert window.getvalue().count("Congratulations, you have reached the 2048 tile!") == 1
    assert window.getvalue().count("Score: 2048") == 3


@pytest.mark.requirement("R-000-32")
def test_with_another_base_the_message_names_the_tile_that_was_reached() -> None:
    controller, window = seated([[1536, 1536, 0, 0], *EMPTY[:3]], "a\n")
    controller.runGame()
    assert "you have reached the 3072 tile!" in window.getvalue()


@pytest.mark.requirement("R-000-36")
def test_n_begins_a_new_game_in_the_dialogue() -> None:
    controller, window = seated(ROWS_APART, "a\nn\n")
    controller.runGame()
    assert window.getvalue().rstrip("> ").endswith("Score: 0\n")
    assert controller.model.getScore() == 0


@pytest.mark.requirement("R-000-33")
@pytest.mark.parametrize("spelling", ["w", "up", "UP", " k ", "↑"])
def test_every_spelling_becomes_a_direction_in_one_place(spelling: str) -> None:
    controller, _ = seated(CORNERS, f"{spelling}\n")
    controller.runGame()
    top = [tile for row in controller.model.getBoard()[:2] for tile in (row[0], row[3])]
    assert top == [2, 4, 4, 2]


@pytest.mark.requirement("R-000-2", "R-000-31")
def test_size_base_and_tiles_are_arguments() -> None:
    screen = talk("mis", ["--size", "5", "--base", "3", "--tiles", "2", "--seed", "1"], "d", "q").screen
    boards = [line.split() for line in screen.splitlines() if line.strip("> ")[:1] in "O36" and line.strip("> ")]
    assert {len(row) for row in boards} == {5}
    tiles = [cell for row in boards for cell in row if cell != "O"]
    assert set(tiles) <= {"3", "6", "12"}
    assert len(tiles) in {5, 6}


@pytest.mark.parametrize(("flag", "value"), [("--size", "1"), ("--size", "0"), ("--base", "0"), ("--tiles", "0")])
def test_numbers_that_make_no_game_are_one_sentence(flag: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert talk("mis", [flag, value]).code == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_ctrl_c_ends_the_dialogue_quietly() -> None:
    controller, _ = seated(CORNERS)
    controller.keyboard = Interrupted("a\n")
    controller.runGame()
    assert controller.model.getBoard() != CORNERS


def test_a_second_run_in_the_same_process_is_a_game_of_its_own() -> None:
    first = talk("mis", ["--seed", "5"], "a", "w", "q")
    talk("mis", ["--seed", "6", "--size", "3"], "a", "q")
    assert talk("mis", ["--seed", "5"], "a", "w", "q") == first


@pytest.mark.requirement("R-000-8")
def test_the_rules_are_the_engines_preset() -> None:
    assert GameT().rules == Rules.preset("mis")
