"""The network that a training has reached, as it will be read from its file."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from slidedrop.core.arguments import amount, wanted
from slidedrop.twenty48.engine.bitboard import LARGEST_RANK
from slidedrop.twenty48.engine.quantise import USUAL, quantised, units_of_codes
from slidedrop.twenty48.engine.weights import Network, network_from
from slidedrop.twenty48.training.training import Training

LEAST: Final = 40_000.0
"""Errors in all, in points, below which a weight is left out; a third of the file, and no loss could be measured."""
_CURVE_POINTS: Final = 60


def network_of(training: Training, command: str = "", least: float = LEAST) -> Network:
    """Return the network of a training.

    Weights whose errors add up to less than the least were hardly ever met: without them the file is smaller.
    """
    training, least = wanted(training, Training, "a Training"), amount(least, "the least error")
    weights = np.where(training.learner.errors[1::2] >= least, training.learner.weights, np.float32(0))
    largest = float(np.abs(weights).max()) or 1.0
    about = {
        "scale": largest,
        **USUAL._asdict(),
        "least": least,
        "command": wanted(command, str, "a command as text"),
        **_story(training),
    }
    return network_from(units_of_codes()[quantised(weights, largest)], about)


def _story(training: Training) -> dict[str, Any]:
    tally = training.tally
    curve = training.curve[:: max(1, len(training.curve) // _CURVE_POINTS)]
    return {
        "plan": training.plan.to_json(),
        "moves": int(tally[0]),
        "games": int(tally[1]),
        "seconds": round(training.seconds),
        "largest_known": _largest_known(tally[3:]),
        "curve": [report.to_json() for report in curve],
    }


def _largest_known(games: npt.NDArray[np.int64]) -> int:
    """Return the largest rank that one game in a hundred reached; before any game there is no reason to doubt one."""
    enough = games.sum() / 100
    return max((rank for rank in range(len(games)) if games[rank:].sum() > enough), default=LARGEST_RANK)
