"""One layer of a small board: all boards whose tiles have the same sum, as sorted canonical words.

    layer 20 ── slides ──> boards that need a new tile, sum 20 ──┬─ a tile of 2 ──> layer 22
                                                                 └─ a tile of 4 ──> layer 24

The smallest of a board's eight mirrored and rotated words is its *canonical* one; it represents all eight. `values.py`
is the reference.
"""

import numpy as np
import numpy.typing as npt

from slidedrop.engine.kernel import inlined, lean
from slidedrop.twenty48.engine.bitboard import (
    Lines,
    Word,
    empty_cells,
    flipped,
    mirrored,
    points_of,
    reaches,
    slid,
    transposed,
)

Words = npt.NDArray[np.uint64]
Worths = npt.NDArray[np.float64]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
MOST_SLIDES = 4


@lean
def canonical(board: Word, lines: Lines) -> Word:
    """Return the smallest word of a board under mirrors and rotations."""
    return min(_least_of_four(board, lines), _least_of_four(transposed(board), lines))


@inlined
def _least_of_four(board: Word, lines: Lines) -> Word:
    below = flipped(board, lines)
    return min(board, mirrored(board, lines), below, mirrored(below, lines))


@lean
def write_slides(layer: Words, lines: Lines, room: Words) -> int:
    """Write the boards after every slide, with duplicates, and return their number."""
    count = 0
    for board in layer:
        for direction in range(4):
            after = slid(board, direction, lines)
            if after != board:
                room[count] = canonical(after, lines)
                count += 1
    return count


@lean
def write_tiles(afters: Words, rank: Word, lines: Lines, room: Words) -> int:
    """Write the boards after every new tile of this rank, with duplicates, and return their number."""
    count = 0
    for after in afters:
        empty = empty_cells(after, lines)
        while empty != _ZERO:
            cell = empty & (~empty + _ONE)
            room[count] = canonical(after | (cell * rank), lines)
            count += 1
            empty ^= cell
    return count


@lean
def write_means(
    afters: Words, rank: Word, chance: float, layer: Words, worths: Worths, lines: Lines, means: Worths
) -> None:
    """Add the probability-weighted values of a new tile of this rank, found in `layer`, to the means."""
    for number in range(len(afters)):
        after, total, cells = afters[number], 0.0, 0
        empty = empty_cells(after, lines)
        while empty != _ZERO:
            cell = empty & (~empty + _ONE)
            total += worths[place_of(canonical(after | (cell * rank), lines), layer)]
            cells += 1
            empty ^= cell
        means[number] += chance * total / cells


@lean
def write_worths(layer: Words, afters: Words, means: Worths, target: Word, lines: Lines, worths: Worths) -> None:
    """Write the value of each board (its best slide); with a target rank, the probability of reaching it."""
    for number in range(len(layer)):
        board, best = layer[number], 0.0
        if target != _ZERO and reaches(board, target):
            worths[number] = 1.0
            continue
        for direction in range(4):
            after = slid(board, direction, lines)
            if after != board:
                worth = means[place_of(canonical(after, lines), afters)]
                if target == _ZERO:
                    worth += points_of(board, direction, lines)
                best = max(best, worth)
        worths[number] = best


@inlined
def place_of(board: Word, layer: Words) -> int:
    """Return the index of a canonical board in its sorted layer."""
    low, size = 0, len(layer)
    while size > 1:
        half = size // 2
        if layer[low + half] <= board:
            low += half
        size -= half
    return low
