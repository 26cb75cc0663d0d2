"""Tests of column values: proven values and bounds."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from random import Random

import pytest

from slidedrop.analysis.connect4 import answers as connect4_answers
from slidedrop.analysis.connect4.scores import in_words, scores_for
from slidedrop.analysis.sentences import say
from slidedrop.connect4 import Position, Rules, solve
from slidedrop.connect4.values import Solution

LATE = "44444233322266111166"


def words(position: Position, seconds: float = 5) -> dict[str, str]:
    """Return the text for every move."""
    return {score.move: score.words for score in scores_for(position, seconds=seconds).moves}


def test_every_column_has_its_value_in_words() -> None:
    assert words(Position.from_moves("112233"))["4"] == "win in 1"
    assert words(Position.from_moves("11223"))["5"] == "loss in 2"
    scores = scores_for(Position(Rules(4, 4)), seconds=5)
    assert {score.words for score in scores.moves} == {"draw"}
    assert (scores.words, scores.how, scores.best) == ("draw", "proven", ("1", "2", "3", "4"))


def test_column_values_match_the_solver() -> None:
    rng = Random(5)
    for _ in range(10):
        position = Position()
        while position.discs < 26 and not position.is_over:
            position = position.play(rng.choice(position.legal_moves()))
        if position.is_over:
            continue
        scores = scores_for(position, seconds=5)
        assert scores.is_proven
        assert scores.words.replace("loses", "loss") == str(solve(position))
        for score, move in zip(scores.moves, position.legal_moves(), strict=True):
            after = position.play(move)
            assert score.low == score.high == -(solve(after).score or 0)
            assert score.is_best is (score.low == max(other.low for other in scores.moves))


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (-18, 18, "not proven yet"),
        (0, 18, say("no loss")),
        (-18, 0, say("no win")),
        (0, 0, "draw"),
        (1, 1, "win in 35"),
        (1, 4, say("win at most", discs=35)),
        (-4, -1, say("loss at least", discs=30)),
        (-1, -1, "loss in 36"),
    ],
)
def test_an_unproven_value_is_described_by_its_bounds(low: int, high: int, said: str) -> None:
    assert in_words(Solution(low, high, discs=6, cells=42)) == said


def test_a_short_time_limit_is_respected_and_marks_unproven_values() -> None:
    scores_for(Position.from_moves("1122"), seconds=0.01)  # compiles the kernels first
    before = time.process_time()
    scores = scores_for(Position(Rules(7, 8)), seconds=0.2)
    assert time.process_time() - before < 1.5
    assert not scores.is_proven
    assert "not proven yet" in {score.words for score in scores.moves}
    assert "more time" in scores.how


def test_a_finished_game_has_no_column_values() -> None:
    scores = scores_for(Position.from_moves("1212121"))
    assert (scores.moves, scores.words, scores.best) == ((), "", ())


def test_scores_survive_a_json_round_trip() -> None:
    scores = scores_for(Position.from_moves("112233"))
    again = json.loads(json.dumps(scores.to_json()))
    assert again == scores.to_json()
    assert again["best"] == ["4"]
    assert again["moves"][3] == {
        "move": "4",
        "words": "win in 1",
        "verdict": "win",
        "discs": 1,
        "low": 18,
        "high": 18,
        "is_best": True,
    }


def test_free_4x4_is_fully_proven_and_larger_boards_show_the_search_depth() -> None:
    assert scores_for(Position(Rules(4, 4, gravity=False)), seconds=200).how == "proven"
    wide = scores_for(Position.from_moves("1,9,2,9,3", Rules(12, 12)), seconds=1)
    by_move = {score.move: score.words for score in wide.moves}
    assert by_move["4"].startswith("not proven yet")
    assert by_move["12"] == "loss in 2"
    assert re.fullmatch(say("looked ahead", levels=r"\d+"), wide.how)
    assert wide.best == ("4",)


def test_without_wasmtime_scores_come_from_the_search_and_load_no_numpy() -> None:
    program = """
import sys
sys.modules["wasmtime"] = None
from slidedrop.analysis.connect4.scores import scores_for
from slidedrop.connect4 import Position
scores = scores_for(Position.from_moves("11223"), seconds=1)
print(scores.best, scores.how, "numpy" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("('4',) by looking ")
    assert done.stdout.endswith("False\n")


def test_scores_carry_the_notice_about_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    from slidedrop.connect4.engine.perfect import solver_for

    monkeypatch.setattr(solver_for(Rules(4, 4)), "notice", "damaged")
    assert scores_for(Position(Rules(4, 4))).notice == "damaged"
    assert connect4_answers.notice_for(Rules(gravity=False)) == ""
