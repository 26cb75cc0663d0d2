"""Play with late-game tables: return the move from a table or a rule, if there is one.

    late = late_game(rules)          the built tables for these rules, or None
    late.advice(board)               a move, its table and its chance; None if the network must search

For each move, in this order: finish a chain of large tiles by rule (`cascade`), then try the tables. A table covers a
board if its locked cells have large tiles that are all different, and the other cells smaller ones within their caps.
The first table whose chance is high enough decides; if its goal is already reached, its pair is merged.
"""

from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.engine.ranks import SIDE, numbers_of, ranks_of
from slidedrop.twenty48.rules import Rules
from slidedrop.twenty48.tables.files import TableFile, built_set
from slidedrop.twenty48.tables.layout import DIRECTIONS, SETS, Layout, chance_at, level_of

_LARGE: Final = 8
_FEWEST: Final = 5
"""The minimum number of tiles from 256 up for a rule or table to apply."""
_HIGHEST: Final = 15


class Advice(NamedTuple):
    """A move and its source."""

    move: Direction
    table: Layout | None
    """The table that covers the board; None for a rule."""
    chance: float
    """The chance of the table's goal under best play, to the nearest step of log-odds."""


class LateGame:
    """A set of tables, tried in turn. Needs the extra `ai`."""

    def __init__(self, layouts: tuple[Layout, ...], folder: Path | None = None) -> None:
        import numpy as np

        from slidedrop.twenty48.engine.bitboard import lines_for
        from slidedrop.twenty48.tables.kernels import Stored, advise, boards_in, grid_of

        grids = [grid_of(layout) for layout in layouts]
        self._files = [TableFile(layout, boards_in(grid), folder) for layout, grid in zip(layouts, grids, strict=True)]
        self.tables = tuple(
            Stored(grid, np.frombuffer(file.codes, np.uint8), level_of(file.layout.least))
            for grid, file in zip(grids, self._files, strict=True)
        )
        """The tables in the form that the kernels use."""
        lines = lines_for()

        def found(word: int) -> tuple[int, ...]:
            return tuple(map(int, advise(np.uint64(word), self.tables, lines)))

        found(0)  # compile now, not in the middle of a game
        self._found = found

    def check_all(self) -> None:
        for file in self._files:
            file.check_all()

    def advice(self, board: Board, base: int = 2) -> Advice | None:
        """Return the best move from a rule or a table; None if neither covers the board."""
        ranks = _lowered(ranks_of(board, base))
        if board.size != SIDE or max(ranks) > _HIGHEST or sum(rank >= _LARGE for rank in ranks) < _FEWEST:
            return None
        move, number, place = self._found(numbers_of(ranks, SIDE)[0])
        if move < 0:
            return None
        if min(number, place) < 0:
            return Advice(DIRECTIONS[move], None, 1.0)
        file = self._files[number]
        file.check(place)
        return Advice(DIRECTIONS[move], file.layout, chance_at(file.codes[place] >> 2))


def _lowered(ranks: list[int]) -> list[int]:
    """Return ranks of at most 15 if there are at most seven different large tiles; these stay large and different."""
    if max(ranks) <= _HIGHEST:
        return ranks
    large = sorted({rank for rank in ranks if rank > _LARGE})
    return [rank if rank <= _LARGE else _LARGE + 1 + large.index(rank) for rank in ranks]


def late_game(rules: Rules) -> LateGame | None:
    """Return the largest set of tables that is built; None if there is none, or for unsupported rules."""
    weights = rules.spawn_weights
    known = rules.size == SIDE and rules.tiles_per_move == 1 and weights[0] == 9 * sum(weights[1:2])
    return _built() if known and not any(weights[2:]) else None


@lru_cache(maxsize=1)
def _built() -> LateGame | None:
    name = built_set()
    try:
        return LateGame(SETS[name]) if name else None
    except ImportError:  # without the extra `ai` only the network plays
        return None
