"""Soak test: a deeper search wins more, level by level, from random openings with both colours."""

from __future__ import annotations

import random

import pytest

from slidedrop.connect4 import Position
from slidedrop.players.registry import make_player

OPENINGS = 50
PLIES = 4


def openings() -> list[Position]:
    """Return random positions after four moves, the same on every call."""
    dice = random.Random(4)
    found = []
    for _ in range(OPENINGS):
        position = Position()
        for _ in range(PLIES):
            position = position.play(dice.choice(position.legal_moves()))
        found.append(position)
    return found


def points(deeper: int, other: int, start: Position, side: int) -> float:
    """Return the points of the deeper player on one side of a game: 1, 0.5 for a draw, or 0."""
    names = {side: f"search:{deeper}", 1 - side: f"search:{other}"}
    seats = {seat: make_player(name, "connect4") for seat, name in names.items()}
    position = start
    while position.outcome is None:
        position = position.play(seats[position.turn].choose(position))
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner == side)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("deeper", "other"), [(4, 2), (6, 4)])
def test_the_deeper_level_wins_clearly(deeper: int, other: int) -> None:
    scored = sum(points(deeper, other, start, side) for start in openings() for side in (0, 1))
    assert scored >= 0.6 * 2 * OPENINGS, f"level {deeper} got {scored} of {2 * OPENINGS} against level {other}"
