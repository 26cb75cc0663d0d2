"""Tests of assignment 000's Display and Controller, alone and in a dialogue."""

from __future__ import annotations

import io

import pytest

from slidedrop.core.errors import SlidedropError
from slidedrop.editions.mis import Controller, DirectionT, Display, GameT
from tests.editions.mis_boards import CORNERS, EMPTY, FULL, ROWS_APART, Matrix, game_with
from tests.editions.talking import Interrupted, talk


@pytest.fixture(autouse=True)
def nobody_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reset the singletons, so that each test creates them for the first time."""
    monkeypatch.setattr(Display, "visual", None)
    monkeypatch.setattr(Controller, "controller", None)


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
    """Return the controller of a game with this board, with its keyboard and window replaced by text streams."""
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
def test_each_message_of_the_controller_is_printed_by_the_view(routine: str, words: list[str]) -> None:
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
def test_initialize_game_starts_a_new_game_with_the_same_rules() -> None:
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
def test_a_run_prints_a_welcome_the_keys_and_the_board_after_every_move() -> None:
    code, screen = talk("mis", ["--seed", "5"], "a", "left", "sideways", "q")
    assert code == 0
    assert screen.startswith("Welcome to 2048!\nType w, s, a or d")
    assert screen.count("Score: ") == 3
    assert screen.count("Type w, s, a or d") == 2


@pytest.mark.requirement("R-000-27")
def test_a_tile_is_added_only_after_a_valid_move() -> None:
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
def test_reaching_2048_is_congratulated_once_and_play_continues() -> None:
    controller, window = seated([[1024, 1024, 0, 0], *EMPTY[:3]], "a\nd\na\n")
    controller.runGame()
    assert window.getvalue().count("the 2048 tile!") == 1
    assert window.getvalue().count("Score: 2048") == 3


@pytest.mark.requirement("R-000-32")
def test_with_another_base_the_message_names_the_tile_that_was_reached() -> None:
    controller, window = seated([[1536, 1536, 0, 0], *EMPTY[:3]], "a\n")
    controller.runGame()
    assert "the 3072 tile!" in window.getvalue()


@pytest.mark.requirement("R-000-36")
def test_n_starts_a_new_game_in_the_dialogue() -> None:
    controller, window = seated(ROWS_APART, "a\nn\n")
    controller.runGame()
    assert window.getvalue().rstrip("> ").endswith("Score: 0\n")
    assert controller.model.getScore() == 0


@pytest.mark.requirement("R-000-33")
@pytest.mark.parametrize("spelling", ["w", "up", "UP", " k ", "↑"])
def test_every_spelling_of_a_direction_moves_the_tiles(spelling: str) -> None:
    controller, _ = seated(CORNERS, f"{spelling}\n")
    controller.runGame()
    top = [tile for row in controller.model.getBoard()[:2] for tile in (row[0], row[3])]
    assert top == [2, 4, 4, 2]


@pytest.mark.requirement("R-000-2", "R-000-31")
def test_size_base_and_tiles_are_command_line_options() -> None:
    screen = talk("mis", ["--size", "5", "--base", "3", "--tiles", "2", "--seed", "1"], "d", "q").screen
    boards = [line.split() for line in screen.splitlines() if line.strip("> ")[:1] in "O36" and line.strip("> ")]
    assert {len(row) for row in boards} == {5}
    tiles = [cell for row in boards for cell in row if cell != "O"]
    assert set(tiles) <= {"3", "6", "12"}
    assert len(tiles) in {5, 6}


@pytest.mark.parametrize(("flag", "value"), [("--size", "1"), ("--size", "0"), ("--base", "0"), ("--tiles", "0")])
def test_out_of_range_options_print_one_error(flag: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert talk("mis", [flag, value]).code == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_ctrl_c_ends_the_dialogue_quietly() -> None:
    controller, _ = seated(CORNERS)
    controller.keyboard = Interrupted("a\n")
    controller.runGame()
    assert controller.model.getBoard() != CORNERS


def test_a_second_run_in_the_same_process_is_independent() -> None:
    first = talk("mis", ["--seed", "5"], "a", "w", "q")
    talk("mis", ["--seed", "6", "--size", "3"], "a", "q")
    assert talk("mis", ["--seed", "5"], "a", "w", "q") == first
