"""Positions of Connect-4 with the proven value of every move, for training.

    movers, others    the discs of the side to move and of the other, as bits of `connect4/layout.py`
    scores            n x columns: the public score of each move for the side that makes it; -128 where it is illegal
    about             JSON: size, seed, first ply, and the SHA-256 of the three arrays

A position is drawn by random play to a random ply; block k follows from the seed and k alone. An unfinished set is a
log of checksummed blocks beside the file (`.part`), which the same command resumes.
"""

import hashlib
import io
import json
import zlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from slidedrop.chunks import Block, BlockLog, Work
from slidedrop.connect4.engine.perfect import discs, solver_for
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.core.errors import RecordError
from slidedrop.core.randomness import JavaRandom
from slidedrop.durable import write_whole
from slidedrop.lab.arena.match import mixed

BLOCK: Final = 64
ILLEGAL: Final = -128


class Plan(NamedTuple):
    """The contents of a data set."""

    columns: int
    rows: int
    seed: int
    first_ply: int

    def record(self) -> np.dtype[np.void]:
        """Return the record of one position in the file."""
        return np.dtype([("mover", "<u8"), ("other", "<u8"), ("scores", "i1", (self.columns,))])


def grow(path: Path, plan: Plan, positions: int, work: Work = map) -> Iterator[int]:
    """Solve the missing blocks, yielding the number of blocks after each; at the end write the file."""
    blocks, part = range(-(-positions // BLOCK)), path.with_name(f"{path.name}.part")
    header = json.dumps({"dataset": 2, **plan._asdict()}).encode() + b"\n"
    log = BlockLog(part, "data set", header, BLOCK * plan.record().itemsize)
    with log.open() as before:
        done = dict(before)
        yield len(done)
        for number, body in work(partial(_solved, plan), [block for block in blocks if block not in done]):
            log.write(number, body)
            done[number] = body
            yield len(done)
        write_whole(path, _packed(plan, b"".join(done[block] for block in blocks), positions))
        part.unlink()


def read(path: Path) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of a data set; a damaged one is refused."""
    try:
        with np.load(path) as file:
            arrays = {name: file[name] for name in ("movers", "others", "scores")}
            about = json.loads(str(file["about"]))
    except (OSError, KeyError, ValueError, zlib.error) as error:
        raise RecordError(f"'{path}' cannot be read as a data set: {error}") from error
    if about["sha256"] != _digest(arrays):
        raise RecordError(f"'{path}' is damaged: its checksum does not match; write it again")
    return arrays


def _solved(plan: Plan, block: int) -> Block:
    rules, random = Rules(plan.columns, plan.rows), JavaRandom(mixed(f"dataset/{plan.seed}/{block}"))
    found = np.zeros(BLOCK, dtype=plan.record())
    for entry in found:
        position = _random_position(rules, random, plan.first_ply)
        entry["mover"], entry["other"] = discs(position)
        entry["scores"] = ILLEGAL
        for column, solution in solver_for(rules).analyse(*discs(position)).items():
            entry["scores"][column] = solution.low
    return block, found.tobytes()


def _random_position(rules: Rules, random: JavaRandom, first: int) -> Position:
    """Return a position with a legal move; all plies are equally likely."""
    while True:
        position, ply = Position(rules), first + random.next_int(rules.cells - first)
        while position.discs < ply and not position.is_over:
            columns = position.legal_moves()
            position = position.play(columns[random.next_int(len(columns))])
        if not position.is_over:
            return position


def _packed(plan: Plan, content: bytes, positions: int) -> bytes:
    entries = np.frombuffer(content, dtype=plan.record())[:positions]
    arrays = {"movers": entries["mover"], "others": entries["other"], "scores": entries["scores"]}
    file = io.BytesIO()
    np.savez_compressed(file, about=json.dumps({**plan._asdict(), "sha256": _digest(arrays)}), **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def _digest(arrays: dict[str, npt.NDArray[Any]]) -> str:
    return hashlib.sha256(b"".join(array.tobytes() for array in arrays.values())).hexdigest()
