"""A training on disk, from which it goes on after any interruption.

<folder>/training.sealed      the weights, their errors, the random counters, the stocks, the plan and the curve
<folder>/curve.csv            the curve again, for people and for other programs
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any, Final

import numpy as np
import zstandard

from slidedrop.core.errors import RecordError
from slidedrop.twenty48.curve import curve_csv, curve_svg
from slidedrop.twenty48.learning import Memory, fresh_memory
from slidedrop.twenty48.network import shape_of, weights_needed
from slidedrop.twenty48.sealed import read_sealed, write_sealed
from slidedrop.twenty48.training import Plan, Progress, Training, learner_for, train

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAGIC: Final = b"SLDTRN01"
_QUICK: Final = 1
"""The level of compression: empty stretches shrink to nothing, and the training waits for no more than that."""


def save(training: Training, folder: Path) -> None:
    """Write a checkpoint; a crash while it is written leaves the one before."""

    def contents(writer: IO[bytes]) -> None:
        with zstandard.ZstdCompressor(level=_QUICK).stream_writer(writer, closefd=False) as stream:
            stream.write(training.learner.weights.data)
            stream.write(training.learner.errors.data)
            for memory in training.memories:
                stream.write(memory.stock.boards.data)

    write_sealed(folder / "training.sealed", MAGIC, _header(training), contents)
    _write_text(folder / "curve.csv", curve_csv(training.curve))
    _write_text(folder / "curve.svg", curve_svg(training.curve))


def resume(folder: Path) -> Training:
    """Return the training as its last checkpoint has it."""
    header, data = read_sealed(folder / "training.sealed", MAGIC, "a checkpoint of a 2048 training")
    plan = Plan.from_json(header["plan"])
    count = weights_needed(shape_of(plan.tuples, plan.stages))
    numbers = np.empty(3 * count, np.float32)
    with zstandard.ZstdDecompressor().stream_reader(data) as stream:
        _fill(numbers.view(np.uint8), stream)
        memories = _memories(header, stream)
    training = Training(plan, learner_for(plan, numbers[:count], numbers[count:]), memories, header["seconds"])
    training.curve = [Progress.from_json(values) for values in header["curve"]]
    training.mark()
    return training


def train_in(
    folder: Path, plan: Plan, minutes: float, *, every: float = 30.0, keep: float = 240.0
) -> Iterator[Progress]:
    """Train in a folder, from its checkpoint or else by the plan; yield reports, and save every `keep` seconds.

    A training that is resumed keeps its own plan; from the one given it takes the number of threads, tuples beyond
    its own, and the carousel.
    """
    training = _resumed(folder, plan) if exists(folder) else Training.begin(plan)
    kept = training.seconds
    try:
        for progress in train(training, minutes, every):
            if training.seconds - kept >= keep:
                save(training, folder)
                kept = training.seconds
            yield progress
    finally:
        save(training, folder)


def _resumed(folder: Path, plan: Plan) -> Training:
    training = resume(folder).with_threads(plan.threads)
    known = training.plan.tuples
    more = plan.tuples[len(known) :] if plan.tuples[: len(known)] == known else ()
    training = training.widened(more) if more else training
    return training.on_carousel() if plan.carousel else training


def exists(folder: Path) -> bool:
    """Tell whether there is a checkpoint to go on from."""
    return (folder / "training.sealed").exists()


def _header(training: Training) -> dict[str, Any]:
    return {
        "plan": training.plan.to_json(),
        "seconds": training.seconds,
        "counters": [int(memory.counter[0]) for memory in training.memories],
        "tallies": [memory.tally.tolist() for memory in training.memories],
        "stocks": [memory.stock.counts.tolist() for memory in training.memories],
        "curve": [progress.to_json() for progress in training.curve],
    }


def _memories(header: dict[str, Any], stream: Any) -> list[Memory]:  # noqa: ANN401 - zstandard has no types
    """Return what each thread remembers; checkpoints of before the carousel have no stocks."""
    memories = []
    for number, (counter, tally) in enumerate(zip(header["counters"], header["tallies"], strict=True)):
        memory = fresh_memory(counter)
        memory.tally[:] = tally
        if "stocks" in header:
            memory.stock.counts[:] = header["stocks"][number]
            _fill(memory.stock.boards.view(np.uint8).reshape(-1), stream)
        memories.append(memory)
    return memories


def _fill(room: np.ndarray[Any, np.dtype[np.uint8]], stream: Any) -> None:  # noqa: ANN401 - zstandard has no types
    at = 0
    while at < len(room):
        got = stream.readinto(room[at:].data)
        if not got:
            message = f"the checkpoint holds {at} bytes of weights, not the {len(room)} that its plan says"
            raise RecordError(message)
        at += got


def _write_text(path: Path, text: str) -> None:
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        message = f"{path} could not be written ({error.strerror})"
        raise RecordError(message) from error
