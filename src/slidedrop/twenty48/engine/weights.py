"""Network files: sealed files with the weights and their training history.

header     plan (size, chances, tuples, seed, threads), command, moves, games, seconds, learning curve
contents   the weights, quantised and packed: see `quantise.py`
"""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file, files
from os import PathLike
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from slidedrop.core.arguments import file_path, require_count, require_type
from slidedrop.core.errors import NotationError, RecordError
from slidedrop.twenty48.engine.bitboard import lines_for
from slidedrop.twenty48.engine.exports import UNITS, SearchExports
from slidedrop.twenty48.engine.network import Evaluator, shape_of
from slidedrop.twenty48.engine.portable_network import GAPS, MAGIC, SHIPPED, SMALL, TURNED, Learned, read_weights
from slidedrop.twenty48.engine.quantise import pack, unpack_scattered
from slidedrop.twenty48.engine.sealed import write_sealed

_MOST_THOROUGH: Final = 9
MOST_WEIGHTS: Final = 1 << 29
"""The maximum size: a gigabyte of weights, twice as many as in the largest network that can be trained here."""


@dataclass(frozen=True)
class Network(Learned):
    """A trained network and its training history."""

    evaluator: Evaluator
    about: dict[str, Any]

    @property
    def four(self) -> float:
        """The probability of the larger new tile in training."""
        return float(self.about["plan"]["four"])

    def engine(self, table_bits: int) -> SearchExports:
        from slidedrop.twenty48.engine.kernels import native_engine

        return native_engine(self.evaluator, table_bits)


def save_network(network: Network, path: str | PathLike[str], level: int = _MOST_THOROUGH) -> None:
    """Write a network to its file; lower compression levels, from 1 to 9, are faster."""
    level = require_count(level, "the level of compression", 1, _MOST_THOROUGH)
    about = {**require_type(network, Network, "a Network").about, "packing": GAPS}
    write_sealed(file_path(path), MAGIC, about, pack(network.evaluator.units, level, about["steps"]))


def read_network(path: str | PathLike[str]) -> Network:
    """Return the network of a file, or raise an error."""
    about, data = read_weights(file_path(path))
    plan = about["plan"]
    count = int(shape_of(plan["tuples"]).size)
    if count > MOST_WEIGHTS:
        raise RecordError(f"{path} asks for {count:,} weights; at most {MOST_WEIGHTS:,} are read")
    turned = about["packing"] == TURNED
    return network_from(unpack_scattered(data, count, about["steps"], file_path(path), turned=turned), about)


def load_network(name: str = SHIPPED) -> Network:
    """Return a bundled network, cached."""
    if not isinstance(name, str) or name not in (SHIPPED, SMALL):
        raise NotationError(f"the networks that ship are {SHIPPED} and {SMALL}, not {name!r:.60}")
    return _loaded(name)


@lru_cache(maxsize=2)
def _loaded(name: str) -> Network:
    with as_file(files("slidedrop") / "data" / name) as path:
        return read_network(path)


def network_from(units: npt.NDArray[np.int16], about: dict[str, Any]) -> Network:
    """Return the network of these units and this header."""
    plan = about["plan"]
    unit, shape = np.float32(about["scale"] / UNITS), shape_of(plan["tuples"])
    return Network(Evaluator(units, unit, shape, lines_for(plan["size"])), about)
