"""Tests of the library in commands: a long list is fast after the first time, which shows its progress."""

from __future__ import annotations

import os
import resource
import subprocess
import sys

import pytest

from slidedrop.cli.saved_games import ListingBar, numbers_meant
from slidedrop.core.errors import NotationError
from slidedrop.records.library import Library
from slidedrop.session import Session
from slidedrop.twenty48.game import Game
from slidedrop.twenty48.rules import Rules


def shelf_of(games: int, moves: int) -> None:
    """Put the same game into the library under many numbers; on a large board there is always a move."""
    opened = Library().put(Game(Rules.preset("classic", 8), seed=1))
    session = Session(opened.game)
    while session.game.summary().moves < moves:
        session.play(next(way.value for way in opened.game.board.legal_moves()))  # type: ignore[attr-defined]
    opened.journal.append(*({"move": move} for move in session.game.line()))
    opened.journal.close()
    content = Library().path(1).read_bytes()
    for number in range(2, games + 1):
        Library().path(number).write_bytes(content)


def seconds_of_the_list() -> float:
    """Return the CPU seconds that `slidedrop games` takes in a separate process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    command = [sys.executable, "-m", "slidedrop", "games"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.count("\n") == len(Library().numbers())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_a_cached_list_of_two_thousand_games_takes_under_a_second() -> None:
    shelf_of(2000, 1)
    Library().games()
    assert seconds_of_the_list() < 1.0


@pytest.mark.soak
def test_a_cached_list_of_two_thousand_long_games_takes_under_a_second() -> None:
    shelf_of(2000, 2000)
    seconds_of_the_list()
    assert seconds_of_the_list() < 1.0


def test_the_first_list_of_many_games_shows_its_progress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    shelf_of(30, 1)
    Library(progress=ListingBar()).games()
    assert "] " in (said := capsys.readouterr().err)
    assert "  0 of 30 games" in said
    Library(progress=ListingBar()).games()
    assert capsys.readouterr().err == ""


def test_a_game_in_two_ranges_is_selected_once() -> None:
    shelf_of(6, 1)
    assert numbers_meant(Library(), ["2-4", "3-9", "1"]) == [2, 3, 4, 5, 6, 1]
    with pytest.raises(NotationError, match="8-9"):
        numbers_meant(Library(), ["8-9"])
