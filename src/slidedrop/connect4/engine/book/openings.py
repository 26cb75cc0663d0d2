"""Generate every opening of a given length: the positions of a book.

    ply 0  1   2    3    4     5     6      On 7x6. The positions without a winner, each counted once with
        1  4  25  121  568  2144  8231      its mirror image. They are sorted by key, so that a book need not store
                                            them: the list is rebuilt in seconds, and only scores are stored.

The key of a position is the mover's discs plus a mark on top of each column: one word, unique for every position of a
board size. A position and its mirror image share the smaller key.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from slidedrop.connect4.engine.solver.bitboard import (
    NONE,
    ONE,
    Geometry,
    Words,
    geometry,
    has_four,
    mirrored,
    playable,
    winning_cells,
)
from slidedrop.engine.kernel import inlined, lean

Flags = npt.NDArray[np.bool_]
Scores = npt.NDArray[np.int8]
"""One score per opening, in the order of the keys."""
UNKNOWN: Final = -128
"""The score of an opening that is not solved yet."""


def openings(columns: int, rows: int, ply: int) -> Words:
    """Return the keys of all unfinished positions of a ply, sorted, one of each mirror pair."""
    g = geometry(columns, rows)
    keys = np.array([g.bottom], dtype=np.uint64)
    for _ in range(ply):
        keys = _successors(keys, g)
    return keys


def without_a_win(keys: Words, columns: int, rows: int) -> Words:
    """Return the keys of those positions in which the side to move has no immediate win."""
    quiet = np.empty(len(keys), dtype=np.bool_)
    _mark_quiet(keys, quiet, geometry(columns, rows))
    return keys[quiet]


def _successors(keys: Words, g: Geometry) -> Words:
    after = np.empty(len(keys) * g.columns, dtype=np.uint64)
    return np.unique(after[: play_all(keys, after, g)])


@inlined
def discs_of(key: int, g: Geometry) -> tuple[int, int]:
    """Return the discs of the side to move and of the opponent."""
    below = key
    for _ in range(g.rows):
        below |= (below >> ONE) & g.board
    mask = (below >> ONE) & g.board
    mover = key - (mask + g.bottom)
    return mover, mask ^ mover


@inlined
def canonical_key(mover: int, other: int, g: Geometry) -> int:
    """Return the smaller key of a position and its mirror image."""
    key = mover + (mover | other) + g.bottom
    return min(key, mirrored(key, g))


@lean
def play_all(keys: Words, after: Words, g: Geometry) -> int:
    """Play every move from every position; return the number of unfinished positions written."""
    written = 0
    for at in range(len(keys)):
        mover, other = discs_of(keys[at], g)
        moves = playable(mover | other, g)
        while moves != NONE:
            move = moves & (NONE - moves)
            moves ^= move
            if not has_four(mover | move, g):
                after[written] = canonical_key(other, mover | move, g)
                written += 1
    return written


@lean
def _mark_quiet(keys: Words, quiet: Flags, g: Geometry) -> None:
    for at in range(len(keys)):
        mover, other = discs_of(keys[at], g)
        quiet[at] = (winning_cells(mover, mover | other, g) & playable(mover | other, g)) == NONE


@lean
def unpack(keys: Words, movers: Words, others: Words, g: Geometry) -> None:
    """Write the discs of each position."""
    for at in range(len(keys)):
        movers[at], others[at] = discs_of(keys[at], g)
