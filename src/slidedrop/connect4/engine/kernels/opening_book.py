"""The opening book in memory: the openings of each ply, the deepest ply first, and their scores.

    keys    | ply 8 ............................. | ply 7 ........... | ply 6 ... | ...
    scores  | as the file has them                | by minimax        | by minimax| ...
    plies     0                                   77715

The caller writes the scores of a stored ply where `open_book_ply` has made room. `derive_book_ply` derives those of
another ply by minimax from the ply after it; where the score of a move is UNKNOWN, so is that of the opening. Keys are
sorted by radix sort: it needs only two lists and 256 counts.
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
"""The index in `plies` of the number of keys."""
_BYTE: Final = word(255)
_BYTES: Final = 8


@inlined
def best_score(mover: int, other: int, next_keys: Words, next_scores: Scores, ply: int, g: Geometry) -> int:
    """Return the best score that a move leads to, or UNKNOWN if some move is."""
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
    """Return where a key stands in a sorted list that holds it."""
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
    """Append the keys of all openings of a ply without a win in one; returns how many, or -1 where there is no room."""
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
    """Derive the scores of a ply by minimax from those of the next, which was opened before it."""
    g = geometry_of(memory)
    plies = memory.plies
    first, last = plies[2 * ply + 2], plies[2 * ply + 3]
    for at in range(plies[2 * ply], plies[2 * ply + 1]):
        mover, other = discs_of(memory.keys[at], g)
        memory.scores[at] = best_score(mover, other, memory.keys[first:last], memory.scores[first:last], ply, g)
    return 0


@inlined
def score_in_book(memory: EngineMemory, mover: int, other: int, ply: int, g: Geometry) -> int:
    """Return the score of an unfinished position, or UNKNOWN where the book does not have it."""
    start, end = memory.plies[2 * ply], memory.plies[2 * ply + 1]
    if start == end:
        return UNKNOWN
    key = canonical_key(mover, other, g)
    at = start + place_of(memory.keys[start:end], key)
    return signed(memory.scores[at]) if memory.keys[at] == key else UNKNOWN


@lean
def _write_openings(memory: EngineMemory, ply: int, g: Geometry) -> int:
    """Write the sorted keys of a ply to the scratch list; returns how many, or -1 where there is no room."""
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
    """Move what is sorted in the spare list to the scratch list, each once."""
    kept = 0
    for at in range(number):
        if kept == 0 or memory.spare[at] != memory.scratch[kept - 1]:
            memory.scratch[kept] = memory.spare[at]
            kept += 1
    return kept


@lean
def _sort(memory: EngineMemory, number: int) -> None:
    """Sort the spare list, by way of the scratch list; an even number of passes ends where it began."""
    for byte in range(_BYTES):
        if byte & 1:
            _pass(memory.scratch, memory.spare, memory.numbers, number, unsigned(8 * byte))
        else:
            _pass(memory.spare, memory.scratch, memory.numbers, number, unsigned(8 * byte))


@lean
def _pass(source: Words, target: Words, counts: Numbers, number: int, shift: int) -> None:
    """Sort a list by one byte, equal ones in the order they had."""
    counts[:257] = 0
    for at in range(number):
        counts[signed((source[at] >> shift) & _BYTE) + 1] += 1
    for byte in range(256):
        counts[byte + 1] += counts[byte]
    for at in range(number):
        byte = signed((source[at] >> shift) & _BYTE)
        target[counts[byte]] = source[at]
        counts[byte] += 1
