"""Completion knows the players of each game."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("slidedrop connect4 --blue be", {"beginner"}),
        ("slidedrop connect4 --red hu", {"human"}),
        ("slidedrop watch 2048 --player ne", {"network"}),
        ("slidedrop match connect4 --player per", {"perfect"}),
        ("slidedrop tournament connect4 random gre", {"greedy"}),
        ("slidedrop 2048 --player r", {"random"}),
    ],
)
def test_the_players_of_the_game_are_offered(words: str, offered: set[str]) -> None:
    asking = {"_SLIDEDROP_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    program = "import sys; sys.argv[0] = 'slidedrop'; from slidedrop.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **asking}, capture_output=True, text=True, check=False
    )
    assert {line.partition(",")[2] for line in done.stdout.split()} == offered, done.stderr
