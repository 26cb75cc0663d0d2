"""Tests of the common review format: it lists the same moves as the review of each game."""

from __future__ import annotations

import json

import pytest

from slidedrop.analysis.connect4.review import review as review_connect4
from slidedrop.analysis.review import GameReview, MoveReview, review_game
from slidedrop.analysis.twenty48.review import review as review_2048
from slidedrop.connect4 import Game as Connect4Game
from slidedrop.twenty48 import Game, Rules


def played(*moves: int) -> Connect4Game:
    """Return a game of Connect-4 with these columns, numbered from 1."""
    game = Connect4Game()
    for move in moves:
        game.play(move - 1)
    return game


def test_a_connect4_review_lists_turning_points_with_their_players() -> None:
    game = played(1, 2, 1, 2, 1, 3, 1)
    own, found = review_connect4(game), review_game(game)
    assert [move.ply for move in found.moves if move.is_mistake] == [move.ply for move in own.turning_points]
    assert [move.move for move in found.moves] == [move.move for move in own.moves]
    worst = found.costliest[0]
    assert (worst.ply, worst.player, worst.best) == (1, 0, ("4",))
    assert json.loads(json.dumps(found.to_json()))["costliest"][0] == 1


def test_a_2048_review_adds_up_to_the_score_and_lists_the_costliest_moves() -> None:
    game = Game(Rules(size=2), seed=3)
    while moves := game.legal_moves():
        game.play(moves[0])
    own, found = review_2048(game), review_game(game)
    assert [move.ply for move in found.costliest] == [slide.number for slide in own.worst]
    assert found.totals["final"] == pytest.approx(sum(found.totals[name] for name in ("expected", "luck", "skill")))
    assert json.dumps(found.to_json())


def test_the_five_costliest_moves_are_listed_and_ties_go_to_the_earlier_one() -> None:
    moves = tuple(
        MoveReview(ply, 0, "1", ("2",), cost, is_mistake=True) for ply, cost in enumerate([1, 3, 0, 3, 1, 1, 1], 1)
    )
    assert [move.ply for move in GameReview("any", moves, {}, ()).costliest] == [2, 4, 1, 5, 6]


def test_a_review_reports_progress_up_to_the_last_position() -> None:
    told: list[tuple[int, int]] = []
    review_game(played(4, 4), seconds=0.5, tell=lambda done, of: told.append((done, of)))
    assert told[-1] == (3, 3)
