"""The board of 2048 as a picture, at rest or while a turn is under way.

A cell is `rows` rows high and `step` columns wide, as large as the room allows:

    rows 5, step 12     a tile of 11 x 9 pixels with a large number       80 x 24 has room for it
    rows 1, step 5      a coloured number                                  20 x 10
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from slidedrop.terminal.full.drawing.canvas import Canvas
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.game import Turn

if TYPE_CHECKING:
    from slidedrop.terminal.full.drawing.palette import Palette

SLIDING: Final = 0.6
"""The part of an animation in which tiles slide; in the rest they merge and appear."""


class Grid(NamedTuple):
    """How large a cell is drawn, and how many there are on a side."""

    size: int
    rows: int
    step: int

    @property
    def margin(self) -> int:
        """The pixels around the board, none where there is no room."""
        return int(self.rows > 1)

    @property
    def width(self) -> int:
        """The columns of the whole board."""
        return self.size * self.step + self.margin

    @property
    def height(self) -> int:
        """The rows of the whole board."""
        return self.size * self.rows + self.margin


def fitting(size: int, width: int, height: int) -> Grid | None:
    """Return the largest grid with room in so many columns and rows, or None."""
    grids = [Grid(size, rows, max(5, step)) for rows in range(1, 16) for step in (2 * rows, 2 * rows + 2)]
    return max((grid for grid in grids if grid.width <= width and grid.height <= height), default=None)


def least(size: int) -> tuple[int, int]:
    """Return the columns and rows that a board takes at least."""
    return Grid(size, 1, 5).width, size


class Tiles:
    """A painter of boards by one palette, on one grid."""

    def __init__(self, palette: Palette, grid: Grid, base: int) -> None:
        self._palette, self._grid, self._base = palette, grid, base
        self._large = False

    def picture(self, board: Board, turn: Turn | None = None, progress: float = 1.0) -> Canvas:
        """Paint a board; with a turn, as it looks when so much of the turn's time has gone by."""
        room = self._grid.step - 3
        self._large = self._palette.colour and self._grid.rows > 4 and _large(str(board.largest)) <= room
        canvas = self._empty()
        if turn is None or progress >= 1:
            self._lay(canvas, board)
        elif progress < SLIDING:
            self._slide(canvas, turn, progress / SLIDING)
        else:
            self._settle(canvas, turn, (progress - SLIDING) / (1 - SLIDING))
        return canvas

    def _empty(self) -> Canvas:
        grid, palette = self._grid, self._palette
        canvas = Canvas(grid.width, grid.height, palette.ground)
        if palette.colour:
            canvas.rounded(0, 0, grid.width, 2 * grid.size * grid.rows + grid.margin, palette.frame)
        for place in range(grid.size * grid.size):
            self._hole(canvas, *divmod(place, grid.size))
        return canvas

    def _hole(self, canvas: Canvas, row: int, column: int) -> None:
        if self._palette.colour:
            self._block(canvas, row, column, self._palette.hole)
        else:
            self._number(canvas, row, column, "·", None)

    def _lay(self, canvas: Canvas, board: Board) -> None:
        for place, value in enumerate(board.tiles):
            if value:
                self._tile(canvas, *divmod(place, board.size), value)

    def _slide(self, canvas: Canvas, turn: Turn, part: float) -> None:
        eased = 1 - (1 - part) ** 2
        for motion in turn.slide.motions:
            row, column = (one + (other - one) * eased for one, other in zip(motion.source, motion.target, strict=True))
            self._tile(canvas, row, column, motion.value)

    def _settle(self, canvas: Canvas, turn: Turn, part: float) -> None:
        self._lay(canvas, turn.slide.board)
        for motion in turn.slide.motions:
            if motion.merged:
                self._tile(canvas, *motion.target, 2 * motion.value, grown=1)
        for (row, column), value in turn.spawns:
            self._tile(canvas, row, column, value, grown=-round((1 - part) * self._grid.rows))

    def _tile(self, canvas: Canvas, row: float, column: float, value: int, *, grown: int = 0) -> None:
        ink, ground = self._palette.tile(value, self._base)
        if ground is not None:
            self._block(canvas, row, column, ground, grown)
        elif self._grid.rows > 2:
            canvas.framed(
                round(column) * self._grid.step, round(row) * self._grid.rows, self._grid.step, self._grid.rows
            )
        if grown >= 0:
            self._number(canvas, row, column, str(value), ink)

    def _block(self, canvas: Canvas, row: float, column: float, colour: str | None, grown: int = 0) -> None:
        grid = self._grid
        side = 2 * grid.rows - grid.margin
        x, y = round(column * grid.step) + grid.margin - grown, round(2 * row * grid.rows) + grid.margin - grown
        canvas.rounded(x, y, grid.step - 1 + 2 * grown, side + 2 * grown, colour)

    def _number(self, canvas: Canvas, row: float, column: float, text: str, ink: str | None) -> None:
        grid, wide = self._grid, self._grid.step - 1
        x, y = round(column * grid.step) + grid.margin, round(2 * row * grid.rows) + grid.margin
        if self._large:
            canvas.write_large(x + (wide - _large(text)) // 2, y + grid.rows - 3, text, ink)
        else:
            short = shortened(text, wide)
            canvas.write(x + (wide - len(short)) // 2, (y + grid.rows - 1) // 2, short, ink, bold=True)


def _large(text: str) -> int:
    """Return the columns that large digits take."""
    return 4 * len(text) - 1


def shortened(text: str, room: int) -> str:
    """Return a number that fits: 131072, 131k, or its beginning."""
    if len(text) <= room:
        return text
    return f"{text[:-3]}k" if len(text) - 2 <= room else f"{text[: room - 1]}…"
