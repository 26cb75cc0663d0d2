"""The opening book in memory: the openings of each ply, the deepest ply first, and their scores.

    keys    | ply 8 ............................. | ply 7 ........... | ply 6 ... | ...
    scores  | as in the file                      | by minimax        | by minimax| ...
    plies     0                                   77715

`open_book_ply` makes room for a stored ply, and the caller writes its scores there. `derive_book_ply` derives those of
another ply by minimax from the next ply; if the score of any move is UNKNOWN, so is that of the opening. Keys are
sorted by radix sort, which needs only two lists and 256 counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from slidedrop.connect4.engine.book.openings import UNKNOWN, canonical_key, discs_of, play_all
from slidedrop.connect4.engine.kernels.memory import EngineMemory, geometry_of
from slidedrop.connect4.engine.solver.bitboard import NONE, Geometry, playable, signed, unsigned, winning_cells, word
from slidedrop.engine.kernel import inlined, lean

if TYPE_CHECKING:
    from slidedrop.connect4.engine.book.openings import Scores
    from slidedrop.connect4.engine.solver.bitboard import Numbers, Words

__all__ = ["UNKNOWN", "derive_book_ply", "open_book_ply", "score_in_book"]

USED: Final = 130
"""The index in `plies` that has the number of keys."""
_BYTE: Final = word(255)
_BYTES: Final = 8


@inlined
def best_score(mover: int, other: int, next_keys: Words, next_scores: Scores, ply: int, g: Geometry) -> int:
    """Return the best score after any move, or UNKNOWN if one of the scores is."""
    moves = playable(mover | other, g)
    best = -g.cells
    while moves != NONE:
        move = moves & (NONE - moves)
        moves ^= move
        score = _score_after(other, mover | move, next_keys, next_scores, ply + 1, g)
        if score == UNKNOWN:
            return UNKNOWN
        best = max(best, -score)
    return best


@inlined
def _score_after(mover: int, other: int, keys: Words, scores: Scores, ply: int, g: Geometry) -> int:
    """Return the score of an opening, seen by the side to move."""
    if (winning_cells(mover, mover | other, g) & playable(mover | other, g)) != NONE:
        return (g.cells + 1 - ply) >> 1
    at = place_of(keys, canonical_key(mover, other, g))
    return signed(scores[at])


@inlined
def place_of(keys: Words, key: int) -> int:
    """Return the index of a key in a sorted list that contains it."""
    low, high = 0, len(keys) - 1
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


@lean
def open_book_ply(memory: EngineMemory, ply: int) -> int:
    """Append the keys of all openings of a ply without an immediate win; return their number, -1 if out of room."""
    g = geometry_of(memory)
    number = _write_openings(memory, ply, g)
    start = memory.plies[USED]
    end = start
    for at in range(number):
        mover, other = discs_of(memory.scratch[at], g)
        if (winning_cells(mover, mover | other, g) & playable(mover | other, g)) == NONE:
            if end == len(memory.keys):
                return -1
            memory.keys[end] = memory.scratch[at]
            memory.scores[end] = UNKNOWN
            end += 1
    if number < 0:
        return -1
    memory.plies[2 * ply], memory.plies[2 * ply + 1], memory.plies[USED] = start, end, end
    opened: int = end - start
    return opened


@lean
def derive_book_ply(memory: EngineMemory, ply: int) -> int:
    """Derive the scores of a ply by minimax from those of the next ply, which must be open already."""
    g = geometry_of(memory)
    plies = memory.plies
    first, last = plies[2 * ply + 2], plies[2 * ply + 3]
    for at in range(plies[2 * ply], plies[2 * ply + 1]):
        mover, other = discs_of(memory.keys[at], g)
        memory.scores[at] = best_score(mover, other, memory.keys[first:last], memory.scores[first:last], ply, g)
    return 0


@inlined
def score_in_book(memory: EngineMemory, mover: int, other: int, ply: int, g: Geometry) -> int:
    """Return the score of an unfinished position, or UNKNOWN if it is not in the book."""
    start, end = memory.plies[2 * ply], memory.plies[2 * ply + 1]
    if start == end:
        return UNKNOWN
    key = canonical_key(mover, other, g)
    at = start + place_of(memory.keys[start:end], key)
    return signed(memory.scores[at]) if memory.keys[at] == key else UNKNOWN


@lean
def _write_openings(memory: EngineMemory, ply: int, g: Geometry) -> int:
    """Write the sorted keys of a ply to the scratch list; return their number, or -1 if there is no room."""
    number = 1
    memory.scratch[0] = g.bottom
    for _ in range(ply):
        if number * g.columns > len(memory.spare):
            return -1
        number = play_all(memory.scratch[:number], memory.spare, g)
        _sort(memory, number)
        number = _without_doubles(memory, number)
    return number


@inlined
def _without_doubles(memory: EngineMemory, number: int) -> int:
    """Copy the sorted spare list to the scratch list without duplicates."""
    kept = 0
    for at in range(number):
        if kept == 0 or memory.spare[at] != memory.scratch[kept - 1]:
            memory.scratch[kept] = memory.spare[at]
            kept += 1
    return kept


@lean
def _sort(memory: EngineMemory, number: int) -> None:
    """Sort the spare list, using the scratch list; after an even number of passes the result is in the spare list."""
    for byte in range(_BYTES):
        if byte & 1:
            _pass(memory.scratch, memory.spare, memory.numbers, number, unsigned(8 * byte))
        else:
            _pass(memory.spare, memory.scratch, memory.numbers, number, unsigned(8 * byte))


@lean
def _pass(source: Words, target: Words, counts: Numbers, number: int, shift: int) -> None:
    """Sort a list by one byte; the sort is stable."""
    counts[:257] = 0
    for at in range(number):
        counts[signed((source[at] >> shift) & _BYTE) + 1] += 1
    for byte in range(256):
        counts[byte + 1] += counts[byte]
    for at in range(number):
        byte = signed((source[at] >> shift) & _BYTE)
        target[counts[byte]] = source[at]
        counts[byte] += 1
