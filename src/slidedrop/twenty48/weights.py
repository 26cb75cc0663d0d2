"""The network as it ships: a sealed file with the weights and the story of their training.

header     plan (size, chances, tuples, stages, seed, threads), command, moves, games, seconds, learning curve
contents   the weights, companded and packed: see `companding.py`
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file, files
from typing import IO, TYPE_CHECKING, Any, Final

import numpy as np
import zstandard

from slidedrop.core.errors import RecordError
from slidedrop.twenty48.bitboard import LARGEST_RANK, lines
from slidedrop.twenty48.companding import UNITS, USUAL, Scale, companded, pack, units_of_codes, unpack
from slidedrop.twenty48.network import Evaluator, shape_of, weights_needed
from slidedrop.twenty48.sealed import read_sealed, write_sealed

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

    from slidedrop.twenty48.training import Training

MAGIC: Final = b"SLDNET01"
SHIPPED: Final = "2048-4x4.weights"
LEAST: Final = 40_000.0
"""Errors in all, in points, below which a weight is left out; a third of the file, and no loss could be measured."""
_CURVE_POINTS: Final = 60
_THOROUGH: Final = 19


@dataclass(frozen=True)
class Network:
    """A trained network, ready to play, and where it comes from."""

    evaluator: Evaluator
    about: dict[str, Any]
    """The header of its file: plan, moves trained, learning curve, the command that made it."""

    @property
    def size(self) -> int:
        """The size of the board that it knows."""
        return int(self.about["plan"]["size"])

    @property
    def four(self) -> float:
        """The chance of the larger new tile that it was trained for."""
        return float(self.about["plan"]["four"])

    @property
    def largest_known(self) -> int:
        """The largest rank that its training met often enough to know it."""
        return int(self.about["largest_known"])


def network_of(training: Training, command: str = "", least: float = LEAST) -> Network:
    """Return the network that a training has reached, as it will be read from its file.

    Weights whose errors add up to less than the least were hardly ever met: without them the file is smaller.
    """
    weights = np.where(training.learner.errors[1::2] >= least, training.learner.weights, np.float32(0))
    largest = float(np.abs(weights).max()) or 1.0
    about = {"scale": largest, **USUAL._asdict(), "least": least, "command": command, **_story(training)}
    return _network(units_of_codes()[companded(weights, largest)], about)


def save_network(network: Network, path: Path, level: int = _THOROUGH) -> None:
    """Write a network to a file of its own."""
    write_sealed(path, MAGIC, network.about, lambda file: _pack(network, file, level))


def _pack(network: Network, file: IO[bytes], level: int) -> None:
    pack(network.evaluator.units, file, level, _scale(network.about))


def _scale(about: dict[str, Any]) -> Scale:
    """Return how the codes of a file are to be read; the first files said nothing of a law."""
    return Scale(int(about["steps"]), int(about.get("law", 2)))


def read_network(path: Path) -> Network:
    """Return the network of a file, or say in one sentence why there is none in it."""
    about, data = read_sealed(path, MAGIC, "the weights of a 2048 network")
    plan = about["plan"]
    count = weights_needed(shape_of(plan["tuples"], plan["stages"]))
    try:
        return _network(unpack(data, count, _scale(about)), about)
    except zstandard.ZstdError as error:
        message = f"{path} holds weights that cannot be unpacked ({error})"
        raise RecordError(message) from error


def ships_network() -> bool:
    """Tell whether this installation has the network that ships."""
    return (files("slidedrop") / "data" / SHIPPED).is_file()


@lru_cache(maxsize=1)
def load_network() -> Network:
    """Return the network that ships with slidedrop; it is read once."""
    with as_file(files("slidedrop") / "data" / SHIPPED) as path:
        return read_network(path)


def _network(units: npt.NDArray[np.int16], about: dict[str, Any]) -> Network:
    plan = about["plan"]
    unit, shape = np.float32(about["scale"] / UNITS), shape_of(plan["tuples"], plan["stages"])
    return Network(Evaluator(units, unit, shape, lines(plan["size"])), about)


def _story(training: Training) -> dict[str, Any]:
    tally = training.tally
    curve = training.curve[:: max(1, len(training.curve) // _CURVE_POINTS)]
    return {
        "plan": training.plan.to_json(),
        "moves": int(tally[0]),
        "games": int(tally[1]),
        "seconds": round(training.seconds),
        "largest_known": _largest_known(tally[3:]),
        "curve": [progress.to_json() for progress in curve],
    }


def _largest_known(games: npt.NDArray[np.int64]) -> int:
    """Return the largest rank that one game in a hundred reached; before any game there is no reason to doubt one."""
    enough = games.sum() / 100
    return max((rank for rank in range(len(games)) if games[rank:].sum() > enough), default=LARGEST_RANK)
