"""Soak tests of the opponents: each is stronger than the one before, and the perfect player wins with the first move.

The search depth of each opponent was chosen on other openings (seeds 11 and 12) than those played here.
"""

from __future__ import annotations

from random import Random

import pytest

from slidedrop.connect4 import Position
from slidedrop.players.connect4.opponents import LADDER
from slidedrop.players.registry import make_player

OPENINGS = 50
PLIES = 8
GAMES = 50


def openings() -> list[Position]:
    """Return different unfinished positions after eight random moves, the same on every call."""
    rng, found = Random(2026), list[Position]()
    while len(found) < OPENINGS:
        position = Position()
        while position.discs < PLIES and not position.is_over:
            position = position.play(rng.choice(position.legal_moves()))
        if not position.is_over and position not in found:
            found.append(position)
    return found


def winner(red: str, blue: str, start: Position, seed: int) -> int | None:
    """Play two players against each other from a position, and return the winner."""
    seats = [make_player(name, "connect4", seed=2 * seed + side) for side, name in enumerate((red, blue))]
    position = start
    while position.outcome is None:
        position = position.play(seats[position.turn].choose(position))
    return position.outcome.winner


def points(higher: str, lower: str, start: Position, seed: int, side: int) -> float:
    """Return the points of the stronger player on one side of a game: 1, 0.5 for a draw, or 0."""
    won = winner(*((higher, lower) if side == 0 else (lower, higher)), start, seed)
    return 0.5 if won is None else float(won == side)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_each_opponent_scores_60_percent_against_the_one_below(level: int) -> None:
    higher, lower = LADDER[level - 1].declaration.name, LADDER[level - 2].declaration.name
    scored = sum(points(higher, lower, start, seed, side) for seed, start in enumerate(openings()) for side in (0, 1))
    print(f"{higher} got {scored} of {2 * OPENINGS} against {lower}")  # noqa: T201 - the figure is wanted
    assert scored >= 0.6 * 2 * OPENINGS


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("other", ["random", "search:6", "master"])
def test_the_perfect_player_moving_first_wins_every_game(other: str) -> None:
    assert [winner("perfect", other, Position(), seed) for seed in range(GAMES)] == [0] * GAMES
