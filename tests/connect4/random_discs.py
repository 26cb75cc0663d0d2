"""Random positions from fixed seeds, as the discs of the side to move and of the other side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from slidedrop.connect4.engine.solver.bitboard import Geometry, geometry, has_four, playable, winning_cells, word

if TYPE_CHECKING:
    from random import Random

    from slidedrop.connect4.engine.solver.bitboard import Numbers, Words

Discs = tuple[int, int]


def random_position(rng: Random, g: Geometry, ply: int) -> Discs:
    """Return an unfinished position of a ply in which the side to move has no immediate win."""
    while (discs := _random_game(rng, g, ply)) is None or can_win_at_once(discs, g):
        pass
    return discs


def random_positions(rng: Random, columns: int, rows: int, number: int, plies: tuple[int, int]) -> list[Discs]:
    """Return several positions of plies between two limits."""
    g = geometry(columns, rows)
    return [random_position(rng, g, rng.randint(*plies)) for _ in range(number)]


def can_win_at_once(discs: Discs, g: Geometry) -> bool:
    """Return whether the side to move has a winning move."""
    mover, other = discs
    return bool(winning_cells(word(mover), word(mover | other), g) & playable(word(mover | other), g))


def as_words(positions: list[Discs]) -> tuple[Words, Words]:
    """Return the discs of both sides as the arrays that `solve_all` takes."""
    return tuple(np.array(side, dtype=np.uint64) for side in zip(*positions, strict=True))  # type: ignore[return-value]


def solved(searches: object, positions: list[Discs]) -> tuple[Numbers, Numbers]:
    """Return the scores of positions and the number of nodes that each took."""
    from slidedrop.connect4.engine.solver.narrowing import solve_all

    scores, nodes = np.zeros(len(positions), dtype=np.int64), np.zeros(len(positions), dtype=np.int64)
    solve_all(searches, *as_words(positions), scores, nodes)  # type: ignore[arg-type]
    return scores, nodes


def _random_game(rng: Random, g: Geometry, ply: int) -> Discs | None:
    """Play random moves that do not win; None if every legal move wins."""
    mover = other = 0
    for _ in range(ply):
        quiet = [cell for cell in cells_of(playable(word(mover | other), g)) if not has_four(word(mover | cell), g)]
        if not quiet:
            return None
        mover, other = other, mover | rng.choice(quiet)
    return mover, other


def cells_of(discs: int) -> list[int]:
    """Return the bits of a set, one by one."""
    return [1 << at for at in range(discs.bit_length()) if discs >> at & 1]
