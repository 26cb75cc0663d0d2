"""Tests of the statistics of saved games, and of which games count."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.game import Summary
from slidedrop.games import game_spec
from slidedrop.players.registry import make_player
from slidedrop.records.daily import daily, seed_of_day
from slidedrop.records.library import Library
from slidedrop.records.statistics import statistics
from slidedrop.records.summaries import NotCounted, SavedGame
from slidedrop.session import new_session, resumed_session
from slidedrop.twenty48 import Game
from slidedrop.web.rooms.rooms import room_of_the_day
from tests.cli.talking import slidedrop

CASES: Final = json.loads((Path(__file__).parents[1] / "data" / "statistics_cases.json").read_text())
TODAY: Final = date(2026, 11, 18)
TWENTY48: Final = game_spec("2048")


def saved_game(number: int, values: dict[str, Any]) -> SavedGame:
    """Return the listed entry of a game of the shared cases."""
    names = ("game", "rules", "moves", "finished", "score", "largest", "won", "winner")
    summary = Summary(standing="", take_backs=0, hints=0, **{name: values[name] for name in names})
    players = tuple(values["players"])
    return SavedGame(number, summary=summary, origin=values["origin"], players=players, taken_over=values["taken_over"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_every_shared_case_holds(case: dict[str, Any]) -> None:
    games = [saved_game(number, values) for number, values in enumerate(case["games"], 1)]
    assert json.loads(json.dumps(statistics(games).to_json())) == case["then"]


GAMES: Final = st.lists(
    st.fixed_dictionaries(
        {
            "game": st.just("2048"),
            "rules": st.sampled_from(["4x4 classic", "3x3 classic"]),
            "moves": st.integers(0, 3),
            "finished": st.booleans(),
            "score": st.integers(0, 99),
            "largest": st.sampled_from([2, 4, 8]),
            "won": st.booleans(),
            "winner": st.none(),
            "players": st.sampled_from([[], ["human"], ["network"]]),
            "origin": st.sampled_from(["played", "replay", "import", "copy", "board"]),
            "taken_over": st.booleans(),
        }
    )
)


@given(GAMES)
def test_only_games_played_here_by_a_person_count_and_others_get_a_reason(values: list[dict[str, Any]]) -> None:
    found = statistics([saved_game(number, one) for number, one in enumerate(values, 1)])
    begun = [one for one in values if one["moves"]]
    own = [
        one for one in begun if one["origin"] == "played" and one["players"] != ["network"] and not one["taken_over"]
    ]
    assert sum(group.games for group in found.groups) == len(own)
    assert sum(found.not_counted.values()) == len(begun) - len(own)
    assert sorted(score for group in found.groups for score in group.scores) == sorted(one["score"] for one in own)
    assert sum(group.won for group in found.groups) == sum(one["won"] for one in own)


@pytest.mark.parametrize(("by_computer", "reason"), [(1, None), (2, NotCounted.TAKEN_OVER)])
def test_a_game_counts_as_taken_over_above_a_tenth_of_the_moves(by_computer: int, reason: NotCounted | None) -> None:
    session = new_session(Game(seed=5))
    computer = make_player("greedy", "2048")
    session.change_seats((computer,))
    for _ in range(by_computer):
        session.let_computer_play()
    session.change_seats((None,))
    for _ in range(11 - by_computer):
        session.make(session.game.legal_moves()[0])
    session.close()
    (saved,) = Library().games()
    assert saved.not_counted is reason
    assert len(Library().game(1).commands) == 11


def test_a_game_taken_over_by_the_computer_can_be_exported_and_imported() -> None:
    session = new_session(Game(seed=5))
    session.change_seats((make_player("greedy", "2048"),))
    session.let_computer_play()
    session.close()
    content = Library().export(1)
    assert b'players":["greedy"]' not in content
    with Library().import_game(content, "a copy").journal:
        assert [saved.not_counted for saved in Library().games()] == [NotCounted.TAKEN_OVER, NotCounted.IMPORT]


def test_a_game_of_the_computer_sets_no_best_score() -> None:
    with new_session(Game(seed=7), (make_player("greedy", "2048"),)).journal or pytest.fail("it is not saved"):
        pass
    session = resumed_session(Library().take(1))
    for _ in range(20):
        session.make(session.game.legal_moves()[0])
    session.close()
    assert (session.game.summary().score or 0) > 0
    assert Library().best_score("4x4 classic") == 0
    assert re.fullmatch("Not counted: 1 .*computer.*\n", slidedrop("stats").out)


def test_the_daily_board_is_the_same_as_in_the_daily_race_of_the_server() -> None:
    assert seed_of_day(TWENTY48, "2026-11-18") == int(room_of_the_day("2026-11-18").seed)
    assert daily(TWENTY48, [], TODAY).to_json() == {
        "day": "2026-11-18",
        "game": "2048",
        "seed": str(seed_of_day(TWENTY48, "2026-11-18")),
        "scores": (),
        "best": None,
        "open": None,
        "streak": 0,
    }


def day_game(number: int, day: str, score: int, **more: Any) -> SavedGame:  # noqa: ANN401 - fields of SavedGame
    """Return a finished game on the daily board."""
    summary = Summary("2048", "4x4 classic", "", 9, 0, 0, finished=True, score=score)
    line: dict[str, Any] = {"summary": summary, "seed": seed_of_day(TWENTY48, day), "players": ("human",), **more}
    return SavedGame(number, **line)


def test_a_day_has_its_scores_and_the_streak() -> None:
    games = [
        day_game(1, "2026-11-15", 70),
        day_game(2, "2026-11-16", 80),
        day_game(3, "2026-11-17", 90),
        day_game(4, "2026-11-18", 100),
        day_game(5, "2026-11-18", 40),
        day_game(6, "2026-11-18", 900, origin="import"),
        day_game(7, "2026-11-18", 800, players=("network",)),
    ]
    found = daily(TWENTY48, games, TODAY)
    assert (found.scores, found.best, found.streak) == ((100, 40), 100, 4)
    assert daily(TWENTY48, games[:2], TODAY).streak == 0
    assert daily(TWENTY48, games[:3], TODAY).streak == 3


def test_the_board_of_today_is_played_and_continued_from_the_command_line() -> None:
    first = slidedrop("daily", typed="left\nup\nright\nq\n")
    assert first.code == 0
    assert " game 1." in first.out
    slidedrop("daily", typed="q\n")
    assert Library().numbers() == [1]
    shown = json.loads(slidedrop("daily", "--json").out)
    assert (shown["open"], len(shown["scores"])) == (1, 1)
    assert str(Library().record(1).seed) == shown["seed"]
