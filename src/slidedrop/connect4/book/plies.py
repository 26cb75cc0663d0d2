"""One ply of a book, unfolded: the keys of its openings, sorted, beside their scores.

ply 7   key  key  key  ...      A ply that is not stored follows from the next one: an opening is worth
         2    0   -1   ...      the best of its moves, and a move the opposite of what it leads to. Where one
ply 8   key  key  key  ...      of them is UNKNOWN, so is the opening.
        -2    1    0   ...
"""

from __future__ import annotations

from typing import Final

from slidedrop.connect4.book.openings import UNKNOWN, Scores, canonical_key
from slidedrop.connect4.solver.bitboard import NONE, Geometry, Words, playable, signed, winning_cells
from slidedrop.kernel import inlined

_UNKNOWN: Final = UNKNOWN


@inlined
def best_score(mover: int, other: int, next_keys: Words, next_scores: Scores, ply: int, g: Geometry) -> int:
    """Return the best score that a move leads to, or UNKNOWN if some move is."""
    moves = playable(mover | other, g)
    best = -g.cells
    while moves != NONE:
        move = moves & (NONE - moves)
        moves ^= move
        score = _score_after(other, mover | move, next_keys, next_scores, ply + 1, g)
        if score == _UNKNOWN:
            return _UNKNOWN
        best = max(best, -score)
    return best


@inlined
def _score_after(mover: int, other: int, keys: Words, scores: Scores, ply: int, g: Geometry) -> int:
    """Return the score of an opening, seen by the side to move."""
    if (winning_cells(mover, mover | other, g) & playable(mover | other, g)) != NONE:
        return (g.cells + 1 - ply) >> 1
    at = place_of(keys, canonical_key(mover, other, g))
    return signed(scores[at])


@inlined
def place_of(keys: Words, key: int) -> int:
    """Return where a key stands in a sorted list that holds it."""
    low, high = 0, len(keys) - 1
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low
