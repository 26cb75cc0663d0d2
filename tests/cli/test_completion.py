"""Tests of shell completion: players of each game and numbers of saved games."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from slidedrop.records.library import Library
from slidedrop.twenty48.game import Game


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
    assert completed(words) == offered


def test_the_numbers_of_saved_games_are_offered() -> None:
    for seed in range(11):
        Library().put(Game(seed=seed), ("human",)).journal.close()
    for words in ("review", "export", "share", "games show", "games remove 3", "2048 --resume"):
        assert completed(f"slidedrop {words} 1") == {"1", "10", "11"}


def completed(words: str) -> set[str]:
    """Return the completions that a shell offers after these words."""
    asking = {"_SLIDEDROP_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    program = "import sys; sys.argv[0] = 'slidedrop'; from slidedrop.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **asking}, capture_output=True, text=True, check=False
    )
    assert not done.stderr
    return {line.partition(",")[2] for line in done.stdout.split()}
