"""Tests of the adaptive opponent: earlier results set its level."""

from __future__ import annotations

import pytest

from slidedrop.connect4 import Game
from slidedrop.players import HUMAN
from slidedrop.players.registry import make_player
from slidedrop.records.adapting import with_levels
from slidedrop.records.library import Library
from slidedrop.session import new_session
from slidedrop.terminal.full.sessions import next_session, start_session
from tests.cli.talking import slidedrop

NEW = (HUMAN, "even")


def finished(players: tuple[str, str], *, won: bool, origin: str = "") -> None:
    """Save a finished game that the person won or lost."""
    columns = [0, 1, 0, 1, 0, 1, 0] if won == (players[0] == HUMAN) else [0, 1, 0, 1, 0, 1, 2, 1]
    seats = [None if name == HUMAN else make_player(name, "connect4") for name in players]
    session = new_session(Game(), seats, origin=origin)
    for column in columns:
        session.make(column)
    session.close()


def level(*names: str, again: bool = False) -> list[str]:
    """Return the opponents of the next game."""
    return [name for name in with_levels(names or NEW, "connect4", again=again) if name != HUMAN]


def test_the_level_goes_up_after_a_win_and_down_after_a_loss() -> None:
    assert level() == ["even:3"]
    finished((HUMAN, "even:3"), won=True)
    assert level() == ["even:4"]
    finished(("even:4", HUMAN), won=True)
    assert level() == ["even:5"]
    finished((HUMAN, "even:5"), won=False)
    assert level() == ["even:4"]
    assert level("even", "even") == ["even:4", "even:4"]


def test_the_level_stays_within_its_bounds() -> None:
    finished((HUMAN, "even:9"), won=True)
    assert level() == ["even:9"]
    finished((HUMAN, "even:1"), won=False)
    assert level() == ["even:1"]


def test_other_opponents_copies_and_games_in_progress_change_nothing() -> None:
    finished((HUMAN, "even:5"), won=True)
    finished((HUMAN, "beginner"), won=True)
    finished((HUMAN, "even:2"), won=True, origin="copy")
    new_session(Game(), [None, make_player("even:2", "connect4")]).close()
    assert level() == ["even:6"]


@pytest.mark.parametrize("name", ["beginner", "search:4", "bot.py:Bot", "even:2"])
def test_every_other_name_stays_as_it_is(name: str) -> None:
    finished((HUMAN, "even:5"), won=True)
    assert level(HUMAN, name) == [name]


def test_a_requested_level_adapts_from_the_second_game_on() -> None:
    finished((HUMAN, "even:7"), won=False)
    assert level(HUMAN, "even:7", again=True) == ["even:6"]


def test_the_full_screen_and_the_plain_terminal_record_the_level() -> None:
    first = start_session(Game(), NEW)
    first.resign()
    second = next_session(first, swapped=False)
    second.close()
    assert slidedrop("connect4", "--plain", "--blue", "even", typed="resign\ny\nn\nq\n").code == 0
    assert [game.players[1] for game in Library().games()] == ["even:3", "even:2", "even:2", "even:1"]
