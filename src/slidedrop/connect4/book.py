"""The opening book: the score of every opening up to a number of discs, looked up instead of searched.

    slidedrop connect4 book 1                                        one line that says what it is
    {"columns": 7, "rows": 6, "sections": [...], "sha256": "..."}    one line of JSON
    ...                                                              the scores, one section a ply, compressed

A section holds one byte for each opening of one ply in which the side to move cannot win at once, in the order of
`openings`, so that the positions themselves need not be stored. Shallower plies follow from it by minimax. A score that
was not worked out yet is marked UNKNOWN, and search takes over there: a book that is half built is a valid book.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from slidedrop.connect4.bitboard import geometry, word
from slidedrop.connect4.levels import Level, book_key, level_below, level_of
from slidedrop.connect4.openings import UNKNOWN
from slidedrop.core.errors import RecordError
from slidedrop.places import data_folder

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from slidedrop.connect4.openings import Scores

TITLE: Final = b"slidedrop connect4 book 1\n"


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
    """Sections of scores, and the plies between and below them by minimax."""

    def __init__(self, columns: int, rows: int, sections: Mapping[int, Scores]) -> None:
        self.columns, self.rows = columns, rows
        self.g = geometry(columns, rows)
        self.sections = {ply: Section(ply, sections[ply]) for ply in sorted(sections)}
        self._levels: dict[int, Level] = {}

    @property
    def depth(self) -> int:
        """The most discs on the board of which the book knows anything; -1 for an empty book."""
        return max(self.sections, default=-1)

    def score(self, mover: int, other: int) -> int | None:
        """Return the public score for the side to move, or None where the book does not know.

        The position is unfinished; `mover` and `other` are the stones of both sides as in bitboard.py.
        """
        ply = (mover | other).bit_count()
        if ply > self.depth:
            return None
        return self._level(ply).score(book_key(word(mover), word(other), self.g))

    def _level(self, ply: int) -> Level:
        """Return all openings of one ply with their scores, worked out when first asked for."""
        if ply not in self._levels:
            if ply in self.sections:
                level = level_of(self.columns, self.rows, ply, self.sections[ply].scores)
            else:
                level = level_below(self._level(ply + 1), self.columns, self.rows, ply)
            self._levels[ply] = level
        return self._levels[ply]


def write_book(path: Path, book: Book) -> None:
    """Write a book to a file, complete or not at all."""
    parts = [
        lzma.compress(section.scores.tobytes(), preset=9 | lzma.PRESET_EXTREME) for section in book.sections.values()
    ]
    sections = [
        {"ply": section.ply, "positions": len(section.scores), "known": section.known, "bytes": len(part)}
        for section, part in zip(book.sections.values(), parts, strict=True)
    ]
    payload = b"".join(parts)
    header: dict[str, Any] = {"columns": book.columns, "rows": book.rows, "sections": sections}
    header["sha256"] = _digest(header, payload)
    temporary = path.with_suffix(".part")
    temporary.write_bytes(TITLE + json.dumps(header).encode() + b"\n" + payload)
    temporary.replace(path)


def read_book(path: Path) -> Book:
    """Return the book in a file, or refuse it in one sentence if a single bit has changed."""
    try:
        return _parsed(path.read_bytes())
    except (OSError, ValueError, KeyError, TypeError, lzma.LZMAError) as error:
        message = f"{path.name} is damaged or no opening book ({error}); without it positions are searched instead"
        raise RecordError(message) from error


def _parsed(content: bytes) -> Book:
    title, line, payload = _split(content)
    if title != TITLE:
        message = "its first line is not that of a book"
        raise ValueError(message)
    header = json.loads(line)
    if header.pop("sha256") != _digest(header, payload):
        message = "its checksum does not match"
        raise ValueError(message)
    return Book(header["columns"], header["rows"], _unpacked(header["sections"], payload))


def _split(content: bytes) -> tuple[bytes, bytes, bytes]:
    first, second = content.find(b"\n") + 1, content.find(b"\n", content.find(b"\n") + 1) + 1
    return content[:first], content[first:second], content[second:]


def _digest(header: dict[str, Any], payload: bytes) -> str:
    return hashlib.sha256(json.dumps(header, sort_keys=True).encode() + payload).hexdigest()


def _unpacked(sections: list[dict[str, int]], payload: bytes) -> dict[int, Scores]:
    scores, start = {}, 0
    for section in sections:
        part = payload[start : start + section["bytes"]]
        scores[section["ply"]] = np.frombuffer(lzma.decompress(part), dtype=np.int8)
        start += section["bytes"]
    return scores


def shipped_book_path(columns: int, rows: int) -> Path | None:
    """Return where the book of a board size is that came with the program, if one did."""
    path = resources.files("slidedrop") / "data" / f"connect4-{columns}x{rows}.book"
    with resources.as_file(path) as file:
        return file if file.is_file() else None


def own_book_path(columns: int, rows: int) -> Path:
    """Return where a book is that the player built, whether there is one or not."""
    return data_folder() / "books" / f"connect4-{columns}x{rows}.book"


class InUse(NamedTuple):
    """The book that answers."""

    book: Book | None
    notice: str = ""
    """What is wrong with a book that is there and not used, in one sentence."""


@lru_cache(maxsize=4)
def book_in_use(columns: int, rows: int) -> InUse:
    """Return the book that came with the program, or the player's own where it reaches further.

    A damaged one is left out and said; it takes nothing from the other.
    """
    books: list[Book] = []
    notices: list[str] = []
    for path in (shipped_book_path(columns, rows), own_book_path(columns, rows)):
        if path is not None and path.is_file():
            try:
                books.append(read_book(path))
            except RecordError as error:
                notices.append(str(error))
    return InUse(max(books, key=lambda book: book.depth, default=None), "; ".join(notices))
