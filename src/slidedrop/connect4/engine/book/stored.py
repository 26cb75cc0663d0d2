"""Read and write opening book files, and select the book to use.

    slidedrop connect4 book 1                                        one line with the file type
    {"columns": 7, "rows": 6, "sections": [...], "sha256": "..."}    one line of JSON
    ...                                                              the scores, one section per ply, compressed

A section has one byte for each opening of one ply in which the side to move has no immediate win. The bytes are in the
order of the keys, so the positions are not stored. Plies in between follow from the next stored ply by minimax. A score
that is not solved yet is UNKNOWN and must be searched, so an incomplete book is valid. Sections are gzip streams, which
browsers can unpack too. This module does not need NumPy.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from slidedrop.core.errors import RecordError
from slidedrop.durable import reason, write_whole
from slidedrop.places import data_folder

TITLE: Final = b"slidedrop connect4 book 1"
LARGEST: Final = 1 << 30
"""The maximum number of bytes read from a book."""
_GZIP: Final = 31
"""The value that makes zlib read a gzip stream."""
_UNKNOWN: Final = b"\x80"
_DAMAGE: Final = (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, RecursionError, zlib.error)
Found = TypeVar("Found")


class StoredBook(NamedTuple):
    """The scores of a book, ply by ply, one signed byte each."""

    columns: int
    rows: int
    sections: dict[int, bytes]

    @property
    def depth(self) -> int:
        """The largest number of discs that the book covers; -1 for an empty book."""
        return max(self.sections, default=-1)

    def known(self, ply: int) -> int:
        return len(self.sections[ply]) - self.sections[ply].count(_UNKNOWN)


def write_book(path: Path, book: StoredBook) -> None:
    """Write a book to a file in one step."""
    parts = {ply: gzip.compress(book.sections[ply], mtime=0) for ply in sorted(book.sections)}
    sections = [
        {"ply": ply, "positions": len(book.sections[ply]), "known": book.known(ply), "bytes": len(part)}
        for ply, part in parts.items()
    ]
    payload = b"".join(parts.values())
    header: dict[str, Any] = {"columns": book.columns, "rows": book.rows, "sections": sections}
    header["sha256"] = digest_of(header, payload)
    write_whole(path, TITLE + b"\n" + json.dumps(header).encode() + b"\n" + payload)


def read_book(path: Path) -> StoredBook:
    """Return the book in a file, or raise an error if a single bit has changed."""

    def unpacked(header: dict[str, Any], payload: bytes) -> StoredBook:
        columns, rows = header["columns"], header["rows"]
        if not all(type(number) is int and number > 0 for number in (columns, rows)):
            raise ValueError("its board has no size")
        return StoredBook(columns, rows, _unpacked(header["sections"], payload))

    return read_titled(path, TITLE, "opening book", unpacked)


def read_titled(path: Path, title: bytes, what: str, unpacked: Callable[[dict[str, Any], bytes], Found]) -> Found:
    """Return the contents of a file with a title and a header, or raise an error if a single bit has changed."""
    try:
        with path.open("rb") as file:
            if file.read(len(title) + 1) != title + b"\n":
                raise ValueError("its first line is not that of a book")
            line, _, payload = file.read(LARGEST).partition(b"\n")
        header = json.loads(line)
        if not isinstance(header, dict):
            raise TypeError("its second line is not its header")
        if header.pop("sha256") != digest_of(header, payload):
            raise ValueError("its checksum does not match")
        return unpacked(header, payload)
    except _DAMAGE as error:
        why = f"{path.name} is damaged or no {what} ({error})"
        why = f"cannot read the {what} '{path.name}': {reason(error)}" if isinstance(error, OSError) else why
        raise RecordError(f"{why}; without it positions are searched instead") from error


def digest_of(header: dict[str, Any], payload: bytes) -> str:
    """Return the checksum of a header and all sections."""
    return hashlib.sha256(json.dumps(header, sort_keys=True).encode() + payload).hexdigest()


def _unpacked(sections: list[dict[str, int]], payload: bytes) -> dict[int, bytes]:
    scores, start = {}, 0
    for section in sections:
        ply, length, size = section["ply"], section["positions"], section["bytes"]
        if not all(type(number) is int and number >= 0 for number in (ply, length, size)) or length > LARGEST:
            raise ValueError("its sections are not counted by whole numbers")
        unpacker = zlib.decompressobj(_GZIP)
        scores[ply] = unpacker.decompress(payload[start : start + size], length + 1)
        if len(scores[ply]) != length:
            raise ValueError(f"its section of ply {ply} has not the length of its header")
        start += size
    return scores


def shipped_book_path(columns: int, rows: int) -> Path | None:
    """Return the path of the bundled book for a board size, or None."""
    path = resources.files("slidedrop") / "data" / f"connect4-{columns}x{rows}.book"
    with resources.as_file(path) as file:
        return file if file.is_file() else None


def own_book_path(columns: int, rows: int) -> Path:
    """Return the path of the user's own book, which need not exist."""
    return data_folder() / "books" / f"connect4-{columns}x{rows}.book"


@lru_cache(maxsize=4)
def book_in_use(columns: int, rows: int) -> tuple[StoredBook | None, str]:
    """Return the bundled book, or the user's own if it covers more plies, and a warning about a damaged one."""
    books: list[StoredBook] = []
    notices: list[str] = []
    for path in (shipped_book_path(columns, rows), own_book_path(columns, rows)):
        if path is not None and path.is_file():
            try:
                books.append(read_book(path))
            except RecordError as error:
                notices.append(str(error))
    return max(books, key=lambda book: book.depth, default=None), "; ".join(notices)


@lru_cache(maxsize=4)
def shipped_book(columns: int, rows: int) -> StoredBook | None:
    """Return the bundled book, or None."""
    path = shipped_book_path(columns, rows)
    return None if path is None else read_book(path)
