"""Measure how much slower the built engines are than the native kernels, in CPU time.

The data folder has the public test sets of Connect-4 (files Test_L2_R2 and so on); without it positions are random.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from slidedrop.connect4 import Position
from slidedrop.connect4.engine.perfect import Solver
from slidedrop.twenty48 import Board
from slidedrop.twenty48.engine.expectimax import CLASSIC, Expectimax
from slidedrop.twenty48.engine.portable_network import shipped_network
from slidedrop.twenty48.engine.weights import load_network
from tests.connect4.random_discs import random_positions, solved
from tests.connect4.solver_checks import fresh_searches
from tests.engine.twins import random_ranks

if TYPE_CHECKING:
    from collections.abc import Callable

    from slidedrop.twenty48.engine.exports import SearchExports

SETS: Final = {"Test_L2_R2": 1000, "Test_L1_R1": 1000, "Test_L1_R2": 100, "Test_L1_R3": 20}
"""The sets from "middle, medium" up, and the number of positions to solve in each."""
RANDOM: Final = {"random, 14 to 28 discs": (14, 28), "random, 10 to 14 discs": (10, 14)}
BOARDS: Final = 2000
PLIES: Final = 3


def bench_connect4(name: str, pairs: list[tuple[int, int]]) -> None:
    """Solve a set both ways, each starting with empty tables."""
    native, built = fresh_searches(7, 6, 64), Solver(7, 6)
    solved(native, random_positions(Random(1), 7, 6, 2, (30, 36)))  # compiled before the clock starts
    found: list[list[int]] = []
    own = spent(lambda: found.append([int(score) for score in solved(native, pairs)[0]]))
    other = spent(lambda: found.append([answer.low for answer in built.solve_all(pairs)]))
    assert found[0] == found[1], "the scores are not the same"
    say(f"{name}, {len(pairs)} positions", own, other)


def bench_2048() -> None:
    """Evaluate the slides of the same boards both ways."""
    dice, took = Random(2048), []
    boards = [random_ranks(dice) for _ in range(BOARDS)]
    for network in (load_network(), shipped_network()):
        assert network is not None
        expectimax = Expectimax(network, CLASSIC)
        expectimax.search(Board.empty(4), PLIES)
        engine = expectimax._engine
        engine.clear_tables()
        took.append(spent(lambda: [search(engine, ranks) for ranks in boards]))  # noqa: B023
    say(f"2048, {PLIES} plies, {BOARDS} boards", *took)


def search(engine: SearchExports, ranks: list[int]) -> bool:
    """Search one board."""
    engine.ranks.write(ranks)
    return engine.search_plies(15, PLIES)


def say(name: str, native: float, built: float) -> None:
    """Print one ratio."""
    ratio = f"native {native:.2f} s, built {built:.2f} s, ratio {built / native:.2f}"
    print(f"{name:<44} {ratio}", flush=True)


def spent(work: Callable[[], object]) -> float:
    """Return the CPU seconds of a call."""
    began = time.process_time()
    work()
    return time.process_time() - began


def words_of(moves: str) -> tuple[int, int]:
    """Return a position of a test set as the words of both sides."""
    position = Position.from_moves(moves)
    return position.bitboards[position.turn], position.bitboards[1 - position.turn]


def main() -> None:
    """Print every ratio."""
    if len(sys.argv) > 1:
        for name, count in SETS.items():
            lines = (Path(sys.argv[1]) / name).read_text().splitlines()[:count]
            bench_connect4(name, [words_of(line.split()[0]) for line in lines])
    else:
        for name, plies in RANDOM.items():
            bench_connect4(name, random_positions(Random(name), 7, 6, 100, plies))
    bench_2048()


if __name__ == "__main__":
    main()
