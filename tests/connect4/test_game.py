"""Tests of a game of Connect-4: events, undo, resignation and its record."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.connect4 import Game, Position, Rules, Turn
from slidedrop.connect4.game import ending, rules_from_json
from slidedrop.core.command import Command
from slidedrop.core.errors import GameOver, IllegalMove, NotationError, RulesError
from slidedrop.core.position import Outcome, Termination
from slidedrop.records.replay import Record, header_of, replay

RED_WINS = (3, 3, 2, 2, 1, 1, 0)


def played(*moves: int) -> Game:
    game = Game()
    for move in moves:
        game.play(move)
    return game


def test_a_turn_holds_the_player_and_the_landing_cell() -> None:
    game = played(3)
    turn = game.play(3)
    assert (turn.player, turn.move, turn.cell, turn.outcome) == (1, 3, (4, 3), None)
    assert turn.position == game.position


def test_listeners_are_notified_of_every_move_and_then_of_the_end() -> None:
    heard: list[str] = []
    game = Game()
    game.on_end(lambda turn: heard.append(f"end {turn.outcome and turn.outcome.winner}"))
    game.on_turn(lambda turn: heard.append(f"move {turn.move}"))
    for move in RED_WINS:
        game.play(move)
    assert heard == [*(f"move {move}" for move in RED_WINS), "end 0"]


def test_four_in_a_row_ends_the_game_with_the_winning_line() -> None:
    outcome = played(*RED_WINS).outcome
    assert outcome == Outcome(0, Termination.LINE, (((5, 0), (5, 1), (5, 2), (5, 3)),))


def test_after_the_end_a_move_is_refused_and_changes_nothing() -> None:
    game = played(*RED_WINS)
    with pytest.raises(GameOver, match=Rules().goal):
        game.play(6)
    assert len(game.turns) == 7


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    game = played(0, 0, 0, 0, 0, 0)
    with pytest.raises(IllegalMove, match="column 0 is full"):
        game.play(0)
    assert len(game.turns) == 6


def test_a_numpy_column_is_saved_as_a_plain_int() -> None:
    numpy = pytest.importorskip("numpy")
    game = Game(Rules(numpy.int16(8), 7))
    turn = game.play(numpy.int64(3))
    assert type(turn.move) is int
    assert json.loads(json.dumps(game.to_dict())) == Game.from_dict(game.to_dict()).to_dict()


def test_a_command_counts_columns_from_1_and_a_call_from_0() -> None:
    with pytest.raises(IllegalMove, match=r"column 8 .*7x6.*from 1: 1,"):
        Game().do(Command("move", "8"))
    with pytest.raises(IllegalMove, match=r"column 7 .*7x6.*from 0: 0,"):
        Game().play(7)


def test_resigning_makes_the_opponent_win() -> None:
    game = played(3)
    turn = game.resign()
    assert turn == Turn(1, None, game.position, Outcome(0, Termination.RESIGNED))
    assert game.line() == ["4", "resign"]
    with pytest.raises(GameOver, match="resign"):
        game.resign()


def test_a_resignation_can_be_undone_and_redone() -> None:
    game = played(3)
    game.resign()
    assert game.undo()
    assert game.outcome is None
    assert game.redo()
    assert game.outcome == Outcome(0, Termination.RESIGNED)


def test_undo_at_the_start_and_redo_at_the_end_do_nothing() -> None:
    game = Game()
    assert not game.undo()
    assert not game.redo()
    assert game.take_backs == 0


def test_undos_and_hints_are_counted() -> None:
    game = played(3, 3)
    for command in (Command("undo"), Command("hint"), Command("redo"), Command("undo")):
        assert game.do(command)
    assert (game.take_backs, game.hints) == (2, 1)


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome(0, Termination.LINE, (((5, 0), (5, 1), (5, 2), (5, 3)),)), "red won, four in a row"),
        (Outcome(1, Termination.RESIGNED), "blue won, red resigned"),
        (Outcome(None, Termination.BOARD_FULL), "draw, board full"),
    ],
)
def test_an_outcome_is_described_in_a_few_words(outcome: Outcome, words: str) -> None:
    assert ending(outcome) == words


def test_the_summary_holds_rules_standing_and_winner() -> None:
    summary = Game(Rules(5, 4, gravity=False, connect=3)).summary()
    assert (summary.rules, summary.standing, summary.finished) == ("5x4 connect 3 free", "red to move", False)
    assert played(*RED_WINS).summary().winner == 0


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game by any rules, with undos, hints and an optional resignation."""
    rules = Rules(draw(st.integers(4, 8)), draw(st.integers(4, 8)), gravity=draw(st.booleans()))
    game = Game(rules)
    for choice in draw(st.lists(st.integers(0, 99), max_size=40)):
        legal = game.position.legal_moves() if game.outcome is None else []
        if choice >= 90:
            game.undo() if choice % 2 else game.redo()
        elif legal:
            game.do(Command("move", game.spell(legal[choice % len(legal)])))
    if draw(st.booleans()) and game.outcome is None:
        game.resign()
    return game


@given(games())
def test_header_and_moves_restore_the_whole_game(game: Game) -> None:
    commands = tuple(Command("resign") if move == "resign" else Command("move", move) for move in game.line())
    header = json.loads(json.dumps(header_of(game, ["human", "tree:4"])))
    again = replay(Record(header, commands))
    assert isinstance(again, Game)
    assert (again.position, again.outcome, again.line()) == (game.position, game.outcome, game.line())
    assert Record(header, ()).players == ["human", "tree:4"]


def test_a_replayed_header_starts_from_its_given_position() -> None:
    game = Game(start=Position.from_moves("4433"))
    game.play(0)
    again = Game.from_header(json.loads(json.dumps(game.header())))
    assert again.position == Position.from_moves("4433")
    assert again.position.turn == 0


@pytest.mark.parametrize(
    ("header", "error", "words"),
    [
        ({"rules": {"columns": 7, "colour": 1}}, NotationError, "columns, rows, gravity"),
        ({"rules": None}, NotationError, "rules of Connect-4"),
        ({"rules": {"columns": 3}}, RulesError, "from 4 to"),
        ({"rules": {}, "start": "4433"}, NotationError, "drawn rows"),
        ({"rules": {}, "start": {"rows": [1, 2]}}, NotationError, "drawn rows"),
        ({"rules": {}, "start": {"rows": ["X"]}}, NotationError, "1x1"),
    ],
)
def test_an_invalid_header_is_refused(header: dict[str, object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Game.from_header(header)


def test_rules_missing_from_a_record_have_their_defaults() -> None:
    assert rules_from_json({"gravity": False}) == Rules(gravity=False)


def test_a_game_shows_itself_as_text_and_in_a_notebook() -> None:
    game = played(3)
    assert str(game).endswith("blue to move")
    assert "<svg" in game._repr_svg_()


def test_a_resignation_is_not_counted_as_a_move() -> None:
    game = Game()
    game.play(3)
    game.resign()
    assert game.summary().moves == 1
    assert game.undo()
    assert game.outcome is None
    assert game.redo()
    assert game.outcome is not None
    assert (game.take_backs, game.redo()) == (1, False)
