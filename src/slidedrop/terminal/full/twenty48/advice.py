"""A hint for a board of 2048, with a bar for each slide.

→ ━━━━━━━━━━ best
↓ ━━━━━━━╸   -1,372          what the slide gives away; a tenth of the best value is an empty bar
"""

from dataclasses import dataclass, field
from typing import Final

from slidedrop.analysis.hints import Hint, hint_for
from slidedrop.analysis.twenty48.hints import hint_values
from slidedrop.players.twenty48.ntuple import slide_values
from slidedrop.terminal.full.drawing.pictures import bar
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game

_ARROWS: Final = {Direction.UP: "↑", Direction.DOWN: "↓", Direction.LEFT: "←", Direction.RIGHT: "→"}


@dataclass(frozen=True, slots=True)
class Advice(Hint):
    """A hint with the value of every slide."""

    values: dict[Direction, float] = field(default_factory=dict)


def slide_advice(game: Game) -> Advice | None:
    """Return a hint for the board now, or None where nothing moves."""
    hint = hint_for(game)
    if hint is None:
        return None
    return Advice(hint.move, hint.reason, hint.basis, hint_values(game) or slide_values(game.position))


def bars(advice: Advice) -> list[str]:
    """Return a line for each direction, best first."""
    best = max(advice.values.values())
    lines = []
    for way, value in sorted(advice.values.items(), key=lambda one: -one[1]):
        share = max(0.03, 1 - (best - value) / max(1.0, abs(best) / 10))
        lines.append(f"{_ARROWS[way]} {bar(share)} {'best' if value == best else f'-{best - value:,.0f}'}")
    return lines
