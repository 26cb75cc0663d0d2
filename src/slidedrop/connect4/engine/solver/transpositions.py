"""The transposition table: bounds of the scores of positions that were searched.

    bucket  | first ^ mix(entry) | entry |  the costlier entry, replaced only by one of equal or more effort
            | first ^ mix(entry) | entry |  the newer entry, always replaced

    entry   | effort 4 | upper bound 6 | lower bound 6 | second word of the key 48 |

The first word of the key is stored XORed with a hash of the entry, so a torn write of two threads matches no key, and
several searches can share one table without a lock. Effort is the logarithm (base 4) of the nodes it took.
"""

from typing import Final

import numpy as np

from slidedrop.connect4.engine.solver.bitboard import NONE, ONE, TWO, Words, signed, unsigned, word
from slidedrop.engine.kernel import inlined

ENTRY_BYTES: Final = 16
BUCKET_BYTES: Final = 2 * ENTRY_BYTES

_KEY: Final = word((1 << 48) - 1)
_LOWER_AT: Final = word(48)
_UPPER_AT: Final = word(54)
_EFFORT_AT: Final = word(60)
_BOUND: Final = word(63)
_ZERO_SCORE: Final = 32
_THREE: Final = word(3)
_HALF: Final = word(32)
_ALL_BITS: Final = word(64)
_MIX: Final = word(0x9E3779B97F4A7C15)
_SPREAD: Final = word(0xD6E8FEB86659FD93)
_MOST_EFFORT: Final = 15


def new_table(megabytes: float) -> Words:
    """Return an empty table of at most this size; the number of buckets is a power of two."""
    buckets = max(1 << 10, int(megabytes * (1 << 20)) // BUCKET_BYTES)
    table = np.empty(4 << (buckets.bit_length() - 1), dtype=np.uint64)
    table.fill(0)  # touch every page now, so that no search waits for it
    return table


@inlined
def hash_shift(table: Words) -> int:
    """Return the number of bits by which a hash is shifted right to give a bucket of this table."""
    buckets, shift = unsigned(len(table)) >> TWO, _ALL_BITS
    while buckets > ONE:
        buckets >>= ONE
        shift -= ONE
    return shift


@inlined
def bucket_of(first: int, second: int, shift: int) -> int:
    """Return the index in the table at which the bucket of a key starts."""
    mixed = (first ^ (second * _MIX)) * _SPREAD
    return ((mixed ^ (mixed << _HALF)) * _MIX >> shift) << TWO


@inlined
def probe(table: Words, at: int, first: int, second: int) -> int:
    """Return the entry of a position, or 0 if there is none."""
    entry: int = table[at + ONE]
    if (entry & _KEY) == second and (table[at] ^ (entry * _MIX)) == first:
        return entry
    entry = table[at + _THREE]
    if (entry & _KEY) == second and (table[at + TWO] ^ (entry * _MIX)) == first:
        return entry
    return NONE


@inlined
def lower_bound(entry: int) -> int:
    """Return the minimum score of the side to move."""
    return signed((entry >> _LOWER_AT) & _BOUND) - _ZERO_SCORE


@inlined
def upper_bound(entry: int) -> int:
    """Return the maximum score of the side to move."""
    return signed((entry >> _UPPER_AT) & _BOUND) - _ZERO_SCORE


@inlined
def packed(second: int, lower: int, upper: int, effort: int) -> int:
    """Return an entry: bounds, effort and the second word of the key."""
    bounds = (unsigned(lower + _ZERO_SCORE) << _LOWER_AT) | (unsigned(upper + _ZERO_SCORE) << _UPPER_AT)
    return second | bounds | (unsigned(effort) << _EFFORT_AT)


@inlined
def effort_of(nodes: int) -> int:
    """Return the logarithm (base 4) of a number of nodes."""
    effort = 0
    while nodes > 3 and effort < _MOST_EFFORT:
        nodes >>= 2
        effort += 1
    return effort


@inlined
def store(table: Words, at: int, first: int, second: int, lower: int, upper: int, effort: int) -> None:
    """Store bounds, intersected with those of an existing entry of the same position."""
    known = probe(table, at, first, second)
    if known != NONE:
        lower, upper = max(lower, lower_bound(known)), min(upper, upper_bound(known))
    entry = packed(second, lower, upper, effort)
    costly = table[at + ONE]
    same = (costly & _KEY) == second and (table[at] ^ (costly * _MIX)) == first
    if same or signed(costly >> _EFFORT_AT) <= effort:
        _write(table, at, first, entry)
    else:
        _write(table, at + TWO, first, entry)


@inlined
def _write(table: Words, at: int, first: int, entry: int) -> None:
    table[at] = first ^ (entry * _MIX)
    table[at + ONE] = entry
