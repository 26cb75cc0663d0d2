"""Tests of play with single keys on a real terminal, and of the game and terminal when the program ends."""

from __future__ import annotations

import shutil
import signal
import termios
from typing import TYPE_CHECKING

import pytest

from slidedrop.records.library import Library

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


from tests.terminal.plain.key_player import Player, sit_down


@pytest.fixture
def players() -> Iterator[list[Player]]:
    """The list of players that a test starts; they are closed after it."""
    seated: list[Player] = []
    yield seated
    for player in seated:
        player.child.close(force=True)


@pytest.mark.requirement("R-000-33")
def test_letters_and_arrows_move_u_undoes_and_q_saves(players: list[Player]) -> None:
    player = sit_down(players, "2048", "--seed", "7")
    player.sees("Type ? for help.")
    player.types("\x1b[A\x1bOD")
    player.sees("Score: 4 ")
    player.types("j")
    player.types("d")
    player.sees("Score: 8 ")
    player.types("u")
    player.sees("Score: 4 ")
    player.sees("Undone.")
    player.types("r")
    player.sees("Redone.")
    player.types("?")
    player.sees("q  save and quit")
    player.types("z")
    player.sees("Z does nothing here; ? shows the keys.")
    player.types("b")
    player.sees("Row 4: ")
    player.types("nn")
    player.sees("The game continues.")
    player.types("\x1a")
    player.sees("Score: 8 ")
    player.types("q")
    player.sees("Saved as game 1. Continue with: slidedrop 2048 --resume 1")
    assert player.ends() == 0
    assert Library().take(1).game.line() == ["up", "left", "down", "right"]


def test_a_held_key_plays_every_move(players: list[Player]) -> None:
    player = sit_down(players, "2048", "--seed", "7")
    player.sees("Type ? for help.")
    player.types("\x1b[A\x1b[D\x1b[B\x1b[C" * 30 + "q")
    player.sees("Saved as game 1")
    assert player.ends() == 0
    keys = ["up", "left", "down", "right"] * 30
    line = Library().take(1).game.line()
    assert len(line) > 60
    assert _follows(line, keys)


def _follows(line: list[str], keys: list[str]) -> bool:
    """Tell whether the moves occur in this order among the keys; a key that moves no tile makes no move."""
    pressed = iter(keys)
    return all(move in pressed for move in line)


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_control_c_and_control_d_save_the_game_and_restore_the_terminal(
    players: list[Player], key: str, code: int
) -> None:
    player = sit_down(players, "2048", "--seed", "7")
    player.sees("Type ? for help.")
    player.types("a")
    player.sees("Score: 0 ")
    player.waits_for_a_key()
    player.types(key)
    player.sees("Saved as game 1. Continue with")
    assert termios.tcgetattr(player.child.child_fd) == player.modes
    assert player.ends() == code


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize("asked", ["key", "question"])
def test_a_terminated_program_restores_the_terminal(players: list[Player], number: int, code: int, asked: str) -> None:
    if asked == "question":
        first = sit_down(players, "2048", "--seed", "7")
        first.sees("Type ? for help.")
        first.types("aq")
        first.ends()
    player = sit_down(players, "2048")
    player.sees("Type ? for help." if asked == "key" else "Continue game 1 ")
    player.waits_for_a_key()
    player.child.kill(number)
    assert player.ends() == code
    assert termios.tcgetattr(player.child.child_fd) == player.modes


def test_kill_9_loses_no_move_that_was_shown(players: list[Player]) -> None:
    player = sit_down(players, "2048", "--seed", "7")
    player.sees("Type ? for help.")
    player.types("wasd")
    player.sees("Score: 8 ")
    player.child.kill(signal.SIGKILL)
    again = sit_down(players, "2048", "--resume")
    again.sees("Score: 8 ")
    again.types("q")
    assert again.ends() == 0


def test_a_terminal_resized_to_forty_columns_wraps_text(players: list[Player]) -> None:
    player = sit_down(players, "2048", "--seed", "7", "-s", "8")
    player.sees("Type ? for help.")
    player.child.setwinsize(24, 40)
    player.types("\x0c")
    player.sees("Score: 0 ")
    player.types("?")
    assert max(map(len, player.sees("left up.").splitlines())) <= 40
    player.types("q")
    player.sees("Saved as game 1")
    assert player.ends() == 0


def test_without_colour_no_colour_is_sent(players: list[Player]) -> None:
    for environment, coloured in (({"NO_COLOR": "1"}, False), ({}, True)):
        player = sit_down(players, "2048", "--seed", "7", **environment)
        player.child.expect_exact("? for help")
        assert ("\x1b[38;" in player.child.before) is coloured
        player.types("q")
        assert player.ends() == 0


def test_a_dumb_terminal_uses_line_input(players: list[Player]) -> None:
    player = sit_down(players, "2048", "--seed", "7", TERM="dumb")
    player.child.expect_exact("> ")
    assert "\x1b" not in player.child.before
    player.types("left\n")
    player.sees("Score: 0")
    player.sees("> ")
    player.types("\x03")
    player.sees("Saved as game 1")
    assert player.ends() == 130


def test_without_arguments_the_program_offers_its_games(players: list[Player]) -> None:
    player = sit_down(players, "--plain")
    player.sees("Which game?")
    player.types("x")
    player.sees("Type 1")
    player.types("1")
    player.sees("Type ? for help.")
    player.types("q")
    assert player.ends() == 0


def test_resuming_a_game_in_use_is_refused(players: list[Player], home: Path) -> None:
    player = sit_down(players, "2048", "--seed", "7")
    player.sees("Type ? for help.")
    other = sit_down(players, "2048", "--resume", "1")
    other.sees("is being played by another slidedrop; finish there first")
    assert other.ends() == 1
    assert (home / "data" / "games" / "1.journal").exists()
    player.types("q")
    assert player.ends() == 0


# --- Connect-4 --------------------------------------------------------------------------------------------------------


def test_connect4_is_played_by_digits_and_by_arrows_and_enter(players: list[Player]) -> None:
    player = sit_down(players, "connect4", "--size", "9x7", "--red", "human", "--blue", "human")
    player.sees("Red (X) to move.")
    player.types("4")
    player.sees("Blue (O) to move.")
    player.types("\x1b[C\r")
    player.sees("Red (X) to move.")
    player.types("z")
    player.sees("Z does nothing here; ? shows the keys.")
    player.types("u")
    player.sees("Undone.")
    player.types("i")
    player.sees("lines that can still become four in a row")
    player.types("q")
    player.sees("Saved as game 1. Continue with: slidedrop connect4 --resume 1")
    assert player.ends() == 0
    assert Library().take(1).game.line() == ["4"]


def test_on_twelve_columns_two_digits_and_enter_drop(players: list[Player]) -> None:
    player = sit_down(players, "connect4", "--size", "12x10", "--red", "human", "--blue", "human")
    player.sees("Red (X) to move.")
    player.types("12\r11\r\x1b[D\r3\x1b[B")
    player.sees("Blue (O) to move.")
    player.types("q")
    player.sees("Saved as game 1")
    assert player.ends() == 0
    assert Library().take(1).game.line() == ["12", "11", "10", "3"]


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0), ("q", 0)])
def test_quitting_while_the_computer_thinks_saves_the_game_immediately(
    players: list[Player], key: str, code: int
) -> None:
    player = sit_down(players, "connect4", "--blue", "search:10@3s")
    player.sees("Type ? for help.")
    player.types("4")
    player.sees("is thinking ...")
    player.types(key)
    player.sees("Saved as game 1. Continue with")
    assert player.ends() == code
    assert Library().take(1).game.line() == ["4"]


def test_watching_can_be_paused_stepped_sped_up_and_stopped(players: list[Player]) -> None:
    player = sit_down(players, "watch", "2048", "--player", "greedy", "--seed", "7", "--delay", "0.05")
    player.sees("greedy plays 4x4 classic, seed 7.")
    player.sees("Space pauses, + and - change the speed, q stops.")
    player.types(" ")
    player.sees("Paused: space continues, enter makes one move, q stops.")
    assert "Space pauses" not in player.shown_for(0.4)
    player.types("\r")
    assert player.sees("Paused:").count("greedy plays") == 1
    player.types("++-")
    player.types(" ")
    player.sees("Space pauses")
    player.types("q")
    player.sees("Stopped after ")
    assert player.ends() == 0
    assert termios.tcgetattr(player.child.child_fd) == player.modes


def test_escape_stops_the_computer_and_enter_lets_it_think_again(players: list[Player]) -> None:
    player = sit_down(players, "connect4", "--blue", "search:12@2s")
    player.sees("Type ? for help.")
    player.types("4")
    player.sees("is thinking ...")
    player.types("\x1b")
    player.sees("Stopped; enter lets search:12@2s think again, u undoes, q quits.")
    player.types("4")
    player.sees("Stopped; enter lets")
    player.types("\r")
    player.sees("is thinking ...")
    player.sees("Blue played ")
    player.types("q")
    player.sees("Saved as game 1")
    assert player.ends() == 0
    assert len(Library().take(1).game.line()) == 2


@pytest.mark.parametrize(("key", "said"), [("\x1b", "Stopped after "), ("q", "Saved as game 2")])
def test_stopping_a_replay_does_not_change_its_log(players: list[Player], tmp_path: Path, key: str, said: str) -> None:
    log = tmp_path / "game.log"
    first = sit_down(players, "2048", "--seed", "7", "--record", str(log))
    first.sees("Type ? for help.")
    first.types("wasdwasdq")
    first.ends()
    whole = log.read_text()
    player = sit_down(players, "2048", "--replay", str(log), "--delay", "0.5")
    player.sees("Replaying 1 of ")
    player.types(key)
    player.sees(said)
    if key != "q":
        player.types("q")
    assert player.ends() == 0
    assert log.read_text() == whole


def test_a_resized_window_is_redrawn_with_its_message(players: list[Player]) -> None:
    player = sit_down(players, "2048", "--seed", "7")
    player.sees("Type ? for help.")
    player.types("u")
    player.sees("There is nothing to undo.")
    player.waits_for_a_key()
    player.child.setwinsize(10, 30)
    player.sees("Score: 0 ")
    player.sees("There is nothing to undo.")
    player.child.setwinsize(5, 60)
    player.sees("This window")
    player.child.setwinsize(24, 80)
    player.sees("Score: 0 ")
    player.types("q")
    assert player.ends() == 0


def test_a_notice_about_damage_stays_on_the_screen_until_escape(players: list[Player]) -> None:
    first = sit_down(players, "2048", "--seed", "7")
    first.sees("Type ? for help.")
    first.types("waq")
    first.ends()
    with Library().path(1).open("ab") as file:
        file.write(b"torn")
    player = sit_down(players, "2048", "--resume", "1")
    for key in ("", "s", "d"):
        player.types(key)
        player.sees("The end of game 1 was damaged")
        player.sees("Escape hides this.")
    player.types("\x1b")
    player.sees("Score: ")
    player.types("u")
    assert "damaged" not in player.sees("Undone.")
    player.types("q")
    assert player.ends() == 0


def test_if_the_newest_game_is_in_use_a_new_one_is_offered(players: list[Player]) -> None:
    first = sit_down(players, "2048", "--seed", "7")
    first.sees("Type ? for help.")
    first.types("w")
    first.sees("Score: 0 ")
    second = sit_down(players, "2048")
    second.sees("Game 1 is being played by another slidedrop. Start a new game? [Y/n]")
    second.types("y")
    second.sees("2048: game 2")
    second.types("q")
    assert second.ends() == 0
    third = sit_down(players, "2048")
    third.sees("Start a new game? [Y/n]")
    third.types("n")
    third.sees("finish there first")
    assert third.ends() == 1
    first.types("q")
    assert first.ends() == 0


def test_a_removed_data_folder_blocks_play_until_the_player_chooses(players: list[Player], home: Path) -> None:
    player = sit_down(players, "2048", "--seed", "7")
    player.sees("Type ? for help.")
    player.types("w")
    player.sees("Score: 0 ")
    shutil.rmtree(home / "data")
    for key in ("a", "s", "d"):
        player.types(key)
        player.sees("NOT SAVED: ")
        player.sees("t tries again")
    player.types("f")
    player.sees("Save the game in which file?")
    player.types(f"{home}/saved.game\r")
    player.sees("from now on")
    player.types("s")
    player.sees("Score: 4 ")
    player.types("q")
    player.sees("Import it with:")
    assert player.ends() == 0
    assert (home / "saved.game").read_bytes().count(b"\n") == 4
