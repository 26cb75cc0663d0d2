"""Compile the kernels that most tests use, before the tests: `python -m tests.compile_kernels connect4|2048`.

Two test processes that start without compiled kernels would both compile everything. Under coverage this is slow, as
Numba's compiler is traced line by line. So `conftest.py` runs this module first, with one process per game and without
coverage.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).parents[1]
MARK: Final = "tested"
"""A file beside the kernels that marks them as compiled."""


def compile_connect4() -> None:
    """Solve and analyse positions, and build a small book."""
    from slidedrop.connect4.engine.book.build import BuildLog, book_of, build
    from slidedrop.connect4.values import Budget
    from tests.connect4.native_book import NativeBook
    from tests.connect4.native_solver import NativeSolver

    NativeSolver(7, 6, megabytes=1).analyse(0, 0, Budget(nodes=1))
    with tempfile.TemporaryDirectory() as folder:
        log = BuildLog(Path(folder) / "book.journal", 4, 4, 2)
        build(log, megabytes=1)
        NativeBook(book_of(log)).score(0, 0)


def compile_2048() -> None:
    """Train, search, play games with each player, and solve a small table and a small board."""
    import numpy as np
    from hypothesis.internal.charmap import charmap

    from benchmarks.selfplay2048 import chances_by_plies, greedy_game, random_games, searched_game
    from slidedrop.twenty48 import Board, Direction, Expectimax, Rules
    from slidedrop.twenty48.engine.lookahead import fresh_stack, fresh_table
    from slidedrop.twenty48.engine.wide import packed, wide_empty_cells
    from slidedrop.twenty48.exact.solve import solve
    from slidedrop.twenty48.tables.build import build
    from slidedrop.twenty48.training.learning import fresh_state
    from slidedrop.twenty48.training.training import Plan, Training
    from tests.twenty48.tables.toys import SMALLEST
    from tests.twins.networks2048 import SMALL_TUPLES, TUPLES
    from tests.twins.weights2048 import random_network

    charmap()  # Hypothesis stores it on disk
    network, chances = random_network(), chances_by_plies(0.1)
    learner = Training.begin(Plan(size=3, tuples=SMALL_TUPLES)).learner
    with ThreadPoolExecutor(1) as pool:
        Training.begin(Plan(size=3, tuples=SMALL_TUPLES)).round(pool, 1)
    expectimax, board = Expectimax(network), Board.from_rows([[2, 2, 0, 0], *[[0] * 4] * 3])
    expectimax.think(board, 0.001)
    expectimax.search(board, 1)
    list(expectimax.spawn_outcomes(board, Direction.LEFT, 1))
    with tempfile.TemporaryDirectory() as folder:
        build(SMALLEST, Path(folder))
        solve(Rules(size=2), 16, folder=Path(folder))
    random_games(1, np.uint64(1), chances.four, learner.lines)
    greedy_game(np.uint64(1), learner, fresh_state(1))
    searched_game(np.uint64(1), 0, fresh_stack(len(TUPLES)), fresh_table(10), network.evaluator, chances)
    wide_empty_cells(*packed(Board.empty(4)), learner.lines)


def compile_environments(game: str) -> None:
    """Step one environment, and vector environments in each mode."""
    import gymnasium
    import numpy as np

    import slidedrop.lab.envs  # noqa: F401 - registers

    many, one = gymnasium.make_vec(game, num_envs=2), gymnasium.make(game)
    for made, action in ((many, np.zeros(2, dtype=np.int64)), (one, 0)):
        made.reset(seed=1)
        made.step(action)


def without_coverage() -> dict[str, str]:
    """Return the environment variables of a process that coverage must not measure."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COV")}


def compile_all() -> None:
    """Compile for both games at the same time; return at once if that was done before."""
    from slidedrop.engine.kernel import kernel_folder

    mark = kernel_folder() / MARK
    if mark.exists():
        return
    games = [
        subprocess.Popen([sys.executable, "-m", "tests.compile_kernels", game], cwd=PROJECT, env=without_coverage())
        for game in ("connect4", "2048")
    ]
    codes = [game.wait() for game in games]
    if not any(codes):
        mark.touch()


if __name__ == "__main__":
    {"connect4": compile_connect4, "2048": compile_2048}[sys.argv[1]]()
    compile_environments({"connect4": "slidedrop/Connect4-v0", "2048": "slidedrop/Twenty48-v0"}[sys.argv[1]])
