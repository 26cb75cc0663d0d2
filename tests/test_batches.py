"""Tests that batch functions return the same results as calls for one board or position at a time."""

import random

import numpy as np
import pytest

import slidedrop
from slidedrop import connect4, twenty48
from slidedrop.core.errors import NotationError, RulesError
from slidedrop.twenty48.engine.expectimax import DIRECTIONS


def boards(count: int) -> list[twenty48.Board]:
    """Return boards of random games, one of them over."""
    dice, found = random.Random(3), [twenty48.Board.from_rows([[2, 4, 2, 4], [4, 2, 4, 2]] * 2)]
    game = twenty48.Game(seed=3)
    while len(found) < count:
        game.play(dice.choice(game.legal_moves()))
        found.append(game.board)
        if game.is_over:
            game.reset(seed=len(found))
    return found


@pytest.mark.no_cover
@pytest.mark.parametrize("threads", [1, 2])
def test_best_moves_of_many_boards_match_single_calls(threads: int) -> None:
    given = boards(150)
    found = slidedrop.best_moves(given, threads=threads)
    again = slidedrop.best_moves(np.array([board.rows for board in given]), threads=threads)
    assert (found.best == again.best).all()
    for board, best, values in zip(given, found.best, found.values, strict=True):
        one = slidedrop.best_move(board, plies=1)
        assert best == (-1 if one.best is None else DIRECTIONS.index(one.best))
        assert values == pytest.approx([one.values.get(way, -np.inf) for way in DIRECTIONS], rel=1e-5)


@pytest.mark.no_cover
def test_an_invalid_batch_of_boards_is_refused() -> None:
    arrays = [np.zeros((2, 3, 3), int), np.full((1, 4, 4), 3), np.full((1, 4, 4), -2), np.zeros((1, 4, 4))]
    for one in (None, "2", [twenty48.Board.empty(3)], *arrays):
        with pytest.raises(NotationError):
            slidedrop.best_moves(one)  # type: ignore[arg-type]
    assert len(slidedrop.best_moves([]).best) == 0
    with pytest.raises(RulesError):
        slidedrop.best_moves(boards(1), threads=0)


@pytest.mark.no_cover
@pytest.mark.parametrize("threads", [1, 2])
def test_values_of_many_positions_match_single_calls(threads: int) -> None:
    dice, places = random.Random(5), list[connect4.Position]()
    while len(places) < 30:
        place = connect4.Position()
        while not place.is_over and place.discs < dice.randrange(8, 40):
            place = place.play(dice.choice(place.legal_moves()))
        places.append(place)
    found = slidedrop.solve_many(places, threads=threads)
    assert [one.score for one in found] == [slidedrop.solve(place).score for place in places]
    assert slidedrop.solve_many([]) == []
    for wrong in (None, [1], [places[0], connect4.Position(connect4.Rules(6, 6))]):
        with pytest.raises((NotationError, RulesError)):
            slidedrop.solve_many(wrong)  # type: ignore[arg-type]
