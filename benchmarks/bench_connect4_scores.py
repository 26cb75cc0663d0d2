"""Measure the scores of all columns by number of discs: CPU time to the verdicts, then to the distances.

    python benchmarks/bench_connect4_scores.py [PLY ...]        each ply of 0 to 40, or the named ones

It uses 200 random positions per ply (seed 42, no immediate wins), the bundled built program and both bundled books.
The table is empty at the start of a ply and stays filled between its positions, as between the moves of a game.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from slidedrop.connect4.engine.book.stored import shipped_book
from slidedrop.connect4.engine.deep_book import shipped_deep_book
from slidedrop.connect4.engine.perfect import Solver
from slidedrop.connect4.engine.solver.bitboard import geometry

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.connect4.random_discs import random_position

if TYPE_CHECKING:
    from tests.connect4.random_discs import Discs

POSITIONS = 200


def say(line: str) -> None:
    """Print a line immediately."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def fresh_solver() -> Solver:
    """Return a solver with an empty table that has looked up one opening."""
    solver = Solver(7, 6, book=shipped_book(7, 6), deep_book=shipped_deep_book(7, 6)[0])
    solver.solve(0, 0)
    return solver


def milliseconds(solver: Solver, discs: Discs, *, verdict_only: bool) -> float:
    """Return the milliseconds for the scores of one position."""
    began = time.process_time()
    solver.analyse(*discs, verdict_only=verdict_only)
    return 1e3 * (time.process_time() - began)


def bench(ply: int) -> str:
    """Return one line of the table: medians and maximum over the positions."""
    rng, solver = Random(f"42/{ply}"), fresh_solver()
    positions = [random_position(rng, geometry(7, 6), ply) for _ in range(POSITIONS)]
    verdicts = [milliseconds(solver, discs, verdict_only=True) for discs in positions]
    solver = fresh_solver()
    whole = [milliseconds(solver, discs, verdict_only=False) for discs in positions]
    return (
        f"{ply:3}   verdict {np.median(verdicts):10.3f} ms, worst {max(verdicts):10.3f}"
        f"   distance {np.median(whole):10.3f} ms, worst {max(whole):10.3f}"
    )


if __name__ == "__main__":
    for ply in map(int, sys.argv[1:]) if sys.argv[1:] else range(41):
        say(bench(ply))
