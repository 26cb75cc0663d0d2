"""The program's name, graphs and bars, each as large as the space allows."""

from collections.abc import Collection, Sequence
from typing import Final

from slidedrop.terminal.full.drawing.canvas import SET, Canvas
from slidedrop.terminal.full.drawing.palette import Palette

_SLIDE: Final = "SLIDE"
_DROP: Final = "DROP"
_STEP: Final = 7
_WIDEST: Final = 4
"""Columns per point of a graph with few points."""


def logo(palette: Palette, width: int, height: int) -> Canvas:
    """Paint the name for the available space: tiles and discs, or letters in a line."""
    if not palette.colour or height < 3 or width < _STEP * len(_SLIDE + _DROP):
        canvas = Canvas(min(width, 9), 1, palette.ground)
        canvas.write(0, 0, "slidedrop", palette.ink, bold=True)
        return canvas
    canvas = Canvas(_STEP * len(_SLIDE + _DROP), 3, palette.ground)
    for place, letter in enumerate(_SLIDE + _DROP):
        x, drops = _STEP * place, place - len(_SLIDE)
        ink, ground = palette.tile(8 << place, 2)
        if drops < 0:
            canvas.rounded(x, 0, _STEP - 1, 6, ground)
        else:
            canvas.disc(x, 0, _STEP - 1, 6, palette.discs[drops % 2])
        canvas.write(x + 2, 1, f"{letter} ", ink if drops < 0 else "#ffffff", bold=True)
    return canvas


def graph(
    palette: Palette,
    room: tuple[int, int],
    heights: Sequence[float | None],
    now: int,
    bad: Collection[int] = (),
    scale: tuple[str, str] = ("", ""),
) -> Canvas | None:
    """Draw values as bars from the middle, or from below if none is negative; now is bright, bad moves are red.

    Long games are drawn closer together; the scale says what the top and the bottom mean.
    """
    width, height = room
    if width < 2 or height < 2 or not heights:
        return None
    head = 2 * bool(scale[0])  # a row for the label of the top
    canvas, tall = Canvas(width, height, palette.ground), 2 * height - 2 - head
    low = min((point for point in heights if point is not None), default=0.0)
    foot = tall // 2 if low < 0 else tall - 1
    each = max(1, min(_WIDEST, width // len(heights)))
    step = max(1.0, (len(heights) - 1) / (width - 1))
    for column in range(min(width, len(heights))):
        first = round(column * step)
        inside = range(first, min(len(heights), max(first + 1, round((column + 1) * step))))
        known = [point for place in inside if (point := heights[place]) is not None]
        colour = palette.bad if any(place - 1 in bad for place in inside) else palette.good
        ink = (palette.ink if now in inside else colour) or SET
        top = foot - round((sum(known) / len(known) if known else 0.0) * foot)
        if known:
            canvas.fill(column * each, head + min(top, foot), each, abs(top - foot) + 1, ink)
    for row, label in zip((0, height - 1), scale, strict=True):
        canvas.write(max(0, width - len(label)), row, label, palette.quiet)
    canvas.write(min(width - 1, each * round(now / step) + (each - 1) // 2), height - 1, "▲", palette.ink, bold=True)
    return canvas


def bar(share: float, wide: int = 10) -> str:
    """Return a text bar for a share from 0 to 1."""
    full, half = divmod(round(2 * wide * min(1.0, max(0.0, share))), 2)
    return ("━" * full + "╸" * half).ljust(wide)
