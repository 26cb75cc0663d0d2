"""A network of 2048 in a built program: every question, and those that only a fresh memory needs.

set_up                     the tables of lines are filled
read_codes, scatter        the network's file becomes units, without NumPy (`portable_network.py`)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from slidedrop.engine.kernel import lean
from slidedrop.twenty48.engine import questions
from slidedrop.twenty48.engine.bitboard import SIDE, fill_towards_end, fill_towards_start, lines_for
from slidedrop.twenty48.engine.network import EIGHT_TUPLES, Evaluator, shape_of, weights_needed
from slidedrop.twenty48.engine.portable_network import UNITS
from slidedrop.twenty48.engine.quantise import scatter_weights
from slidedrop.twenty48.engine.questions import Desk, forget, new_desk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

GROWING: Final = ()
ABOUT: Final = {"tuples": EIGHT_TUPLES, "stages": ()}
"""The shape that a built program knows."""


def desk_of_shape(tuples: Sequence[Sequence[int]], stages: Sequence[int]) -> Desk:
    """Return a desk for a network of this shape whose weights are not there yet."""
    shape = shape_of(tuples, stages)
    return new_desk(Evaluator(np.zeros(weights_needed(shape), np.int16), np.float32(0), shape, lines_for(SIDE)))


def portable_desk() -> Desk:
    """Return a desk as it lies in the memory of a built program: for the network that ships."""
    return desk_of_shape(EIGHT_TUPLES, ())


@lean
def set_up(desk: Desk) -> int:
    """Fill the tables of lines; a desk in a fresh memory is all zeros."""
    fill_towards_start(desk.lines.slides[0], desk.lines.points)
    fill_towards_end(desk.lines.slides[1], desk.lines.slides[0], SIDE)
    desk.ones[:] = 1
    return forget(desk)


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


QUESTIONS: Final[dict[str, Callable[..., Any]]] = {
    "set_up": set_up,
    "read_codes": read_codes,
    "scatter": scatter,
    **questions.QUESTIONS,
}
