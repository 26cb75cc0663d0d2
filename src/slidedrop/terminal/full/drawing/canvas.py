"""A sheet of half-block pixels and letters, for boards, pictures and graphs.

Every character cell holds two pixels, one above the other, so a pixel is about square:

    ▀  upper and lower pixel differ        A letter covers both and takes its background from the upper one.

Without colour a pixel is set or not, and is drawn in the terminal's own colour.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from slidedrop.terminal.full.drawing.palette import Palette

SET: Final = "set"
"""The one colour of a sheet without colours."""
_FONT: Final = (  # noqa: SIM905 - ten digits are easier to compare in two lines
    "111101101101111 010110010010111 111001111100111 111001111001111 101101111001001 "
    "111100111001111 111100111101111 111001001010010 111101111101111 111101111001111"
).split()
"""The digits from 0 to 9, of 3 x 5 pixels, read like a page."""
_QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By the sum of 1 (upper left), 2 (upper right), 4 (lower left) and 8 (lower right)."""
_FRAME: Final = ("╭─╮", "│ │", "╰─╯")


@lru_cache(maxsize=4096)
def _style(ink: str | None, ground: str | None, bold: bool) -> Style:  # noqa: FBT001 - cached by its values
    return Style(color=ink, bgcolor=ground, bold=bold or None)


class Canvas:
    """A sheet of columns and rows; coordinates are pixels, except that letters have rows."""

    def __init__(self, width: int, height: int, ground: str | None) -> None:
        self.width, self.height, self.ground = width, height, ground
        self.pixels: list[list[str | None]] = [[ground] * width for _ in range(2 * height)]
        self.letters: list[dict[int, tuple[str, str | None, bool]]] = [{} for _ in range(height)]

    def fill(self, x: int, y: int, width: int, height: int, colour: str | None) -> None:
        """Paint a rectangle, clipped to the sheet."""
        left, right = max(0, x), min(self.width, x + width)
        if right > left:
            for row in self.pixels[max(0, y) : max(0, y + height)]:
                row[left:right] = [colour] * (right - left)

    def rounded(self, x: int, y: int, width: int, height: int, colour: str | None) -> None:
        """Paint a rectangle without its four corner pixels."""
        cut = int(width > 7 and height > 7)
        self.fill(x + cut, y, width - 2 * cut, height, colour)
        self.fill(x, y + cut, width, height - 2 * cut, colour)

    def disc(self, x: int, y: int, width: int, height: int, colour: str | None, *, hole: float = 0.0) -> None:
        """Paint an ellipse; a hole is the share of its radius left out in the middle."""
        for row in range(height):
            down = (2 * row + 1 - height) / height
            for column in range(width):
                across = (2 * column + 1 - width) / width
                if hole**2 <= across**2 + down**2 <= 1:
                    self.fill(x + column, y + row, 1, 1, colour)

    def write(self, x: int, row: int, text: str, ink: str | None, *, bold: bool = False) -> None:
        """Write letters, clipped to the sheet."""
        if 0 <= row < self.height:
            for place, letter in enumerate(text, x):
                if 0 <= place < self.width:
                    self.letters[row][place] = (letter, ink, bold)

    def write_large(self, x: int, y: int, digits: str, ink: str | None) -> None:
        """Write digits of 3 x 5 pixels, one pixel apart."""
        for number, digit in enumerate(digits):
            for place, pixel in enumerate(_FONT[int(digit)]):
                if pixel == "1":
                    self.fill(x + 4 * number + place % 3, y + place // 3, 1, 1, ink)

    def write_narrow(self, x: int, row: int, digits: str, ink: str | None) -> None:
        """Write the same digits half as wide, as letters of quarter blocks: two columns and three rows each."""
        lines = ["".join(f"{_FONT[int(one)][3 * line : 3 * line + 3]}0" for one in digits) for line in range(5)]
        lines.insert(0, "0" * len(lines[0]))
        for place in range(0, len(lines[0]), 2):
            for line in range(0, 6, 2):
                pixels = lines[line][place : place + 2] + lines[line + 1][place : place + 2]
                letter = _QUARTERS[int(pixels[::-1], 2)]
                self.write(x + place // 2, row + line // 2, letter, ink)

    def framed(self, x: int, row: int, width: int, height: int) -> None:
        """Draw a frame of letters: a tile without colours."""
        for line in range(height):
            left, middle, right = _FRAME[0 if line == 0 else 2 if line == height - 1 else 1]
            self.write(x, row + line, left + middle * (width - 2) + right, None)

    def strips(self) -> list[Strip]:
        return [self._strip(row) for row in range(self.height)]

    def _strip(self, row: int) -> Strip:
        letters = map(self.letters[row].get, range(self.width))
        cells = zip(self.pixels[2 * row], self.pixels[2 * row + 1], letters, strict=True)
        looks = ((self._cell(*cell), sum(1 for _ in run)) for cell, run in groupby(cells))
        return Strip([Segment(letter * count, look) for (letter, look), count in looks], self.width)

    def _cell(
        self, upper: str | None, lower: str | None, letter: tuple[str, str | None, bool] | None
    ) -> tuple[str, Style]:
        if self.ground is None:
            block = " ▄▀█"[2 * (upper is not None) + (lower is not None)]
            return (letter[0], _style(None, None, letter[2])) if letter else (block, _style(None, None, False))  # noqa: FBT003 - see _style
        if letter is not None:
            return letter[0], _style(letter[1], upper, letter[2])
        if upper == lower:
            return " ", _style(None, upper, False)  # noqa: FBT003 - see _style
        return "▀", _style(upper, lower, False)  # noqa: FBT003 - see _style


class Frame(NamedTuple):
    """The rows of a cell, the columns to the next one, the number of cells, and the margins around them.

    ◄─ left ─►◄ step ►                 above: rows for a cursor
              ▀▀▀▀▀▀▀ ▲                 rows: of a cell; a row is two pixels
              ▀▀▀▀▀▀▀ ▼ rows            below: rows for numbers
    """

    rows: int
    step: int
    across: int
    down: int
    left: int = 0
    above: int = 0
    below: int = 0

    @property
    def margin(self) -> int:
        """The pixels around the board, 0 if there is no space."""
        return int(self.rows > 1)

    @property
    def width(self) -> int:
        return self.left + self.across * self.step + self.margin

    @property
    def height(self) -> int:
        return self.above + self.down * self.rows + max(self.below, self.margin)

    def place(self, row: float, column: float) -> tuple[int, int]:
        """Return the first pixel of a cell, or of the gap beside it."""
        x, y = round(column * self.step), round(2 * row * self.rows)
        return self.left + x + self.margin, 2 * self.above + y + self.margin

    def cell(self, x: int, y: int) -> tuple[int, int]:
        """Return the row and column of the cell at a character of the picture."""
        return (y - self.above) // self.rows, (x - self.left) // self.step


def largest(frames: Iterable[Frame], width: int, height: int) -> Frame | None:
    """Return the largest frame that fits, or None."""
    return max((frame for frame in frames if frame.width <= width and frame.height <= height), default=None)


class Painter:
    """Paints boards with one palette in one frame."""

    def __init__(self, palette: Palette, frame: Frame) -> None:
        self._palette, self._frame = palette, frame

    def _sheet(self) -> Canvas:
        """Return a sheet with the board's background."""
        frame, palette = self._frame, self._palette
        canvas = Canvas(frame.width, frame.height, palette.ground)
        if palette.colour:
            tall = 2 * frame.down * frame.rows + max(1, frame.below) * frame.margin
            canvas.rounded(frame.left, 2 * frame.above, frame.width - frame.left, tall, palette.frame)
        return canvas

    def _letter(
        self, canvas: Canvas, place: tuple[float, float], text: str, ink: str | None, *, bold: bool = True
    ) -> None:
        """Write into the centre of a cell."""
        x, y = self._frame.place(*place)
        canvas.write(x + (self._frame.step - 1 - len(text)) // 2, (y + self._frame.rows - 1) // 2, text, ink, bold=bold)
