"""Make the small 2048 network: python -m tools.small_network FOLDER, about half an hour on one core.

    learn     the student learns from the bundled network (`distilling.py`)
    show      the teacher plays some games, so that the student also sees late boards
    learn     the student continues to learn
    choose    all weights except the most important are set to 0 and stay 0
    learn     the student trains the remaining weights
    pack      each weight is rounded to the step with the lowest cost in error and bits (`economy.py`)

It saves its state in the folder every few minutes and resumes from there; interruptions do not change the result.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from benchmarks.selfplay2048 import chances_by_plies
from slidedrop.twenty48.engine.bitboard import GOLDEN
from slidedrop.twenty48.engine.exports import UNITS
from slidedrop.twenty48.engine.lookahead import fresh_stack, fresh_table
from slidedrop.twenty48.engine.network import EIGHT_TUPLES, FOUR_TUPLES
from slidedrop.twenty48.engine.portable_network import SMALL, TURNED
from slidedrop.twenty48.engine.quantise import MIRRORED, TUPLE
from slidedrop.twenty48.engine.weights import Network, load_network, network_from
from slidedrop.twenty48.training import checkpoint
from slidedrop.twenty48.training.learning import fresh_state
from slidedrop.twenty48.training.training import Plan, Training
from tools.small_network.distilling import count_visits, distil, fresh_lessons, show_a_game
from tools.small_network.economy import most_wanted, steps_for
from tools.small_network.packing import mirrored, save_scattered

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

ROUND: Final = 5_000_000
RENEWED: Final = (20_000_000, 50_000_000, 90_000_000)
"""Numbers of moves after which the learning rate of each weight is reset."""
ALONE: Final = 120_000_000
"""Moves before the teacher plays its games."""
SHOWN: Final = 100
"""The number of games that the teacher plays."""
FREE: Final = 125_000_000
"""Moves before the weights are chosen."""
BOUND: Final = 35_000_000
"""Moves after the weights are chosen."""
KEPT: Final = 3_100_000
COUNTED: Final = 5_000_000
"""Moves in which visits are counted."""
STEP: Final = 64.0
PRICE: Final = 10_000.0
SAVED_EVERY: Final = 240
"""The seconds between two saves."""
_NEVER: Final = np.float32(1e30)
"""A sum of errors so large that the weight no longer learns."""
_RENEWAL: Final = np.float32(0.05)


def begun(teacher: Network) -> Training:
    """Return a training whose tuples start with the teacher's weights of the same tuples."""
    training = Training.begin(Plan(tuples=FOUR_TUPLES))
    for number, cells in enumerate(FOUR_TUPLES):
        at = TUPLE * EIGHT_TUPLES.index(cells)
        units = teacher.evaluator.units[at : at + TUPLE].astype(np.float32)
        training.learner.weights[TUPLE * number : TUPLE * (number + 1)] = units * teacher.evaluator.unit
    return training


def learn(training: Training, teacher: Network, folder: Path, until: int) -> None:
    """Let the student learn until this total number of moves, saving regularly."""
    lessons, state, saved = fresh_lessons(), training.states[0], time.monotonic()
    while state.tally[0] < until:
        before, began = state.tally.copy(), time.process_time()
        distil(training.learner, teacher.evaluator, state, lessons, ROUND)
        for moves in RENEWED:
            if before[0] < moves <= state.tally[0]:
                training.learner.errors[:] *= _RENEWAL
        took = time.process_time() - began
        training.seconds += took
        _say(state.tally, state.tally - before, took)
        if time.monotonic() - saved > SAVED_EVERY or state.tally[0] >= until:
            checkpoint.save(training, folder)
            saved = time.monotonic()


def show(training: Training, teacher: Network) -> None:
    """Let the teacher play some games, and reset the learning rate of each weight."""
    stack, table = fresh_stack(len(EIGHT_TUPLES)), fresh_table()
    chances, state = chances_by_plies(teacher.four), training.states[0]
    for game in range(SHOWN):
        counter = np.uint64((game + 1) * int(GOLDEN) % (1 << 62))
        show_a_game(counter, teacher.evaluator, stack, table, chances, training.learner, state)
    training.learner.errors[:] *= _RENEWAL


def visited(training: Training) -> npt.NDArray[np.int32]:
    """Return how often each weight is read in games of the student."""
    state = fresh_state(7)
    state.stock.boards[:], state.stock.counts[:] = training.states[0].stock
    visits = np.zeros(len(training.learner.weights), np.int32)
    count_visits(training.learner, state, fresh_lessons(), visits, COUNTED)
    return visits


def choose(training: Training, count: int) -> None:
    """Set all weights but the most important to 0."""
    weights, errors = training.learner.weights, training.learner.errors
    last = weights[MIRRORED:]
    last[:] = (last + last[mirrored(np.arange(TUPLE))]) / 2  # a pattern and its mirror image share a weight
    kept = most_wanted(weights, visited(training), count)
    values, sums = weights[kept], errors.reshape(-1, 2)[kept]
    weights[:], errors[0::2], errors[1::2] = 0, 0, _NEVER
    weights[kept], errors.reshape(-1, 2)[kept] = values, sums


def packed(training: Training, teacher: Network, step: float, price: float) -> Network:
    """Return the network in its final form."""
    visits, weights = visited(training), training.learner.weights
    places = np.flatnonzero(weights)
    steps = steps_for(weights[places], visits[places], step, price)
    most = int(np.abs(steps).max())
    units = np.zeros(len(weights), np.int16)
    units[places] = np.rint(steps / most * UNITS)
    units[MIRRORED:] = units[MIRRORED:][np.minimum(np.arange(TUPLE), mirrored(np.arange(TUPLE)))]
    return network_from(units, {**_story(training, teacher), "scale": most * step, "steps": most})


def _story(training: Training, teacher: Network) -> dict[str, Any]:
    return {
        "packing": TURNED,
        "command": "python -m tools.small_network",
        "plan": training.plan.to_json(),
        "moves": int(training.tally[0]),
        "games": int(training.tally[1]),
        "seconds": round(training.seconds),
        "largest_known": teacher.largest_known,
    }


def _say(tally: npt.NDArray[np.int64], since: npt.NDArray[np.int64], took: float) -> None:
    mean = since[2] / max(1, since[1])
    print(f"{tally[0] / 1e6:6.0f} M moves, {since[0] / took / 1e6:.2f} M a CPU second; mean {mean:,.0f}", flush=True)


def main() -> None:
    """Make the network, resuming from the folder."""
    parser = argparse.ArgumentParser(description="Make the small 2048 network from the one that ships.")
    parser.add_argument("folder", type=Path, help="where the training is kept")
    parser.add_argument("--step", type=float, default=STEP, help="points of a step")
    parser.add_argument("--price", type=float, default=PRICE, help="what a bit costs, in squared points of a visit")
    arguments = parser.parse_args()
    teacher = load_network()
    training = checkpoint.resume(arguments.folder) if checkpoint.exists(arguments.folder) else begun(teacher)
    steps: tuple[tuple[int, Callable[[], None]], ...] = (
        (ALONE, lambda: show(training, teacher)),
        (FREE, lambda: choose(training, KEPT)),
        (FREE + BOUND, lambda: None),
    )
    for until, then in steps[len(training.curve) :]:
        learn(training, teacher, arguments.folder, until)
        then()
        training.report()  # the length of the learning curve shows which steps are done
        checkpoint.save(training, arguments.folder)
    path = arguments.folder / SMALL
    save_scattered(packed(training, teacher, arguments.step, arguments.price), path)
    print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
