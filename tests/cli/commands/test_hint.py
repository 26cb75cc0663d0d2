"""Tests of `slidedrop hint` and `slidedrop solve` with positions from all sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from slidedrop.analysis.sentences import say
from slidedrop.cli.main import program
from slidedrop.connect4 import Rules
from slidedrop.twenty48 import Expectimax
from slidedrop.twenty48.notation import read_position
from tests.twins.weights2048 import random_network, random_weights

if TYPE_CHECKING:
    from pathlib import Path


def said(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(program, list(arguments))
    return result.exit_code, result.output


def test_a_typed_board_gets_a_hint_with_its_reason() -> None:
    code, output = said("hint", "2048", "2,2,0/0,0,0/0,0,0")
    assert code == 0
    assert output.splitlines()[-1].startswith(("Left: makes 4", "Right: makes 4"))


def test_your_own_network_gives_the_hint(tmp_path: Path) -> None:
    position, weights = "2,2,0,0/0,0,0,0/0,0,0,0/0,0,0,4", random_weights(tmp_path / "own.weights")
    values = Expectimax(random_network()).search(read_position(position), 3).values
    code, output = said("hint", "2048", position, "--weights", str(weights))
    assert code == 0
    assert f"{max(values, key=values.__getitem__).value.capitalize()}: " in output
    assert output != said("hint", "2048", position)[1]
    assert said("hint", "2048", "2,2,0/0,0,0/0,0,0", "--weights", str(weights))[0] == 1


def test_a_board_file_gets_a_hint(tmp_path: Path) -> None:
    path = tmp_path / "my.board"
    path.write_text("2\n4\n2 2 \n0 0 \n")
    code, output = said("hint", "2048", str(path))
    assert code == 0
    assert "makes 4 (4 points)" in output


def test_connect4_moves_get_a_hint() -> None:
    code, output = said("hint", "connect4", "4433221", "--size", "7x6")
    assert (code, "no move left" in output) == (1, True)
    code, output = said("hint", "connect4", "443322")
    assert (code, say("wins now", goal=Rules().goal) in output) == (0, True)


def test_free_placement_has_hints_too() -> None:
    code, output = said("hint", "connect4", "2.2,1.1", "--size", "4x4", "--free")
    assert code == 0
    assert output.splitlines()[-1][0].isdigit()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("hint", "2048", "2,2/4"), "board of size"),
        (("hint", "2048", "nowhere.board"), "nowhere.board"),
        (("hint", "connect4", "444444444"), "cannot be played"),
        (("hint", "connect4", "4", "--size", "seven"), "write columns x rows"),
        (("solve", "connect4", "9"), "no column 9"),
    ],
)
def test_an_invalid_position_is_refused_with_the_reason(arguments: tuple[str, ...], words: str) -> None:
    code, output = said(*arguments)
    assert code != 0
    assert words in output


def test_solving_prints_the_value_of_every_column() -> None:
    code, output = said("solve", "connect4", "112233", "--size", "4x4")
    assert code == 0
    assert "column 4: win in 1" in output


def test_solving_a_finished_game_prints_the_result() -> None:
    code, output = said("solve", "connect4", "4433221")
    assert (code, output.splitlines()[-1].startswith("Red won, ")) == (0, True)


def test_a_board_the_solver_does_not_support_gets_search_values() -> None:
    code, output = said("solve", "connect4", "1,2,1,2,1", "--size", "12x12", "--seconds", "1")
    assert code == 0
    assert "column 5: loss in 2" in output
    assert f"column 1: {say('open')} (best)" in output
    assert output.splitlines()[-1].startswith("By looking ")


def test_free_4x4_is_fully_solved() -> None:
    code, output = said("solve", "connect4", "2.2,1.1", "--size", "4x4", "--free")
    assert code == 0
    assert output.splitlines()[-1] == "  4.4: draw"


def test_a_short_time_limit_leaves_values_marked_as_not_proven() -> None:
    code, output = said("solve", "connect4", "", "--size", "7x8", "--seconds", "0.05")
    assert code == 0
    assert output.splitlines()[-1].lower() == say("partly").lower() + "."


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (("2048", "2,2/0,0", "--free"), "--free"),
        (("2048", "2,2/0,0", "--size", "7x6"), "--size"),
        (("connect4", "44", "--weights", "x.weights"), "--weights"),
    ],
)
def test_an_option_of_the_other_game_is_refused(arguments: tuple[str, ...], option: str) -> None:
    code, output = said("hint", *arguments)
    assert code == 2
    assert f"No such option '{option}'" in output
