"""Save a training to disk, and resume it after any interruption.

<folder>/training.sealed      weights and their errors, random counters, stocks of boards, plan and curve
<folder>/curve.csv            the learning curve for other programs: mean points over the moves trained
<folder>/curve.svg            the same as a picture, one point per report
"""

import csv
import io
import zlib
from collections.abc import Iterable, Iterator, Sequence
from gzip import GzipFile
from os import PathLike
from pathlib import Path
from typing import Any, Final

import numpy as np

from slidedrop.core.arguments import file_path, require_nonnegative, require_type
from slidedrop.core.errors import RecordError
from slidedrop.durable import folder_lock, write_whole
from slidedrop.twenty48.engine.network import shape_of
from slidedrop.twenty48.engine.portable_network import GZIP
from slidedrop.twenty48.engine.sealed import read_sealed, write_sealed
from slidedrop.twenty48.training.learning import ThreadState, fresh_state
from slidedrop.twenty48.training.training import Plan, Training, TrainingReport, learner_for, train

MAGIC: Final = b"SLDTRN01"
_PIECE: Final = 1 << 24
_QUICK: Final = 1
"""The compression level: zeros compress well at any level, and the training waits during a save."""
TILES: Final = tuple(1 << rank for rank in range(11, 17))
_WIDTH: Final = 720
_HEIGHT: Final = 400
_MARGIN: Final = 60


def save(training: Training, folder: Path) -> None:
    """Write a checkpoint; after a crash the previous one is still there."""

    def contents() -> Iterator[bytes]:
        kept: list[Any] = [training.learner.weights, training.learner.errors]
        packer = zlib.compressobj(_QUICK, wbits=GZIP)
        for numbers in (*kept, *(state.stock.boards for state in training.states)):
            data = memoryview(numbers).cast("B")
            for start in range(0, len(data), _PIECE):
                yield packer.compress(data[start : start + _PIECE])
        yield packer.flush()

    write_sealed(folder / "training.sealed", MAGIC, _header(training), contents())
    write_whole(folder / "curve.csv", curve_csv(training.curve).encode())
    write_whole(folder / "curve.svg", curve_svg(training.curve).encode())


def resume(folder: str | PathLike[str]) -> Training:
    """Return the training of the last checkpoint."""
    header, data = read_sealed(file_path(folder) / "training.sealed", MAGIC, "a checkpoint of a 2048 training")
    plan = Plan.from_json(header["plan"])
    count = int(shape_of(plan.tuples).size)
    numbers = np.empty(3 * count, np.float32)
    with GzipFile(fileobj=io.BytesIO(data)) as stream:
        _fill(numbers.view(np.uint8), stream)
        states = [_state(counter, stream) for counter in header["counters"]]
    for state, tally, counts in zip(states, header["tallies"], header["stocks"], strict=True):
        state.tally[:], state.stock.counts[:] = tally, counts
    training = Training(plan, learner_for(plan, numbers[:count], numbers[count:]), states, header["seconds"])
    training.curve = [TrainingReport.from_json(values) for values in header["curve"]]
    training.mark()
    return training


def train_in(
    folder: str | PathLike[str],
    plan: Plan,
    minutes: float,
    *,
    anneal: float = 0.0,
    every: float = 30.0,
    keep: float = 240.0,
) -> Iterator[TrainingReport]:
    """Train in a folder, from its checkpoint or the plan; yield reports, and save every `keep` seconds.

    A resumed training keeps its plan, but takes the number of threads and additional tuples from the given one. The
    learning rate falls in the last `anneal` minutes.
    """
    plan, folder = require_type(plan, Plan, "a Plan"), file_path(folder)
    keep = require_nonnegative(keep, "the seconds between saves")
    with folder_lock(folder, f"another slidedrop trains in '{folder}'; let it end, or choose another folder"):
        training = _resumed(folder, plan) if exists(folder) else Training.begin(plan)
        if require_nonnegative(anneal, "the minutes of annealing"):
            training = training.annealed(require_nonnegative(minutes, "the number of minutes"), anneal)
        kept = training.seconds
        try:
            for report in train(training, minutes, every):
                if training.seconds - kept >= keep:
                    save(training, folder)
                    kept = training.seconds
                yield report
        finally:
            save(training, folder)


def _resumed(folder: Path, plan: Plan) -> Training:
    training = resume(folder).with_threads(plan.threads)
    if plan.parts not in ((), training.plan.parts):
        raise RecordError(f"the training in '{folder}' follows another recipe; choose another folder")
    known = training.plan.tuples
    more = plan.tuples[len(known) :] if plan.tuples[: len(known)] == known else ()
    return training.widened(more) if more else training


def exists(folder: Path) -> bool:
    """Return whether there is a checkpoint to resume from."""
    return (folder / "training.sealed").exists()


def _header(training: Training) -> dict[str, Any]:
    return {
        "plan": training.plan.to_json(),
        "seconds": training.seconds,
        "counters": [int(state.counter[0]) for state in training.states],
        "tallies": [state.tally.tolist() for state in training.states],
        "stocks": [state.stock.counts.tolist() for state in training.states],
        "curve": [report.to_json() for report in training.curve],
    }


def _state(counter: int, stream: GzipFile) -> ThreadState:
    """Return the state of a thread, with its boards read from the stream."""
    state = fresh_state(counter)
    _fill(state.stock.boards.view(np.uint8).reshape(-1), stream)
    return state


def _fill(room: np.ndarray[Any, np.dtype[np.uint8]], stream: GzipFile) -> None:
    try:
        for start in range(0, len(room), _PIECE):
            part = room[start : start + _PIECE]
            part[:] = np.frombuffer(stream.read(len(part)), np.uint8)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise RecordError(f"the checkpoint does not hold the {len(room)} bytes of its plan") from error


def curve_csv(curve: Iterable[TrainingReport]) -> str:
    """Return the curve as CSV, one line for each report."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["seconds", "moves", "games", "moves_per_second", "mean", *(f"reach_{tile}" for tile in TILES)])
    for row in curve:
        rates = [row.tiles.get(tile, 0) for tile in TILES]
        writer.writerow([row.seconds, row.moves, row.games, row.speed, row.mean, *rates])
    return text.getvalue()


def curve_svg(curve: Sequence[TrainingReport]) -> str:
    """Return the curve as a picture."""
    moves = max((row.moves for row in curve), default=1) or 1
    mean = max((row.mean for row in curve), default=1) or 1
    across, up = _WIDTH - 2 * _MARGIN, _HEIGHT - 2 * _MARGIN
    points = [(_MARGIN + across * row.moves / moves, _HEIGHT - _MARGIN - up * row.mean / mean) for row in curve]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return Path(__file__).with_name("curve.svg").read_text(encoding="utf-8").format(line=line, mean=mean, moves=moves)
