"""The board of 2048 as a picture, at rest or during a turn.

A cell is `rows` rows high and `step` columns wide, as large as the space allows:

    rows 5, step 12     a tile of 11 x 9 pixels with a large number       80 x 24 has room for it
    rows 1, step 5      a coloured number                                  20 x 10
"""

from typing import Final

from slidedrop.terminal.full.drawing.canvas import Canvas, Frame, Painter
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.game import Turn

SLIDING: Final = 0.6
"""The part of an animation in which tiles slide; in the rest they merge and appear."""


def frames(size: int) -> list[Frame]:
    """Return every way to draw a board, the smallest first."""
    return [Frame(rows, max(5, step), size, size) for rows in range(1, 16) for step in (2 * rows, 2 * rows + 2)]


class Tiles(Painter):
    """A painter of boards."""

    def picture(self, board: Board, base: int, turn: Turn | None = None, progress: float = 1.0) -> Canvas:
        room, digits = self._frame.step - 3, len(str(board.largest))
        roomy = self._palette.colour and self._frame.rows > 4
        self._base = base
        self._large, self._narrow = roomy and _large(digits) <= room, roomy and 2 * digits <= room + 1
        canvas = self._sheet()
        for place in range(board.size * board.size):
            self._hole(canvas, *divmod(place, board.size))
        if turn is None or progress >= 1:
            self._lay(canvas, board)
        elif progress < SLIDING:
            self._slide(canvas, turn, progress / SLIDING)
        else:
            self._settle(canvas, turn, (progress - SLIDING) / (1 - SLIDING))
        return canvas

    def _hole(self, canvas: Canvas, row: int, column: int) -> None:
        if self._palette.colour:
            self._block(canvas, row, column, self._palette.hole)
        else:
            self._letter(canvas, (row, column), "·", None)

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
            self._tile(canvas, row, column, value, grown=-round((1 - part) * self._frame.rows))

    def _tile(self, canvas: Canvas, row: float, column: float, value: int, *, grown: int = 0) -> None:
        ink, ground = self._palette.tile(value, self._base)
        rows, step = self._frame.rows, self._frame.step
        if ground is not None:
            self._block(canvas, row, column, ground, grown)
        elif rows > 2:
            canvas.framed(round(column) * step, round(row) * rows, step, rows)
        if grown >= 0:
            self._number(canvas, row, column, str(value), ink)

    def _block(self, canvas: Canvas, row: float, column: float, colour: str | None, grown: int = 0) -> None:
        frame = self._frame
        x, y = frame.place(row, column)
        tall = 2 * frame.rows - frame.margin + 2 * grown
        canvas.rounded(x - grown, y - grown, frame.step - 1 + 2 * grown, tall, colour)

    def _number(self, canvas: Canvas, row: float, column: float, text: str, ink: str | None) -> None:
        wide, (x, y) = self._frame.step - 1, self._frame.place(row, column)
        if self._large:
            canvas.write_large(x + (wide - _large(len(text))) // 2, y + self._frame.rows - 3, text, ink)
        elif self._narrow:
            canvas.write_narrow(x + (wide + 1) // 2 - len(text), (y + self._frame.rows) // 2 - 2, text, ink)
        else:
            self._letter(canvas, (row, column), shortened(text, wide), ink)


def _large(digits: int) -> int:
    """Return the columns of large digits."""
    return 4 * digits - 1


def shortened(text: str, room: int) -> str:
    """Return a number that fits: 131072, 131k, or its first digits."""
    if len(text) <= room:
        return text
    return f"{text[:-3]}k" if len(text) - 2 <= room else f"{text[: room - 1]}…"
