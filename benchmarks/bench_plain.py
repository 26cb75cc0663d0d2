"""Measure plain play in CPU time: the first board, a move, a slide of the largest board.

    python benchmarks/bench_plain.py          prints a table of figures and targets

The first board is measured as a whole process, alternating with the bare interpreter, both with compiled files as after
an installation. On a busy machine every CPU time is larger.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from statistics import median
from typing import TYPE_CHECKING

from slidedrop.twenty48 import Board, Direction, Game

if TYPE_CHECKING:
    from collections.abc import Callable

RUNS = 20
GAMES = 20
BARE = [sys.executable, "-c", "pass"]
CLICK = [sys.executable, "-c", "import click"]
FIRST_BOARD = [sys.executable, "-c", "from slidedrop.cli.main import main; main()", "2048", "--seed", "7"]
"""The code by which the installed program `slidedrop` starts."""


def child_cpu(command: list[str], environment: dict[str, str]) -> float:
    """Return the CPU milliseconds of a command from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def start_up() -> dict[str, float]:
    """Return the median CPU time of the bare interpreter, of click alone, and of the first board, measured in turn."""
    commands = {"bare": BARE, "click": CLICK, "board": FIRST_BOARD}
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "SLIDEDROP_HOME": f"{folder}/home", "PYTHONPYCACHEPREFIX": f"{folder}/compiled"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for command in commands.values():
            child_cpu(command, environment)
        costs = [{name: child_cpu(command, environment) for name, command in commands.items()} for _ in range(RUNS)]
    return {name: median(cost[name] for cost in costs) for name in commands}


def cpu(call: Callable[[], object]) -> float:
    """Return the CPU seconds of a call."""
    before = time.process_time()
    call()
    return time.process_time() - before


def one_move() -> float:
    """Return the microseconds per move with an effect, median over seeded games from start to end."""
    costs = []
    for seed in range(GAMES):
        game = Game(seed=seed)
        lot = random.Random(seed)
        moves = []
        while not game.is_over:
            moves.append(lot.choice(game.board.legal_moves()))
            game.play(moves[-1])
        again = Game(seed=seed)
        costs.append(cpu(lambda game=again, moves=moves: [game.play(move) for move in moves]) / len(moves))  # type: ignore[misc] # lambda with defaults
    return 1e6 * median(costs)


def large_slide() -> float:
    """Return the milliseconds of a slide of a 64x64 board without cached lines."""
    costs = []
    for number in range(RUNS):
        lot = random.Random(number)
        board = Board(64, tuple(lot.choice((0, 0, 2, 4, 8, 16)) for _ in range(64 * 64)))
        costs.append(cpu(lambda board=board: board.slide(Direction.LEFT)))  # type: ignore[misc] # lambda with defaults
    return 1000 * median(costs)


def main() -> None:
    """Measure and print."""
    cost = start_up()
    rows = [
        ("bare interpreter", f"{cost['bare']:.1f} ms", ""),
        ("click alone, beyond it", f"{cost['click'] - cost['bare']:.1f} ms", ""),
        ("first board, beyond it", f"{cost['board'] - cost['bare']:.1f} ms", "100 ms"),
        ("one Game.move on 4x4", f"{one_move():.1f} us", "60 us (goal 25)"),
        ("slide of 64x64", f"{large_slide():.2f} ms", "20 ms"),
    ]
    print(f"{'plain play':<26}{'CPU, median':>12}  at most")
    for name, figure, limit in rows:
        print(f"{name:<26}{figure:>12}  {limit}".rstrip())


if __name__ == "__main__":
    main()
