"""The board of 2048: size x size cells, 0 for an empty one; it never changes, a slide makes a new one.

cell (0, 0) is top left                 tiles are kept flat, read like a page:

    2  .  .  4                          index = row * size + column
    .  .  8  .
    .  .  .  .                          A slide in any direction is the same slide of one
    2  .  .  .                          line towards its start: only the order in which
                                        a line's cells are read differs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from operator import index, itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from slidedrop.core.errors import NotationError
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.line import LineSlide, slide_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from slidedrop.core.outcome import Cell

Tiles = tuple[int, ...]
LARGEST_TILE: Final = 10**2000
"""Beyond what play can make on a board of 64x64; Python would not print numbers much longer."""


@dataclass(frozen=True, slots=True)
class Board:
    """Tiles in a square; use `from_rows` or `from_tiles` for numbers that come from outside."""

    size: int
    tiles: Tiles

    @classmethod
    def empty(cls, size: int) -> Board:
        """Return the board before the first tile."""
        return cls(_size(size), (0,) * (size * size))

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[int]]) -> Board:
        """Return the board written as rows, in any nested sequence, or say what is wrong with it."""
        table = [[_checked(tile) for tile in row] for row in rows]
        for number, row in enumerate(table, 1):
            if len(row) != len(table):
                message = f"row {number} has {len(row)} tiles; a board of {len(table)} rows has {len(table)} in each"
                raise NotationError(message)
        return cls(_size(len(table)), tuple(chain.from_iterable(table)))

    @classmethod
    def from_tiles(cls, tiles: Iterable[int]) -> Board:
        """Return the board written as one list, read like a page."""
        flat = tuple(_checked(tile) for tile in tiles)
        size = round(len(flat) ** 0.5)
        if size * size != len(flat):
            message = f"a board has a square number of tiles (4, 9, 16, ...), not {len(flat)}"
            raise NotationError(message)
        return cls(_size(size), flat)

    @property
    def rows(self) -> tuple[Tiles, ...]:
        """The tiles row by row, from the top."""
        return tuple(self.tiles[start : start + self.size] for start in range(0, len(self.tiles), self.size))

    @property
    def largest(self) -> int:
        """The largest tile, 0 on an empty board."""
        return max(self.tiles)

    def tile(self, cell: Cell) -> int:
        """Return the tile in a cell (row, column), 0 where there is none."""
        row, column = cell
        return self.tiles[row * self.size + column]

    def empty_cells(self) -> list[Cell]:
        """Return the empty cells in reading order."""
        return [divmod(place, self.size) for place, tile in enumerate(self.tiles) if tile == 0]

    def with_tile(self, cell: Cell, value: int) -> Board:
        """Return the board with that tile in that cell."""
        place = cell[0] * self.size + cell[1]
        return Board(self.size, (*self.tiles[:place], value, *self.tiles[place + 1 :]))

    def slide(self, direction: Direction) -> Slide:
        """Slide every tile that way and say what happened; nothing is spawned."""
        lines = [slide_line(line) for line in self._lines(direction)]
        slid = tuple(chain.from_iterable([line.line for line in lines]))
        board = Board(self.size, _reading(self.size, direction).from_lines(slid))
        return Slide(direction, self, board, sum([line.points for line in lines]), tuple(lines))

    def can_slide(self, direction: Direction) -> bool:
        """Tell whether some tile can move or merge that way."""
        return any(slide_line(line).line != line for line in self._lines(direction))

    def legal_directions(self) -> list[Direction]:
        """Return the directions in which something moves, in the order up, down, left, right."""
        return [direction for direction in Direction if self.can_slide(direction)]

    @property
    def is_stuck(self) -> bool:
        """Whether the game is over here: no free cell, and no equal neighbours."""
        tiles = self.tiles
        return 0 not in tiles and not any(tiles[one] == tiles[other] for one, other in _neighbours(self.size))

    def _lines(self, direction: Direction) -> list[Tiles]:
        return [line(self.tiles) for line in _reading(self.size, direction).lines]

    def __str__(self) -> str:
        from slidedrop.twenty48.display import plain

        return plain(self)

    def __rich__(self) -> str:
        from slidedrop.twenty48.display import rich_markup

        return rich_markup(self)

    def _repr_html_(self) -> str:
        from slidedrop.twenty48.display import html

        return html(self)


class Motion(NamedTuple):
    """What one tile did in a slide: where it came from and went, and whether it became part of a larger tile."""

    value: int
    source: Cell
    target: Cell
    merged: bool


@dataclass(frozen=True)
class Slide:
    """What happened when the tiles slid."""

    direction: Direction
    before: Board
    board: Board
    gained: int
    lines: tuple[LineSlide, ...]

    @property
    def moved(self) -> bool:
        """Whether anything changed at all."""
        return self.board.tiles != self.before.tiles

    @property
    def made(self) -> tuple[int, ...]:
        """The values of the tiles that merging made."""
        return tuple(chain.from_iterable(line.made for line in self.lines))

    @cached_property
    def motions(self) -> tuple[Motion, ...]:
        """What every tile did, also the ones that stayed."""
        size, motions = self.before.size, []
        for places, line in zip(_reading(size, self.direction).places, self.lines, strict=True):
            for step in line.steps:
                source, target = places[step.source], places[step.target]
                value = self.before.tiles[source]
                motions.append(Motion(value, divmod(source, size), divmod(target, size), step.merged))
        return tuple(motions)


class _Reading(NamedTuple):
    """How the board is read line by line from the wall that a direction slides to."""

    places: tuple[tuple[int, ...], ...]
    lines: tuple[Callable[[Tiles], Tiles], ...]
    from_lines: Callable[[Tiles], Tiles]


@lru_cache(maxsize=512)
def _reading(size: int, direction: Direction) -> _Reading:
    places = tuple(_line_places(size, direction, number) for number in range(size))
    order = list(chain.from_iterable(places))
    back = sorted(range(size * size), key=order.__getitem__)
    return _Reading(places, tuple(itemgetter(*line) for line in places), itemgetter(*back))


def _line_places(size: int, direction: Direction, number: int) -> tuple[int, ...]:
    """Return the places of one row or column, the wall's first."""
    along_row = direction in {Direction.LEFT, Direction.RIGHT}
    places = [number * size + step if along_row else step * size + number for step in range(size)]
    return tuple(places if direction in {Direction.LEFT, Direction.UP} else places[::-1])


@lru_cache(maxsize=128)
def _neighbours(size: int) -> tuple[tuple[int, int], ...]:
    """Return each pair of places that touch."""
    across = [(place, place + 1) for place in range(size * size) if (place + 1) % size]
    down = [(place, place + size) for place in range(size * size - size)]
    return (*across, *down)


def _size(size: int) -> int:
    if size < 2:
        message = f"a board has a size of 2 or more, not {size}"
        raise NotationError(message)
    return size


def _checked(tile: int) -> int:
    """Return a tile of any integer type (an array's too); true and false are no numbers here."""
    try:
        value = -1 if isinstance(tile, bool) else index(tile)
    except TypeError:
        value = -1
    if not 0 <= value <= LARGEST_TILE:
        message = f"a tile is a whole number, 0 for an empty cell, not {tile!r:.60}"
        raise NotationError(message)
    return value
