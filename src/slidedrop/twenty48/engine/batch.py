"""The best moves of many boards at once, on all cores (extra "ai").

    found = best_moves(boards)                    an array of n x 4 x 4 tiles, or a list of Boards
    found.best, found.values                      for each board a direction from 0 to 3, and the value of each

Each thread has its own engine; all share the weights of one network.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from slidedrop.core.arguments import require_int, require_type
from slidedrop.core.errors import NotationError, RulesError
from slidedrop.engine.kernel import lean
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.engine.expectimax import DIRECTIONS, best_move, fits
from slidedrop.twenty48.engine.exports import CELLS
from slidedrop.twenty48.engine.kernels import EngineMemory, search_plies
from slidedrop.twenty48.engine.portable_network import SHIPPED
from slidedrop.twenty48.engine.ranks import SIDE
from slidedrop.twenty48.engine.weights import load_network
from slidedrop.twenty48.rules import Rules

_TABLE_BITS = 16
_searching = Lock()
_LEAST_SHARE = 64
"""The smallest number of boards per thread."""


class BestMoves(NamedTuple):
    """The results of a search of many boards."""

    best: npt.NDArray[np.int8]
    """The index of the best direction (up, down, left, right) of each board; -1 if no move is legal."""
    values: npt.NDArray[np.float64]
    """The expected points to come after each direction; minus infinity if it is illegal."""


def best_moves(
    boards: Sequence[Board] | npt.NDArray[Any],
    rules: Rules | None = None,
    *,
    plies: int = 1,
    threads: int | None = None,
) -> BestMoves:
    """Return the best move and all values of every board, as `best_move` does for one board."""
    rules = Rules() if rules is None else require_type(rules, Rules, "the Rules of 2048")
    ranks = _ranks(boards, rules)
    most = (os.cpu_count() or 1) if threads is None else require_int(threads, "the number of threads")
    plies = require_int(plies, "the number of plies")
    if most < 1 or not 1 <= plies <= 8:
        raise RulesError(f"best_moves takes 1 thread or more and 1 to 8 plies, not {most} and {plies}")
    threads = max(1, min(most, len(ranks) // _LEAST_SHARE))
    values = np.empty((len(ranks), len(DIRECTIONS)))
    ends = [len(ranks) * share // threads for share in range(threads + 1)]
    largest, memories = _engines(rules, threads)
    with _searching, ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda memory, first, last: _search_each(memory, ranks, largest, plies, values, first, last),
                      memories, ends, ends[1:]))  # fmt: skip
    values *= rules.base / 2
    for number in np.flatnonzero(np.isnan(values[:, 0])):  # a tile is too large for the kernel
        found = best_move(Board.from_rows((rules.base << ranks[number].astype(object)) // 2), rules, plies=plies).values
        values[number] = [found.get(direction, -np.inf) for direction in DIRECTIONS]
    best = np.where(np.isneginf(values).all(1), -1, values.argmax(1)).astype(np.int8)
    return BestMoves(best, values)


@lean
def _search_each(
    memory: EngineMemory, boards: npt.NDArray[np.uint8], largest: int, plies: int, values: npt.NDArray[np.float64],
    first: int, last: int,
) -> None:  # fmt: skip
    for board in range(first, last):
        for cell in range(CELLS):
            memory.ranks[cell] = boards[board, cell]
        known = search_plies(memory, largest, plies) != 0
        for way in range(4):
            values[board, way] = memory.values[way] if known else np.nan


@lru_cache(maxsize=4)
def _engines(rules: Rules, threads: int) -> tuple[int, list[EngineMemory]]:
    network = load_network(SHIPPED)
    if not fits(network, rules):
        raise RulesError("best_moves knows boards of 4x4 with one new tile per move, the base tile or twice that")
    four = sum(rules.spawn_weights[1:2]) / sum(rules.spawn_weights)
    engines = [network.engine(_TABLE_BITS) for _ in range(threads)]
    for engine in engines:
        engine.odds.write((0.0, 1 - four, four))
    return network.largest_known, [cast("Any", engine.backend).memory for engine in engines]


def _ranks(boards: object, rules: Rules) -> npt.NDArray[np.uint8]:
    """Return the 16 ranks of each board, 0 for an empty cell, or raise an error."""
    if isinstance(boards, (list, tuple)) and all(isinstance(one, Board) and one.size == SIDE for one in boards):
        boards = np.array([board.rows for board in boards], dtype=np.uint64).reshape(-1, SIDE, SIDE)
    tiles = boards if isinstance(boards, np.ndarray) else np.empty(0)
    if tiles.shape[1:] != (SIDE, SIDE) or not np.issubdtype(tiles.dtype, np.integer):
        raise NotationError(f"boards are an array of n x 4 x 4 tiles or a list of 4x4 Boards, not {boards!r:.60}")
    tiles = tiles.reshape(-1, CELLS).astype(np.uint64)
    ranks = np.where(tiles > 0, np.log2(np.maximum(tiles // np.uint64(rules.base), 1)).round() + 1, 0).astype(np.uint8)
    again = np.where(ranks > 0, np.uint64(rules.base) << np.maximum(ranks, 1).astype(np.uint64) - np.uint64(1), 0)
    if (again != tiles).any():
        raise NotationError(f"a tile is 0 or {rules.base} times a power of two")
    return ranks
