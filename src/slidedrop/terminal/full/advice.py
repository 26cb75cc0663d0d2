"""A hint for 2048 with a bar for each direction.

→ ━━━━━━━━━━ best
↓ ━━━━━━━╸   -1,372          what the slide gives away; a tenth of the best value is an empty bar
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from slidedrop.twenty48.game import Game
from slidedrop.twenty48.position import Position

if TYPE_CHECKING:
    from slidedrop.analysis.hints import Hint

_ARROWS: Final = {"up": "↑", "down": "↓", "left": "←", "right": "→"}
_WIDE: Final = 10


class Advice(NamedTuple):
    """What to do, why, and what every slide is worth."""

    hint: Hint
    values: dict[str, float]


def slide_advice(game: Game) -> Advice | None:
    """Return a hint for the board now, or None where nothing moves."""
    from slidedrop.analysis.hints import hint_for
    from slidedrop.analysis.twenty48.hints import PLIES

    hint = hint_for(game)
    return None if hint is None else Advice(hint, slide_values(game.position, PLIES))


def slide_values(position: Position, plies: int = 1) -> dict[str, float]:
    """Return what each slide is worth in points: by the network, or by the plain heuristic and one slide ahead."""
    from slidedrop.players.learned import LearnedPlayer, searcher
    from slidedrop.players.player import PlayerSpec

    player = LearnedPlayer(PlayerSpec("network", plies if searcher(position.rules) else 1))
    return {direction.value: value for direction, value in player.analyse(position).values.items()}


def bars(advice: Advice) -> list[str]:
    """Return a line for each direction, best first."""
    best = max(advice.values.values())
    ranking = sorted(advice.values.items(), key=lambda one: -one[1])
    return [f"{_ARROWS[name]} {bar(_share(value, best))} {_loss(value, best)}" for name, value in ranking]


def _share(value: float, best: float) -> float:
    return max(0.03, 1 - (best - value) / max(1.0, abs(best) / 10))


def _loss(value: float, best: float) -> str:
    return "best" if value == best else f"-{best - value:,.0f}"


def bar(share: float, wide: int = _WIDE) -> str:
    """Return a bar of letters for a share from 0 to 1."""
    full, half = divmod(round(2 * wide * min(1.0, max(0.0, share))), 2)
    return ("━" * full + "╸" * half).ljust(wide)
