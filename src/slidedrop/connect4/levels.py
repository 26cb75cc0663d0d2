"""One ply of a book, unfolded: the keys of its openings, sorted, beside their scores.

ply 7   key  key  key  ...      A level that is not stored follows from the one above it: an opening is worth
         2    0   -1   ...      the best of its moves, and a move the opposite of what it leads to. Where one
ply 8   key  key  key  ...      of them is UNKNOWN, so is the opening.
        -2    1    0   ...
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from slidedrop.connect4.bitboard import NONE, Geometry, geometry, playable, signed, winning_cells
from slidedrop.connect4.openings import UNKNOWN, canonical_key, openings, stones_of, without_a_win
from slidedrop.core.errors import RecordError
from slidedrop.kernel import inlined, lean

if TYPE_CHECKING:
    from slidedrop.connect4.bitboard import Words
    from slidedrop.connect4.openings import Scores

_UNKNOWN: Final = UNKNOWN


@dataclass(frozen=True)
class Level:
    """All openings of one ply in which the side to move cannot win at once."""

    keys: Words
    scores: Scores

    def score(self, key: int) -> int | None:
        """Return the score of an opening, or None where it is not known; a win at once is not in here."""
        at = int(np.searchsorted(self.keys, np.uint64(key)))
        if at == len(self.keys) or self.keys[at] != key or self.scores[at] == UNKNOWN:
            return None
        return int(self.scores[at])


def level_of(columns: int, rows: int, ply: int, scores: Scores) -> Level:
    """Return the level whose scores are given."""
    keys = without_a_win(openings(columns, rows, ply), columns, rows)
    if len(keys) != len(scores):
        message = f"a {columns}x{rows} book of ply {ply} has {len(keys)} scores, not {len(scores)}"
        raise RecordError(message)
    return Level(keys, scores)


def level_below(above: Level, columns: int, rows: int, ply: int) -> Level:
    """Return the level of one ply less, by minimax."""
    keys = without_a_win(openings(columns, rows, ply), columns, rows)
    scores = np.empty(len(keys), dtype=np.int8)
    _minimax(keys, scores, above.keys, above.scores, ply, geometry(columns, rows))
    return Level(keys, scores)


@lean
def book_key(mover: int, other: int, g: Geometry) -> int:
    """Return the key under which the book knows a position, for a caller in Python."""
    return canonical_key(mover, other, g)


@lean
def _minimax(keys: Words, scores: Scores, next_keys: Words, next_scores: Scores, ply: int, g: Geometry) -> None:
    for at in range(len(keys)):
        mover, other = stones_of(keys[at], g)
        scores[at] = _best(mover, other, next_keys, next_scores, ply, g)


@inlined
def _best(mover: int, other: int, next_keys: Words, next_scores: Scores, ply: int, g: Geometry) -> int:
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
def _score_after(mover: int, other: int, keys: Words, scores: Scores, discs: int, g: Geometry) -> int:
    """Return the score of an opening, seen by the side to move."""
    if (winning_cells(mover, mover | other, g) & playable(mover | other, g)) != NONE:
        return (g.cells + 1 - discs) >> 1
    at = _found(keys, canonical_key(mover, other, g))
    return signed(scores[at])


@inlined
def _found(keys: Words, key: int) -> int:
    """Return where a key stands in a sorted list that holds it."""
    low, high = 0, len(keys) - 1
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low
