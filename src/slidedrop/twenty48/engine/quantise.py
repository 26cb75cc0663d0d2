"""Weights as codes: whole steps on a scale, so that they are small on disk.

    weight   -0.6   0     9     31    2,050   18,300    A code is the number of steps, doubled, and one more for a
    code        0   0     2     10      640    5,714    negative weight; a step is about six points here.

A *law* says how steps become a weight. By the root (law 2) small weights are fine and large ones coarse, and few codes
do; in equal steps (law 1) there are many codes, most of them rare. Since rare codes are packed into more bits and
common ones into fewer, equal steps lose less at the same size, and a strong network notices.

How codes are packed stands in `scattered.py`. Files of before have them block by block, low bytes first, then high
bytes, in a zstandard stream, which no browser reads. To play, a weight is a whole number of *units* (a few points each)
in two bytes: int16 halves the memory traffic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import zstandard

from slidedrop.core.errors import RecordError
from slidedrop.kernel import lean
from slidedrop.twenty48.engine.portable_network import UNITS, filled

if TYPE_CHECKING:
    import numpy.typing as npt

STEPS: Final = 16383
"""The codes on each side of nothing."""
LAW: Final = 1
"""Steps are equal; files of before were written by law 2."""
BLOCK: Final = 1 << 16
"""The codes that were packed together: few enough to stay near while they are unpacked."""


class Scale(NamedTuple):
    """How codes become weights."""

    steps: int = STEPS
    law: int = LAW


USUAL: Final = Scale()


def quantised(weights: npt.NDArray[np.float32], largest: float, scale: Scale = USUAL) -> npt.NDArray[np.uint16]:
    """Return a code for each weight, none of which is above the largest."""
    parts = np.minimum(np.abs(weights) / np.float32(largest), 1)
    steps = np.rint((np.sqrt(parts) if scale.law == 2 else parts) * np.float32(scale.steps)).astype(np.uint16)
    return 2 * steps + ((weights < 0) & (steps > 0))


def units_of_codes(scale: Scale = USUAL) -> npt.NDArray[np.int16]:
    """Return the units that each code stands for."""
    codes = np.arange(2 * scale.steps + 2)
    sizes = np.rint((codes // 2 / scale.steps) ** scale.law * UNITS)
    return np.where(codes % 2, -sizes, sizes).astype(np.int16)


def unpack(data: memoryview, count: int, scale: Scale = USUAL) -> npt.NDArray[np.int16]:
    """Return the units of an older file, or say that there are too few; weights are a multiple of eight."""
    units, units_of, room = np.zeros(count, np.int16), units_of_codes(scale), np.empty(2 * BLOCK, np.uint8)
    with zstandard.ZstdDecompressor().stream_reader(data) as stream:
        for start in range(0, count, BLOCK):
            block = units[start : start + BLOCK]
            planes = room[: 2 * len(block)]
            if not filled(planes.data, stream):
                message = f"the packed weights end after {start} of {count}"
                raise RecordError(message)
            expand(planes, planes.view(np.uint64), units_of, block)
    return units


@lean
def expand(
    planes: npt.NDArray[np.uint8],
    eights: npt.NDArray[np.uint64],
    units_of: npt.NDArray[np.int16],
    units: npt.NDArray[np.int16],
) -> None:
    """Write down the units of every code of a block, whose units are nothing so far.

    Most codes are nothing too: where eight of them are, their memory is not even touched.
    """
    half = len(units) // 8
    for eight in range(half):
        if eights[eight] | eights[half + eight]:
            for place in range(8 * eight, 8 * eight + 8):
                units[place] = units_of[planes[place] + 256 * planes[len(units) + place]]
