"""A learning curve, for people and for programs: mean points over the moves trained.

points
  |            ......          one point of the curve for each report of the training
  |      .....
  |   ..
  | .
  +------------------ moves
"""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

from slidedrop.twenty48.training.training import TrainingReport

TILES: Final = tuple(1 << rank for rank in range(11, 17))
_WIDTH: Final = 720
_HEIGHT: Final = 400
_MARGIN: Final = 60


def curve_csv(curve: Iterable[TrainingReport]) -> str:
    """Return the curve as CSV, one line for each report."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["seconds", "moves", "games", "moves_per_second", "mean", *(f"reach_{tile}" for tile in TILES)])
    for row in curve:
        rates = [row.tiles.get(tile, 0) for tile in TILES]
        writer.writerow([row.seconds, row.moves, row.games, row.speed, row.mean, *rates])
    return text.getvalue()


def curve_svg(curve: Sequence[TrainingReport]) -> str:
    """Return the curve as a picture."""
    moves = max((row.moves for row in curve), default=1) or 1
    mean = max((row.mean for row in curve), default=1) or 1
    across, up = _WIDTH - 2 * _MARGIN, _HEIGHT - 2 * _MARGIN
    points = [(_MARGIN + across * row.moves / moves, _HEIGHT - _MARGIN - up * row.mean / mean) for row in curve]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif">'
        f"<title>Learning curve: mean points of a game while training</title>"
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>'
        f'<path d="M{_MARGIN} {_MARGIN}V{_HEIGHT - _MARGIN}H{_WIDTH - _MARGIN}" fill="none" stroke="black"/>'
        f'<polyline points="{line}" fill="none" stroke="#1a5fb4" stroke-width="2"/>'
        f'<text x="{_MARGIN}" y="{_MARGIN - 12}">{mean:,.0f} points</text>'
        f'<text x="{_WIDTH - _MARGIN}" y="{_HEIGHT - _MARGIN + 24}" text-anchor="end">{moves:,} moves</text></svg>\n'
    )
