"""Training a network: rounds of games on all threads, with reports and checkpoints.

    plan ──> Training ──> round ──> round ──> round ──> ...        `train` yields a TrainingReport regularly
                 ▲          │ all threads play and learn
                 └──────────┘ on shared weights (their rare collisions do no harm)

After an interruption the training resumes from its last checkpoint with the same result. `network_of` returns the
current network as it will be saved.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from slidedrop.core.arguments import require_int, require_nonnegative, require_type
from slidedrop.core.errors import NotationError, RulesError
from slidedrop.core.randomness import checked_seed
from slidedrop.twenty48.engine.bitboard import LARGEST_RANK, lines_for
from slidedrop.twenty48.engine.network import FOUR_TUPLES, TUPLES, shape_of
from slidedrop.twenty48.engine.quantise import STEPS, quantised, units_of_codes
from slidedrop.twenty48.engine.weights import Network, network_from
from slidedrop.twenty48.training.learning import LAST_BAND, STEP_BITS, Learner, ThreadState, fresh_state, practise

ROUND: Final = 1_000_000
"""The moves that each thread makes per round, before all threads synchronise; about a second."""
WARMUP_MOVES: Final = {2: 1_000_000, 3: 10_000_000, 4: 100_000_000}
"""Warm-up moves by board size, in which a network from a file only records errors, before it learns."""
OWN_RATES: Final = -1.0
ANNEALING: Final = (0.03, 0.0005)
"""The first and the last learning rate of an annealing."""
LEAST: Final = 3_200.0
"""The minimum importance of a weight in a file: its points, times the square root of the sum of its absolute errors."""
_UNMET: Final = 500.0
"""Added to the error sum of every weight, even one without errors: a search reaches boards that no game does."""
_CURVE_POINTS: Final = 60


@dataclass(frozen=True)
class Plan:
    """The settings of a training; the same plan and seed on one thread give the same network."""

    size: int = 4
    four: float = 0.1
    """The probability that a new tile is twice the smallest."""
    tuples: tuple[tuple[int, ...], ...] = FOUR_TUPLES
    trace: float = 0.5
    """Lambda: the weight of later results in the learning target."""
    warmup_moves: int = 0
    """The number of moves at the start that only record errors."""
    annealing: tuple[float, ...] = ()
    """The seconds at which the annealing starts and ends; the learning rate falls in between."""
    seed: int = 1
    threads: int = 1
    parts: tuple[tuple[float, ...], ...] = ()
    """The moves, first rate and last rate of each part of a recipe; the training ends with the last part."""

    def __post_init__(self) -> None:
        for name in ("size", "warmup_moves", "threads", "seed"):
            object.__setattr__(self, name, require_int(getattr(self, name), f"{name.replace('_', ' ')} of a plan"))
        if self.size not in TUPLES:
            raise RulesError(f"networks are trained for boards of 2x2 to 4x4, not {self.size}x{self.size}")
        four = require_nonnegative(self.four, "the chance of a larger tile")
        if max(four, require_nonnegative(self.trace, "the trace")) > 1:
            raise RulesError("the chance of a larger tile and the trace are from 0 to 1")
        checked_seed(self.seed)
        lawful = isinstance(self.tuples, tuple) and len(self.tuples) > 0
        lawful = lawful and all(isinstance(cells, tuple) for cells in self.tuples)
        lawful = lawful and isinstance(self.annealing, tuple) and len(self.annealing) in (0, 2)
        lawful = lawful and isinstance(self.parts, tuple) and all(map(_is_part, self.parts))
        if not lawful or self.warmup_moves < 0 or self.threads < 1:
            raise RulesError("a plan has tuples of cells, warm-up moves, an annealing, parts, threads")

    @property
    def moves(self) -> int:
        """The total number of moves of the recipe; 0 without one."""
        return int(sum(moves for moves, *_ in self.parts))

    @classmethod
    def of_size(cls, size: int, **settings: Any) -> Plan:  # noqa: ANN401 - the other fields, each of its own kind
        """Return the default plan for a board of 2x2, 3x3 or 4x4."""
        return cls(size=size, tuples=TUPLES.get(require_int(size, "the size of a board"), FOUR_TUPLES), **settings)

    def to_json(self) -> dict[str, Any]:
        """Return the plan as plain values."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Plan:
        """Return the plan of a file."""
        try:
            given = {field.name: {"parts": (), **values}[field.name] for field in fields(cls)}
            nested = {name: tuple(tuple(row) for row in given[name]) for name in ("tuples", "parts")}
            return cls(**{**given, **nested, "annealing": tuple(values["annealing"])})
        except (KeyError, TypeError) as error:
            raise NotationError(f"{values!r:.60} is not the plan of a training") from error


@dataclass(frozen=True)
class TrainingReport:
    """The progress of a training: totals, and results since the last report."""

    seconds: float
    """Total training time without pauses."""
    moves: int
    games: int
    """Total games that started with the first tiles; others are not counted."""
    speed: float
    """Moves per second since the previous report."""
    mean: float
    """The mean points of the games since the previous report."""
    tiles: dict[int, float]
    """The share of games that reached each tile from 512 up."""

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> TrainingReport:
        """Return the report of a file."""
        return cls(**{**values, "tiles": {int(tile): rate for tile, rate in values["tiles"].items()}})


@dataclass
class Training:
    """A network and the state of its training."""

    plan: Plan
    learner: Learner
    states: list[ThreadState]
    seconds: float = 0.0
    curve: list[TrainingReport] = field(default_factory=list)
    _seen: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(3 + 16, np.int64))
    _seen_at: float = 0.0

    @classmethod
    def begin(cls, plan: Plan) -> Training:
        """Return a new training."""
        count = int(shape_of(plan.tuples).size)
        learner = learner_for(plan, np.zeros(count, np.float32), np.zeros(2 * count, np.float32))
        return cls(plan, learner, _states(plan))

    @classmethod
    def begin_from(cls, network: Network, plan: Plan) -> Training:
        """Return a training that starts from a network, with a plan completed from the network's header.

        A file does not contain errors, and a weight without errors would be overwritten by its first corrections. So
        the training starts with a warm-up: it plays and records errors, but does not change weights.
        """
        known = Plan.from_json(require_type(network, Network, "a Network").about["plan"])
        board = replace(plan, size=known.size, four=known.four, tuples=known.tuples)
        plan = replace(board, warmup_moves=WARMUP_MOVES[known.size])
        weights = network.evaluator.units * network.evaluator.unit
        return cls(plan, learner_for(plan, weights, np.zeros(2 * len(weights), np.float32)), _states(plan))

    @property
    def tally(self) -> npt.NDArray[np.int64]:
        """The totals of all threads: moves, games, points, and games by largest rank."""
        total: npt.NDArray[np.int64] = np.sum([state.tally for state in self.states], axis=0)
        return total

    @property
    def part(self) -> tuple[int, float]:
        """The current part of the recipe, and the moves left in it."""
        ends = np.cumsum([moves for moves, *_ in self.plan.parts])
        number = int(np.searchsorted(ends, self.tally[0], "right"))
        return number, float(ends[number] - self.tally[0]) if number < len(ends) else np.inf

    @property
    def is_over(self) -> bool:
        """Whether the recipe is finished; always false without one."""
        return 0 < self.plan.moves <= int(self.tally[0])

    @property
    def rate(self) -> float:
        """The common learning rate: 0 in a warm-up, falling in an annealing; otherwise each weight has its own."""
        number, left = self.part
        if number < len(self.plan.parts):
            moves, first, last = self.plan.parts[number]
            return _falling(first, last, 1 - left / moves)
        if self.tally[0] < self.plan.warmup_moves:
            return 0.0
        if not self.plan.annealing or self.seconds < self.plan.annealing[0]:
            return OWN_RATES
        begin, end = self.plan.annealing
        return _falling(*ANNEALING, (self.seconds - begin) / max(end - begin, 1e-9))

    def round(self, pool: ThreadPoolExecutor, moves: int = ROUND) -> None:
        """Let every thread play and learn for this many moves, or to the end of the part; a warm-up clears errors."""
        began = time.perf_counter()
        number, left = self.part
        moves = int(min(moves, max(1, left / self.plan.threads)))
        learner = self.learner._replace(rate=np.float32(self.rate))
        for done in [pool.submit(practise, learner, state, moves) for state in self.states]:
            done.result()
        if self.part[0] != number and self.rate == 0:
            self.learner.errors.fill(0)
        self.seconds += time.perf_counter() - began

    def report(self) -> TrainingReport:
        """Return the report since the last one, and add it to the curve."""
        tally = self.tally
        since = tally - self._seen
        report = TrainingReport(
            seconds=round(self.seconds, 1),
            moves=int(tally[0]),
            games=int(tally[1]),
            speed=round(float(since[0]) / max(self.seconds - self._seen_at, 1e-9)),
            mean=round(float(since[2]) / max(int(since[1]), 1), 1),
            tiles=tile_rates(since[3:]),
        )
        self.mark()
        self.curve.append(report)
        return report

    def mark(self) -> None:
        """Start the next report here."""
        self._seen, self._seen_at = self.tally, self.seconds

    def widened(self, tuples: Sequence[Sequence[int]]) -> Training:
        """Return the training with more tuples; the new ones start at 0, so no value changes."""
        plan = replace(self.plan, tuples=(*self.plan.tuples, *(tuple(cells) for cells in tuples)))
        more = int(shape_of(plan.tuples).size) - len(self.learner.weights)
        weights, errors = np.pad(self.learner.weights, (0, more)), np.pad(self.learner.errors, (0, 2 * more))
        return replace(self, plan=plan, learner=learner_for(plan, weights, errors))

    def annealed(self, minutes: float, last: float) -> Training:
        """Return the training with an annealing that covers the last of these minutes."""
        end = self.seconds + 60 * minutes
        return replace(self, plan=replace(self.plan, annealing=(max(self.seconds, end - 60 * last), end)))

    def with_threads(self, threads: int) -> Training:
        """Return the training with another number of threads; the first thread gets the totals."""
        if threads == self.plan.threads:
            return self
        plan = replace(self.plan, threads=threads)
        states = _states(replace(plan, seed=plan.seed + int(self.tally[0])))
        states[0].tally[:] = self.tally
        return replace(self, plan=plan, states=states)


def train(training: Training, minutes: float, every: float = 30.0) -> Iterator[TrainingReport]:
    """Train for some minutes, or to the end of a recipe, and yield reports; the caller may stop at any report."""
    every = require_nonnegative(every, "the seconds between reports")
    seconds = 60 * require_nonnegative(minutes, "the number of minutes")
    end = require_type(training, Training, "a Training").seconds + seconds
    practise(training.learner, training.states[0], 0)  # compile now, so that it does not count as training time
    with ThreadPoolExecutor(training.plan.threads) as pool:
        while training.seconds < end and not training.is_over:
            due = min(training.seconds + every, end)
            training.round(pool)
            while training.seconds < due and not training.is_over:
                training.round(pool)
            yield training.report()


def _is_part(part: object) -> bool:
    match part:
        case (int() | float() as moves, int() | float() as first, int() | float() as last):
            return moves >= 1 >= first and (first <= 0 or 0 < last <= 1)
    return False


def _falling(first: float, last: float, part: float) -> float:
    return float(first * (last / first) ** min(1.0, part)) if first > 0 else first


def learner_for(plan: Plan, weights: npt.NDArray[np.float32], errors: npt.NDArray[np.float32]) -> Learner:
    """Return the kernels' data for this plan."""
    four = np.uint64(round(plan.four * (1 << 32)))
    shape, trace = shape_of(plan.tuples), np.float32(plan.trace)
    bands, own = (STEP_BITS[plan.size], LAST_BAND[plan.size]), np.float32(OWN_RATES)
    return Learner(weights, errors, shape, lines_for(plan.size), four, trace, *bands, own)


def tile_rates(games: npt.NDArray[np.int64]) -> dict[int, float]:
    """Return, for each reached tile from 512 up, the share of games that reached it."""
    count = max(int(games.sum()), 1)
    reached = {1 << rank: int(games[rank:].sum()) / count for rank in range(9, len(games))}
    return {tile: round(rate, 4) for tile, rate in reached.items() if rate}


def _states(plan: Plan) -> list[ThreadState]:
    """Return the state of every thread, with random counters far apart."""
    names = (f"{plan.seed}/{thread}".encode() for thread in range(plan.threads))
    return [fresh_state(int.from_bytes(hashlib.blake2b(name, digest_size=8).digest(), "big")) for name in names]


def network_of(training: Training, command: str = "", least: float = LEAST) -> Network:
    """Return the network of a training; weights less important than `least` are dropped."""
    training, least = require_type(training, Training, "a Training"), require_nonnegative(least, "the least error")
    weights, errors = training.learner.weights, training.learner.errors[1::2]
    weights = np.where(np.abs(weights) * np.sqrt(errors + _UNMET) >= least, weights, np.float32(0))
    steps = STEPS // 2 if least else STEPS
    largest = float(np.abs(weights).max()) or 1.0
    command = require_type(command, str, "a command as text")
    about = {"scale": largest, "steps": steps, "least": least, "command": command, **_story(training)}
    return network_from(units_of_codes(steps)[quantised(weights, largest, steps)], about)


def _story(training: Training) -> dict[str, Any]:
    tally = training.tally
    curve = training.curve[:: max(1, len(training.curve) // _CURVE_POINTS)]
    # The largest rank that at least one game in a hundred reached; before the first game all ranks count.
    games, enough = tally[3:], tally[3:].sum() / 100
    known = max((rank for rank in range(len(games)) if games[rank:].sum() > enough), default=LARGEST_RANK)
    return {
        "plan": training.plan.to_json(),
        "moves": int(tally[0]),
        "games": int(tally[1]),
        "seconds": round(training.seconds),
        "largest_known": known,
        "curve": [report.to_json() for report in curve],
    }
