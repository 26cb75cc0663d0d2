"""A hint for 2048: the slide to make, what it does, what every slide is worth, and what the second best risks.

    Right: makes 64 (64 points), leaves 5 cells free and keeps the 2048 in a corner; worth 45,469 points to come
    (down 44,097). Down risks the corner: 18 % of tiles cost more than 4,000.

The network judges, three slides ahead. Where it is not installed, or does not know the rules, the greedy player does,
and a hint says what the slide does and no more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from slidedrop.analysis.twenty48_risk import Prospect, compared
from slidedrop.core.errors import MissingExtra
from slidedrop.players.registry import player_called
from slidedrop.players.simple import corner_kept

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from slidedrop.twenty48.board import Board, Slide
    from slidedrop.twenty48.direction import Direction
    from slidedrop.twenty48.expectimax import Expectimax
    from slidedrop.twenty48.position import Position
    from slidedrop.twenty48.rules import Rules

PLIES: Final = 3
_SHIPPED_SIZE: Final = 4
"""The size of board that the network which ships knows; for others NumPy is not even loaded."""


def best_and_why(
    position: Position, weights: Path | None = None, tell: Callable[[str], object] | None = None
) -> tuple[Direction, str]:
    """Return the slide to make, and the reason in words."""
    expectimax = _learned(position.rules, weights, tell)
    if expectimax is None:
        direction: Direction = player_called("greedy", "2048").choose(position)
        return direction, slide_reason(position.board.slide(direction))
    return _judged(position.board, expectimax)


def _learned(rules: Rules, weights: Path | None, tell: Callable[[str], object] | None) -> Expectimax | None:
    """Return the network's search if it is installed and knows the rules; weights that somebody names must do both."""
    if weights is None and rules.size != _SHIPPED_SIZE:
        return None
    try:
        from slidedrop.players.learned import searcher
    except MissingExtra:
        if weights is not None:
            raise
        return None
    if tell is not None:
        from slidedrop.kernel import when_compiling

        when_compiling(tell)
    return searcher(rules, weights)


def _judged(board: Board, expectimax: Expectimax) -> tuple[Direction, str]:
    analysis = expectimax.search(board, PLIES)
    ranking = sorted(analysis.values, key=analysis.values.__getitem__, reverse=True)
    reason = slide_reason(board.slide(ranking[0]))
    if not analysis.learned:
        return ranking[0], reason
    if len(ranking) == 1:
        return ranking[0], f"{reason}; the only slide, worth {_points(analysis.values[ranking[0]])} to come"
    prospects = [
        Prospect(board.slide(direction), analysis.values[direction], tuple(expectimax.falls(board, direction, PLIES)))
        for direction in ranking
    ]
    return ranking[0], f"{reason}; {_worths(analysis.values, ranking)}. {compared(prospects[0], prospects[1:])}"


def _worths(values: dict[Direction, float], ranking: list[Direction]) -> str:
    others = ", ".join(f"{direction.value} {values[direction]:,.0f}" for direction in ranking[1:])
    return f"worth {_points(values[ranking[0]])} to come ({others})"


def _points(value: float) -> str:
    return f"{value:,.0f} points"


def slide_reason(slide: Slide) -> str:
    """Say what a slide does: what it makes, the room it leaves, and whether the corner is kept."""
    free = slide.board.tiles.count(0)
    parts = [_made(slide.made), f"leaves {free} {'cell' if free == 1 else 'cells'} free"]
    if corner_kept(slide.board):
        verb = "keeps" if corner_kept(slide.before) and slide.before.largest == slide.board.largest else "brings"
        parts.append(f"{verb} the {slide.board.largest} {'in' if verb == 'keeps' else 'into'} a corner")
    return _sentence([part for part in parts if part])


def _made(made: tuple[int, ...]) -> str:
    return f"makes {_sentence([str(value) for value in made])} ({sum(made)} points)" if made else ""


def _sentence(parts: list[str]) -> str:
    """Return the parts with commas and a final "and"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
