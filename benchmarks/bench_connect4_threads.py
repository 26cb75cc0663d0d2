"""What two threads on one table gain by the clock, on a machine with two free cores.

    SLIDEDROP_BENCH_DATA=folder python benchmarks/bench_connect4_threads.py [TIMES]

The first ten positions of the hardest set that the user brought, then the empty 7x6 board; compiling is not counted.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from slidedrop.connect4.engine.parallel import ParallelSolver
from slidedrop.connect4.values import Budget

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.connect4.brought_positions import read_sets

if TYPE_CHECKING:
    from tests.connect4.random_discs import Discs

HARDEST = "Test_L1_R3"


def measured(positions: list[Discs], threads: int) -> tuple[float, float, int]:
    """Return seconds by the clock, seconds of CPU, and nodes, with a table that knows nothing at first."""
    solver = ParallelSolver(7, 6)
    clock, cpu = time.perf_counter(), time.process_time()
    nodes = sum(solver.solve(place, Budget(), threads).nodes for place in positions)
    return time.perf_counter() - clock, time.process_time() - cpu, nodes


def row(name: str, positions: list[Discs]) -> str:
    """Return one line of the table."""
    one, two = measured(positions, 1), measured(positions, 2)
    gain = f"{one[0] / two[0]:.2f} times ({2 * one[1] / two[1]:.2f} by CPU), nodes {two[2] / one[2]:.2f}"
    return f"{name:12} {one[0]:.2f} s, {two[0]:.2f} s: {gain}\n"


if __name__ == "__main__":
    sets = {name: positions for name, positions, _ in read_sets(Path(os.environ["SLIDEDROP_BENCH_DATA"]), 10)}
    for _ in range(int(sys.argv[1]) if sys.argv[1:] else 3):
        sys.stdout.write(row(HARDEST, sets[HARDEST]))
        sys.stdout.flush()
    sys.stdout.write(row("empty", [(0, 0)]))
