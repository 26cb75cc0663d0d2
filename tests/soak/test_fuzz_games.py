"""Soak tests that compare whole random games with a naive implementation."""

from __future__ import annotations

import random

import pytest

from slidedrop.twenty48 import Direction, Game, Rules
from tests.attempt import tried
from tests.twins.boards2048 import grid_of
from tests.twins.naive2048 import naive_can_slide, naive_slide


@pytest.mark.soak
@pytest.mark.parametrize("size", range(2, 9))
@pytest.mark.parametrize("base", [2, 3, 5])
def test_tile_motion_in_whole_games_matches_the_reference_implementation(size: int, base: int) -> None:
    chance = random.Random(size * 10 + base)
    game = Game(Rules(size=size, base=base), seed=chance.getrandbits(60))
    moves = 0
    while not game.is_over and moves < 1500:
        direction = chance.choice(list(Direction))
        before = grid_of(game.board)
        turn = tried(game, direction)
        assert (turn is not None) == naive_can_slide(before, direction.value)
        if turn is not None:
            moves += 1
            assert (grid_of(turn.slide.board), turn.slide.gained) == naive_slide(before, direction.value)
