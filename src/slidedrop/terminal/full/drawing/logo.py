"""The name as tiles that slide and discs that drop."""

from typing import Final

from slidedrop.terminal.full.drawing.canvas import Canvas
from slidedrop.terminal.full.drawing.palette import Palette

_SLIDE: Final = "SLIDE"
_DROP: Final = "DROP"
_STEP: Final = 7


def logo(palette: Palette, width: int, height: int) -> Canvas:
    """Paint the name for the room there is: tiles and discs, or letters in a line."""
    if not palette.colour or height < 3 or width < _STEP * len(_SLIDE + _DROP):
        canvas = Canvas(min(width, 9), 1, palette.ground)
        canvas.write(0, 0, "slidedrop", palette.ink, bold=True)
        return canvas
    canvas = Canvas(_STEP * len(_SLIDE + _DROP), 3, palette.ground)
    for place, letter in enumerate(_SLIDE + _DROP):
        _letter(canvas, palette, place, letter)
    return canvas


def _letter(canvas: Canvas, palette: Palette, place: int, letter: str) -> None:
    x = _STEP * place
    drops = place - len(_SLIDE)
    if drops < 0:
        ink, ground = palette.tile(8 << place, 2)
        canvas.rounded(x, 0, _STEP - 1, 6, ground)
    else:
        ink = "#ffffff"
        canvas.disc(x, 0, _STEP - 1, 6, palette.discs[drops % 2])
    canvas.write(x + 2, 1, f"{letter} ", ink, bold=True)
