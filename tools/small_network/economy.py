"""Choose which weights to store, and the step to which each is rounded.

A weight w that is looked at n times does n (w - w')^2 of harm when w' stands for it; a code that is common costs few
bits, a rare one many, none at all nothing. So each weight takes the step, between its own and nothing, for which

    n (w - w')^2  +  price x bits        is least

Weights that are often met keep their value; one that is rarely met becomes a common code near it, or nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

_ROUNDS: Final = 4
"""The bits of codes follow from how common they are, and that from the bits."""
_GAP_BITS: Final = 2.5
_NEARER: Final = 3
"""How many steps nearer to nothing are tried."""


def most_wanted(weights: npt.NDArray[np.float32], visits: npt.NDArray[np.int32], count: int) -> npt.NDArray[np.int64]:
    """Return the indices of the weights whose loss would do most harm."""
    places = np.flatnonzero((visits > 0) & (weights != 0))
    harm = visits[places] * np.square(weights[places])
    return np.sort(places[np.argpartition(-harm, min(count, len(places)) - 1)[:count]])


def steps_for(
    weights: npt.NDArray[np.float32], visits: npt.NDArray[np.int32], step: float, price: float
) -> npt.NDArray[np.int32]:
    """Return a whole number of steps for each weight; the price is in squared points for a bit of one visit."""
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
