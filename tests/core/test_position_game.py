"""Tests of games that are defined by their positions alone, with Reversi as the example."""

from __future__ import annotations

import pytest
from slidedrop_reversi.position import Rules
from slidedrop_reversi.spec import Game

from slidedrop.core.command import Command
from slidedrop.core.errors import GameOver, IllegalMove, NotationError, RulesError
from slidedrop.core.position import Outcome, Termination


def finished(size: int = 4) -> Game:
    """Return a finished game in which every move was the first legal one."""
    game = Game(Rules(size))
    while not game.is_over:
        game.play(game.legal_moves()[0])
    return game


def test_moves_are_made_reported_undone_and_redone() -> None:
    game, heard = Game.new(seed=7), list[object]()
    game.on_turn(heard.append)
    turn = game.play((2, 3))
    assert (turn.player, turn.move, turn.outcome) == (0, (2, 3), None)
    assert heard == [turn]
    assert (game.line(), game.position.turn) == (["d3"], 1)
    assert game.do(Command("undo"))
    assert (game.line(), game.position) == ([], Game().position)
    assert game.do(Command("redo"))
    assert game.line() == ["d3"]


def test_a_game_ends_by_its_rules_and_reports_it_once() -> None:
    game, ends = Game(Rules(4)), list[object]()
    game.on_end(ends.append)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    assert len(ends) == 1
    assert game.outcome is not None
    assert game.outcome.reason is Termination.COUNT
    assert game.legal_moves() == []
    with pytest.raises(GameOver):
        game.play((0, 0))
    with pytest.raises(GameOver):
        game.resign()


def test_a_resignation_can_be_undone() -> None:
    game = Game()
    game.do(Command("move", "d3"))
    game.do(Command("resign"))
    assert game.outcome == Outcome(0, Termination.RESIGNED)
    assert (game.line(), game.summary().moves) == (["d3", "resign"], 1)
    assert game.summary().standing == "black won"
    game.undo()
    assert not game.is_over
    assert game.summary().standing == "white to move"


def test_a_summary_shows_the_winner_or_a_draw() -> None:
    game = finished()
    summary = game.summary()
    assert summary.finished
    assert (summary.winner is None) == (summary.standing == "draw")
    assert summary.rules == "4x4"


def test_a_game_is_rebuilt_from_its_dict() -> None:
    game = finished(6)
    again = Game.from_dict(game.to_dict())
    assert (again.position, again.line(), again.rules) == (game.position, game.line(), Rules(6))
    assert str(again) == str(game)


@pytest.mark.parametrize(
    ("rules", "error"), [(None, NotationError), ({"sides": 4}, NotationError), ({"size": 5}, RulesError)]
)
def test_an_invalid_header_is_refused(rules: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        Game.from_header({"game": "reversi", "rules": rules})


def test_an_illegal_move_changes_nothing() -> None:
    game = Game()
    with pytest.raises(IllegalMove):
        game.play((0, 0))
    assert game.line() == []
