"""Choose which weights to store, and the step to which each is rounded.

If a weight w that is read n times is stored as w', the error is n (w - w')^2. A common code costs few bits, a rare code
costs many, and a weight that is not stored costs none. So each weight is rounded to the step between w and 0 for which

    n (w - w')^2  +  price x bits        is least

Weights that are often read stay almost unchanged; a rarely read weight becomes a nearby common code, or 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

_ROUNDS: Final = 4
"""Iterations: the bits of a code depend on its frequency, and the frequencies depend on the bits."""
_GAP_BITS: Final = 2.5
_NEARER: Final = 3
"""The number of steps towards 0 that are tried."""


def most_wanted(weights: npt.NDArray[np.float32], visits: npt.NDArray[np.int32], count: int) -> npt.NDArray[np.int64]:
    """Return the indices of the weights whose removal would cause the largest errors."""
    places = np.flatnonzero((visits > 0) & (weights != 0))
    harm = visits[places] * np.square(weights[places])
    return np.sort(places[np.argpartition(-harm, min(count, len(places)) - 1)[:count]])


def steps_for(
    weights: npt.NDArray[np.float32], visits: npt.NDArray[np.int32], step: float, price: float
) -> npt.NDArray[np.int32]:
    """Return an integer number of steps for each weight; the price is in squared points per bit for one visit."""
    own: npt.NDArray[np.int32] = np.rint(weights / step).astype(np.int32)
    most = int(np.abs(own).max())
    chosen: npt.NDArray[np.int32] = own
    for _ in range(_ROUNDS):
        bits = _bits_of(chosen, most)
        best, cost = np.zeros_like(own), visits * np.square(weights)
        for nearer in range(_NEARER + 1):
            tried = np.sign(own) * np.maximum(np.abs(own) - nearer, 0)
            harm = visits * np.square(weights - np.float32(step) * tried) + price * bits[tried + most]
            best, cost = np.where(harm < cost, tried, best), np.minimum(harm, cost)
        chosen = best
    return chosen


def _bits_of(steps: npt.NDArray[np.int32], most: int) -> npt.NDArray[np.float64]:
    """Return the bits of each code; a code that never occurred counts as if it occurred once."""
    counts = np.bincount(steps[steps != 0] + most, minlength=2 * most + 1)
    bits: npt.NDArray[np.float64] = np.log2(counts.sum() / np.maximum(counts, 1)) + _GAP_BITS
    return bits
