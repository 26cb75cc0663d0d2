"""Write scattered weights to a file, in the format of `slidedrop/twenty48/engine/quantise.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from slidedrop.twenty48.engine.exports import UNITS
from slidedrop.twenty48.engine.portable_network import MAGIC
from slidedrop.twenty48.engine.quantise import MIRRORED, TUPLE, pack_codes, quantised
from slidedrop.twenty48.engine.sealed import write_sealed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import numpy.typing as npt

    from slidedrop.twenty48.engine.weights import Network


def save_scattered(network: Network, path: Path) -> None:
    """Write a network to a file."""
    write_sealed(path, MAGIC, network.about, _pack(network.evaluator.units, network.about["steps"]))


def mirrored(inner: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the index of each pattern's mirror image in the last tuple."""
    return inner >> 12 | (inner & 0xFFF) << 12


def _pack(units: npt.NDArray[np.int16], steps: int) -> Iterator[bytes]:
    """Return the file content for all units that are not 0."""
    places = np.flatnonzero(units)
    start, inner = places & ~(TUPLE - 1), places & (TUPLE - 1)
    order = start | (inner << 4 | inner >> 20) & (TUPLE - 1)
    order[(start == MIRRORED) & (inner > mirrored(inner))] = -1
    places, order = places[np.argsort(order)], np.sort(order)
    places, order = places[order >= 0], order[order >= 0]
    return pack_codes(order, quantised(units[places].astype(np.float32), UNITS, steps), level=9)
