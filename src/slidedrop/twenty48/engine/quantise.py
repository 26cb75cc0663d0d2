"""Weights as codes (steps on a scale), packed into a small file.

    weight   -0.6   0     9     31    2,050   18,300    A code is the number of steps, doubled, and one more for a
    code        0   0     2     10      640    5,714    negative weight; a step is about six points here.

In the engine a weight is a whole number of *units* (a few points each) in two bytes: int16 halves the memory traffic.
Most weights are 0. A file stores only the others, each with its gap: the distance from the previous one.

    weights   0 0 0 0 -128 0 64 0 0 ... (300 zeros) ...... 640
    gaps              4    2                           255 47       the largest gap is 255: code 0 skips on
    codes             5    2                           0   20

Gaps and codes come in frames of FRAME weights: all gaps, then the low bytes of all codes, then their high bytes, which
compresses better. The file is one gzip stream, which Python and browsers can read.

The small network is also *turned*, for FOUR_TUPLES only: in its file the last cell of a tuple is the lowest digit of
the index, so gaps are shorter. The last tuple is in the middle of the board and is its own mirror image, so its weights
come in equal pairs: the file stores one of each.
"""

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from slidedrop.core.errors import RecordError
from slidedrop.engine.kernel import inlined, lean
from slidedrop.twenty48.engine.exports import FRAME, UNITS
from slidedrop.twenty48.engine.portable_network import GZIP, MOST_STEPS, frames_of

Bytes = npt.NDArray[np.uint8]
Units = npt.NDArray[np.int16]

STEPS: Final = MOST_STEPS
TUPLE: Final = 16**6
"""The number of weights per tuple."""
MIRRORED: Final = 3 * TUPLE
"""The index of the last tuple's first weight."""
_FARTHEST: Final = 255


def quantised(weights: npt.NDArray[np.float32], largest: float, steps: int = STEPS) -> npt.NDArray[np.uint16]:
    """Return a code for each weight, at most the largest."""
    parts = np.minimum(np.abs(weights) / np.float32(largest), 1)
    counts = np.rint(parts * np.float32(steps)).astype(np.uint16)
    return 2 * counts + ((weights < 0) & (counts > 0))


def units_of_codes(steps: int = STEPS) -> Units:
    """Return the units of each two-byte code; codes beyond the last step get the units of the last step."""
    codes = np.arange(1 << 16)
    sizes = np.rint(np.minimum(codes // 2 / steps, 1) * UNITS)
    units: Units = np.where(codes % 2, -sizes, sizes).astype(np.int16)
    return units


@lean
def scatter_weights(planes: Bytes, turned: int, at: int, units_of: Units, units: Units) -> int:
    """Write the units of a frame of weights, starting at a position, in the file's order; return the last position."""
    for weight in range(FRAME):
        at += int(planes[weight])
        code = int(planes[FRAME + weight]) + 256 * int(planes[2 * FRAME + weight])
        if code != 0 and at < len(units):
            if turned != 0:
                _put_turned(at, units_of[code], units)
            else:
                units[at] = units_of[code]
    return at


@inlined
def _put_turned(at: int, unit: int, units: Units) -> None:
    inner = (at & (TUPLE - 1)) >> 4 | (at & 15) << 20
    start = at & ~(TUPLE - 1)
    units[start + inner] = unit
    if start == MIRRORED:
        units[start + (inner >> 12 | (inner & 0xFFF) << 12)] = unit


def unpack_scattered(data: memoryview, count: int, steps: int, path: Path, *, turned: bool = False) -> Units:
    """Return the units stored in a file."""
    if turned and count % TUPLE:
        raise RecordError(f"{path} holds weights in an order that only networks of whole tuples have")
    units, units_of, at = np.zeros(count, np.int16), units_of_codes(steps), 0
    for frame in frames_of(data, path, count):
        at = scatter_weights(np.frombuffer(frame, np.uint8), int(turned), at, units_of, units)
    if at >= count:
        raise RecordError(f"{path} does not hold weights of a network of {count}")
    return units


def pack(units: Units, level: int, steps: int = STEPS) -> Iterator[bytes]:
    """Yield the contents of a file: all nonzero units, in order."""
    places = np.flatnonzero(units)
    return pack_codes(places, quantised(units[places].astype(np.float32), UNITS, steps), level)


def pack_codes(places: npt.NDArray[np.int64], codes: npt.NDArray[np.uint16], level: int) -> Iterator[bytes]:
    """Yield the contents of a file with these codes, and the gaps between their ascending positions."""
    gaps = np.diff(places, prepend=0)
    steps = np.maximum(gaps - 1, 0) // _FARTHEST
    at = np.cumsum(steps + 1) - 1
    frames = np.zeros((2, -(-int(at[-1] + 1 if len(at) else 0) // FRAME) * FRAME), np.uint16)
    frames[0, : at[-1] if len(at) else 0] = _FARTHEST
    frames[0, at], frames[1, at] = gaps - _FARTHEST * steps, codes
    packer = zlib.compressobj(level, wbits=GZIP)
    for one in range(0, frames.shape[1], FRAME):
        gap, code = frames[:, one : one + FRAME]
        for plane in (gap, code & 255, code >> 8):
            yield packer.compress(plane.astype(np.uint8).data)
    yield packer.flush()
