"""Tests of the sequential probability ratio test: it stops early and is rarely wrong."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

from slidedrop.connect4 import Rules
from slidedrop.lab.arena.elo import expected
from slidedrop.lab.arena.match import Entrant, Match, Result
from slidedrop.lab.arena.sprt import answer, round_scores
from slidedrop.twenty48 import Rules as Slides
from tests.cli.talking import slidedrop

if TYPE_CHECKING:
    from pathlib import Path

PLAYERS = (Entrant("greedy"), Entrant("random"))


def simulated(chance: random.Random, elo: float, most: int = 4_000) -> tuple[str, int]:
    """Return the answer of a simulated match with this Elo difference, and its number of rounds of two games."""
    scores: list[float] = []
    while len(scores) < most and not answer(scores, 30):
        scores.append(sum(chance.random() < expected(elo, 0) for _ in range(2)) / 2)
    return answer(scores, 30), len(scores)


def test_the_sprt_is_rarely_wrong_and_decides_large_differences_soon() -> None:
    chance = random.Random(4)
    near = [simulated(chance, elo) for elo in (30, -30) * 50]
    assert sum(found != wanted for (found, _), wanted in zip(near, ("stronger", "weaker") * 50, strict=True)) <= 10
    far = [simulated(chance, 400) for _ in range(50)]
    assert {found for found, _ in far} == {"stronger"}
    assert sum(rounds for _, rounds in far) < sum(rounds for _, rounds in near[:50]) / 4


def test_a_round_counts_when_both_its_games_are_played() -> None:
    drops = Match(Rules(), PLAYERS)
    games = [Result(0, 0, 9, 0.1, winner=0), Result(0, 1, 9, 0.1, winner=-1), Result(1, 0, 9, 0.1, winner=1)]
    assert round_scores(drops, games) == [0.75]
    slides = Match(Slides(), PLAYERS)
    points = [Result(n, seat, 9, 0.1, score=score) for n, seat, score in ((0, 1, 50), (0, 0, 80), (1, 0, 4), (1, 1, 4))]
    assert round_scores(slides, points) == [1.0, 0.5]


def test_a_match_stops_and_reports_when_the_sprt_is_decided(tmp_path: Path) -> None:
    two = ("--player", "search:2", "--player", "random")
    small = ("--size", "5x4", "--jobs", 1, "--folder", tmp_path)
    said = slidedrop("match", "connect4", *two, *small, "--sprt", 50, "--games", 400)
    assert re.search(r"search:2 is stronger .*random \(5%", said.out)
    assert "400 games" not in said.out
    again = slidedrop("match", "connect4", *two, *small, "--sprt", 50, "--games", 400, "--resume")
    assert again.out == said.out
    refused = slidedrop("match", "connect4", "--player", "random", "--sprt", 50)
    assert (refused.code, "--sprt compares two players" in refused.err) == (2, True)
