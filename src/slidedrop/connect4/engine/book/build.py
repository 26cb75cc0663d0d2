"""Build an opening book: solve every opening of one length, in blocks that survive a power failure.

    {"book": 1, "columns": 7, "rows": 6, "ply": 8, "positions": 77715}
    | block number | 64 scores | CRC-32 |      blocks in the format of `chunks.py`, appended when finished

The openings are solved in the order of their keys with one transposition table: neighbouring keys are similar
positions, so the table already contains much of what the next one needs. Scores are exact whatever the table contains,
so any process can solve any block.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from slidedrop.chunks import Block, BlockLog, Work
from slidedrop.connect4.engine.book.openings import UNKNOWN, Scores, openings, unpack, without_a_win
from slidedrop.connect4.engine.book.stored import StoredBook
from slidedrop.connect4.engine.solver.bitboard import Words, geometry
from slidedrop.connect4.engine.solver.narrowing import Searches, new_searches, solve_all
from slidedrop.connect4.engine.solver.transpositions import new_table

BLOCK: Final = 64
TABLE_MEGABYTES: Final = 1024


class BuildLog:
    """The file of a build: a header line, then records."""

    def __init__(self, path: Path, columns: int, rows: int, ply: int) -> None:
        self.path, self.columns, self.rows, self.ply = path, columns, rows, ply
        self.keys = without_a_win(openings(columns, rows, ply), columns, rows)
        facts = {"book": 1, "columns": columns, "rows": rows, "ply": ply, "positions": len(self.keys)}
        self._file = BlockLog(path, "book", json.dumps(facts).encode() + b"\n", BLOCK)
        self.scores = self._scores_of(self._file.read())

    @property
    def blocks(self) -> int:
        return -(-len(self.keys) // BLOCK)

    @property
    def known(self) -> int:
        return int(np.count_nonzero(self.scores != UNKNOWN))

    def missing(self) -> list[int]:
        return [block for block in range(self.blocks) if self.scores[block * BLOCK] == UNKNOWN]

    def keys_of(self, block: int) -> Words:
        return self.keys[block * BLOCK : (block + 1) * BLOCK]

    @contextmanager
    def open(self) -> Iterator[None]:
        """Lock the file while blocks are written; raise an error if another build of the same book is running."""
        with self._file.open() as blocks:
            self.scores = self._scores_of(blocks)
            yield

    def write(self, block: int, scores: Scores) -> None:
        """Append one solved block; it is on disk when this returns."""
        full = np.full(BLOCK, UNKNOWN, dtype=np.int8)
        full[: len(scores)] = scores
        self._file.write(block, full.tobytes())
        self.scores[block * BLOCK : block * BLOCK + len(scores)] = scores

    def _scores_of(self, blocks: Sequence[Block]) -> Scores:
        scores = np.full(self.blocks * BLOCK, UNKNOWN, dtype=np.int8)
        for block, values in blocks:
            if block < self.blocks:
                scores[block * BLOCK : (block + 1) * BLOCK] = np.frombuffer(values, np.int8)
        return scores[: len(self.keys)]


def build(
    log: BuildLog,
    *,
    work: Work = map,
    minutes: float = float("inf"),
    megabytes: float = TABLE_MEGABYTES,
    tell: Callable[[], object] = lambda: None,
) -> bool:
    """Solve the missing blocks, starting none after `minutes`; True when the book is complete."""
    end = time.monotonic() + 60 * minutes
    with log.open():
        blocks = takewhile(lambda _: time.monotonic() < end, log.missing())
        task = partial(_solved_block, log.columns, log.rows, megabytes)
        for block, scores in work(task, ((block, log.keys_of(block)) for block in blocks)):
            log.write(block, scores)
            tell()
    return not log.missing()


def _solved_block(columns: int, rows: int, megabytes: float, block: tuple[int, Words]) -> tuple[int, Scores]:
    number, keys = block
    table = _table(columns, rows, megabytes)
    return number, solved(keys, new_searches(geometry(columns, rows), table, quickly=False))


@lru_cache(maxsize=1)
def _table(_columns: int, _rows: int, megabytes: float) -> Words:
    """Return the table that this process uses for all blocks of one board size."""
    return new_table(megabytes)


def book_of(*logs: BuildLog) -> StoredBook:
    """Return the book from the logs of one board size, complete or not; `write_book` saves it."""
    columns, rows = logs[0].columns, logs[0].rows
    return StoredBook(columns, rows, {log.ply: log.scores.tobytes() for log in logs})


def checked(book: StoredBook, number: int, rng: Random) -> list[int]:
    """Solve `number` random known openings of a book again; return the keys whose score was wrong."""
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
    """Return the scores of openings given by their keys."""
    movers, others = np.empty_like(keys), np.empty_like(keys)
    unpack(keys, movers, others, searches.g)
    scores, nodes = np.zeros(len(keys), dtype=np.int64), np.zeros(len(keys), dtype=np.int64)
    for at in range(len(keys)):  # one at a time, so that Ctrl+C works between two calls
        one = slice(at, at + 1)
        solve_all(searches, movers[one], others[one], scores[one], nodes[one])
    return scores.astype(np.int8)
