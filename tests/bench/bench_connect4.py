"""What the solver costs: nodes and CPU time a position, on one thread, without a book.

    python tests/bench/bench_connect4.py             positions by lot, by the number of discs, and whole boards
    SLIDEDROP_BENCH_DATA=folder python ...           each file of positions there, the score beside each line

A node is a position without a forced move that was expanded. The table is touched beforehand; compiling is not counted.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from slidedrop.connect4.bitboard import geometry
from slidedrop.connect4.table import new_table
from slidedrop.connect4.windows import new_memory

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.connect4.brought_positions import read_sets
from tests.connect4.random_stones import positions_by_lot, solved

if TYPE_CHECKING:
    from tests.connect4.random_stones import Stones

MEGABYTES = 256
MOST = int(os.environ.get("SLIDEDROP_BENCH_MOST", "200"))
PLIES = ((10, 12), (14, 16), (18, 20), (22, 24), (28, 32), (34, 38))
SIZES = ((4, 4), (5, 4), (5, 5), (6, 5), (6, 6), (7, 5), (7, 6))


def measured(columns: int, rows: int, positions: list[Stones]) -> tuple[float, float, list[int]]:
    """Return seconds and nodes a position, and the scores, with a table that knows nothing at first."""
    memory = new_memory(geometry(columns, rows), new_table(MEGABYTES))
    before = time.process_time()
    scores, nodes = solved(memory, positions)
    return (time.process_time() - before) / len(positions), float(np.mean(nodes)), scores.tolist()


def row(name: str, number: int, seconds: float, nodes: float, remark: str = "") -> str:
    """Return one line of the table."""
    return f"{name:24} {number:6} {1e6 * seconds:14.1f} us {nodes:14.1f} nodes  {remark}"


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def brought(folder: Path) -> None:
    """Measure the sets that the user brought."""
    for name, positions, expected in read_sets(folder, MOST):
        seconds, nodes, scores = measured(7, 6, positions)
        wrong = sum(score != truth for score, truth in zip(scores, expected, strict=True))
        say(row(name, len(positions), seconds, nodes, f"{wrong} wrong"))


def by_lot() -> None:
    """Measure positions of our own."""
    for discs in PLIES:
        positions = positions_by_lot(Random(7), 7, 6, 20 if discs[0] < 18 else 200, discs)
        seconds, nodes, _ = measured(7, 6, positions)
        say(row(f"{discs[0]} to {discs[1]} discs", len(positions), seconds, nodes))


def whole_boards() -> None:
    """Measure empty boards."""
    for columns, rows in SIZES:
        seconds, nodes, [score] = measured(columns, rows, [(0, 0)])
        say(row(f"empty {columns}x{rows}", 1, seconds, nodes, f"score {score}"))


if __name__ == "__main__":
    solved(new_memory(geometry(4, 4), new_table(1)), [(0, 0)])  # compiles
    data = os.environ.get("SLIDEDROP_BENCH_DATA", "")
    if data:
        brought(Path(data))
    else:
        by_lot()
    whole_boards()
