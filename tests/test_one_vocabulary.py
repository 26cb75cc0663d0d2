"""Tests that both games share one API to write, read, order, save and review positions and games."""

from __future__ import annotations

import asyncio
import random

import pytest

import slidedrop
from slidedrop import aio, connect4, twenty48
from slidedrop.connect4.values import Solution
from slidedrop.core.errors import NotationError, RecordError
from slidedrop.core.game import Game

RULES = [connect4.Rules(), connect4.Rules(4, 5), connect4.Rules(4, 4, gravity=False, connect=3)]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_position_is_restored_from_its_text(rules: connect4.Rules) -> None:
    dice, position = random.Random(7), connect4.Position(rules)
    while not position.is_over:
        assert connect4.Position.from_text(position.to_text()) == position
        assert connect4.Position.from_text(position.passed().to_text()) == position.passed()
        assert position.to_text() in repr(position)
        position = position.play(dice.choice(position.legal_moves()))
    assert connect4.Position.from_text(position.to_text()) == position


def test_a_board_is_restored_from_its_text() -> None:
    board = twenty48.Board.from_rows([[0, 2, 4], [3 << 40, 0, 0], [0, 0, 131072]])
    assert twenty48.Board.from_text(board.to_text()) == board
    for wrong in ("2,", "2,2", "2,2/2", "-2,0/0,0", "٢,0/0,0", f"{'9' * 5000},0/0,0", "2 ,0/0,0"):
        with pytest.raises(NotationError):
            twenty48.Board.from_text(wrong)


def play_first(game: Game) -> None:
    game.play(game.legal_moves()[0])


@pytest.mark.parametrize("make", [twenty48.Game, connect4.Game])
def test_a_game_is_restored_from_its_text(make: type[twenty48.Game | connect4.Game]) -> None:
    game = make()
    for _ in range(3):
        play_first(game)
    game.undo()
    again = make.from_text(game.to_text())
    assert (again.position, again.commands, again.redo()) == (game.position, game.commands, game.redo())
    with pytest.raises(NotationError, match="JSON"):
        make.from_text(game.to_text()[:-1])


def test_solutions_are_ordered_by_their_proven_scores() -> None:
    losing, drawn, winning = (Solution(score, score, 20, 42) for score in (-3, 0, 3))
    sooner, perhaps, open_ = Solution(5, 5, 20, 42), Solution(0, 3, 20, 42), Solution(-9, 9, 20, 42)
    assert sorted([winning, perhaps, losing, sooner, open_, drawn]) == [open_, losing, drawn, perhaps, winning, sooner]
    assert drawn <= Solution(0, 0, 20, 42, nodes=9) <= drawn
    assert winning > drawn >= losing


def test_an_analysis_has_the_best_column_and_the_line_to_the_end() -> None:
    position = connect4.Position.from_moves("4444443265")
    analysis = slidedrop.analyse(position)
    assert analysis.values[analysis.best or 0] == max(analysis.values.values())
    value = slidedrop.solve(position).value
    assert value is not None
    assert len(analysis.line) == value.discs
    for column in analysis.line:
        position = position.play(column)
    assert position.is_over
    over = slidedrop.analyse(position)
    assert (over.best, over.line, over.values) == (None, [], {})


def test_saved_games_are_numbered_and_counted_in_statistics() -> None:
    numbers = []
    for game in (slidedrop.Twenty48(seed=7), slidedrop.Connect4()):
        play_first(game)
        numbers.append(number := slidedrop.save(game))
        assert number is not None
        assert slidedrop.load(number).to_text() == game.to_text()
    assert [saved.number for saved in slidedrop.saved_games()] == numbers == [1, 2]
    assert sum(group.games for group in slidedrop.statistics().groups) == 2
    with pytest.raises(RecordError):
        slidedrop.load(3)
    with pytest.raises(NotationError):
        slidedrop.load(True)


def test_a_puzzle_is_solved_by_its_best_move() -> None:
    puzzle = slidedrop.puzzles()[0]
    assert puzzle.read(puzzle.best) == puzzle.best


def test_async_functions_give_the_same_answers() -> None:
    board, position = twenty48.Board.from_text("2,2,0,0/0,4,0,0/0,0,0,0/0,0,0,8"), connect4.Position.from_moves("44")
    game = slidedrop.Connect4(start=position)

    async def asked() -> list[object]:
        calls = aio.best_move(board, plies=1), aio.solve(position), aio.analyse(position, nodes=9), aio.hint(game)
        return [*await asyncio.gather(*calls), await aio.review(game)]

    best, solution, analysis, hint, review = asyncio.run(asked())
    assert isinstance(best, twenty48.Analysis)
    assert best.values == slidedrop.best_move(board, plies=1).values
    assert (solution, hint, review) == (slidedrop.solve(position), slidedrop.hint(game), slidedrop.review(game))
    assert isinstance(analysis, connect4.Analysis)
    assert analysis.best == 3


def test_the_repr_of_an_analysis_names_its_best_move() -> None:
    found = slidedrop.best_move(twenty48.Board.from_rows([[2, 2, 4, 8], *[[0] * 4] * 3]), plies=1)
    assert found.best is not None
    assert f"best {found.best.value};" in repr(found)
