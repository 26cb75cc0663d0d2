"""Measure the speedup of two threads on one table, on a machine with two free cores.

    SLIDEDROP_BENCH_DATA=folder python benchmarks/bench_connect4_threads.py [TIMES]
    python benchmarks/bench_connect4_threads.py turns [NODES]

It solves the first ten positions of the user's hardest set, then the empty 7x6 board; compilation is not counted.

`turns` alternates two searches in one thread every few nodes (24). Their total nodes, compared with those of one
search, are the same on every machine and under any load. It uses 15 random positions.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from slidedrop.connect4.engine.parallel import ParallelSolver
from slidedrop.connect4.engine.solver.bitboard import geometry
from slidedrop.connect4.engine.solver.narrowing import Searches, advance, proven
from slidedrop.connect4.engine.solver.null_window import MARKS
from slidedrop.connect4.values import Budget
from slidedrop.engine.kernel import lean

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.connect4.position_files import read_sets
from tests.connect4.random_discs import random_position

if TYPE_CHECKING:
    from tests.connect4.random_discs import Discs

HARDEST = "Test_L1_R3"
HARD = 200_000
"""The minimum number of nodes of a hard position."""


def measured(positions: list[Discs], threads: int) -> tuple[float, float, int]:
    """Return elapsed seconds, CPU seconds and nodes, starting with an empty table."""
    solver = ParallelSolver(7, 6)
    clock, cpu = time.perf_counter(), time.process_time()
    nodes = sum(solver.solve(place, Budget(), threads).nodes for place in positions)
    return time.perf_counter() - clock, time.process_time() - cpu, nodes


def row(name: str, positions: list[Discs]) -> str:
    """Return one line of the table."""
    one, two = measured(positions, 1), measured(positions, 2)
    gain = f"{one[0] / two[0]:.2f} times ({2 * one[1] / two[1]:.2f} by CPU), nodes {two[2] / one[2]:.2f}"
    return f"{name:12} {one[0]:.2f} s, {two[0]:.2f} s: {gain}\n"


@lean
def by_turns(first: Searches, second: Searches, nodes: int) -> None:
    """Alternate two searches until one of them is done."""
    while not advance(first, nodes, False) and not advance(second, nodes, False):  # noqa: FBT003 - a kernel
        pass


def turns(nodes: int) -> str:
    """Compare the total nodes of two alternating searches with those of one search; scores must be equal."""
    rng, both = Random("threads"), ParallelSolver(7, 6)
    positions = [random_position(rng, geometry(7, 6), ply) for ply in (6, 8, 10) for _ in range(5)]
    alone = ParallelSolver(7, 6)
    ones, twos = [alone.solve(place, Budget(), 1) for place in positions], []
    for place, one in zip(positions, ones, strict=True):
        marks = np.zeros(MARKS, dtype=np.uint64)
        pair = [both._searches(place, marks, number) for number in range(2)]
        by_turns(pair[0], pair[1], nodes)
        lows, highs, spent = zip(*map(proven, pair), strict=True)
        assert max(lows) == min(highs) == one.low
        twos.append(sum(spent))
    hard = [two / one.nodes for one, two in zip(ones, twos, strict=True) if one.nodes > HARD]
    whole = sum(twos) / sum(one.nodes for one in ones)
    return f"nodes {whole:.3f} times those of one; {len(hard)} hard positions: median {np.median(hard):.3f}\n"


if __name__ == "__main__" and sys.argv[1:2] == ["turns"]:
    sys.stdout.write(turns(int(sys.argv[2]) if sys.argv[2:] else 24))
elif __name__ == "__main__":
    sets = {name: positions for name, positions, _ in read_sets(Path(os.environ["SLIDEDROP_BENCH_DATA"]), 10)}
    for _ in range(int(sys.argv[1]) if sys.argv[1:] else 3):
        sys.stdout.write(row(HARDEST, sets[HARDEST]))
        sys.stdout.flush()
    sys.stdout.write(row("empty", [(0, 0)]))
