"""2048 the naive way: every tile walks one cell at a time until nothing moves.

2 . 2 2   ->   2 2 2 .   ->   4 . 2 .   ->   4 2 . .        the tile next to the wall takes its step first

It uses a grid of lists, single steps and a set of cells in which tiles have merged. It is slow and easy to verify, and
shares no code with the engine under test. A grid may be any rectangle, so a single line is a grid too.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

Grid = list[list[int]]
Cell = tuple[int, int]
STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""The step in (row, column) of a tile for each direction."""


class NaiveSlide(NamedTuple):
    """A grid after a slide, and the points for it."""

    grid: Grid
    points: int


def naive_slide(grid: Grid, way: str) -> NaiveSlide:
    """Move the tiles step by step, the ones next to the wall first, until no tile can move further."""
    grid = [list(row) for row in grid]
    merged: set[Cell] = set()
    points, walked = 0, True
    while walked:
        walked = False
        for cell, there in _steps(len(grid), len(grid[0]), way):
            gained = _take_one_step(grid, cell, there, merged)
            points += gained or 0
            walked = walked or gained is not None
    return NaiveSlide(grid, points)


def naive_can_slide(grid: Grid, way: str) -> bool:
    """Return whether some tile has an empty cell or an equal tile next to it in that direction."""
    steps = _steps(len(grid), len(grid[0]), way)
    return any(
        grid[row][column] and grid[down][right] in {0, grid[row][column]} for (row, column), (down, right) in steps
    )


def naive_spawn_cell(grid: Grid, location: int) -> Cell:
    """Return the empty cell with that number, in reading order."""
    for row, tiles in enumerate(grid):
        for column, tile in enumerate(tiles):
            if tile == 0:
                if location == 0:
                    return row, column
                location -= 1
    message = "there are not so many empty cells"
    raise AssertionError(message)


@lru_cache
def _steps(rows: int, columns: int, way: str) -> list[tuple[Cell, Cell]]:
    """Return each cell with its neighbour towards the wall, starting at the wall."""
    down, right = STEPS[way]
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    outwards = sorted(cells, key=lambda cell: -(cell[0] * down + cell[1] * right))
    steps = [((row, column), (row + down, column + right)) for row, column in outwards]
    return [(cell, there) for cell, there in steps if there in cells]


def _take_one_step(grid: Grid, cell: Cell, there: Cell, merged: set[Cell]) -> int | None:
    """Move or merge the tile of a cell by one step; return its points, or None if it stays."""
    tile, ahead = grid[cell[0]][cell[1]], grid[there[0]][there[1]]
    if tile == 0 or (ahead != 0 and (ahead != tile or cell in merged or there in merged)):
        return None
    grid[cell[0]][cell[1]] = 0
    grid[there[0]][there[1]] = tile + ahead
    if ahead == 0:
        return 0
    merged.add(there)
    return tile + ahead
