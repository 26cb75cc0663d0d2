"""Building a book: solve every opening of one length, a block at a time, and lose nothing when the power goes.

    {"book": 1, "columns": 7, "rows": 6, "ply": 8, "positions": 77715}
    | block number | 64 scores | CRC-32 |      records of one size, appended as blocks are finished;
    | block number | 64 scores | CRC-32 |      a record that is torn or damaged counts as not written

The openings are solved in the order of their keys, neighbours one after the other, with one table kept all the way:
most of what a position needs has then been seen just before. Threads share the table and take turns at the blocks.
"""

from __future__ import annotations

import json
import os
import struct
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from slidedrop.connect4.book.openings import UNKNOWN, Scores, openings, unpack, without_a_win
from slidedrop.connect4.book.stored import StoredBook
from slidedrop.connect4.solver.bitboard import Words, geometry
from slidedrop.connect4.solver.narrowing import Searches, new_searches, solve_all
from slidedrop.connect4.solver.transpositions import new_table
from slidedrop.core.errors import RecordError
from slidedrop.durable import Appender, lock

BLOCK: Final = 64
TABLE_MEGABYTES: Final = 1024
_RECORD: Final = struct.Struct(f"<I{BLOCK}bI")
_CRC: Final = struct.Struct("<I")


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a build has come."""

    known: int
    positions: int
    seconds_left: float
    """What is left at the pace of this run; infinite before the first block."""


class BuildLog:
    """The file that a build grows: a header line, then records."""

    def __init__(self, path: Path, columns: int, rows: int, ply: int) -> None:
        self.path, self.columns, self.rows, self.ply = path, columns, rows, ply
        self.keys = without_a_win(openings(columns, rows, ply), columns, rows)
        self._lock = threading.Lock()
        self._file: Appender | None = None
        self.scores = self._read()

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

    @contextmanager
    def open(self) -> Iterator[None]:
        """Hold the file for this process while blocks are written; another build of the same book is refused."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            lock(handle, f"'{self.path}' is being built by another slidedrop; let it end first")
            self._file = Appender(handle)
            self.scores = self._read()
            self._begin(self._file)
            yield
        finally:
            with self._lock:
                os.close(handle)
                self._file = None

    def _begin(self, file: Appender) -> None:
        """Write the header of a new file, or cut off a record that was not written to its end."""
        header, size = self._header(), self.path.stat().st_size
        if size < len(header):
            file.cut(0)
            file.append(header)
        else:
            file.cut(size - (size - len(header)) % _RECORD.size)

    def write(self, block: int, scores: Scores) -> None:
        """Append one solved block; once this returns it is on disk. After the end of `open` nothing is written."""
        full = np.full(BLOCK, UNKNOWN, dtype=np.int8)
        full[: len(scores)] = scores
        body = _RECORD.pack(block, *full.tolist(), 0)[: -_CRC.size]
        with self._lock:
            if self._file is not None:
                self._file.append(body + _CRC.pack(zlib.crc32(body)))
                self.scores[block * BLOCK : block * BLOCK + len(scores)] = scores

    def _read(self) -> Scores:
        """Return what earlier runs wrote; a record that is torn or damaged counts as not written."""
        header = self._header()
        content = self.path.read_bytes() if self.path.exists() else header
        if len(content) >= len(header) and not content.startswith(header):
            message = f"{self.path} is not the log of a {self.columns}x{self.rows} book of ply {self.ply}; move it away"
            raise RecordError(message, offset=0)
        return self._scores_in(content[len(header) :])

    def _scores_in(self, content: bytes) -> Scores:
        scores = np.full(self.blocks * BLOCK, UNKNOWN, dtype=np.int8)
        for start in range(0, len(content) - _RECORD.size + 1, _RECORD.size):
            record = content[start : start + _RECORD.size]
            block, *values, checksum = _RECORD.unpack(record)
            if checksum == zlib.crc32(record[: -_CRC.size]) and block < self.blocks:
                scores[block * BLOCK : (block + 1) * BLOCK] = values
        return scores[: len(self.keys)]

    def _header(self) -> bytes:
        facts = {"book": 1, "columns": self.columns, "rows": self.rows, "ply": self.ply, "positions": len(self.keys)}
        return json.dumps(facts).encode() + b"\n"


def build(
    log: BuildLog,
    *,
    minutes: float = float("inf"),
    threads: int = 1,
    megabytes: float = TABLE_MEGABYTES,
    tell: Callable[[BuildProgress], None] = lambda _: None,
) -> bool:
    """Solve the blocks that are missing, for at most `minutes`; True when the book is complete."""
    with log.open():
        solving = _Build(log, minutes, megabytes, tell)
        pool = ThreadPoolExecutor(threads)
        try:
            for worker in [pool.submit(solving.work) for _ in range(threads)]:
                worker.result()
        finally:
            # Whoever interrupts does not wait for the blocks that are being solved.
            solving.end = 0.0
            pool.shutdown(wait=False)
    return not log.missing()


def book_of(*logs: BuildLog) -> StoredBook:
    """Return the book that logs of one board size make, finished or not; `write_book` puts it in a file."""
    columns, rows = logs[0].columns, logs[0].rows
    return StoredBook(columns, rows, {log.ply: log.scores.tobytes() for log in logs})


def checked(book: StoredBook, number: int, rng: Random) -> list[int]:
    """Solve `number` random known openings of a book again; returns the keys of those whose score was wrong."""
    wrong = []
    g = geometry(book.columns, book.rows)
    for ply, section in book.sections.items():
        keys = without_a_win(openings(book.columns, book.rows, ply), book.columns, book.rows)
        stored = np.frombuffer(section, np.int8)
        known = np.flatnonzero(stored != UNKNOWN).tolist()
        chosen = sorted(rng.sample(known, min(number, len(known))))
        scores = solved(keys[chosen], new_searches(g, new_table(TABLE_MEGABYTES // 4)))
        wrong += [int(key) for key in keys[chosen][scores != stored[chosen]]]
    return wrong


def solved(keys: Words, searches: Searches) -> Scores:
    """Return the scores of openings, given by their keys."""
    movers, others = np.empty_like(keys), np.empty_like(keys)
    unpack(keys, movers, others, searches.g)
    scores, nodes = np.zeros(len(keys), dtype=np.int64), np.zeros(len(keys), dtype=np.int64)
    solve_all(searches, movers, others, scores, nodes)
    return scores.astype(np.int8)


class _Build:
    """One run: the blocks still to do, the table the threads share, and the clock."""

    def __init__(self, log: BuildLog, minutes: float, megabytes: float, tell: Callable[[BuildProgress], None]) -> None:
        self.log, self.tell = log, tell
        self.g = geometry(log.columns, log.rows)
        self.table = new_table(megabytes)
        self.started = time.monotonic()
        self.end = self.started + 60 * minutes
        self.known_before = log.known
        self._todo: Iterator[int] = iter(log.missing())
        self._lock = threading.Lock()

    def work(self) -> None:
        """Solve block after block until there is none, or no time."""
        searches = new_searches(self.g, self.table, quickly=False)
        while time.monotonic() < self.end and (block := self._next()) is not None:
            self.log.write(block, solved(self.log.keys_of(block), searches))
            self.tell(self._progress())

    def _next(self) -> int | None:
        with self._lock:
            return next(self._todo, None)

    def _progress(self) -> BuildProgress:
        known, positions = self.log.known, len(self.log.keys)
        pace = (known - self.known_before) / max(time.monotonic() - self.started, 1e-9)
        return BuildProgress(known, positions, (positions - known) / pace if pace else float("inf"))
