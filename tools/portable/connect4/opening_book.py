"""The book on the desk: openings are unfolded ply by ply, the deepest first, and their scores stand beside them.

    keys    | ply 8 ............................. | ply 7 ........... | ply 6 ... | ...
    scores  | as the file has them                | by minimax        | by minimax| ...
    levels    0                                   77715

Who reads the file writes the scores of a stored ply where `open_level` has made room; `derive_level` works out another
from the ply above it: an opening is worth the best of its moves, and a move the opposite of what it leads to. Where one
of them is UNKNOWN, so is the opening. Sorting is by bytes, lowest first (radix sort): it needs nothing but two lists
and 256 counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from slidedrop.connect4.engine.book.openings import UNKNOWN, canonical_key, discs_of, play_all
from slidedrop.connect4.engine.solver.bitboard import NONE, Geometry, playable, signed, unsigned, winning_cells, word
from slidedrop.engine.kernel import inlined, lean
from tools.portable.connect4.desk import Desk, geometry_on

if TYPE_CHECKING:
    from slidedrop.connect4.engine.book.openings import Scores
    from slidedrop.connect4.engine.solver.bitboard import Numbers, Words

__all__ = ["UNKNOWN", "derive_level", "open_level", "score_in_book"]

USED: Final = 130
"""Where `levels` says how many keys there are."""
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
def open_level(desk: Desk, ply: int) -> int:
    """Write the keys of all openings of a ply without a win at once; returns how many, or -1 where there is no room."""
    g = geometry_on(desk)
    number = _write_openings(desk, ply, g)
    start = desk.levels[USED]
    end = start
    for at in range(number):
        mover, other = discs_of(desk.scratch[at], g)
        if (winning_cells(mover, mover | other, g) & playable(mover | other, g)) == NONE:
            if end == len(desk.keys):
                return -1
            desk.keys[end] = desk.scratch[at]
            desk.scores[end] = UNKNOWN
            end += 1
    if number < 0:
        return -1
    desk.levels[2 * ply], desk.levels[2 * ply + 1], desk.levels[USED] = start, end, end
    opened: int = end - start
    return opened


@lean
def derive_level(desk: Desk, ply: int) -> int:
    """Work out the scores of a ply from those of the next, which was opened before it."""
    g = geometry_on(desk)
    levels = desk.levels
    first, last = levels[2 * ply + 2], levels[2 * ply + 3]
    for at in range(levels[2 * ply], levels[2 * ply + 1]):
        mover, other = discs_of(desk.keys[at], g)
        desk.scores[at] = best_score(mover, other, desk.keys[first:last], desk.scores[first:last], ply, g)
    return 0


@inlined
def score_in_book(desk: Desk, mover: int, other: int, ply: int, g: Geometry) -> int:
    """Return the score of an unfinished position, or UNKNOWN where the book does not have it."""
    start, end = desk.levels[2 * ply], desk.levels[2 * ply + 1]
    if start == end:
        return UNKNOWN
    key = canonical_key(mover, other, g)
    at = start + place_of(desk.keys[start:end], key)
    return signed(desk.scores[at]) if desk.keys[at] == key else UNKNOWN


@lean
def _write_openings(desk: Desk, ply: int, g: Geometry) -> int:
    """Write the sorted keys of a ply to the scratch list; returns how many, or -1 where there is no room."""
    number = 1
    desk.scratch[0] = g.bottom
    for _ in range(ply):
        if number * g.columns > len(desk.spare):
            return -1
        number = play_all(desk.scratch[:number], desk.spare, g)
        _sort(desk, number)
        number = _without_doubles(desk, number)
    return number


@inlined
def _without_doubles(desk: Desk, number: int) -> int:
    """Move what is sorted in the spare list to the scratch list, each once."""
    kept = 0
    for at in range(number):
        if kept == 0 or desk.spare[at] != desk.scratch[kept - 1]:
            desk.scratch[kept] = desk.spare[at]
            kept += 1
    return kept


@lean
def _sort(desk: Desk, number: int) -> None:
    """Sort the spare list, by way of the scratch list; an even number of passes ends where it began."""
    for byte in range(_BYTES):
        if byte & 1:
            _pass(desk.scratch, desk.spare, desk.numbers, number, unsigned(8 * byte))
        else:
            _pass(desk.spare, desk.scratch, desk.numbers, number, unsigned(8 * byte))


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
