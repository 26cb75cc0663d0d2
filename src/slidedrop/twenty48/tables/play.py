"""Play by late-game tables: the move that a table or a rule knows, where one does.

    late = late_game()               the tables that are built, or None
    late.best(board)                 a direction; None where the network has to think
    late.advice(board)               the same with the chance of the table's goal

For each move, in this order: finish a chain of large tiles by rule (`cascade`), then ask the tables. A table knows a
board where its locked cells hold large tiles that are all different, and the other cells smaller ones within their
caps. The first table whose chance is high enough decides; where its goal stands already, its pair is merged.
"""

from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.engine.bitboard import lines_for
from slidedrop.twenty48.engine.ranks import SIDE, numbers_of, ranks_of
from slidedrop.twenty48.tables.build import boards_in
from slidedrop.twenty48.tables.files import TableFile, built_set
from slidedrop.twenty48.tables.kernels import NOT_FOUND, Stored, advise, grid_of
from slidedrop.twenty48.tables.layout import DIRECTIONS, SETS, Layout, chance_at, level_of

LEAST: Final = {"row1-512": 0.9, "row2-512": 0.5, "row1-512-low": 0.9, "row2-512-low": 0.5}
"""The least chance at which a table decides."""
_LARGE: Final = 8
_FEWEST: Final = 5
"""No rule and no table knows a board with fewer tiles of 256 and more."""
_HIGHEST: Final = 15


class Advice(NamedTuple):
    """A move, and where it comes from."""

    move: Direction
    table: str
    """The name of the table; empty where a rule suffices."""
    chance: float
    """The chance of the table's goal under best play, to the nearest step of log-odds."""


class LateGame:
    """A set of tables, asked in turn."""

    def __init__(self, layouts: tuple[Layout, ...], folder: Path | None = None) -> None:
        grids = [grid_of(layout) for layout in layouts]
        self._files = [TableFile(layout, boards_in(grid), folder) for layout, grid in zip(layouts, grids, strict=True)]
        self.tables = tuple(
            Stored(grid, np.frombuffer(file.codes, np.uint8), level_of(LEAST.get(file.layout.name, 0.5)))
            for grid, file in zip(grids, self._files, strict=True)
        )
        """What the kernels ask."""
        self._lines = lines_for()

    def check_all(self) -> None:
        """Refuse the tables if any of them is damaged anywhere."""
        for file in self._files:
            file.check_all()

    def best(self, board: Board, base: int = 2) -> Direction | None:
        """Return the move that a rule or a table knows to be best; None where neither knows the board."""
        advice = self.advice(board, base)
        return None if advice is None else advice.move

    def advice(self, board: Board, base: int = 2) -> Advice | None:
        """Return the move with the table that knows it and its chance; None where none knows the board."""
        ranks = _lowered(ranks_of(board, base))
        if board.size != SIDE or max(ranks) > _HIGHEST or sum(rank >= _LARGE for rank in ranks) < _FEWEST:
            return None
        word = np.uint64(numbers_of(ranks, SIDE)[0])
        move, number, place = map(int, advise(word, self.tables, self._lines))
        if move == NOT_FOUND:
            return None
        if NOT_FOUND in {number, place}:
            return Advice(DIRECTIONS[move], "", 1.0)
        file = self._files[number]
        file.check(place)
        chance = chance_at(file.codes[place] >> 2)
        return Advice(DIRECTIONS[move], file.layout.name, chance)


def _lowered(ranks: list[int]) -> list[int]:
    """Return ranks up to 15 where seven large tiles at most are different; these stay large and different."""
    if max(ranks) <= _HIGHEST:
        return ranks
    large = sorted({rank for rank in ranks if rank > _LARGE})
    return [rank if rank <= _LARGE else _LARGE + 1 + large.index(rank) for rank in ranks]


def table_file(layout: Layout, folder: Path | None = None) -> TableFile:
    """Return the file of a table, or refuse it."""
    return TableFile(layout, boards_in(grid_of(layout)), folder)


@lru_cache(maxsize=1)
def late_game() -> LateGame | None:
    """Return the largest set of tables that is built, or None."""
    name = built_set()
    return LateGame(SETS[name]) if name else None
