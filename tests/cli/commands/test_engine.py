"""Tests of `slidedrop engine`: the players answer other programs by the line protocol."""

from __future__ import annotations

import re
import sys

import pytest

from slidedrop.connect4 import Position, Rules
from slidedrop.players.command import CommandPlayer
from slidedrop.players.protocol import game_line, position_line, read_game_line
from slidedrop.twenty48 import Game
from slidedrop.twenty48 import Rules as Slides
from tests.cli.talking import slidedrop

WINS_AT_4 = "position ......./......./......./......./OOO..../XXX.... X"


def asked(game: str, *lines: str, player: str = "search:2") -> list[str]:
    """Return the engine's answer to some lines."""
    return slidedrop("engine", game, "--player", player, typed="\n".join(lines) + "\n").out.splitlines()


def test_a_position_is_answered_with_the_best_move() -> None:
    assert asked("connect4", "game connect4 7x6", WINS_AT_4, "go") == ["ready", "bestmove 4"]
    answers = asked("2048", "game 2048 2x2", "position 2,2/0,0", "go", "quit", player="greedy")
    assert answers[0] == "ready"
    assert answers[1] in {"bestmove left", "bestmove right"}


def test_movetime_runs_in_slices_and_stop_returns_the_best_move_so_far() -> None:
    answers = asked("connect4", "game connect4 7x6", WINS_AT_4, "go movetime 60000", "stop", player="search")
    assert answers[-1] == "bestmove 4"
    assert answers[1].startswith("info time 50 move ")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("dance", "error .*'dance'"),
        ("game chess 8x8", "error 'game chess 8x8'"),
        ("game", "error 'game '"),
        ("position", "error 'position'"),
        ("position ???", "error "),
        ("go", "error .*no position"),
        ("go movetime soon", "error .*'soon'"),
    ],
)
def test_an_unreadable_line_prints_an_error_and_the_next_line_is_answered(line: str, said: str) -> None:
    answers = asked("connect4", line, "game connect4 7x6", WINS_AT_4, "go")
    assert re.match(said, answers[0])
    assert answers[-1] == "bestmove 4"


@pytest.mark.parametrize(
    "position",
    [
        Position.from_moves("4453"),
        Position.from_moves("2.2,1.1,3.3", Rules(4, 4, gravity=False)),
        Position.from_moves("1,10", Rules(10, 5, connect=5)),
        Game(Slides(size=3), seed=5).position,
        Game(Slides(base=3, winning_tile=3072), seed=5).position,
    ],
)
def test_a_position_survives_a_protocol_round_trip(position: Position) -> None:
    spec, rules = read_game_line(game_line(position).split()[1:])
    again = spec.notation.load().read_position(position_line(position).split()[1:], rules)
    assert position_line(again) == position_line(position)
    assert again.legal_moves() == position.legal_moves()


def test_the_engine_command_plays_as_an_external_program() -> None:
    player = CommandPlayer(f"-- {sys.executable} -m slidedrop engine connect4 --player search:2")
    assert player.choose(Position.from_moves("112233")) == 3
    player.close()
