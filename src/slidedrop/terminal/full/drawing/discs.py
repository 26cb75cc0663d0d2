"""The board of Connect-4 as a picture: discs by colour and shape, the cursor above, numbers and values below.

     ▼
●  ○  .  .          red discs are full, blue ones are rings, so that colour is never needed
1  2  3  4          • the last disc     ★ a disc of the line that won     x o ! a threat of red, blue, both
W9 =  L4            values of columns: win in 9, draw, loss in 4
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from slidedrop.connect4.game import Turn
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.core.outcome import Cell
from slidedrop.terminal.full.drawing.canvas import SET, Canvas

if TYPE_CHECKING:
    from slidedrop.terminal.full.drawing.palette import Palette

SHAPES: Final = "●○"


class Frame(NamedTuple):
    """How large a cell is drawn: rows, and columns to the next one."""

    rules: Rules
    rows: int
    step: int

    @property
    def margin(self) -> int:
        """The pixels around the board, none where there is no room."""
        return int(self.rows > 1)

    @property
    def width(self) -> int:
        """The columns of the whole picture; rows are numbered where discs can be placed anywhere."""
        return self.left + self.rules.columns * self.step + self.margin

    @property
    def left(self) -> int:
        """The columns left of the board, for row numbers."""
        return 0 if self.rules.gravity else 3

    @property
    def height(self) -> int:
        """The rows of the whole picture with the cursor above and the numbers below."""
        return self.under + 2

    @property
    def under(self) -> int:
        """The row of the column numbers; values stand below them."""
        return 1 + self.rules.rows * self.rows

    @property
    def middle(self) -> int:
        """The column of a cell in which a letter stands."""
        return (self.step - 1 - self.margin) // 2


def fitting(rules: Rules, width: int, height: int) -> Frame | None:
    """Return the largest frame with room in so many columns and rows, or None."""
    frames = [Frame(rules, rows, 5 if rows == 2 else 2 * rows) for rows in range(1, 10)]
    return max((frame for frame in frames if frame.width <= width and frame.height <= height), default=None)


def least(rules: Rules) -> tuple[int, int]:
    """Return the columns and rows that a board takes at least."""
    smallest = Frame(rules, 1, 2)
    return smallest.width, smallest.height


@dataclass(slots=True)
class Marks:
    """What is shown beside the discs."""

    cursor: Cell | None = None
    threats: dict[Cell, str] = field(default_factory=dict)
    values: dict[int, str] = field(default_factory=dict)
    """By column: "W9", "=", "L4"."""


class Discs:
    """A painter of positions by one palette, in one frame."""

    def __init__(self, palette: Palette, frame: Frame) -> None:
        self._palette, self._frame = palette, frame

    def picture(
        self, position: Position, marks: Marks | None = None, turn: Turn | None = None, progress: float = 1.0
    ) -> Canvas:
        """Paint a position; with a turn, as its disc is falling."""
        frame, palette = self._frame, self._palette
        canvas = Canvas(frame.width, frame.height, palette.ground)
        if palette.colour:
            tall = 2 * (frame.under - 1 + frame.margin)
            canvas.rounded(frame.left, 2, frame.width - frame.left, tall, palette.frame)
        falling = turn.cell if turn is not None and progress < 1 else None
        for row, discs in enumerate(position.to_rows()):
            for column, disc in enumerate(discs):
                self._cell(canvas, position, (row, column), None if (row, column) == falling else disc)
        if falling and turn is not None:
            self._fall(canvas, falling, turn.player, progress)
        self._around(canvas, position, marks or Marks())
        return canvas

    def _place(self, row: float, column: float) -> tuple[int, int]:
        frame = self._frame
        return frame.left + round(column * frame.step) + frame.margin, 2 + round(2 * row * frame.rows) + frame.margin

    def _cell(self, canvas: Canvas, position: Position, cell: Cell, disc: int | None) -> None:
        x, y = self._place(*cell)
        if disc is None:
            self._hole(canvas, x, y)
            return
        self._disc(canvas, x, y, disc)
        if cell in position.winning_cells or cell == position.last_cell:
            self._letter(canvas, cell, "★" if cell in position.winning_cells else "•", disc)

    def _hole(self, canvas: Canvas, x: int, y: int) -> None:
        if self._frame.rows == 1 or not self._palette.colour:
            canvas.write(x + self._frame.middle, (y + self._frame.rows - 1) // 2, "·", self._palette.quiet)
        else:
            canvas.disc(x, y, self._frame.step - 1, 2 * self._frame.rows - 1, self._palette.hole)

    def _disc(self, canvas: Canvas, x: int, y: int, player: int) -> None:
        wide, tall = self._frame.step - 1, 2 * self._frame.rows - 1
        ink = self._palette.discs[player]
        if tall == 1:
            canvas.write(x, y // 2, SHAPES[player], ink, bold=True)
        else:
            if player and self._palette.colour:
                canvas.disc(x, y, wide, tall, self._palette.hole)
            canvas.disc(x, y, wide, tall, ink or SET, hole=player * (0.35 if self._frame.rows < 4 else 0.42))

    def _letter(self, canvas: Canvas, cell: Cell, letter: str, disc: int | None) -> None:
        """Write into the middle of a cell; on a full disc in the colour of a hole."""
        x, y = self._place(*cell)
        ink = self._palette.hole if disc == 0 else self._palette.discs[1] if disc else self._palette.quiet
        if self._frame.rows > 1:
            canvas.write(x + self._frame.middle, (y + self._frame.rows - 1) // 2, letter, ink, bold=True)
        elif letter == "★" and disc is not None:
            canvas.write(x, y // 2, letter, self._palette.discs[disc], bold=True)

    def _fall(self, canvas: Canvas, cell: Cell, player: int, progress: float) -> None:
        row, column = cell
        if self._frame.rules.gravity:
            self._disc(canvas, *self._place((row + 1) * progress**2 - 1, column), player)

    def _around(self, canvas: Canvas, position: Position, marks: Marks) -> None:
        rules, palette, frame = self._frame.rules, self._palette, self._frame
        under = frame.under
        for column in range(rules.columns):
            x, _ = self._place(0, column)
            self._centred(canvas, x, under, str((column + 1) % (100 if frame.rows > 1 else 10)), palette.quiet)
            if column in marks.values:
                value = marks.values[column]
                ink = {"W": palette.good, "L": palette.bad}.get(value[0], palette.ink)
                self._centred(canvas, x, under + 1, value if frame.rows > 1 else value[0], ink)
        if not rules.gravity:
            for row in range(rules.rows):
                canvas.write(0, self._place(row + 0.4, 0)[1] // 2, f"{row + 1:>2}", palette.quiet)
        for cell, letter in marks.threats.items():
            if position.disc_at(cell) is None:
                self._threat(canvas, cell, letter)
        if marks.cursor is not None:
            self._cursor(canvas, marks.cursor, palette.discs[position.turn])

    def _threat(self, canvas: Canvas, cell: Cell, letter: str) -> None:
        x, y = self._place(*cell)
        ink = {"x": self._palette.discs[0], "o": self._palette.discs[1]}.get(letter, self._palette.ink)
        canvas.write(x + self._frame.middle, (y + self._frame.rows - 1) // 2, letter, ink, bold=True)

    def _cursor(self, canvas: Canvas, cell: Cell, ink: str | None) -> None:
        x, y = self._place(*cell)
        self._centred(canvas, x, 0, "▼", ink)
        if not self._frame.rules.gravity:
            canvas.write(self._frame.left - 1, y // 2 + (self._frame.rows - 1) // 2, "▶", ink, bold=True)
            canvas.write(x + self._frame.middle, (y + self._frame.rows - 1) // 2, "+", ink, bold=True)

    def _centred(self, canvas: Canvas, x: int, row: int, text: str, ink: str | None) -> None:
        canvas.write(x + max(0, (self._frame.step - len(text)) // 2), row, text, ink, bold=True)
