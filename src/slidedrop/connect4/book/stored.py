"""The opening book as it lies in its file: the scores of some plies as bytes, and which book is used.

    slidedrop connect4 book 1                                        one line that says what it is
    {"columns": 7, "rows": 6, "sections": [...], "sha256": "..."}    one line of JSON
    ...                                                              the scores, one section a ply, compressed

A section holds one byte for each opening of one ply in which the side to move cannot win at once, in the order of
their keys, so that the positions themselves need not be stored. Sections are gzip, which browsers unpack too; older
books are lzma. Nothing here needs NumPy.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
import zlib
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, NamedTuple

from slidedrop.core.errors import RecordError
from slidedrop.places import data_folder

TITLE: Final = b"slidedrop connect4 book 1\n"
_GZIP: Final = b"\x1f\x8b"


class StoredBook(NamedTuple):
    """The scores of a book, ply by ply, one signed byte each."""

    columns: int
    rows: int
    sections: dict[int, bytes]

    @property
    def depth(self) -> int:
        """The most discs on the board of which the book knows anything; -1 for an empty book."""
        return max(self.sections, default=-1)


def read_stored(path: Path) -> StoredBook:
    """Return the book in a file, or refuse it in one sentence if a single bit has changed."""
    try:
        return _parsed(path.read_bytes())
    except (OSError, EOFError, ValueError, KeyError, TypeError, lzma.LZMAError, zlib.error) as error:
        message = f"{path.name} is damaged or no opening book ({error}); without it positions are searched instead"
        raise RecordError(message) from error


def _parsed(content: bytes) -> StoredBook:
    title, line, payload = _split(content)
    if title != TITLE:
        message = "its first line is not that of a book"
        raise ValueError(message)
    header = json.loads(line)
    if header.pop("sha256") != digest_of(header, payload):
        message = "its checksum does not match"
        raise ValueError(message)
    return StoredBook(header["columns"], header["rows"], _unpacked(header["sections"], payload))


def _split(content: bytes) -> tuple[bytes, bytes, bytes]:
    first, second = content.find(b"\n") + 1, content.find(b"\n", content.find(b"\n") + 1) + 1
    return content[:first], content[first:second], content[second:]


def digest_of(header: dict[str, Any], payload: bytes) -> str:
    """Return the checksum of a header and all sections."""
    return hashlib.sha256(json.dumps(header, sort_keys=True).encode() + payload).hexdigest()


def _unpacked(sections: list[dict[str, int]], payload: bytes) -> dict[int, bytes]:
    scores, start = {}, 0
    for section in sections:
        packed = payload[start : start + section["bytes"]]
        scores[section["ply"]] = gzip.decompress(packed) if packed[:2] == _GZIP else lzma.decompress(packed)
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

    book: StoredBook | None
    notice: str = ""
    """What is wrong with a book that is there and not used, in one sentence."""


@lru_cache(maxsize=4)
def book_in_use(columns: int, rows: int) -> InUse:
    """Return the book that came with the program, or the player's own where it reaches further.

    A damaged one is left out and said; it takes nothing from the other.
    """
    books: list[StoredBook] = []
    notices: list[str] = []
    for path in (shipped_book_path(columns, rows), own_book_path(columns, rows)):
        if path is not None and path.is_file():
            try:
                books.append(read_stored(path))
            except RecordError as error:
                notices.append(str(error))
    return InUse(max(books, key=lambda book: book.depth, default=None), "; ".join(notices))


@lru_cache(maxsize=4)
def shipped_book(columns: int, rows: int) -> StoredBook | None:
    """Return the book that came with the program, if one did."""
    path = shipped_book_path(columns, rows)
    return None if path is None else read_stored(path)
