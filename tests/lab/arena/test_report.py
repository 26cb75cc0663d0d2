"""Tests of the printed report of a match."""

from __future__ import annotations

import csv
import io
import re

from slidedrop.connect4 import Rules as Drops
from slidedrop.lab.arena.match import Entrant, Match, Result
from slidedrop.lab.arena.report import as_csv, report
from slidedrop.twenty48 import Rules as Slides

MATCH = Match(Slides(), (Entrant("one"), Entrant("other")), seed=9)
DROPS = Match(Drops(), (Entrant("one"), Entrant("other")))


def slides(*scores: tuple[int, int]) -> list[Result]:
    """Return a game of both players for each pair of scores; games above 1000 points reached 1024."""
    return [
        Result(number, seat, 100, 0.2, score=score, largest=1024 if score > 1000 else 256)
        for number, pair in enumerate(scores)
        for seat, score in enumerate(pair)
    ]


def test_the_table_has_means_medians_rates_and_the_time_of_a_move() -> None:
    lines = report(MATCH, slides((1100, 900), (1300, 1000), (1200, 950))).splitlines()
    assert [line.split("  ")[0].strip() for line in lines[:6]] == [
        "",
        "games",
        "mean",
        "median",
        "reached 512",
        "reached 1024",
    ]
    assert "1,200 ± 248" in lines[2]
    assert "100% (44-100%)" in lines[5]
    assert "0% (0-56%)" in lines[5]
    assert lines[6].split() == ["ms", "per", "move", "2.00", "2.00"]


def test_a_difference_is_counted_on_the_same_games() -> None:
    better = report(MATCH, slides((1100, 1000), (2210, 2100), (3300, 3200), (150, 40)))
    assert re.match("one .*105 ± 9 .*other ", better.splitlines()[-1])
    worse = report(MATCH, slides((1000, 1100), (2100, 2210), (3200, 3300), (40, 150)))
    assert re.match("other .*105 ± 9 .*one ", worse.splitlines()[-1])


def test_an_insignificant_difference_is_reported_as_no_difference() -> None:
    told = report(MATCH, slides((100, 200), (250, 100)))
    assert "No difference " in told


def test_a_report_of_one_player_or_no_games_is_printed() -> None:
    alone = Match(Slides(), (Entrant("one"),))
    assert "same games" not in report(alone, slides((100, 0))[:1])
    assert report(alone, []).startswith("No game ")
    assert "-" in report(MATCH, slides((100, 0))[:1]).splitlines()[2]


def test_wins_draws_and_losses_have_intervals() -> None:
    results = [
        Result(number // 2, number % 2, 20, 1.0, winner=winner) for number, winner in enumerate([0, 0, 0, 1, -1, 0])
    ]
    told = report(DROPS, results)
    assert "one won: 4, 67% (30-90%)" in told
    assert "drawn: 1, 17% (3-56%)" in told
    assert "one scores 75%" in told


def test_every_game_is_a_line_of_the_csv() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(MATCH, slides((1100, 900), (5, 6))[::-1]))))
    assert [(row["round"], row["seed"], row["player"], row["score"]) for row in rows] == [
        ("1", str(MATCH.seed_of(0)), "one", "1100"),
        ("1", str(MATCH.seed_of(0)), "other", "900"),
        ("2", str(MATCH.seed_of(1)), "one", "5"),
        ("2", str(MATCH.seed_of(1)), "other", "6"),
    ]
    drops = list(csv.DictReader(io.StringIO(as_csv(DROPS, [Result(0, 1, 9, 0.1, winner=0), Result(0, 0, 42, 0.1)]))))
    assert [(row["red"], row["winner"]) for row in drops] == [("one", "draw"), ("other", "one")]
