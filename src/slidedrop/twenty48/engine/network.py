"""The network's value of a board: the expected points to come after a slide, before the new tile.

X X X X      A *tuple* looks at a few cells only and has one weight for each way to fill them. Here are two of the
X X . .      six-cell tuples of the bundled network; each is laid on the board in all eight ways (turned and
. . . .      mirrored), and the value of the board is the sum of the weights it finds:
. . . .
                 value(board) = sum over tuples, sum over symmetries, weight[tuple, ranks in its cells]
X X X .
X X X .      That is 64 additions for the eight tuples of the bundled network. It has 134 million weights,
. . . .      but a board takes less than a microsecond because only 64 of them are read.
. . . .
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from slidedrop.core.errors import RulesError
from slidedrop.engine.kernel import inlined
from slidedrop.twenty48.engine.bitboard import Lines, Word, flipped, mirrored, transposed
from slidedrop.twenty48.engine.bits import HAS_BMI2, pext, prefetch

SIDE: Final = 4
RANKS: Final = 16
MOST_TUPLES: Final = 16
MOST_CELLS: Final = 7
"""The maximum number of cells in a tuple: seven need 268 million weights, eight need sixteen times as many."""

FOUR_TUPLES: Final = ((0, 1, 2, 3, 4, 5), (4, 5, 6, 7, 8, 9), (0, 1, 2, 4, 5, 6), (4, 5, 6, 8, 9, 10))
"""Two lines and two rectangles: the four six-cell tuples that learn the 4x4 board best (Yeh et al. 2016)."""
MORE_TUPLES: Final = ((1, 2, 5, 6, 9, 13), (0, 1, 5, 6, 7, 10), (0, 1, 2, 5, 9, 10), (0, 1, 5, 9, 13, 14))
"""Four more tuples, of irregular shapes, for a wide network: among the best in Matsuzaki's search of 2016."""
EIGHT_TUPLES: Final = FOUR_TUPLES + MORE_TUPLES
TUPLES: Final = {
    4: FOUR_TUPLES,
    3: ((0, 1, 2, 4, 5, 6), (0, 1, 2, 8, 9, 10), (0, 1, 4, 5, 6), (0, 1, 2, 5, 6)),
    2: ((0, 1, 4, 5),),
}
"""The tuples for each board size."""


class Shape(NamedTuple):
    """The cells of the tuples, as shifts and masks that pack them into an index.

    The fields are Python tuples, not arrays, so that the compiler knows their length and unrolls the loops.
    """

    shifts: tuple[tuple[np.uint64, ...], ...]
    """The shift of the word, for each tuple and each run of cells that stay together."""
    masks: tuple[tuple[np.uint64, ...], ...]
    """The mask of the shifted word."""
    cells: tuple[np.uint64, ...]
    """The same cells as one mask per tuple, for processors with `pext`."""
    offsets: tuple[np.uint64, ...]
    """The index of each tuple's first weight."""
    size: np.uint64
    """The number of weights."""


class Evaluator(NamedTuple):
    """A trained network for play: weights as whole units, and the points per unit."""

    units: npt.NDArray[np.int16]
    unit: np.float32
    shape: Shape
    lines: Lines


def shape_of(tuples: Sequence[Sequence[int]]) -> Shape:
    """Return the shape of tuples given by their cells."""
    _check(tuples)
    runs = [_runs(sorted(cells)) for cells in tuples]
    longest = max(len(run) for run in runs)
    padded = [run + [(0, 0)] * (longest - len(run)) for run in runs]
    sizes = [RANKS ** len(cells) for cells in tuples]
    return Shape(
        tuple(tuple(np.uint64(shift) for shift, _ in run) for run in padded),
        tuple(tuple(np.uint64(mask) for _, mask in run) for run in padded),
        tuple(np.uint64(sum(15 << 4 * cell for cell in cells)) for cells in tuples),
        tuple(np.uint64(sum(sizes[:number])) for number in range(len(sizes))),
        np.uint64(sum(sizes)),
    )


def _check(tuples: Sequence[Sequence[int]]) -> None:
    """Raise an error for tuples outside the board, or more than the kernels have space for."""
    if not 1 <= len(tuples) <= MOST_TUPLES:
        raise RulesError(f"a network has 1 to {MOST_TUPLES} tuples, not {len(tuples)}")
    for cells in tuples:
        if not 1 <= len(set(cells)) == len(cells) <= MOST_CELLS or not set(cells) <= set(range(SIDE * SIDE)):
            raise RulesError(f"a tuple is 1 to {MOST_CELLS} different cells from 0 to 15, not {list(cells)}")


def _runs(cells: list[int]) -> list[tuple[int, int]]:
    """Return (shift, mask) for each run of cells that move together when packed into the low end of the word."""
    runs: dict[int, int] = {}
    for place, cell in enumerate(cells):
        shift = 4 * (cell - place)
        runs[shift] = runs.get(shift, 0) | 15 << (4 * place)
    return list(runs.items())


@inlined
def locate_weights(
    board: Word, places: npt.NDArray[np.uint64], weights: npt.NDArray[Any], shape: Shape, lines: Lines
) -> None:
    """Write the positions of a board's weights, and prefetch them.

    Memory is slow: while the weights of one board are loading, the next board's can be prefetched.
    """
    count = len(shape.offsets)
    _locate_four_ways(board, places[: 4 * count], weights, shape, lines)
    _locate_four_ways(transposed(board), places[4 * count :], weights, shape, lines)


@inlined
def value_at(places: npt.NDArray[np.uint64], weights: npt.NDArray[np.float32], shape: Shape) -> np.float32:
    """Return the network's value of a board: the sum of the weights at these positions."""
    total = np.float32(0)
    for number in range(8 * len(shape.offsets)):
        total += weights[places[number]]
    return total


@inlined
def _locate_four_ways(
    board: Word, places: npt.NDArray[np.uint64], weights: npt.NDArray[Any], shape: Shape, lines: Lines
) -> None:
    count = len(shape.offsets)
    below = flipped(board, lines)
    _locate_one_way(board, places[:count], weights, shape)
    _locate_one_way(mirrored(board, lines), places[count : 2 * count], weights, shape)
    _locate_one_way(below, places[2 * count : 3 * count], weights, shape)
    _locate_one_way(mirrored(below, lines), places[3 * count :], weights, shape)


@inlined
def _locate_one_way(board: Word, places: npt.NDArray[np.uint64], weights: npt.NDArray[Any], shape: Shape) -> None:
    for number in range(len(shape.offsets)):
        index = shape.offsets[number] + _pattern(board, number, shape)
        places[number] = index
        prefetch(weights, index)


@inlined
def pattern_by_pext(board: Word, number: int, shape: Shape) -> Word:
    """Return the cells of a tuple, packed by one `pext`."""
    return pext(board, shape.cells[number])


@inlined
def pattern_by_shifts(board: Word, number: int, shape: Shape) -> Word:
    """Return the cells of a tuple, packed run by run, on any processor."""
    pattern = np.uint64(0)
    for run in range(len(shape.shifts[0])):
        pattern += (board >> shape.shifts[number][run]) & shape.masks[number][run]
    return pattern


_pattern = pattern_by_pext if HAS_BMI2 else pattern_by_shifts
