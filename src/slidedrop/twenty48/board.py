"""The board of 2048: size x size cells, 0 for an empty one; it is immutable, and a slide gives a new one.

cell (0, 0) is top left                 tiles are stored flat, in reading order:

    2  .  .  4                          index = row * size + column
    .  .  8  .
    .  .  .  .                          A slide in any direction is the same slide of one
    2  .  .  .                          line towards its start: only the order in which
                                        a line's cells are read differs.

    2 . 2 4   ->   4 4 . .      the 2s meet and make a 4; that new 4 does not merge again in the same move
    2 2 2 .   ->   4 2 . .      the pair nearest the wall merges
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from operator import itemgetter
from typing import Final, NamedTuple

from slidedrop.core.arguments import require_count, require_int
from slidedrop.core.errors import NotationError
from slidedrop.core.position import Cell
from slidedrop.twenty48.direction import Direction, Way

Tiles = tuple[int, ...]
_TEXT: Final = re.compile(r"[0-9]{1,2001}(?:[,/][0-9]{1,2001})*")
_LARGEST_SIZE: Final = 10_000
"""The limit in memory; games and files have smaller limits."""
_REMEMBERED: Final = 8
"""The longest lines that are cached: longer ones hardly ever repeat, and 16,384 of them would take 100 MB."""
LARGEST_TILE: Final = 10**2000
"""Beyond what play can make on a board of 64x64; Python would not print numbers much longer."""


class Step(NamedTuple):
    """The motion of one tile of a line; positions count from the wall."""

    source: int
    target: int
    merged: bool


class LineSlide(NamedTuple):
    """The result of sliding a line."""

    line: Tiles
    points: int
    made: tuple[int, ...]
    """The values of the merged tiles, from the wall outwards."""
    steps: tuple[Step, ...]
    """One step for every tile, also for one that stays."""


@lru_cache(maxsize=1 << 14)
def slide_line(line: Tiles) -> LineSlide:
    """Slide every tile towards position 0; equal tiles that meet merge, each at most once."""
    slid: list[int] = []
    made: list[int] = []
    steps: list[Step] = []
    open_to_merge = False
    for source, tile in enumerate(line):
        if tile == 0:
            continue
        if open_to_merge and slid[-1] == tile:
            slid[-1] = 2 * tile
            made.append(2 * tile)
            steps[-1] = steps[-1]._replace(merged=True)
            open_to_merge = False
        else:
            slid.append(tile)
            open_to_merge = True
        steps.append(Step(source, len(slid) - 1, merged=not open_to_merge))
    slid.extend([0] * (len(line) - len(slid)))
    return LineSlide(tuple(slid), sum(made), tuple(made), tuple(steps))


def _line_slide(size: int) -> Callable[[Tiles], LineSlide]:
    return slide_line if size <= _REMEMBERED else slide_line.__wrapped__


@dataclass(frozen=True, slots=True)
class Board:
    """Tiles in a square; `from_rows` and `from_tiles` take them in any sequence.

    >>> board = Board.from_rows([[2, 2], [0, 4]])
    >>> board.slide("left").gained, board.legal_moves()[-1]
    (4, <Direction.RIGHT: 'right'>)
    """

    size: int
    tiles: Tiles

    def __post_init__(self) -> None:
        _size(self.size)
        if not isinstance(self.tiles, tuple) or len(self.tiles) != self.size * self.size:
            raise NotationError(f"a board of size {self.size} has {self.size**2} tiles, not {self.tiles!r:.60}")
        for tile in self.tiles:
            _checked(tile)

    @classmethod
    def empty(cls, size: int) -> Board:
        """Return the board before the first tile."""
        size = _size(size)
        return _made(size, (0,) * (size * size))

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[int]]) -> Board:
        """Return the board with these rows, a nested sequence, or raise an error."""
        try:
            table = [[_checked(tile) for tile in row] for row in rows]
        except TypeError as error:
            raise NotationError(f"a board is written as rows of tiles, not as {rows!r:.60}") from error
        for number, row in enumerate(table, 1):
            if len(row) != len(table):
                message = f"row {number} has {len(row)} tiles; a board of {len(table)} rows has {len(table)} in each"
                raise NotationError(message)
        return _made(_size(len(table)), tuple(chain.from_iterable(table)))

    @classmethod
    def from_tiles(cls, tiles: Iterable[int]) -> Board:
        """Return the board with these tiles, in reading order."""
        try:
            flat = tuple([_checked(tile) for tile in (() if isinstance(tiles, bytes) else tiles)])
        except TypeError as error:
            raise NotationError(f"a board is written as a list of tiles, not as {tiles!r:.60}") from error
        size = round(len(flat) ** 0.5)
        if size * size != len(flat):
            raise NotationError(f"a board has a square number of tiles (4, 9, 16, ...), not {len(flat)}")
        return _made(_size(size), flat)

    @property
    def rows(self) -> tuple[Tiles, ...]:
        """The tiles row by row, from the top."""
        return tuple(self.tiles[start : start + self.size] for start in range(0, len(self.tiles), self.size))

    @property
    def largest(self) -> int:
        """The largest tile, 0 on an empty board."""
        return max(self.tiles)

    def tile(self, cell: Cell) -> int:
        """Return the tile in a cell (row, column), 0 if it is empty."""
        return self.tiles[self._place(cell)]

    def empty_cells(self) -> list[Cell]:
        """Return the empty cells in reading order."""
        return [divmod(place, self.size) for place, tile in enumerate(self.tiles) if tile == 0]

    def with_tile(self, cell: Cell, value: int) -> Board:
        """Return the board with that tile in that cell."""
        place = self._place(cell)
        return _made(self.size, (*self.tiles[:place], _checked(value), *self.tiles[place + 1 :]))

    def with_tiles(self, tiles: Iterable[tuple[Cell, int]]) -> Board:
        """Return the board with those tiles in those cells, in one pass."""
        now = list(self.tiles)
        try:
            pairs = [(cell, value) for cell, value in tiles]
        except (TypeError, ValueError) as error:
            raise NotationError(f"tiles are pairs of a cell and a tile, not {tiles!r:.60}") from error
        for cell, value in pairs:
            now[self._place(cell)] = _checked(value)
        return _made(self.size, tuple(now))

    def _place(self, cell: Cell) -> int:
        try:
            row, column = cell
            inside = 0 <= row < self.size and 0 <= column < self.size
        except (TypeError, ValueError):
            inside = False
        if not inside:
            raise NotationError(f"a cell is a row and a column from 0 to {self.size - 1}, not {cell!r:.40}")
        return require_int(row, "a row") * self.size + require_int(column, "a column")

    def slide(self, direction: Way) -> Slide:
        """Return the result of sliding every tile that way, without a new tile."""
        way = direction if type(direction) is Direction else Direction.of(direction)
        lines = _slid_lines(self, way)
        slid = tuple(chain.from_iterable([line.line for line in lines]))
        board = _made(self.size, _reading(self.size, way).from_lines(slid))
        made = tuple(chain.from_iterable([line.made for line in lines]))
        return Slide(way, self, board, sum([line.points for line in lines]), made)

    def legal_moves(self) -> list[Direction]:
        """Return the directions in which something moves, in the order up, down, left, right."""
        slide, tiles = _line_slide(self.size), self.tiles
        lines = {way: [line(tiles) for line in _reading(self.size, way).lines] for way in Direction}
        return [way for way in Direction if any(slide(line).line != line for line in lines[way])]

    @property
    def is_over(self) -> bool:
        """Whether the game is over: no free cell and no equal neighbours."""
        tiles = self.tiles
        return 0 not in tiles and not any(tiles[one] == tiles[other] for one, other in _neighbours(self.size))

    def __str__(self) -> str:
        from slidedrop.twenty48.display import plain

        return plain(self)

    def __rich__(self) -> str:
        from slidedrop.twenty48.display import rich_markup

        return rich_markup(self)

    def _repr_svg_(self, base: int = 2) -> str:
        from slidedrop.core.picture import svg
        from slidedrop.twenty48.display import picture

        return svg(picture(self, base), self.to_text())

    def to_text(self) -> str:
        """Return the rows in one line, such as "0,2/4,0"."""
        return "/".join(",".join(map(str, row)) for row in self.rows)

    @classmethod
    def from_text(cls, text: str) -> Board:
        """Return the board that `to_text` wrote, or raise an error."""
        if not isinstance(text, str) or not _TEXT.fullmatch(text):
            raise NotationError(f"a board as text is rows of tiles such as 0,2/4,0, not {text!r:.60}")
        return cls.from_rows([[int(tile) for tile in row.split(",")] for row in text.split("/")])


_blank: Final = object.__new__
_fill: Final = object.__setattr__


def _slid_lines(board: Board, direction: Direction) -> list[LineSlide]:
    """Return the result of each line when the tiles slide that way."""
    slide = _line_slide(board.size)
    return [slide(line(board.tiles)) for line in _reading(board.size, direction).lines]


def _made(size: int, tiles: Tiles) -> Board:
    """Return a board of valid tiles, without checking them again."""
    board = _blank(Board)
    _fill(board, "size", size)
    _fill(board, "tiles", tiles)
    return board


class Motion(NamedTuple):
    """The motion of one tile: its start and end cells, and whether it merged."""

    value: int
    source: Cell
    target: Cell
    merged: bool


@dataclass(frozen=True)
class Slide:
    """The result of a slide."""

    direction: Direction
    before: Board
    board: Board
    gained: int
    made: tuple[int, ...]
    """The values of the tiles that merging made."""

    @property
    def moved(self) -> bool:
        """Whether anything changed."""
        return self.board.tiles != self.before.tiles

    @cached_property
    def motions(self) -> tuple[Motion, ...]:
        """The motions of all tiles, including those that stayed."""
        size, lines, motions = self.before.size, _slid_lines(self.before, self.direction), []
        for places, line in zip(_reading(size, self.direction).places, lines, strict=True):
            for step in line.steps:
                source, target = places[step.source], places[step.target]
                value = self.before.tiles[source]
                motions.append(Motion(value, divmod(source, size), divmod(target, size), step.merged))
        return tuple(motions)

    def __repr__(self) -> str:
        return f"<Slide {self.direction}: {f'{self.gained} points' if self.moved else 'nothing moves'}>"

    def _repr_svg_(self) -> str:
        return self.board._repr_svg_()


class _Reading(NamedTuple):
    """The order of cells in each line, from the wall that a direction slides to."""

    places: tuple[tuple[int, ...], ...]
    lines: tuple[Callable[[Tiles], Tiles], ...]
    from_lines: Callable[[Tiles], Tiles]


@lru_cache(maxsize=512)
def _reading(size: int, direction: Direction) -> _Reading:
    rows = [tuple(range(start, start + size)) for start in range(0, size * size, size)]
    lines = rows if direction in {Direction.LEFT, Direction.RIGHT} else zip(*rows, strict=True)
    way = 1 if direction in {Direction.LEFT, Direction.UP} else -1  # the cell at the wall comes first
    places = tuple(line[::way] for line in lines)
    order = list(chain.from_iterable(places))
    back = sorted(range(size * size), key=order.__getitem__)
    return _Reading(places, tuple(itemgetter(*line) for line in places), itemgetter(*back))


@lru_cache(maxsize=128)
def _neighbours(size: int) -> tuple[tuple[int, int], ...]:
    across = [(place, place + 1) for place in range(size * size) if (place + 1) % size]
    down = [(place, place + size) for place in range(size * size - size)]
    return (*across, *down)


def _size(size: int) -> int:
    return require_count(size, "the size of a board", 2, _LARGEST_SIZE)


def _checked(tile: int) -> int:
    value = require_int(tile, "a tile, 0 for an empty cell,")
    if not 0 <= value <= LARGEST_TILE:
        raise NotationError(f"a tile is a whole number, 0 for an empty cell, not {tile!r:.60}")
    return value
