"""Boards with any tile: a fifth bit for every cell, kept in a second word.

    rank 17 (131072)      low  ... 0001 ...      the low four bits, as in `bitboard.py`
                          high ... 0001 ...      1 in the same place: add 16

The tables of `bitboard.py` know ranks to 15. Boards with larger tiles, and boards on which two tiles of rank 15 merge,
come here. They are so rare that this is written to be plainly right: line by line, cell by cell. It is the one place,
too, where a `Board` is turned into words and back.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from slidedrop.core.errors import NotationError
from slidedrop.kernel import lean
from slidedrop.twenty48.bitboard import OVERFLOW, SIDE, Lines, Word, empty_cells, points_of, slid
from slidedrop.twenty48.board import Board

if TYPE_CHECKING:
    from collections.abc import Iterable

LARGEST_WIDE_RANK: Final = 31
_ZERO: Final = np.uint64(0)
_LOW: Final = np.uint64(15)


def ranks_of(board: Board, base: int = 2) -> list[int]:
    """Return the rank of each tile, cell by cell: 0 for an empty cell, 1 for the base tile, 2 for twice that, ..."""
    return [_rank(tile, base) for tile in board.tiles]


def packed(board: Board, base: int = 2) -> tuple[Word, Word]:
    """Return the two words of a board; the second is 0 unless some tile is above rank 15."""
    return words_of(ranks_of(board, base), board.size)


def words_of(ranks: Iterable[int], size: int) -> tuple[Word, Word]:
    """Return the two words of a board given by its ranks."""
    low = high = 0
    for cell, rank in enumerate(ranks):
        if rank > LARGEST_WIDE_RANK:
            message = f"a word holds tiles to rank {LARGEST_WIDE_RANK}, not {rank}"
            raise NotationError(message)
        place = 4 * (SIDE * (cell // size) + cell % size)
        low |= (rank & 15) << place
        high |= (rank >> 4) << place
    return np.uint64(low), np.uint64(high)


def unpacked(low: Word | int, high: Word | int = 0, size: int = SIDE, base: int = 2) -> Board:
    """Return the board of two words, which may be plain numbers: compiled functions give those back."""
    places = [4 * (SIDE * row + column) for row in range(size) for column in range(size)]
    ranks = [(int(low) >> place & 15) + 16 * (int(high) >> place & 15) for place in places]
    return Board(size, tuple(base << (rank - 1) if rank else 0 for rank in ranks))


@lean
def slid_with_points(low: Word, high: Word, direction: int, tables: Lines) -> tuple[Word, Word, int]:
    """Return the two words after a slide, and its points: by the tables where they know, else cell by cell."""
    if high == _ZERO:
        points = points_of(low, direction, tables)
        if points < OVERFLOW:
            return slid(low, direction, tables), high, points
    return _wide_slid(low, high, direction, tables)


@lean
def wide_legal_mask(low: Word, high: Word, tables: Lines) -> int:
    """Return four bits, bit 0 for UP to bit 3 for RIGHT, set where the slide changes the board."""
    mask = 0
    for direction in range(4):
        there, there_high, _ = slid_with_points(low, high, direction, tables)
        if there != low or there_high != high:
            mask |= 1 << direction
    return mask


@lean
def wide_empty_cells(low: Word, high: Word, tables: Lines) -> Word:
    """Return a word with the lowest bit of each empty cell set."""
    return empty_cells(low, tables) & ~high


@lean
def wide_rank(low: Word, high: Word, cell: int) -> int:
    """Return the rank of the tile in a cell; cells count from 0 like a page of four columns."""
    place = np.uint64(4 * cell)
    return int((low >> place) & _LOW) + 16 * int((high >> place) & _LOW)


@lean
def _wide_slid(low: Word, high: Word, direction: int, tables: Lines) -> tuple[Word, Word, int]:
    size = SIDE - int(tables.short) // 4
    new_low, new_high, points = _ZERO, _ZERO, 0
    for line in range(size):
        to, waiting = 0, 0
        for step in range(size):
            rank = wide_rank(low, high, _cell(line, step, direction, size))
            if rank == 0:
                continue
            if rank == waiting:  # it merges with the tile before it, which is taken away and put back one rank up
                to -= 1
                points += 2 << rank
                new_low, new_high = _without(new_low, new_high, _cell(line, to, direction, size))
            waiting = 0 if rank == waiting else rank
            new_low, new_high = _with(new_low, new_high, _cell(line, to, direction, size), rank + (waiting == 0))
            to += 1
    return new_low, new_high, points


@lean
def _cell(line: int, step: int, direction: int, size: int) -> int:
    """Return the cell some steps from where a line's tiles come to rest; directions as in `Direction`."""
    along = size - 1 - step if direction & 1 else step
    return SIDE * line + along if direction >= 2 else SIDE * along + line


@lean
def _with(low: Word, high: Word, cell: int, rank: int) -> tuple[Word, Word]:
    place = np.uint64(4 * cell)
    return low | (np.uint64(rank & 15) << place), high | (np.uint64(rank >> 4) << place)


@lean
def _without(low: Word, high: Word, cell: int) -> tuple[Word, Word]:
    mask = ~(_LOW << np.uint64(4 * cell))
    return low & mask, high & mask


@lru_cache(maxsize=256)
def _rank(tile: int, base: int) -> int:
    if tile == 0:
        return 0
    power, rest = divmod(tile, base)
    if rest or power & (power - 1):
        message = f"{tile} is no tile of this game: tiles are {base} x 1, 2, 4, 8, ..."
        raise NotationError(message)
    return power.bit_length()
