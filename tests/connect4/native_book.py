"""A book unpacked by NumPy, the twin of the built program: stored plies with their keys, other plies by minimax."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from slidedrop.connect4.engine.book.openings import UNKNOWN, canonical_key, discs_of, openings, without_a_win
from slidedrop.connect4.engine.book.stored import StoredBook, book_in_use
from slidedrop.connect4.engine.kernels.opening_book import best_score
from slidedrop.connect4.engine.solver.bitboard import Geometry, geometry, word
from slidedrop.core.errors import RecordError
from slidedrop.engine.kernel import lean

if TYPE_CHECKING:
    from slidedrop.connect4.engine.book.openings import Scores
    from slidedrop.connect4.engine.solver.bitboard import Words


class NativeBook:
    """The scores of a book."""

    def __init__(self, book: StoredBook) -> None:
        self.book = book
        self._plies: dict[int, PlyScores] = {}

    def score(self, mover: int, other: int) -> int | None:
        """Return the public score for the side to move, or None if the book has none."""
        ply = (mover | other).bit_count()
        if ply > self.book.depth:
            return None
        return self._ply(ply).score(book_key(word(mover), word(other), geometry(self.book.columns, self.book.rows)))

    def _ply(self, ply: int) -> PlyScores:
        if ply not in self._plies:
            columns, rows = self.book.columns, self.book.rows
            if ply in self.book.sections:
                self._plies[ply] = stored_ply(columns, rows, ply, np.frombuffer(self.book.sections[ply], np.int8))
            else:
                self._plies[ply] = ply_by_minimax(self._ply(ply + 1), columns, rows, ply)
        return self._plies[ply]


def native_book(columns: int, rows: int) -> NativeBook | None:
    """Return the book of a board size."""
    stored, _ = book_in_use(columns, rows)
    return None if stored is None else NativeBook(stored)


@dataclass(frozen=True)
class PlyScores:
    """All openings of one ply in which the side to move has no immediate win."""

    keys: Words
    scores: Scores

    def score(self, key: int) -> int | None:
        """Return the score of an opening, or None if it is unknown; positions with an immediate win are not stored."""
        at = int(np.searchsorted(self.keys, np.uint64(key)))
        if at == len(self.keys) or self.keys[at] != key or self.scores[at] == UNKNOWN:
            return None
        return int(self.scores[at])


def stored_ply(columns: int, rows: int, ply: int, scores: Scores) -> PlyScores:
    """Return a ply from its stored scores."""
    keys = without_a_win(openings(columns, rows, ply), columns, rows)
    if len(keys) != len(scores):
        message = f"a {columns}x{rows} book of ply {ply} has {len(keys)} scores, not {len(scores)}"
        raise RecordError(message)
    return PlyScores(keys, scores)


def ply_by_minimax(after: PlyScores, columns: int, rows: int, ply: int) -> PlyScores:
    """Return the ply before the given one, computed by minimax."""
    keys = without_a_win(openings(columns, rows, ply), columns, rows)
    scores = np.empty(len(keys), dtype=np.int8)
    _minimax(keys, scores, after.keys, after.scores, ply, geometry(columns, rows))
    return PlyScores(keys, scores)


@lean
def book_key(mover: int, other: int, g: Geometry) -> int:
    """Return the book's key of a position, for a caller in Python."""
    return canonical_key(mover, other, g)


@lean
def _minimax(keys: Words, scores: Scores, next_keys: Words, next_scores: Scores, ply: int, g: Geometry) -> None:
    for at in range(len(keys)):
        mover, other = discs_of(keys[at], g)
        scores[at] = best_score(mover, other, next_keys, next_scores, ply, g)
