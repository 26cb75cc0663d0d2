"""The board of Connect-4 as a picture: discs by colour and shape, the cursor above, numbers and values below.

     ▼
●  ○  .  .          red discs are full, blue ones are rings, readable without colour
1  2  3  4          • the last disc     ★ a disc of the line that won     x o ! a threat of red, blue, both
W9 =  L4            values of columns: win in 9, draw, loss in 4
"""

from dataclasses import dataclass, field
from typing import Final

from slidedrop.connect4.game import Turn
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.core.position import Cell
from slidedrop.terminal.full.drawing.canvas import SET, Canvas, Frame, Painter

SHAPES: Final = "●○"
_NUMBERS: Final = 3
"""The columns left of a board whose rows are numbered: where discs can be placed anywhere."""


def frames(rules: Rules) -> list[Frame]:
    """Return every way to draw a board, the smallest first."""
    left = 0 if rules.gravity else _NUMBERS
    steps = {rows: 5 if rows == 2 else 2 * rows for rows in range(1, 10)}
    return [Frame(rows, step, rules.columns, rules.rows, left, 1, 2) for rows, step in steps.items()]


@dataclass(slots=True)
class Marks:
    """The marks beside the discs."""

    cursor: Cell | None = None
    threats: dict[Cell, str] = field(default_factory=dict)
    values: dict[int, str] = field(default_factory=dict)
    """By column: "W9", "=", "L4"."""


class Discs(Painter):
    """A painter of positions."""

    def picture(
        self, position: Position, marks: Marks | None = None, turn: Turn | None = None, progress: float = 1.0
    ) -> Canvas:
        canvas = self._sheet()
        falling = turn.cell if turn is not None and progress < 1 else None
        for row, discs in enumerate(position.to_rows()):
            for column, disc in enumerate(discs):
                self._cell(canvas, position, (row, column), None if (row, column) == falling else disc)
        if falling and turn is not None and position.rules.gravity:
            self._disc(canvas, ((falling[0] + 1) * progress**2 - 1, falling[1]), turn.player)
        self._around(canvas, position, marks or Marks())
        return canvas

    def _cell(self, canvas: Canvas, position: Position, cell: Cell, disc: int | None) -> None:
        if disc is None:
            self._hole(canvas, cell)
            return
        self._disc(canvas, cell, disc)
        won = cell in position.winning_cells
        if self._frame.rows > 1 and (won or cell == position.last_cell):
            ink = self._palette.discs[1] if disc else self._palette.hole
            self._letter(canvas, cell, "★" if won else "•", ink)
        elif won:
            self._letter(canvas, cell, "★", self._palette.discs[disc])

    def _hole(self, canvas: Canvas, cell: Cell) -> None:
        if self._frame.rows == 1 or not self._palette.colour:
            self._letter(canvas, cell, "·", self._palette.quiet, bold=False)
        else:
            canvas.disc(*self._frame.place(*cell), *self._size, self._palette.hole)

    @property
    def _size(self) -> tuple[int, int]:
        return self._frame.step - 1, 2 * self._frame.rows - 1

    def _disc(self, canvas: Canvas, place: tuple[float, float], player: int) -> None:
        ink, at = self._palette.discs[player], self._frame.place(*place)
        if self._frame.rows == 1:
            self._letter(canvas, place, SHAPES[player], ink)
        else:
            if player and self._palette.colour:
                canvas.disc(*at, *self._size, self._palette.hole)
            canvas.disc(*at, *self._size, ink or SET, hole=player * (0.35 if self._frame.rows < 4 else 0.42))

    def _around(self, canvas: Canvas, position: Position, marks: Marks) -> None:
        palette, frame = self._palette, self._frame
        under = frame.height - 2
        for column in range(frame.across):
            self._centred(canvas, column, under, str((column + 1) % (100 if frame.rows > 1 else 10)), palette.quiet)
            if value := marks.values.get(column):
                ink = {"W": palette.good, "L": palette.bad}.get(value[0], palette.ink)
                self._centred(canvas, column, under + 1, value if frame.rows > 1 else value[0], ink)
        for row in range(frame.down if frame.left else 0):
            canvas.write(0, frame.place(row + 0.4, 0)[1] // 2, f"{row + 1:>2}", palette.quiet)
        for cell, letter in marks.threats.items():
            if position.disc_at(cell) is None:
                ink = {"x": palette.discs[0], "o": palette.discs[1]}.get(letter, palette.ink)
                self._letter(canvas, cell, letter, ink)
        if marks.cursor is not None:
            self._cursor(canvas, marks.cursor, palette.discs[position.turn])

    def _cursor(self, canvas: Canvas, cell: Cell, ink: str | None) -> None:
        self._centred(canvas, cell[1], 0, "▼", ink)
        if self._frame.left:
            row = self._frame.place(*cell)[1] // 2 + (self._frame.rows - 1) // 2
            canvas.write(self._frame.left - 1, row, "▶", ink, bold=True)
            self._letter(canvas, cell, "+", ink)

    def _centred(self, canvas: Canvas, column: int, row: int, text: str, ink: str | None) -> None:
        x = self._frame.place(0, column)[0] + max(0, (self._frame.step - len(text)) // 2)
        canvas.write(x, row, text, ink, bold=True)
