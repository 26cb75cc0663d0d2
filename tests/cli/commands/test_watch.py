"""Tests of `slidedrop watch`: games of the computer players."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from slidedrop.players.registry import make_player
from slidedrop.twenty48 import Game
from tests.cli.talking import names, slidedrop
from tests.twins.weights2048 import random_weights, small_weights

if TYPE_CHECKING:
    from pathlib import Path


def test_the_boards_of_a_seeded_game_are_printed_one_below_the_other() -> None:
    said = slidedrop("watch", "2048", "--player", "greedy", "--seed", 7, "--moves", 3)
    game, player = Game(seed=7), make_player("greedy", "2048")
    boards = [str(game.board)]
    for _ in range(3):
        game.play(player.choose(game.position))
        boards.append(str(game.board))
    assert names(said.out.splitlines()[0], "greedy", "4x4 classic", "seed 7")
    assert [said.out.find(board) for board in boards] == sorted(said.out.find(board) for board in boards)
    assert all(board in said.out for board in boards)
    assert names(said.out.splitlines()[-1], "after 3 moves", f"score {game.score}", f"largest {game.board.largest}")


def test_a_game_is_watched_to_its_end() -> None:
    said = slidedrop("watch", "2048", "--player", "random", "--size", 2, "--seed", 1)
    assert (said.code, "Game over" in said.out) == (0, True)


def test_the_bundled_network_plays_by_default() -> None:
    assert slidedrop("watch", "2048", "--moves", 1, "--seed", 1).out.startswith("network plays 4x4 classic")


def test_your_own_network_plays(tmp_path: Path) -> None:
    weights = random_weights(tmp_path / "own.weights")
    said = slidedrop("watch", "2048", "--player", "network@1ms", "--weights", weights, "--seed", 2, "--moves", 5)
    assert (said.code, "Stopped after 5 moves" in said.out) == (0, True)
    small = small_weights(tmp_path / "small.weights")
    assert "3x3" in slidedrop("watch", "2048", "--weights", small).err
    assert slidedrop("watch", "2048", "--weights", small, "--size", 3, "--moves", 1).code == 0


@pytest.mark.parametrize("words", [("2048", "--player", "greedy"), ("connect4",)])
def test_weights_for_a_player_without_a_network_are_refused(words: tuple[str, ...], tmp_path: Path) -> None:
    said = slidedrop("watch", *words, "--moves", 1, "--weights", random_weights(tmp_path / "own.weights"))
    assert (said.code, said.out) == (1, "")


def test_rules_without_a_network_print_a_notice() -> None:
    said = slidedrop("watch", "2048", "--player", "network", "--size", 3, "--moves", 1, "--seed", 1)
    assert names(said.out.splitlines()[0], "No network", "heuristic")


def test_two_players_of_connect4_are_watched() -> None:
    said = slidedrop("watch", "connect4", "--player", "search:2", "--player", "random", "--seed", 4)
    assert said.out.startswith("search:2 against random plays 7x6")
    assert "Red won, " in said.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("2048", "--player", "greedy", "--player", "random"), "2048 has 1 player, not 2"),
        (("connect4", "--player", "greedy"), "Connect-4 has 2 players, not 1"),
        (("2048", "--player", "frob"), "no player .*'frob'"),
        (("2048", "--player", "network:99"), "write network:1 to network:6"),
        (("2048", "--player", "tree:40"), "level"),
    ],
)
def test_an_invalid_player_or_number_of_players_is_refused(arguments: tuple[str, ...], words: str) -> None:
    said = slidedrop("watch", *arguments)
    assert said.code != 0
    assert re.search(words, said.err)


def test_ctrl_c_stops_and_prints_the_number_of_moves() -> None:
    command = [sys.executable, "-m", "slidedrop", "watch", "2048", "--player", "greedy", "--delay", "0.05"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ)) as process:
        assert process.stdout is not None
        for _ in range(11):
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
    assert (process.returncode, "Stopped after " in rest) == (130, True)


def test_connect4_on_other_boards_uses_the_strongest_supporting_player() -> None:
    said = slidedrop("watch", "connect4", "--size", "5x4", "--moves", 2)
    assert re.match("perfect@1s .*perfect@1s .*5x4", said.out)
    free = slidedrop("watch", "connect4", "--size", "4x4", "--free", "--player", "greedy", "--player", "random")
    assert re.match("greedy .*random .*4x4 free", free.out)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("connect4", "--rules", "mis"), "--rules is for 2048"),
        (("connect4", "--size", "7"), "columns x rows.* 7x6"),
        (("2048", "--free"), "--free is for Connect-4"),
        (("2048", "--size", "1"), "'1' .*size .*from 2 to 64"),
        (("2048", "--size", "4x5"), "'4x5' .*size .*2048"),
    ],
)
def test_an_option_or_size_that_does_not_fit_the_game_is_refused(arguments: tuple[str, ...], words: str) -> None:
    said = slidedrop("watch", *arguments)
    assert said.code != 0
    assert re.search(words, said.err)
