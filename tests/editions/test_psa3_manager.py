"""Tests of assignment 001's GameManager: its dialogue, its board files and its logs."""

from __future__ import annotations

import io
import time
from typing import TYPE_CHECKING, Any

import pytest

from slidedrop.core.errors import NotationError, RecordError
from slidedrop.core.randomness import JavaRandom
from slidedrop.editions import psa3
from slidedrop.editions.psa3 import CONTROLS, Board, Direction, GameManager, Random
from tests.editions.talking import Interrupted

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LAST_MOVE = "2\n0\n2 2 \n8 16 \n"
"""A board that is stuck after a left slide with any new tile."""


def played(manager: Callable[..., GameManager], keys: str) -> tuple[GameManager, str]:
    """Return the manager and its output for these typed keys, followed by the end of the input."""
    screen = io.StringIO()
    game = manager(stdin=io.StringIO("".join(f"{key}\n" for key in keys)), stdout=screen)
    game.play()
    return game, screen.getvalue()


@pytest.mark.requirement("R-001-17", "R-001-22", "R-001-35", "R-001-36")
def test_a_new_game_shows_the_controls_then_the_board_then_the_prompt(tmp_path: Path) -> None:
    output = str(tmp_path / "out.board")
    game, screen = played(lambda **talk: GameManager(output, 3, Random(1), **talk), "q")
    assert screen == f"Generating a New Board\n{CONTROLS}{game.board}\n > "
    assert CONTROLS.splitlines() == [
        " Controls:",
        "   w - Move Up",
        "   s - Move Down",
        "   a - Move Left",
        "   d - Move Right",
        "   q - Quit and Save Board",
    ]


@pytest.mark.requirement("R-001-18")
@pytest.mark.parametrize(("key", "direction"), list(zip("wsad", Direction, strict=True)))
def test_each_key_moves_in_its_direction_and_adds_one_tile(tmp_path: Path, key: str, direction: Direction) -> None:
    output = str(tmp_path / "out.board")
    expected = Board(random := Random(8), 4)
    assert expected.move(direction)
    expected.addRandomTile()
    game, screen = played(lambda **talk: GameManager(output, 4, Random(8), **talk), f"{key}q")
    assert game.board.grid == expected.grid
    assert screen.endswith(f" > {expected}\n > ")
    assert random.seed is None


@pytest.mark.requirement("R-001-11", "R-001-18")
def test_a_key_that_moves_nothing_shows_the_same_board_without_a_tile(tmp_path: Path) -> None:
    file = tmp_path / "a.board"
    file.write_text("2\n0\n2 0 \n4 0 \n")
    game, screen = played(lambda **talk: GameManager(str(file), str(file), Random(1), **talk), "aq")
    assert game.board.grid == [[2, 0], [4, 0]]
    assert screen.endswith(f"{game.board}\n > {game.board}\n > ")


@pytest.mark.requirement("R-001-19")
@pytest.mark.parametrize("wrong", ["f", "W", "ww", "", "é", "up"])
def test_an_unknown_key_shows_the_controls_and_the_board_again(tmp_path: Path, wrong: str) -> None:
    output = str(tmp_path / "out.board")
    screen = io.StringIO()
    game = GameManager(output, 4, Random(1), stdin=io.StringIO(f"{wrong}\nq\n"), stdout=screen)
    game.play()
    assert screen.getvalue().endswith(f"{game.board}\n > {CONTROLS}{game.board}\n > ")


@pytest.mark.requirement("R-001-4", "R-001-20", "R-001-25")
@pytest.mark.parametrize("ending", [["w", "q"], ["w"]])
def test_q_or_the_end_of_the_input_saves_the_board(tmp_path: Path, ending: list[str]) -> None:
    output = tmp_path / "out.board"
    output.write_text("an older board, which the document overwrites")
    game, _ = played(lambda **talk: GameManager(str(output), 3, Random(4), **talk), "".join(ending))
    assert Board(Random(0), str(output)).grid == game.board.grid


@pytest.mark.requirement("R-001-20")
def test_ctrl_c_saves_the_board_too(tmp_path: Path) -> None:
    output = tmp_path / "out.board"
    game = GameManager(str(output), 3, Random(4), stdin=Interrupted("w\n"), stdout=io.StringIO())
    game.play()
    assert Board(Random(0), str(output)).grid == game.board.grid


@pytest.mark.requirement("R-001-20", "R-001-21", "R-001-22", "R-001-36")
def test_at_the_end_play_prints_game_over_saves_and_returns(tmp_path: Path) -> None:
    file, output = tmp_path / "in.board", tmp_path / "out.board"
    file.write_text(LAST_MOVE)
    game, screen = played(lambda **talk: GameManager(str(file), str(output), Random(1), **talk), "aaaa")
    assert screen.startswith(f"Loading Board from {file}\n")
    assert game.board.isGameOver()
    assert screen.endswith(f"{game.board}\nGame Over!\n")
    assert Board(Random(0), str(output)).score == 4


@pytest.mark.requirement("R-001-37")
def test_play_never_calls_can_move() -> None:
    names = psa3.GameManager.play.__code__.co_names + psa3.GameManager._carry_out.__code__.co_names
    assert "canMove" not in names + psa3.GameManager._move.__code__.co_names
    assert "canMove" in psa3.Board.move.__code__.co_names


@pytest.mark.requirement("R-001-28", "R-001-36", "R-001-40")
@pytest.mark.parametrize("size", [2, 4, 12])
def test_a_recording_overwrites_the_log_with_the_size_and_a_space(tmp_path: Path, size: int) -> None:
    log = tmp_path / "log"
    log.write_text("an older log")
    GameManager(Random(42), size, str(log), stdout=io.StringIO())
    assert log.read_bytes() == f"seed 42\n{size} ".encode()


@pytest.mark.requirement("R-001-29")
def test_each_key_is_in_the_log_before_the_board_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    seen: list[str] = []
    slide = Board.move

    def watched(board: Board, direction: Direction) -> bool:
        seen.append(log.read_text().splitlines()[-1])
        return slide(board, direction)

    monkeypatch.setattr(Board, "move", watched)
    played(lambda **talk: GameManager(Random(42), 4, str(log), **talk), "wsfaq")
    assert seen == ["4 w", "4 ws", "4 wsa"]


@pytest.mark.requirement("R-001-29")
def test_a_key_that_moves_nothing_is_logged_as_well(tmp_path: Path) -> None:
    log = tmp_path / "log"
    played(lambda **talk: GameManager(Random(42), 4, str(log), **talk), "aaaaaaaaq")
    assert log.read_text() == "seed 42\n4 aaaaaaaa"


@pytest.mark.requirement("R-001-31", "R-001-32", "R-001-36", "R-001-40")
def test_a_recording_can_be_replayed_and_continued_repeatedly(tmp_path: Path) -> None:
    log = tmp_path / "log"
    keys = ["wsa", "wsd", "aaw", "dds", "wasd"]
    game, _ = played(lambda **talk: GameManager(Random(42), 4, str(log), **talk), keys[0] + "q")
    for number, more in enumerate(keys[1:], 2):
        before = str(game.board)
        game, screen = played(lambda **talk: GameManager(Random(), str(log), delay=0, **talk), more + "q")
        assert f"\n{CONTROLS}" in screen
        replayed = screen[: screen.index(CONTROLS)]
        assert replayed.count(" > ") == sum(map(len, keys[: number - 1]))
        assert log.read_text() == f"seed 42\n4 {''.join(keys[:number])}"
        continued = screen[screen.index(CONTROLS) + len(CONTROLS) :]
        assert continued.startswith(before)
    straight, _ = played(lambda **talk: GameManager(Random(42), 4, str(tmp_path / "b"), **talk), "".join(keys))
    assert (game.board.grid, game.board.score) == (straight.board.grid, straight.board.score)


@pytest.mark.requirement("R-001-31")
def test_a_replay_pauses_half_a_second_between_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    pauses: list[float] = []
    log.write_text("seed 1\n4 wsad")
    monkeypatch.setattr(time, "sleep", pauses.append)
    GameManager(Random(), str(log), stdout=io.StringIO())
    assert pauses == [0.5] * 4


@pytest.mark.requirement("R-001-31", "R-001-40")
def test_a_log_without_a_seed_is_replayed_with_new_tiles_and_a_warning(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("4 wsa")
    game, screen = played(lambda **talk: GameManager(Random(3), str(log), delay=0, **talk), "wsdq")
    assert "no seed" in screen
    assert log.read_text() == "4 wsawsd"
    twin = Board(Random(3), 4)
    for key in "wsawsd":
        if twin.move({"w": Direction.UP, "s": Direction.DOWN, "a": Direction.LEFT, "d": Direction.RIGHT}[key]):
            twin.addRandomTile()
    assert game.board.grid == twin.grid


@pytest.mark.requirement("R-001-32")
def test_a_log_that_ends_with_a_newline_is_continued_on_its_last_line(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("seed 1\n4 wsa\n")
    played(lambda **talk: GameManager(Random(), str(log), delay=0, **talk), "wq")
    assert log.read_text() == "seed 1\n4 wsaw"


@pytest.mark.requirement("R-001-9", "R-001-40")
def test_a_used_generator_writes_no_seed_to_the_log(tmp_path: Path) -> None:
    used, other = Random(1), JavaRandom(1)
    used.next_int(2)
    for random in (used, other):
        GameManager(random, 4, str(tmp_path / "log"), stdout=io.StringIO())
        assert (tmp_path / "log").read_text() == "4 "


@pytest.mark.requirement("R-001-39")
def test_recorded_and_replayed_games_write_no_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    played(lambda **talk: GameManager(Random(1), 4, "log", **talk), "wq")
    played(lambda **talk: GameManager(Random(1), "log", delay=0, **talk), "wq")
    assert [path.name for path in tmp_path.iterdir()] == ["log"]


@pytest.mark.parametrize("text", ["", "4 wsx", "seed x\n4 w", "1 w", "seed 1 mis\n4 wa", "\x00\x01"])
def test_a_wrong_log_is_refused_by_name_and_unchanged(tmp_path: Path, text: str) -> None:
    log = tmp_path / "log"
    log.write_text(text)
    with pytest.raises(NotationError, match=r"log '.*log' .*used: "):
        GameManager(Random(), str(log), stdout=io.StringIO())
    assert log.read_text() == text


def test_an_unwritable_log_is_reported_before_the_move(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    game = GameManager(Random(1), 4, str(folder / "log"), stdin=io.StringIO("w\n"), stdout=io.StringIO())
    (folder / "log").unlink()
    folder.rmdir()
    before = game.board.grid
    with pytest.raises(RecordError, match=r"cannot write .*log"):
        game.play()
    assert game.board.grid == before


@pytest.mark.requirement("R-001-36")
def test_other_constructor_arguments_are_refused() -> None:
    anything: Any = GameManager
    with pytest.raises(TypeError, match=r"\(outputBoard, boardSize, random\)"):
        anything(Random(1), 4.5)


@pytest.mark.requirement("R-001-17", "R-001-37")
def test_method_names_used_only_in_the_documents_prose_work_too() -> None:
    screen = io.StringIO()
    GameManager("x.board", 4, Random(1), stdout=screen).printControl()
    assert "q - Quit and Save Board" in screen.getvalue()
    assert psa3.Direction.DOWN.equals(psa3.Direction.DOWN)
    assert not psa3.Direction.DOWN.equals(psa3.Direction.UP)
