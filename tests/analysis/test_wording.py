"""Tests that results do not depend on wording: they stay equal with every sentence replaced."""

from __future__ import annotations

import re
from typing import Any

import pytest

from slidedrop.analysis import sentences
from slidedrop.analysis.connect4.review import review
from slidedrop.analysis.connect4.scores import scores_for
from slidedrop.analysis.hints import hint_for
from slidedrop.analysis.puzzle import puzzles_from
from slidedrop.analysis.twenty48.review import Review
from slidedrop.connect4 import Game as Connect4
from slidedrop.connect4.notation import read_moves
from slidedrop.twenty48 import Game as Twenty48
from slidedrop.twenty48 import Rules
from tests.cli.talking import slidedrop

MOVES = "4443254462223"
SECONDS = 3.0


def scrambled(sentence: str) -> str:
    """Return a sentence with the same placeholders and none of the original words."""
    return " ".join(["zzz", *re.findall(r"{[^}]*}", sentence)])


def played() -> Connect4:
    game = Connect4()
    for move in read_moves(MOVES, game.rules):
        game.play(move)
    return game


def small() -> Twenty48:
    game = Twenty48(Rules(size=2), seed=3)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    return game


def results() -> dict[str, Any]:
    """Return the results of the analyses without their sentences."""
    connect4, twenty48 = played(), Review(small())
    slides = list(twenty48.grow())
    hints = [hint_for(connect4), hint_for(Twenty48(seed=7))]
    code = slidedrop("hint", "connect4", "44", "--size", "6x5").code
    return {
        "grades": [
            (move.ply, move.grade, move.is_turning_point, move.best, bool(move.better_line), move.height)
            for move in review(connect4, seconds_a_move=SECONDS).moves
        ],
        "values": [(one.move, one.is_best) for one in scores_for(connect4.position, seconds=SECONDS).moves],
        "hints": [(hint.move, hint.basis) for hint in hints if hint],
        "puzzles": [(one.position, one.best) for one in puzzles_from(connect4)],
        "slides": [(one.number, one.best, one.loss, one.is_mistake) for one in slides],
        "worst": [one.number for one in twenty48.worst],
        "like": (connect4.summary().winner, code),
        "reviewed": len(slidedrop("review", MOVES).out.splitlines()),
    }


def test_results_do_not_depend_on_the_wording_of_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    results()  # the first hint of a process uses the small network
    expected = results()
    table = sentences._table()
    monkeypatch.setattr(sentences, "_table", lambda: {name: scrambled(text) for name, text in table.items()})
    assert results() == expected
    hint = hint_for(played())
    assert hint is not None
    assert "zzz" in hint.reason
