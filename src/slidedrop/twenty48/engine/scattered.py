"""Few weights among many nothings, packed for a small file: each comes with its gap, how far it is from the one before.

    weights   0 0 0 0 -128 0 64 0 0 ... (300 nothings) ... 640
    gaps              4    2                           255 47       a gap ends at 255: code 0 only steps on
    codes             5    2                           0   20       see `quantise.py`

Gaps and codes come in frames of FRAME weights: all gaps, then the low bytes of all codes, then their high bytes, since
like packs best beside like. The whole is one gzip stream, which Python reads by its standard library and a browser by
itself. It is for FOUR_TUPLES alone. The last cell of a tuple counts least here, so that gaps are short. The last tuple
lies in the middle of the board and is its own mirror image, so that two weights are always equal: one of them is there.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from slidedrop.core.errors import RecordError
from slidedrop.kernel import lean
from slidedrop.twenty48.engine.portable_network import FRAME, gunzipped
from slidedrop.twenty48.engine.quantise import Scale, units_of_codes

if TYPE_CHECKING:
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]
    Units = npt.NDArray[np.int16]

TUPLE: Final = 16**6
"""The weights of one tuple."""
MIRRORED: Final = 3 * TUPLE
"""Where the weights of the last tuple begin."""


@lean
def scatter_weights(planes: Bytes, number: int, at: int, units_of: Units, units: Units) -> int:
    """Write the units of a frame of weights, counted on in the file's order; return where the last of them is there."""
    for weight in range(number):
        at += int(planes[weight])
        code = int(planes[number + weight]) + 256 * int(planes[2 * number + weight])
        if code != 0 and at < len(units):
            inner = (at & (TUPLE - 1)) >> 4 | (at & 15) << 20
            start = at & ~(TUPLE - 1)
            units[start + inner] = units_of[code]
            if start == MIRRORED:
                units[start + (inner >> 12 | (inner & 0xFFF) << 12)] = units_of[code]
    return at


def unpack_scattered(data: memoryview, count: int, scale: Scale, path: Path) -> Units:
    """Return the units that were packed, nothing where no weight came."""
    contents = np.frombuffer(gunzipped(data, path), np.uint8)
    units, units_of, at = np.zeros(count, np.int16), units_of_codes(scale), 0
    for frame in range(0, len(contents) - 3 * FRAME + 1, 3 * FRAME):
        at = scatter_weights(contents[frame : frame + 3 * FRAME], FRAME, at, units_of, units)
    if len(contents) % (3 * FRAME) or at >= count:
        raise RecordError(f"{path} does not hold weights of a network of {count}")
    return units
