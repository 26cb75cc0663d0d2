"""Downgrading of large tiles in plain Python: the slow twin of `wide.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidedrop.twenty48.engine.bitboard import LARGEST_RANK

if TYPE_CHECKING:
    from collections.abc import Sequence


def downgraded(ranks: Sequence[int], largest: int = LARGEST_RANK) -> list[int] | None:
    """Return ranks that slide and merge in the same way; none is above the largest if that is possible.

    None means that they do not fit the word of `bitboard.py`: a rank is above 15, and none below it is missing.
    """
    lower = list(ranks)
    while not _settled(lower, largest):
        gap = _largest_gap(lower)
        if gap is None:
            break
        lower = [rank - 1 if rank > gap else rank for rank in lower]
    return lower if max(lower) <= LARGEST_RANK else None


def familiar(ranks: Sequence[int]) -> list[int]:
    """Return ranks whose largest is 13 (8192), as long as the largest missing rank is 9 (512) or more."""
    lower = list(ranks)
    while max(lower) > 13 and (_largest_gap(lower) or 0) >= 9:
        lower = [rank - (rank > (_largest_gap(lower) or 0)) for rank in lower]
    return lower


def _settled(ranks: Sequence[int], largest: int) -> bool:
    """Return whether no rank is too large, and no two are 15: these would merge to another 15."""
    return max(ranks) <= largest and ranks.count(LARGEST_RANK) < 2


def _largest_gap(ranks: Sequence[int]) -> int | None:
    """Return the largest rank below the top that no tile has."""
    present = set(ranks)
    return next((rank for rank in range(max(ranks) - 1, 0, -1) if rank not in present), None)
