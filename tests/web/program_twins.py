"""Comparison of the built WebAssembly programs in the page's modules with the same programs in Python (wasmtime)."""

from __future__ import annotations

import json
import shutil
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from slidedrop.connect4.engine.perfect import Solver
from slidedrop.twenty48 import Board
from slidedrop.twenty48.engine.expectimax import CLASSIC, Expectimax
from slidedrop.twenty48.engine.portable_network import shipped_network
from tests.engine.twins import random_ranks
from tests.web.games import run_node

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

DATA: Final = Path(__file__).parents[2] / "src" / "slidedrop" / "data"


def engine_folder(folder: Path) -> Path:
    """Fill a folder with copies of the bundled engine files, and return it."""
    for path in filter(Path.is_file, DATA.iterdir()):
        shutil.copy(path, folder)
    return folder


def answers_in_node(folder: Path, wishes: Sequence[dict[str, Any]]) -> list[Any]:
    """Return node's answer to each request."""
    lines = "".join(json.dumps(wish) + "\n" for wish in wishes)
    return [json.loads(line) for line in run_node("ask_programs.mjs", lines, str(folder)).splitlines()]


def solved_here(wish: dict[str, Any]) -> list[list[int]]:
    """Return scores and node counts from the program in Python, with empty tables before each position."""
    solver, found = Solver(wish["columns"], wish["rows"]), []
    for mover, other in wish["positions"]:
        solver._engine.clear_tables()
        answer = solver.solve(int(mover), int(other))
        found.append([answer.low, answer.high, answer.nodes])
    return found


def some_positions(dice: Random, columns: int, rows: int, number: int, plies: tuple[int, int]) -> dict[str, Any]:
    """Return random unfinished positions, each as the two words of its sides."""
    from tests.connect4.random_discs import random_positions

    found = random_positions(dice, columns, rows, number, plies)
    return {"columns": columns, "rows": rows, "positions": [[str(mover), str(other)] for mover, other in found]}


def some_boards(dice: Random, number: int, plies: int) -> dict[str, Any]:
    """Return random boards as they occur in games."""
    boards = [[2 << rank >> 1 if rank else 0 for rank in random_ranks(dice)] for _ in range(number)]
    return {"boards": boards, "plies": plies}


def valued_here(wish: dict[str, Any]) -> list[Any]:
    """Return the bits of every value and the number of boards valued, from the program in Python."""
    network = shipped_network()
    assert network is not None
    expectimax = Expectimax(network, CLASSIC)
    expectimax.search(Board.empty(4), 1)
    engine, found = expectimax._engine, []
    for board in wish["boards"]:
        engine.clear_tables()
        engine.ranks.write(max(0, tile.bit_length() - 1) for tile in board)
        engine.search_plies(network.largest_known, wish["plies"])
        bits = struct.unpack("<8I", struct.pack("<4d", *engine.values.read(4)))
        found.append([list(bits), engine.progress().nodes])
    return found
