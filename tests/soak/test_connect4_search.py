"""Soak test of the full-depth search: results equal brute force on boards small enough for it."""

from __future__ import annotations

import pytest

from slidedrop.connect4 import Position, Rules
from slidedrop.connect4.evaluation import evaluate
from slidedrop.core.search import is_decided, search


def brute_force(position: Position, known: dict[int, int]) -> int:
    """Return 1, 0 or -1 for the player to move, by playing out every move; each position is solved once."""
    outcome = position.outcome
    if outcome:
        return 0 if outcome.winner is None else -1
    if position.packed not in known:
        known[position.packed] = max(-brute_force(position.play(move), known) for move in position.legal_moves())
    return known[position.packed]


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("rules", [Rules(4, 4), Rules(4, 5), Rules(5, 4), Rules(4, 4, connect=3)])
def test_full_depth_search_finds_what_brute_force_finds(rules: Rules) -> None:
    result = search(Position(rules), evaluate, rules.cells, every_move=True)
    known: dict[int, int] = {}
    for move, value in result.values.items():
        sign = (value > 0) - (value < 0)
        assert sign == -brute_force(Position(rules).play(move), known)
        assert is_decided(value) == (value != 0)
