"""Checks of a solver: whole small boards against brute force, 7x6 against a plain alpha-beta search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from slidedrop.connect4.engine.solver.bitboard import Geometry, geometry
from slidedrop.connect4.engine.solver.narrowing import new_searches
from slidedrop.connect4.engine.solver.transpositions import new_table
from tests.connect4.brute_force import small_board, words_of
from tests.connect4.random_discs import solved

if TYPE_CHECKING:
    from random import Random

    from slidedrop.connect4.engine.solver.narrowing import Searches


def fresh_searches(columns: int, rows: int, megabytes: float = 1) -> Searches:
    """Return a solver with an empty table."""
    return new_searches(geometry(columns, rows), new_table(megabytes))


def check_against_brute_force(columns: int, rows: int, rng: Random, number: int | None = None) -> None:
    """Compare every score of a board size, or a random sample of them, in random order."""
    truth = small_board(columns, rows).scores
    positions = rng.sample(sorted(truth), number or len(truth))
    scores, _ = solved(fresh_searches(columns, rows), [words_of(position, rows) for position in positions])
    expected = np.array([truth[position] for position in positions])
    assert (scores == expected).all()


def plain_score(mover: int, other: int, g: Geometry, known: dict[tuple[int, int], int], low: int, high: int) -> int:
    """Return the score by a plain alpha-beta search without shortcuts, exact between low and high.

    The search is fail-hard and caches only exact scores, so the result depends on the rules alone.
    """
    if (mover, other) in known:
        return known[mover, other]
    discs, best = (mover | other).bit_count(), low
    moves = _moves(mover | other, g)
    if any(_has_four(mover | move, g) for move in moves):
        return (g.cells + 1 - discs) // 2
    for move in moves if discs < g.cells - 1 else []:
        best = max(best, -plain_score(other, mover | move, g, known, -high, -best))
        if best >= high:
            return best
    return _remember(known, (mover, other), max(best, 0) if discs >= g.cells - 1 else best, low, high)


def _remember(known: dict[tuple[int, int], int], key: tuple[int, int], score: int, low: int, high: int) -> int:
    if low < score < high:
        known[key] = score
    return score


def _moves(mask: int, g: Geometry) -> list[int]:
    free = (mask + int(g.bottom)) & int(g.board)
    order = sorted(range(g.columns), key=lambda column: abs(2 * column - g.columns + 1))
    cells = [free & int(g.column) << (column * int(g.row)) for column in order]
    return [cell for cell in cells if cell]


def _has_four(discs: int, g: Geometry) -> bool:
    for step in (1, int(g.row), int(g.rising), int(g.falling)):
        pairs = discs & (discs >> step)
        if pairs & (pairs >> (2 * step)):
            return True
    return False
