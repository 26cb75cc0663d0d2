"""Building a book: solve every opening of one length, a block at a time, and lose nothing when the power goes.

    {"book": 1, "columns": 7, "rows": 6, "ply": 8, "positions": 77715}
    | block number | 64 scores | CRC-32 |      records of one size, appended as blocks are finished;
    | block number | 64 scores | CRC-32 |      a record that is torn or damaged counts as not written

The openings are solved in the order of their keys, neighbours one after the other, with one table kept all the way:
most of what a position needs has then been seen just before. Threads share the table and take turns at the blocks.
"""

from __future__ import annotations

import json
import struct
import threading
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from slidedrop.connect4.bitboard import geometry
from slidedrop.connect4.book import Book
from slidedrop.connect4.openings import UNKNOWN, openings, unpack, without_a_win
from slidedrop.connect4.table import new_table
from slidedrop.connect4.windows import new_memory, solve_all
from slidedrop.core.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from random import Random

    from slidedrop.connect4.bitboard import Words
    from slidedrop.connect4.openings import Scores
    from slidedrop.connect4.windows import Memory

BLOCK: Final = 64
TABLE_MEGABYTES: Final = 1024
_RECORD: Final = struct.Struct(f"<I{BLOCK}bI")
_CRC: Final = struct.Struct("<I")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a build has come."""

    known: int
    positions: int
    seconds_left: float
    """What is left at the pace of this run; infinite before the first block."""


class Journal:
    """The file that a build grows: a header line, then records."""

    def __init__(self, path: Path, columns: int, rows: int, ply: int) -> None:
        self.path, self.columns, self.rows, self.ply = path, columns, rows, ply
        self.keys = without_a_win(openings(columns, rows, ply), columns, rows)
        self._lock = threading.Lock()
        self.scores = self._opened()

    @property
    def blocks(self) -> int:
        """How many blocks the whole book has."""
        return -(-len(self.keys) // BLOCK)

    @property
    def known(self) -> int:
        """How many scores have been worked out."""
        return int(np.count_nonzero(self.scores != UNKNOWN))

    def missing(self) -> list[int]:
        """Return the blocks that are still to be solved, in order."""
        return [block for block in range(self.blocks) if self.scores[block * BLOCK] == UNKNOWN]

    def keys_of(self, block: int) -> Words:
        """Return the positions of one block."""
        return self.keys[block * BLOCK : (block + 1) * BLOCK]

    def write(self, block: int, scores: Scores) -> None:
        """Append one solved block; once this returns, the death of the process does not lose it."""
        full = np.full(BLOCK, UNKNOWN, dtype=np.int8)
        full[: len(scores)] = scores
        body = _RECORD.pack(block, *full.tolist(), 0)[: -_CRC.size]
        with self._lock, self.path.open("ab", buffering=0) as file:
            file.write(body + _CRC.pack(zlib.crc32(body)))
            self.scores[block * BLOCK : block * BLOCK + len(scores)] = scores

    def _opened(self) -> Scores:
        """Read what an earlier run wrote, or begin the file."""
        header = self._header()
        if not self.path.exists() or self.path.stat().st_size < len(header):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(header)
        content = self.path.read_bytes()
        if not content.startswith(header):
            message = (
                f"{self.path} is not the journal of a {self.columns}x{self.rows} book of ply {self.ply}; move it away"
            )
            raise RecordError(message, offset=0)
        return self._read(content, len(header))

    def _read(self, content: bytes, start: int) -> Scores:
        scores = np.full(self.blocks * BLOCK, UNKNOWN, dtype=np.int8)
        whole = (len(content) - start) // _RECORD.size
        for number in range(whole):
            record = content[start + number * _RECORD.size :][: _RECORD.size]
            block, *values, checksum = _RECORD.unpack(record)
            if checksum == zlib.crc32(record[: -_CRC.size]) and block < self.blocks:
                scores[block * BLOCK : (block + 1) * BLOCK] = values
        self._cut(start + whole * _RECORD.size, len(content))
        return scores[: len(self.keys)]

    def _cut(self, end: int, size: int) -> None:
        """Take away a record that was not written to its end, so that the next one begins where it should."""
        if end < size:
            with self.path.open("r+b") as file:
                file.truncate(end)

    def _header(self) -> bytes:
        facts = {"book": 1, "columns": self.columns, "rows": self.rows, "ply": self.ply, "positions": len(self.keys)}
        return json.dumps(facts).encode() + b"\n"


def build(
    journal: Journal,
    *,
    minutes: float = float("inf"),
    threads: int = 1,
    megabytes: float = TABLE_MEGABYTES,
    tell: Callable[[Progress], None] = lambda _: None,
) -> bool:
    """Solve the blocks that are missing, for at most so many minutes; True when the book is complete."""
    solving = _Build(journal, minutes, megabytes, tell)
    pool = ThreadPoolExecutor(threads)
    try:
        for worker in [pool.submit(solving.work) for _ in range(threads)]:
            worker.result()
    finally:
        # Whoever interrupts does not wait for the blocks that are being solved.
        solving.end = 0.0
        pool.shutdown(wait=False)
    return not journal.missing()


def book_of(*journals: Journal) -> Book:
    """Return the book that journals of one board size make, finished or not; `write_book` puts it in a file."""
    columns, rows = journals[0].columns, journals[0].rows
    return Book(columns, rows, {journal.ply: journal.scores for journal in journals})


def checked(book: Book, number: int, rng: Random) -> list[int]:
    """Solve so many known openings of a book again, by lot; returns the keys of those whose score was wrong."""
    wrong = []
    for section in book.sections.values():
        keys = without_a_win(openings(book.columns, book.rows, section.ply), book.columns, book.rows)
        known = np.flatnonzero(section.scores != UNKNOWN).tolist()
        chosen = sorted(rng.sample(known, min(number, len(known))))
        scores = solved(keys[chosen], new_memory(book.g, new_table(TABLE_MEGABYTES // 4)))
        wrong += [int(key) for key in keys[chosen][scores != section.scores[chosen]]]
    return wrong


def solved(keys: Words, memory: Memory) -> Scores:
    """Return the scores of openings, given by their keys."""
    movers, others = np.empty_like(keys), np.empty_like(keys)
    unpack(keys, movers, others, memory.g)
    scores, nodes = np.zeros(len(keys), dtype=np.int64), np.zeros(len(keys), dtype=np.int64)
    solve_all(memory, movers, others, scores, nodes)
    return scores.astype(np.int8)


class _Build:
    """One run: the blocks still to do, the table the threads share, and the clock."""

    def __init__(self, journal: Journal, minutes: float, megabytes: float, tell: Callable[[Progress], None]) -> None:
        self.journal, self.tell = journal, tell
        self.g = geometry(journal.columns, journal.rows)
        self.table = new_table(megabytes)
        self.started = time.monotonic()
        self.end = self.started + 60 * minutes
        self.known_before = journal.known
        self._todo: Iterator[int] = iter(journal.missing())
        self._lock = threading.Lock()

    def work(self) -> None:
        """Solve block after block until there is none, or no time."""
        memory = new_memory(self.g, self.table, quickly=False)
        while time.monotonic() < self.end and (block := self._next()) is not None:
            self.journal.write(block, solved(self.journal.keys_of(block), memory))
            self.tell(self._progress())

    def _next(self) -> int | None:
        with self._lock:
            return next(self._todo, None)

    def _progress(self) -> Progress:
        known, positions = self.journal.known, len(self.journal.keys)
        pace = (known - self.known_before) / max(time.monotonic() - self.started, 1e-9)
        return Progress(known, positions, (positions - known) / pace if pace else float("inf"))
