"""The opening book: the score of every opening up to a number of discs, looked up instead of searched.

`stored.py` draws its file. Plies that are not stored follow from the next stored one by minimax. A score that was not
worked out yet is marked UNKNOWN, and search takes over there: a book that is half built is a valid book.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from slidedrop.connect4.book.openings import UNKNOWN, Scores
from slidedrop.connect4.book.stored import TITLE, StoredBook, digest_of, read_stored
from slidedrop.connect4.solver.bitboard import geometry
from slidedrop.durable import write_whole


@dataclass(frozen=True)
class Section:
    """The scores of one ply."""

    ply: int
    scores: Scores

    @property
    def known(self) -> int:
        """How many of them have been worked out."""
        return int(np.count_nonzero(self.scores != UNKNOWN))


class Book:
    """Sections of scores; `tools/portable/connect4/opening_book.py` works out the plies between and below them."""

    def __init__(self, columns: int, rows: int, sections: Mapping[int, Scores]) -> None:
        self.columns, self.rows = columns, rows
        self.g = geometry(columns, rows)
        self.sections = {ply: Section(ply, sections[ply]) for ply in sorted(sections)}

    @property
    def depth(self) -> int:
        """The most discs on the board of which the book knows anything; -1 for an empty book."""
        return max(self.sections, default=-1)


def write_book(path: Path, book: Book) -> None:
    """Write a book to a file, complete or not at all."""
    parts = [gzip.compress(section.scores.tobytes(), mtime=0) for section in book.sections.values()]
    sections = [
        {"ply": section.ply, "positions": len(section.scores), "known": section.known, "bytes": len(part)}
        for section, part in zip(book.sections.values(), parts, strict=True)
    ]
    payload = b"".join(parts)
    header: dict[str, Any] = {"columns": book.columns, "rows": book.rows, "sections": sections}
    header["sha256"] = digest_of(header, payload)
    write_whole(path, TITLE + json.dumps(header).encode() + b"\n" + payload)


def read_book(path: Path) -> Book:
    """Return the book in a file, or refuse it in one sentence if a single bit has changed."""
    return book_of(read_stored(path))


def book_of(stored: StoredBook) -> Book:
    """Return a book as kernels read it."""
    scores = {ply: np.frombuffer(part, dtype=np.int8) for ply, part in stored.sections.items()}
    return Book(stored.columns, stored.rows, scores)
