"""Large tiles seen as smaller ones, where the network has met too few of the large.

     32768  8192  1024   16            16384  8192  1024   16        Nothing here merges with 16384, so 32768 may stand
         4    64     8    2     is        4    64     8    2         for it: what can be slid and merged is the same,
         .     .     .    .    like       .     .     .    .         and a board like the right one was seen a thousand
         .     .     2    .               .     .     2    .         times more often in training.

The largest rank that is missing below the top is taken, and every tile above it moves one rank down.
"""

from __future__ import annotations

import numpy as np

from slidedrop.kernel import lean
from slidedrop.twenty48.engine.bitboard import LARGEST_RANK, SIDE, Word
from slidedrop.twenty48.engine.bits import count
from slidedrop.twenty48.engine.wide import wide_largest_rank, wide_rank


@lean
def downgraded_word(low: Word, high: Word) -> Word:
    """Return one word for a board of two, with the largest rank 15.

    Where every rank below 16 is there the board is full of different tiles and nothing slides: any word will do.
    """
    lower, _ = downgraded_words(low, high, LARGEST_RANK)
    return lower


@lean
def downgraded_words(low: Word, high: Word, largest: int) -> tuple[Word, Word]:
    """Return ranks that slide and merge alike, none above the largest if possible; they may still need two words."""
    while wide_largest_rank(low, high) > largest or _count_of_largest(low) > 1:
        gap = _largest_gap_of_words(low, high)
        if gap <= 0:
            break
        lower, lower_high = np.uint64(0), np.uint64(0)
        for cell in range(SIDE * SIDE):
            rank = wide_rank(low, high, cell)
            rank -= rank > gap
            lower |= np.uint64(rank & 15) << np.uint64(4 * cell)
            lower_high |= np.uint64(rank >> 4) << np.uint64(4 * cell)
        low, high = lower, lower_high
    return low, high


@lean
def _count_of_largest(board: Word) -> int:
    """Return how many tiles have rank 15: all four bits of their cells are set."""
    halves = board & (board >> np.uint64(1))
    return int(count(halves & (halves >> np.uint64(2)) & np.uint64(0x1111_1111_1111_1111)))


@lean
def _largest_gap_of_words(low: Word, high: Word) -> int:
    """Return the largest rank below the top that no tile has, or 0."""
    present = 0
    for cell in range(SIDE * SIDE):
        present |= 1 << wide_rank(low, high, cell)
    gap = wide_largest_rank(low, high) - 1
    while gap > 0 and present >> gap & 1:
        gap -= 1
    return gap
