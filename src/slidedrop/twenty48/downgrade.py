"""Large tiles seen as smaller ones, where the network has met too few of the large.

     32768  8192  1024   16            16384  8192  1024   16        Nothing here merges with 16384, so 32768 may stand
         4    64     8    2     is        4    64     8    2         for it: what can be slid and merged is the same,
         .     .     .    .    like       .     .     .    .         and a board like the right one was seen a thousand
         .     .     2    .               .     .     2    .         times more often in training.

The largest rank that is missing below the top is taken, and every tile above it moves one rank down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidedrop.twenty48.bitboard import LARGEST_RANK

if TYPE_CHECKING:
    from collections.abc import Sequence


def downgraded(ranks: Sequence[int], largest: int = LARGEST_RANK) -> list[int] | None:
    """Return ranks that slide and merge in the same way, none above the largest if that is possible.

    None means that they do not even fit the word of `bitboard.py`: a rank is above 15, or two are 15 and might merge.
    """
    lower = list(ranks)
    while not _settled(lower, largest):
        gap = _largest_gap(lower)
        if gap is None:
            break
        lower = [rank - 1 if rank > gap else rank for rank in lower]
    return lower if _settled(lower, LARGEST_RANK) else None


def _settled(ranks: Sequence[int], largest: int) -> bool:
    return max(ranks) <= largest and ranks.count(LARGEST_RANK) < 2


def _largest_gap(ranks: Sequence[int]) -> int | None:
    """Return the largest rank below the top that no tile has."""
    present = set(ranks)
    return next((rank for rank in range(max(ranks) - 1, 0, -1) if rank not in present), None)
