"""The deep opening book: scores of openings of 9 to 12 discs; a look-up unpacks one block of the file.

    slidedrop connect4 deep book 1                                      one line with the file type
    {"columns": 7, "rows": 6, "plies": {"10": [...]}, "sha256": "..."}  one line of JSON: the bytes of every block
    ...                                                                 blocks of SHAPES shapes, each deflated

A *shape* is the number of discs in each column; a *pattern* says which of them belong to the side to move, column by
column from the left, each from the bottom up. Both are numbered in order, so a position gives the index of its score:

    . . . . . . .      shape 0 1 2 1 0 0 0
    . . O . . . .      pattern: X | X O | O, as bits 1 | 1 0 | 0, lowest first
    . X X O . . .

A position and its mirror image share the smaller shape (then pattern). Plies that are not stored follow from the next
one by minimax. Positions that no sequence of moves can reach are not in the book, and are searched.
"""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from slidedrop.connect4.engine.book.stored import read_titled, shipped_book_path
from slidedrop.connect4.layout import Layout, layout_of
from slidedrop.connect4.rules import Rules
from slidedrop.core.errors import RecordError

TITLE: Final = b"slidedrop connect4 deep book 1"
SHAPES: Final = 16
UNKNOWN: Final = 128
"""The byte of a score that is not in the book: no such opening, or its side to move has an immediate win."""


@dataclass(frozen=True)
class DeepBook:
    """The scores of some plies of one board size, in compressed blocks."""

    columns: int
    rows: int
    blocks: dict[int, list[bytes]]

    def knows(self, ply: int) -> bool:
        """Return whether openings of this ply are stored or follow from the next ply."""
        return ply in self.blocks or ply + 1 in self.blocks

    def score(self, mover: int, other: int) -> int | None:
        """Return the score of a position of a known ply for the side with `mover`; None if it must be searched."""
        ply, cells = (mover | other).bit_count(), self.columns * self.rows
        stored = self._stored(mover, other, ply) if ply in self.blocks else None
        if stored is not None:
            return stored
        if self._has_four(other):
            return -((cells + 2 - ply) // 2)
        if any(self._has_four(mover | cell) for _, cell in self._moves(mover | other)):
            return (cells + 1 - ply) // 2
        columns = None if ply in self.blocks else self.column_scores(mover, other)
        return max(columns.values()) if columns else None

    def column_scores(self, mover: int, other: int) -> dict[int, int] | None:
        """Return the value of each legal column for the side that plays it; None if one must be searched."""
        if not self.knows((mover | other).bit_count() + 1) or self._has_four(other):
            return None
        scores = {}
        for column, cell in self._moves(mover | other):
            score = self.score(other, mover | cell)
            if score is None:
                return None
            scores[column] = -score
        return scores

    def column_bounds(self, mover: int, other: int) -> dict[int, int]:
        """Return a lower bound of each column's value for the side to reply; the lowest is the best column's value."""
        ply = (mover | other).bit_count()
        best = self._stored(mover, other, ply) if ply in self.blocks else None
        bounds = {}
        for column, cell in self._moves(mover | other) if best is not None else ():
            tops = [above >> 1 for _, above in self._moves(mover | other | cell) if (mover | cell) & above >> 1]
            known = [best, *(self._stored((mover | cell) ^ top, other, ply) for top in tops)]
            bounds[column] = -min(score for score in known if score is not None)
        return bounds

    def _stored(self, mover: int, other: int, ply: int) -> int | None:
        shape, pattern = place_of(mover, other, self.columns, self.rows)
        block, line = divmod(shape, SHAPES)
        score = _unpacked(self.blocks[ply][block])[line * len(pattern_numbers(ply)) + pattern]
        return None if score == UNKNOWN else score - 256 * (score > UNKNOWN)

    @property
    def _layout(self) -> Layout:
        return layout_of(Rules(self.columns, self.rows))

    def _moves(self, discs: int) -> Iterator[tuple[int, int]]:
        for column, (bottom, cells) in enumerate(self._layout.slots.values()):
            if cell := (discs + bottom) & cells:
                yield column, cell

    def _has_four(self, discs: int) -> bool:
        return any(discs & line == line for line in self._layout.winning_lines)


@lru_cache(maxsize=256)
def _unpacked(block: bytes) -> bytes:
    return zlib.decompress(block, -zlib.MAX_WBITS)


def place_of(mover: int, other: int, columns: int, rows: int) -> tuple[int, int]:
    """Return the number of a position's shape and the number of its pattern."""
    starts, column = range(0, columns * (rows + 1), rows + 1), (1 << rows) - 1
    heights = [((mover | other) >> start & column).bit_count() for start in starts]
    own = [mover >> start & column for start in starts]
    heights, own = min((heights, own), (heights[::-1], own[::-1]))
    pattern = at = 0
    for discs, height in zip(own, heights, strict=True):
        pattern |= discs << at
        at += height
    return _shape_number(tuple(heights), rows), pattern_numbers(at)[pattern]


@lru_cache(maxsize=8)
def pattern_numbers(ply: int) -> dict[int, int]:
    """Return the number of each pattern: the mover has half of the discs, or one less than the opponent."""
    patterns = (pattern for pattern in range(1 << ply) if pattern.bit_count() == ply // 2)
    return {pattern: number for number, pattern in enumerate(patterns)}


@lru_cache(maxsize=1 << 14)
def _shape_number(heights: tuple[int, ...], rows: int) -> int:
    """Return the number of shapes with the same number of discs that come before this one."""
    number, left = 0, sum(heights)
    for column, height in enumerate(heights, start=1):
        number += sum(shape_count(len(heights) - column, rows, left - lower) for lower in range(height))
        left -= height
    return number


@lru_cache(maxsize=1024)
def shape_count(columns: int, rows: int, discs: int) -> int:
    """Return the number of ways to distribute some discs over some columns."""
    if columns == 0 or discs < 0:
        return int(discs == 0)
    return sum(shape_count(columns - 1, rows, discs - height) for height in range(rows + 1))


def read_deep_book(path: Path) -> DeepBook:
    """Return the deep book in a file, or raise an error if a single bit has changed."""

    def unpacked(header: dict[str, Any], payload: bytes) -> DeepBook:
        blocks = BytesIO(payload)
        plies = {int(ply): [blocks.read(size) for size in sizes] for ply, sizes in header["plies"].items()}
        return DeepBook(header["columns"], header["rows"], plies)

    return read_titled(path, TITLE, "deep book", unpacked)


@lru_cache(maxsize=4)
def shipped_deep_book(columns: int, rows: int) -> tuple[DeepBook | None, str]:
    """Return the bundled deep book, if any, and a warning if it is damaged."""
    book = shipped_book_path(columns, rows)
    try:
        return (read_deep_book(book.with_name(f"{book.stem}-deep.book")) if book else None), ""
    except RecordError as error:
        return None, str(error)
