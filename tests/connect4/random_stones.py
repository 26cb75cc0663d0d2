"""Positions by lot, as the stones of the side to move and of the other side; seeded, so always the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from slidedrop.connect4.bitboard import Geometry, geometry, has_four, playable, winning_cells, word

if TYPE_CHECKING:
    from random import Random

    from slidedrop.connect4.bitboard import Numbers, Words

Stones = tuple[int, int]


def position_by_lot(rng: Random, g: Geometry, discs: int) -> Stones:
    """Return an unfinished position with so many discs in which the side to move cannot win at once."""
    while (stones := _game_by_lot(rng, g, discs)) is None or can_win_at_once(stones, g):
        pass
    return stones


def positions_by_lot(rng: Random, columns: int, rows: int, number: int, discs: tuple[int, int]) -> list[Stones]:
    """Return several positions with a number of discs between two limits."""
    g = geometry(columns, rows)
    return [position_by_lot(rng, g, rng.randint(*discs)) for _ in range(number)]


def can_win_at_once(stones: Stones, g: Geometry) -> bool:
    """Tell whether the side to move has a winning move."""
    mover, other = stones
    return bool(winning_cells(word(mover), word(mover | other), g) & playable(word(mover | other), g))


def as_words(positions: list[Stones]) -> tuple[Words, Words]:
    """Return the stones of both sides as the arrays that `solve_all` takes."""
    return tuple(np.array(side, dtype=np.uint64) for side in zip(*positions, strict=True))  # type: ignore[return-value]


def solved(memory: object, positions: list[Stones]) -> tuple[Numbers, Numbers]:
    """Return the scores of positions and the nodes each took."""
    from slidedrop.connect4.windows import solve_all

    scores, nodes = np.zeros(len(positions), dtype=np.int64), np.zeros(len(positions), dtype=np.int64)
    solve_all(memory, *as_words(positions), scores, nodes)  # type: ignore[arg-type]
    return scores, nodes


def _game_by_lot(rng: Random, g: Geometry, discs: int) -> Stones | None:
    """Play by lot, winning only where nothing else is left; None if somebody does."""
    mover = other = 0
    for _ in range(discs):
        quiet = [cell for cell in cells_of(playable(word(mover | other), g)) if not has_four(word(mover | cell), g)]
        if not quiet:
            return None
        mover, other = other, mover | rng.choice(quiet)
    return mover, other


def cells_of(stones: int) -> list[int]:
    """Return the bits of a set, one by one."""
    return [1 << at for at in range(stones.bit_length()) if stones >> at & 1]
