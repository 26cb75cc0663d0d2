"""Measure the Connect-4 solver: nodes and CPU time per position, on one thread, without a book.

    python benchmarks/bench_connect4.py             random positions by number of discs, and whole boards
    SLIDEDROP_BENCH_DATA=folder python ...           each file of positions there, with a score in each line

If the package `bitbully` is installed, it solves the same positions in the same run, also without its book.
A node is an expanded position without a forced move. Compilation and the first access to the table are not counted.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from slidedrop.connect4.engine.solver.bitboard import geometry
from slidedrop.connect4.engine.solver.narrowing import new_searches
from slidedrop.connect4.engine.solver.transpositions import new_table

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.connect4.position_files import read_sets
from tests.connect4.random_discs import random_positions, solved

if TYPE_CHECKING:
    from tests.connect4.random_discs import Discs

MEGABYTES = 256
HARD = 0.1
"""Seconds per position above which the peer gets only some of the positions."""
PEER_MOST = 20
MOST = int(os.environ.get("SLIDEDROP_BENCH_MOST", "200"))
PLIES = ((10, 12), (14, 16), (18, 20), (22, 24), (28, 32), (34, 38))
SIZES = ((4, 4), (5, 4), (5, 5), (6, 5), (6, 6), (7, 5), (7, 6))


def measured(columns: int, rows: int, positions: list[Discs]) -> tuple[float, float, list[int]]:
    """Return seconds and nodes per position, and the scores, starting with an empty table."""
    searches = new_searches(geometry(columns, rows), new_table(MEGABYTES))
    before = time.process_time()
    scores, nodes = solved(searches, positions)
    return (time.process_time() - before) / len(positions), float(np.mean(nodes)), scores.tolist()


def row(name: str, number: int, seconds: float, nodes: float, remark: str = "") -> str:
    """Return one line of the table."""
    return f"{name:24} {number:6} {1e6 * seconds:14.1f} us {nodes:14.1f} nodes  {remark}"


def say(line: str) -> None:
    """Print a line immediately."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def brought(folder: Path) -> None:
    """Measure the user's sets of positions."""
    for name, positions, expected in read_sets(folder, MOST):
        seconds, nodes, scores = measured(7, 6, positions)
        wrong = sum(score != truth for score, truth in zip(scores, expected, strict=True))
        say(row(name, len(positions), seconds, nodes, f"{wrong} wrong"))
        beside_a_peer(name, positions, expected, seconds)


def beside_a_peer(name: str, positions: list[Discs], expected: list[int], ours: float) -> None:
    """Measure the peer on the same positions, with fewer of the hardest ones."""
    try:
        from bitbully import BitBully, Board
    except ImportError:
        return
    agent, count = BitBully(opening_book=None), len(positions) if ours < HARD else PEER_MOST
    boards = [Board(grid_of(discs)) for discs in positions[:count]]
    began = time.process_time()
    scores = [agent.mtdf(board) for board in boards]
    seconds = (time.process_time() - began) / count
    if count < len(positions):
        ours, _, _ = measured(7, 6, positions[:count])
    wrong = sum(score != truth for score, truth in zip(scores, expected, strict=False))
    remark = f"{wrong} wrong; ours {1e6 * ours:.1f} us, {seconds / ours:.1f} times as fast"
    say(row(f"  bitbully, {name}", count, seconds, agent.get_node_counter() / count, remark))


def grid_of(discs: Discs) -> list[list[int]]:
    """Return the columns of a 7x6 board from the bottom up; 1 is the side that moved first, 2 the other."""
    mover, other = discs
    first = mover if (mover | other).bit_count() % 2 == 0 else other
    second = (mover | other) ^ first
    cells = [[7 * column + row for row in range(6)] for column in range(7)]
    return [[(first >> cell & 1) + 2 * (second >> cell & 1) for cell in column] for column in cells]


def by_lot() -> None:
    """Measure random positions."""
    for discs in PLIES:
        positions = random_positions(Random(7), 7, 6, 20 if discs[0] < 18 else 200, discs)
        seconds, nodes, _ = measured(7, 6, positions)
        say(row(f"{discs[0]} to {discs[1]} discs", len(positions), seconds, nodes))


def whole_boards() -> None:
    """Measure empty boards."""
    for columns, rows in SIZES:
        seconds, nodes, [score] = measured(columns, rows, [(0, 0)])
        say(row(f"empty {columns}x{rows}", 1, seconds, nodes, f"score {score}"))


if __name__ == "__main__":
    solved(new_searches(geometry(4, 4), new_table(1)), [(0, 0)])  # compiles the kernels first
    data = os.environ.get("SLIDEDROP_BENCH_DATA", "")
    if data:
        brought(Path(data))
    else:
        by_lot()
    whole_boards()
