"""How large the cells of a board are drawn, for both games, and what every painter of boards does.

◄─ left ─►◄ step ►                 above: rows for a cursor
          ▀▀▀▀▀▀▀ ▲                 rows: of a cell; a row is two pixels
          ▀▀▀▀▀▀▀ ▼ rows            below: rows for numbers
"""

from collections.abc import Iterable
from typing import NamedTuple

from slidedrop.terminal.full.drawing.canvas import Canvas
from slidedrop.terminal.full.drawing.palette import Palette


class Frame(NamedTuple):
    """The rows of a cell and the columns to the next one, how many cells there are, and the room around them."""

    rows: int
    step: int
    across: int
    down: int
    left: int = 0
    above: int = 0
    below: int = 0

    @property
    def margin(self) -> int:
        """The pixels around the board, none where there is no room."""
        return int(self.rows > 1)

    @property
    def width(self) -> int:
        """The columns of the whole picture."""
        return self.left + self.across * self.step + self.margin

    @property
    def height(self) -> int:
        """The rows of the whole picture."""
        return self.above + self.down * self.rows + max(self.below, self.margin)

    def place(self, row: float, column: float) -> tuple[int, int]:
        """Return the first pixel of a cell, or of what lies between cells."""
        x, y = round(column * self.step), round(2 * row * self.rows)
        return self.left + x + self.margin, 2 * self.above + y + self.margin

    def cell(self, x: int, y: int) -> tuple[int, int]:
        """Return the row and column of the cell at a character of the picture."""
        return (y - self.above) // self.rows, (x - self.left) // self.step


def largest(frames: Iterable[Frame], width: int, height: int) -> Frame | None:
    """Return the largest frame with room in so many columns and rows, or None."""
    return max((frame for frame in frames if frame.width <= width and frame.height <= height), default=None)


class Painter:
    """What paints boards by one palette, in one frame."""

    def __init__(self, palette: Palette, frame: Frame) -> None:
        self._palette, self._frame = palette, frame

    def _sheet(self) -> Canvas:
        """Return a sheet with the ground of the board on it."""
        frame, palette = self._frame, self._palette
        canvas = Canvas(frame.width, frame.height, palette.ground)
        if palette.colour:
            tall = 2 * frame.down * frame.rows + max(1, frame.below) * frame.margin
            canvas.rounded(frame.left, 2 * frame.above, frame.width - frame.left, tall, palette.frame)
        return canvas

    def _letter(
        self, canvas: Canvas, place: tuple[float, float], text: str, ink: str | None, *, bold: bool = True
    ) -> None:
        """Write into the middle of a cell."""
        x, y = self._frame.place(*place)
        canvas.write(x + (self._frame.step - 1 - len(text)) // 2, (y + self._frame.rows - 1) // 2, text, ink, bold=bold)
