"""The desk of the 2048 engine: what it works with and what it answers, as arrays that can lie in any memory.

    answers   what each of the four slides is worth       falls    what each tile would leave, for 16 cells and 2 ranks
    units     the weights of the network                  stack, by_plies, by_chance    what the search works with

The shape of the network is no array: in a built program it is a constant, which is what makes it fast. So a built
program knows one shape; a network of another shape is compiled here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from slidedrop.kernel import inlined, lean
from slidedrop.twenty48.engine.bitboard import SIDE, Lines, fill_towards_end, fill_towards_start, lines_for
from slidedrop.twenty48.engine.lookahead import Chances, Stack, TranspositionTable, fresh_stack, fresh_table
from slidedrop.twenty48.engine.network import Evaluator, Shape, shape_of, weights_needed
from slidedrop.twenty48.engine.portable_network import FRAME, UNITS
from slidedrop.twenty48.engine.quantise import STEPS
from slidedrop.twenty48.engine.scattered import scatter_weights

if TYPE_CHECKING:
    import numpy.typing as npt

_ROWS: Final = SIDE * SIDE + 1


class Desk(NamedTuple):
    """Everything that the questions read and write."""

    asked: npt.NDArray[np.uint64]
    """The board that is asked about (low and high word), and the one word that the search sees for it."""
    answers: npt.NDArray[np.float64]
    falls: npt.NDArray[np.float64]
    unit: npt.NDArray[np.float32]
    """The points of a unit."""
    odds: npt.NDArray[np.float32]
    costs: npt.NDArray[np.int64]
    """What a tile costs in a search by chance; by plies each costs one."""
    ones: npt.NDArray[np.int64]
    stack: Stack
    by_plies: TranspositionTable
    by_chance: TranspositionTable
    lines: Lines
    shape: Shape
    units_of_codes: npt.NDArray[np.int16]
    planes: npt.NDArray[np.uint8]
    """A frame of the file: gaps, low bytes and high bytes of codes."""
    units: npt.NDArray[np.int16]


def new_desk(evaluator: Evaluator, table_bits: int = 18) -> Desk:
    """Return a desk for a network."""
    return Desk(
        asked=np.zeros(4, np.uint64),
        answers=np.zeros(4, np.float64),
        falls=np.zeros(2 * SIDE * SIDE, np.float64),
        unit=np.array([evaluator.unit], np.float32),
        odds=np.zeros(3, np.float32),
        costs=np.zeros((_ROWS, 3), np.int64),
        ones=np.ones((_ROWS, 3), np.int64),
        stack=fresh_stack(len(evaluator.shape.offsets)),
        by_plies=fresh_table(table_bits),
        by_chance=fresh_table(table_bits),
        lines=evaluator.lines,
        shape=evaluator.shape,
        units_of_codes=np.zeros(2 * STEPS + 2, np.int16),
        planes=np.zeros(3 * FRAME, np.uint8),
        units=evaluator.units,
    )


def desk_of_shape(tuples: Sequence[Sequence[int]], stages: Sequence[int]) -> Desk:
    """Return a desk for a network of this shape whose weights are not there yet."""
    shape = shape_of(tuples, stages)
    return new_desk(Evaluator(np.zeros(weights_needed(shape), np.int16), np.float32(0), shape, lines_for(SIDE)))


@lean
def set_up(desk: Desk) -> int:
    """Fill the tables of lines; a desk in a fresh memory is all zeros."""
    fill_towards_start(desk.lines.slides[0], desk.lines.points)
    fill_towards_end(desk.lines.slides[1], desk.lines.slides[0], SIDE)
    desk.ones[:] = 1
    return forget(desk)


@lean
def forget(desk: Desk) -> int:
    """Empty the tables: what was found out holds for one set of chances only."""
    _empty(desk.by_plies)
    _empty(desk.by_chance)
    return 0


@inlined
def _empty(table: TranspositionTable) -> None:
    table.boards[:] = np.uint64(0)
    table.budgets[:] = -1
    table.leaves[:] = np.uint64(0)
    table.worths[:] = np.float32(0)


@lean
def read_codes(desk: Desk, steps: int, law: int) -> int:
    """Work out the units of every code: steps on a scale, equal ones (law 1) or by the root (law 2)."""
    for code in range(2 * steps + 2):
        part = float(code >> 1) / float(steps)
        size = np.rint((part if law == 1 else part * part) * float(UNITS))
        desk.units_of_codes[code] = -int(size) if code & 1 else int(size)
    return 0


@lean
def scatter(desk: Desk, at: int, turned: int) -> int:
    """Write the units of the scattered weights that lie in `planes`, counted on from the last one; see its file."""
    return scatter_weights(desk.planes, turned, at, desk.units_of_codes, desk.units)


@inlined
def evaluator_on(desk: Desk) -> Evaluator:
    """Return the network of a desk."""
    return Evaluator(desk.units, desk.unit[0], desk.shape, desk.lines)


@inlined
def chances_on(desk: Desk, costs: npt.NDArray[np.int64]) -> Chances:
    """Return the chances of new tiles, each with its cost."""
    return Chances(costs, desk.odds, np.uint64(0))
