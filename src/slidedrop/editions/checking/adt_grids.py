"""Finding the grids of Connect-4 in what a program printed.

Your move, row and column:      1  2  3  4      A grid is as many lines as it is wide, each with that many
                             1  .  .  .  .      cells; row and column numbers may stand around it, its first line
                             2  .  R  .  .      may stand behind a prompt, and a cell is a point or the like, or
                             ...                one of R, B, X and O.
"""

import re
from typing import Final, NamedTuple

from slidedrop.core.position import Cell

_EMPTY: Final = frozenset(".-_*+")
_SYMBOLS: Final = frozenset("RBXO")
_TOKEN: Final = re.compile(r"[^\s|]+")


Grid = dict[Cell, str]
"""A grid as it was printed: the symbol on each square that is not empty; rows and columns from 0."""


class Grids(NamedTuple):
    """All grids, and the text after the last."""

    shown: list[Grid]
    tail: str


def read_grids(text: str, side: int) -> Grids:
    """Return the grids of that side in a program's output."""
    lines = [line for line in text.splitlines() if line.strip()]
    grids: list[Grid] = []
    after: list[str] = []
    place = 0
    while place < len(lines):
        rows = [_row(line, side, prompted=number == 0) for number, line in enumerate(lines[place : place + side])]
        if len(rows) == side and all(rows):
            grids.append(_symbols(rows))
            after, place = [], place + side
        else:
            after.append(lines[place])
            place += 1
    return Grids(grids, "\n".join(after))


def _row(line: str, side: int, *, prompted: bool) -> list[str]:
    """Return the cells of a line; none where it is no row, or holds more than a row's number beside it."""
    tokens = _TOKEN.findall(line.upper())
    cells, before = tokens[-side:], tokens[:-side]
    lawful = len(cells) == side and all(cell in _EMPTY | _SYMBOLS for cell in cells)
    alone = not before or (len(before) == 1 and before[0].isdecimal())
    return cells if lawful and (alone or prompted) else []


def _symbols(rows: list[list[str]]) -> Grid:
    cells = ((row, column, cell) for row, cells in enumerate(rows) for column, cell in enumerate(cells))
    return {(row, column): cell for row, column, cell in cells if cell not in _EMPTY}
