"""Weights in a few bits each: small ones fine, large ones coarse, and packed so that they are unpacked quickly.

    weight   -0.6   0   0.9   31    2,050   18,300     Small weights are many and must be fine, large ones few and may
    code        5   0     4   28      236      702     be coarse: so the *root* of a weight is kept, in equal steps.

A code is the number of steps, doubled, and one more for a negative weight. They are packed block by block: low bytes
first, then high bytes, for most of those are nothing and pack to nothing. To play, a weight is a whole number
of *units* (about a point each) in two bytes: half the memory of a float is half the way to fetch.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Final

import numpy as np
import zstandard

from slidedrop.core.errors import RecordError
from slidedrop.kernel import lean

if TYPE_CHECKING:
    import numpy.typing as npt

STEPS: Final = 511
"""The codes on each side of nothing. With 127 a network lost a sixth of its points, with 511 none to be measured."""
UNITS: Final = 32767
"""The units in the largest weight."""
BLOCK: Final = 1 << 16
"""The codes that are packed together: few enough to stay near while they are unpacked."""


def companded(weights: npt.NDArray[np.float32], scale: float) -> npt.NDArray[np.uint16]:
    """Return a code for each weight to the scale."""
    steps = np.rint(np.sqrt(np.minimum(np.abs(weights) / np.float32(scale), 1)) * np.float32(STEPS)).astype(np.uint16)
    return 2 * steps + ((weights < 0) & (steps > 0))


def units_of_codes() -> npt.NDArray[np.int16]:
    """Return the units that each code stands for."""
    codes = np.arange(2 * STEPS + 2)
    sizes = np.rint((codes // 2 / STEPS) ** 2 * UNITS)
    return np.where(codes % 2, -sizes, sizes).astype(np.int16)


def pack(units: npt.NDArray[np.int16], file: IO[bytes], level: int) -> None:
    """Write the codes of all units to a file."""
    with zstandard.ZstdCompressor(level=level).stream_writer(file, closefd=False) as stream:
        for start in range(0, len(units), BLOCK):
            codes = companded(units[start : start + BLOCK].astype(np.float32), UNITS)
            stream.write((codes & 255).astype(np.uint8).data)
            stream.write((codes >> 8).astype(np.uint8).data)


def unpack(data: memoryview, count: int) -> npt.NDArray[np.int16]:
    """Return the units that were packed, or say that there are too few; weights are a multiple of eight."""
    units, units_of, room = np.zeros(count, np.int16), units_of_codes(), np.empty(2 * BLOCK, np.uint8)
    with zstandard.ZstdDecompressor().stream_reader(data) as stream:
        for start in range(0, count, BLOCK):
            block = units[start : start + BLOCK]
            planes = room[: 2 * len(block)]
            if not _filled(planes, stream):
                message = f"the packed weights end after {start} of {count}"
                raise RecordError(message)
            _expand(planes, planes.view(np.uint64), units_of, block)
    return units


def _filled(room: npt.NDArray[np.uint8], stream: zstandard.ZstdDecompressionReader) -> bool:
    """Read until the room is full; False says that the stream ended before."""
    at = 0
    while at < len(room):
        got = stream.readinto(room[at:].data)
        if not got:
            return False
        at += got
    return True


@lean
def _expand(
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
