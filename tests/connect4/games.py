"""Games for tests: random ones from a seed, or drawn by Hypothesis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from slidedrop.connect4 import Position, Rules
from tests.connect4.naive_grid import NaiveGrid

if TYPE_CHECKING:
    from random import Random


def random_rules(rng: Random) -> Rules:
    """Any board from 4x4 to 12x12, small ones more often, three to six in a row, with gravity or without."""
    columns, rows = rng.randint(4, rng.randint(4, 12)), rng.randint(4, rng.randint(4, 12))
    connect = rng.randint(3, min(6, max(columns, rows)))
    return Rules(columns, rows, gravity=rng.random() < 0.5, connect=connect)


def check_game_against_twin(rng: Random) -> None:
    """Play one random game move by move on both boards, and compare every property."""
    rules = random_rules(rng)
    position, twin = Position(rules), NaiveGrid(rules)
    while moves := position.legal_moves():
        assert moves == twin.legal_moves()
        assert (position.outcome, position.turn) == (None, twin.turn)
        move = rng.choice(moves)
        position = position.play(move)
        twin.play(move)
    check_end_against_twin(position, twin)


def check_end_against_twin(position: Position, twin: NaiveGrid) -> None:
    """Compare the result of a finished game on both boards."""
    outcome = position.outcome
    assert outcome is not None
    assert outcome.winner == twin.winner()
    assert len(outcome.lines) == len(set(outcome.lines))
    assert set(outcome.lines) == twin.winning_lines()
    assert position.is_full == twin.is_full()
    assert [list(row) for row in position.to_rows()] == twin.grid
    assert Position.from_rows(twin.grid, position.rules).outcome == outcome


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Rules of any small game."""
    columns, rows = draw(st.integers(4, 9)), draw(st.integers(4, 9))
    return Rules(columns, rows, draw(st.booleans()), draw(st.integers(3, min(6, max(columns, rows)))))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any reachable position, including finished ones."""
    position = Position(draw(rules()))
    for choice in draw(st.lists(st.integers(0, 99), max_size=40)):
        moves = position.legal_moves()
        if moves:
            position = position.play(moves[choice % len(moves)])
    return position
