"""A graph of points from -1 to 1 or from 0 to 1, up to four columns for each; long games are drawn closer together."""

from collections.abc import Collection, Sequence
from typing import Final

from slidedrop.terminal.full.drawing.canvas import SET, Canvas
from slidedrop.terminal.full.drawing.palette import Palette

_WIDEST: Final = 4
"""Columns that a point takes where there are few."""


def graph(
    palette: Palette, room: tuple[int, int], heights: Sequence[float | None], now: int, bad: Collection[int] = ()
) -> Canvas | None:
    """Draw the points as bars from the middle, or from below where none is negative; now is bright, bad moves red."""
    width, height = room
    if width < 2 or height < 2 or not heights:
        return None
    canvas, tall = Canvas(width, height, palette.ground), 2 * height - 2
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
            canvas.fill(column * each, min(top, foot), each, abs(top - foot) + 1, ink)
    canvas.write(min(width - 1, each * round(now / step) + (each - 1) // 2), height - 1, "▲", palette.ink, bold=True)
    return canvas
