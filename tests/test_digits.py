"""Tests that digits of other scripts are refused wherever a number is typed or read."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from slidedrop.cli.main import program
from slidedrop.core.errors import NotationError, SlidedropError
from slidedrop.records.replay import begin

THREE = "\u0663"
"""An Arabic-Indic digit, which Python's int() takes for a 3."""


@pytest.mark.parametrize(
    "words",
    [
        ["2048", "--seed", THREE],
        ["games", "show", THREE],
        ["games", "remove", f"{THREE}-{THREE}"],
        ["watch", "2048", "--moves", "1", "--delay", THREE],
        ["watch", "2048", "--moves", "1", "--delay", "0_1"],
        ["connect4", "--connect", THREE],
        ["connect4", "--connect", "0"],
        ["check", "psa3", "--games", THREE, "--", "true"],
        ["check", "psa3", "--timeout", "nan", "--", "true"],
        ["edition", "psa3", "-s", THREE],
        ["edition", "mis", "--base", "1_0"],
        ["book", "check", "--size", "4x4", "--seed", THREE],
        ["hint", "connect4", THREE],
    ],
)
def test_the_command_line_refuses_digits_of_other_scripts(words: list[str]) -> None:
    ended = CliRunner().invoke(program, words)
    assert ended.exit_code != 0
    assert not isinstance(ended.exception, ValueError | IndexError)


def test_a_record_with_a_seed_in_other_digits_is_refused() -> None:
    with pytest.raises((NotationError, SlidedropError)):
        begin({"version": 1, "game": "2048", "rules": {}, "start": None, "seed": THREE})
