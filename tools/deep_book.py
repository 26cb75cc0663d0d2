"""Make the bundled deep book from a book of ply 12: `python -m tools.deep_book connect4-7x6.book OUT`.

The input is the book that `slidedrop book build --ply 12` writes (it takes hours). Ply 10 is computed from it by
minimax and stored too, so that the columns of any opening of 8 to 11 discs need at most 49 look-ups.
`connect4/engine/deep_book.py` describes the format.
"""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from slidedrop.connect4.engine.book.openings import discs_of, openings, unpack, without_a_win
from slidedrop.connect4.engine.book.stored import StoredBook, digest_of, read_book
from slidedrop.connect4.engine.deep_book import SHAPES, TITLE, UNKNOWN, pattern_numbers, place_of, shape_count
from slidedrop.connect4.engine.kernels.opening_book import best_score
from slidedrop.connect4.engine.solver.bitboard import geometry
from slidedrop.durable import write_whole
from slidedrop.engine.kernel import lean

if TYPE_CHECKING:
    from slidedrop.connect4.engine.book.openings import Scores
    from slidedrop.connect4.engine.solver.bitboard import Geometry, Words


def main() -> None:
    """Read a book and write the deep book."""
    source, target = map(Path, sys.argv[1:])
    write_deep_book(target, read_book(source))


def write_deep_book(path: Path, book: StoredBook) -> None:
    """Write a book's deepest ply and the one two discs before it to a deep book."""
    size, deepest = (book.columns, book.rows), book.depth
    g = geometry(*size)
    plies = {deepest: (_keys(*size, deepest), np.frombuffer(book.sections[deepest], np.int8))}
    for ply in (deepest - 1, deepest - 2):
        keys = _keys(*size, ply)
        scores = np.empty(len(keys), np.int8)
        _minimax(keys, scores, *plies[ply + 1], ply, g)
        plies[ply] = keys, scores
    packed = {ply: _blocks(*plies[ply], ply, g) for ply in (deepest - 2, deepest)}
    sizes = {str(ply): [len(block) for block in blocks] for ply, blocks in packed.items()}
    header: dict[str, Any] = {"columns": size[0], "rows": size[1], "plies": sizes}
    payload = b"".join(block for blocks in packed.values() for block in blocks)
    header["sha256"] = digest_of(header, payload)
    write_whole(path, TITLE + b"\n" + json.dumps(header, separators=(",", ":")).encode() + b"\n" + payload)


def _keys(columns: int, rows: int, ply: int) -> Words:
    return without_a_win(openings(columns, rows, ply), columns, rows)


def _blocks(keys: Words, scores: Scores, ply: int, g: Geometry) -> list[bytes]:
    """Return the scores of a ply in packed blocks, ordered by shape and pattern."""
    line = len(pattern_numbers(ply))
    table = bytearray([UNKNOWN]) * (line * shape_count(g.columns, g.rows, ply))
    movers, others = np.empty_like(keys), np.empty_like(keys)
    unpack(keys, movers, others, g)
    for mover, other, score in zip(movers.tolist(), others.tolist(), scores.tolist(), strict=True):
        shape, pattern = place_of(mover, other, g.columns, g.rows)
        table[line * shape + pattern] = score & 255
    step = line * SHAPES
    return [_packed(bytes(table[start : start + step])) for start in range(0, len(table), step)]


def _packed(scores: bytes) -> bytes:
    deflate = zlib.compressobj(zlib.Z_BEST_COMPRESSION, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
    return deflate.compress(scores) + deflate.flush()


@lean
def _minimax(keys: Words, scores: Scores, next_keys: Words, next_scores: Scores, ply: int, g: Geometry) -> None:
    for at in range(len(keys)):
        mover, other = discs_of(keys[at], g)
        scores[at] = best_score(mover, other, next_keys, next_scores, ply, g)


if __name__ == "__main__":
    main()
