"""Boards with any tile: a fifth bit for every cell, in a second word.

    rank 17 (131072)      low  ... 0001 ...      the low four bits, as in `bitboard.py`
                          high ... 0001 ...      1 in the same place: add 16

The `Lines` of `bitboard.py` support ranks up to 15 and merge two tiles of rank 15 into another rank 15. This module
handles played boards with such a tile or a larger one. They are rare, so the code is simple, not fast: line by line,
cell by cell. This module also converts a `Board` to words and back.

The search uses one word, and the network saw too few large tiles in training. So large tiles are *downgraded*: every
tile above the largest missing rank moves one rank down. The same applies to every tile above 8192 while the missing
rank is 512 or more: until that tile is made, both boards play alike.

     32768  8192  1024   16            16384  8192  1024   16        No 16384 is on the left board, so 16384 can
         4    64     8    2     is        4    64     8    2         replace 32768: the slides and merges are the same,
         .     .     .    .    like       .     .     .    .         and boards like the right one were a thousand
         .     .     2    .               .     .     2    .         times more frequent in training.
"""

from collections.abc import Iterable
from typing import Final

import numpy as np

from slidedrop.engine.kernel import lean
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.engine.bitboard import (
    LARGEST_RANK,
    SIDE,
    Lines,
    Way,
    Word,
    empty_cells,
    points_of,
    reaches,
    slid,
)
from slidedrop.twenty48.engine.bits import count
from slidedrop.twenty48.engine.ranks import numbers_of, ranks_of

_ZERO: Final = np.uint64(0)
_LOW: Final = np.uint64(15)
_FAMILIAR: Final = 13
"""The largest rank that most training games reached; 16384 (rank 14) occurred on few boards, all late in a game."""
_FAR_AHEAD: Final = 9
"""The smallest missing rank (512) that takes so long to make that both boards play alike until then."""


def packed(board: Board, base: int = 2) -> tuple[Word, Word]:
    """Return the two words of a board; the second is 0 unless some tile is above rank 15."""
    return words_of(ranks_of(board, base), board.size)


def words_of(ranks: Iterable[int], size: int) -> tuple[Word, Word]:
    """Return the two words of a board given by its ranks."""
    low, high = numbers_of(ranks, size)
    return np.uint64(low), np.uint64(high)


def unpacked(low: Word | int, high: Word | int = 0, size: int = SIDE, base: int = 2) -> Board:
    """Return the board of two words, which may be plain numbers as compiled functions return them."""
    places = [4 * (SIDE * row + column) for row in range(size) for column in range(size)]
    ranks = [(int(low) >> place & 15) + 16 * (int(high) >> place & 15) for place in places]
    return Board(size, tuple(base << (rank - 1) if rank else 0 for rank in ranks))


@lean
def slid_with_points(low: Word, high: Word, direction: Way, lines: Lines) -> tuple[Word, Word, int]:
    """Return the two words after a slide, and its points: by `lines` if possible, else cell by cell."""
    if high == _ZERO and not reaches(low, np.uint64(LARGEST_RANK)):
        return slid(low, direction, lines), high, points_of(low, direction, lines)
    return wide_slid(low, high, direction, SIDE - int(lines.short) // 4)


@lean
def wide_empty_cells(low: Word, high: Word, lines: Lines) -> Word:
    """Return a word with the lowest bit of each empty cell set."""
    return empty_cells(low, lines) & ~high


@lean
def wide_largest_rank(low: Word, high: Word) -> int:
    """Return the rank of the largest tile."""
    largest = 0
    for cell in range(SIDE * SIDE):
        largest = max(largest, wide_rank(low, high, cell))
    return largest


@lean
def wide_rank(low: Word, high: Word, cell: int) -> int:
    """Return the rank of the tile in a cell; cells count in reading order, with four columns."""
    place = np.uint64(4 * cell)
    return int((low >> place) & _LOW) + 16 * int((high >> place) & _LOW)


@lean
def wide_slid(low: Word, high: Word, direction: Way, size: int) -> tuple[Word, Word, int]:
    """Return the two words of a board of any tiles after a slide, and its points."""
    new_low, new_high, points = _ZERO, _ZERO, 0
    for line in range(size):
        to, waiting = 0, 0
        for step in range(size):
            rank = wide_rank(low, high, _cell(line, step, direction, size))
            if rank == 0:
                continue
            if rank == waiting:  # merges with the previous tile, which gets the next rank
                to -= 1
                points += 2 << rank
                new_low, new_high = _without(new_low, new_high, _cell(line, to, direction, size))
            waiting = 0 if rank == waiting else rank
            new_low, new_high = _with(new_low, new_high, _cell(line, to, direction, size), rank + (waiting == 0))
            to += 1
    return new_low, new_high, points


@lean
def _cell(line: int, step: int, direction: Way, size: int) -> int:
    """Return the cell some steps from the wall of a line; directions as in `Direction`."""
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


@lean
def downgraded_words(low: Word, high: Word, largest: int) -> tuple[Word, Word]:
    """Return ranks that slide and merge alike, if possible none above the largest; they may still need two words."""
    while wide_largest_rank(low, high) > largest or _count_of_largest(low) > 1:
        gap = _largest_gap_of_words(low, high)
        if gap <= 0:
            break
        low, high = _lowered(low, high, gap)
    return low, high


@lean
def familiar_word(board: Word) -> Word:
    """Return the board with tiles from 16384 up replaced by smaller ones, as long as the missing rank is far ahead."""
    while wide_largest_rank(board, _ZERO) > _FAMILIAR:
        gap = _largest_gap_of_words(board, _ZERO)
        if gap < _FAR_AHEAD:
            break
        board, _ = _lowered(board, _ZERO, gap)
    return board


@lean
def _lowered(low: Word, high: Word, gap: int) -> tuple[Word, Word]:
    """Return the two words with every rank above the missing one reduced by one."""
    lower, lower_high = np.uint64(0), np.uint64(0)
    for cell in range(SIDE * SIDE):
        rank = wide_rank(low, high, cell)
        rank -= rank > gap
        lower |= np.uint64(rank & 15) << np.uint64(4 * cell)
        lower_high |= np.uint64(rank >> 4) << np.uint64(4 * cell)
    return lower, lower_high


@lean
def _count_of_largest(board: Word) -> int:
    """Return the number of tiles of rank 15."""
    halves = board & (board >> np.uint64(1))
    return int(count(halves & (halves >> np.uint64(2)) & np.uint64(0x1111_1111_1111_1111)))


@lean
def _largest_gap_of_words(low: Word, high: Word) -> int:
    """Return the largest missing rank below the largest tile, or 0."""
    present = 0
    for cell in range(SIDE * SIDE):
        present |= 1 << wide_rank(low, high, cell)
    gap = wide_largest_rank(low, high) - 1
    while gap > 0 and present >> gap & 1:
        gap -= 1
    return gap
