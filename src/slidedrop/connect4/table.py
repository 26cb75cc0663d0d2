"""What is already known: a table of bounds that stays valid for as long as the board size does.

    bucket  | name ^ mix(facts) | facts |  the dearer entry, kept while it cost more than what comes
            | name ^ mix(facts) | facts |  the newer entry

    facts   | work 4 | upper bound 6 | lower bound 6 | second word of the key 48 |

The first word of the key is stored mixed with the facts, so that an entry written by two threads at once belongs to
nobody: several searches share one table without a lock. Work is the logarithm (base 4) of the nodes it took.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from slidedrop.connect4.bitboard import NONE, ONE, TWO, signed, unsigned, word
from slidedrop.kernel import inlined

if TYPE_CHECKING:
    from slidedrop.connect4.bitboard import Words

ENTRY_BYTES: Final = 16
BUCKET_BYTES: Final = 2 * ENTRY_BYTES

_KEY: Final = word((1 << 48) - 1)
_LOWER_AT: Final = word(48)
_UPPER_AT: Final = word(54)
_WORK_AT: Final = word(60)
_BOUND: Final = word(63)
_ZERO_SCORE: Final = 32
_THREE: Final = word(3)
_HALF: Final = word(32)
_MIX: Final = word(0x9E3779B97F4A7C15)
_SPREAD: Final = word(0xD6E8FEB86659FD93)
_MOST_WORK: Final = 15


def new_table(megabytes: float) -> Words:
    """Return an empty table of at most this size; the number of its buckets is a power of two."""
    buckets = max(1 << 10, int(megabytes * (1 << 20)) // BUCKET_BYTES)
    table = np.empty(4 << (buckets.bit_length() - 1), dtype=np.uint64)
    table.fill(0)  # touches every page now, so that no search pays for it
    return table


def hash_shift(table: Words) -> int:
    """Return how far a hash is shifted down to give a bucket of this table."""
    return word(64 - (len(table) // 4).bit_length() + 1)


@inlined
def bucket_of(first: int, second: int, shift: int) -> int:
    """Return where in the table the bucket of a key begins."""
    mixed = (first ^ (second * _MIX)) * _SPREAD
    return ((mixed ^ (mixed << _HALF)) * _MIX >> shift) << TWO


@inlined
def look_up(table: Words, at: int, first: int, second: int) -> int:
    """Return the facts known of a position, or nothing (0)."""
    facts: int = table[at + ONE]
    if (facts & _KEY) == second and (table[at] ^ (facts * _MIX)) == first:
        return facts
    facts = table[at + _THREE]
    if (facts & _KEY) == second and (table[at + TWO] ^ (facts * _MIX)) == first:
        return facts
    return NONE


@inlined
def lower_bound(facts: int) -> int:
    """Return the score that the side to move reaches at least."""
    return signed((facts >> _LOWER_AT) & _BOUND) - _ZERO_SCORE


@inlined
def upper_bound(facts: int) -> int:
    """Return the score that the side to move reaches at most."""
    return signed((facts >> _UPPER_AT) & _BOUND) - _ZERO_SCORE


@inlined
def packed(second: int, lower: int, upper: int, work: int) -> int:
    """Return the facts of an entry."""
    bounds = (unsigned(lower + _ZERO_SCORE) << _LOWER_AT) | (unsigned(upper + _ZERO_SCORE) << _UPPER_AT)
    return second | bounds | (unsigned(work) << _WORK_AT)


@inlined
def work_of(nodes: int) -> int:
    """Return the logarithm (base 4) of a number of nodes."""
    work = 0
    while nodes > 3 and work < _MOST_WORK:
        nodes >>= 2
        work += 1
    return work


@inlined
def keep(table: Words, at: int, first: int, second: int, lower: int, upper: int, work: int) -> None:
    """Write down what a search found; what was known of the same position is kept too."""
    known = look_up(table, at, first, second)
    if known != NONE:
        lower, upper = max(lower, lower_bound(known)), min(upper, upper_bound(known))
    facts = packed(second, lower, upper, work)
    dear = table[at + ONE]
    same = (dear & _KEY) == second and (table[at] ^ (dear * _MIX)) == first
    if same or signed(dear >> _WORK_AT) <= work:
        _write(table, at, first, facts)
    else:
        _write(table, at + TWO, first, facts)


@inlined
def _write(table: Words, at: int, first: int, facts: int) -> None:
    table[at] = first ^ (facts * _MIX)
    table[at + ONE] = facts
