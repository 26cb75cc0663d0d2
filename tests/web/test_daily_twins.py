"""Tests that the page and Python have the same board of the day: seed on each date, scores and streak."""

from __future__ import annotations

import json
import os
import random
import shutil
from datetime import date, timedelta
from typing import Any, Final

import pytest

from slidedrop.core.game import Summary
from slidedrop.games import game_spec
from slidedrop.records.daily import daily, seed_of_day
from slidedrop.records.summaries import SavedGame
from tests.web.games import run_node

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None and os.environ.get("CI") != "true", reason="node is not installed"
)
SPEC: Final = game_spec("2048")
DAYS: Final = [date(2026, 2, 27) + timedelta(number) for number in range(8)]


def played(dice: random.Random) -> list[SavedGame]:
    """Return games of some days, oldest first, by the usual or other rules."""
    games = []
    for number in range(dice.randrange(12)):
        rules = dice.choice(["4x4 classic", "4x4 classic", "4x4 classic", "5x5 classic"])
        summary = Summary(SPEC.name, rules, "", dice.randrange(4), 0, 0, dice.random() < 0.7, score=4 * number)
        games.append(SavedGame(number + 1, summary=summary, seed=seed_of_day(SPEC, dice.choice(DAYS).isoformat())))
    return games


def as_page_has_it(saved: SavedGame) -> dict[str, Any]:
    """Return a game in the form of the page's library."""
    summary = saved.summary
    assert summary is not None
    short = {"rules": summary.rules, "score": summary.score, "moves": summary.moves, "finished": summary.finished}
    header = {"game": summary.game, "seed": str(saved.seed)}
    return {"id": str(saved.number), "header": header, "at": saved.number, "summary": short}


def test_the_pages_daily_board_scores_and_streak_match_python() -> None:
    dice = random.Random(5)
    cases = [(played(dice), dice.choice(DAYS)) for _ in range(60)]
    asked = [
        {
            "game": {"name": SPEC.name, "title": SPEC.title},
            "rules": "4x4 classic",
            "games": [as_page_has_it(saved) for saved in games],
            "day": day.isoformat(),
        }
        for games, day in cases
    ]
    lines = run_node("daily_cases.mjs", json.dumps(asked)).splitlines()
    expected = [daily(SPEC, games, day).to_json() for games, day in cases]
    found = [json.loads(line) for line in lines]
    assert [{**one, "open": one["open"] and int(one["open"])} for one in found] == [
        {**one, "scores": list(one["scores"])} for one in expected
    ]
    assert max(one["streak"] for one in expected) > 1
