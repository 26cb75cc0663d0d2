"""A hint for 2048: the slide to make, what it does, what the others give away, and what the second best risks.

    Right: makes 64 (64 points), leaves 5 cells free and keeps the 2048 in a corner; the others give away points
    (down 1,372). Down risks the corner: 18 % of tiles cost more than 4,000.

The network judges, three slides ahead. Where it does not know the rules, or cannot run, the plain heuristic does,
and a hint says what the slide does and no more.
"""

from pathlib import Path
from typing import Final

from slidedrop.analysis.sentences import say
from slidedrop.analysis.twenty48.risk import Prospect, compared, corner_kept, points
from slidedrop.players.learned import adviser
from slidedrop.twenty48.board import Board, Slide
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.engine.expectimax import Expectimax
from slidedrop.twenty48.heuristic import look_ahead
from slidedrop.twenty48.position import Position

PLIES: Final = 3


def best_and_why(position: Position, weights: Path | None = None) -> tuple[Direction, str]:
    """Return the slide to make, and the reason in words."""
    expectimax = adviser(position.rules, weights)
    if expectimax is None:
        direction = look_ahead(position).move
        return direction, slide_reason(position.board.slide(direction))
    return _judged(position.board, expectimax)


def _judged(board: Board, expectimax: Expectimax) -> tuple[Direction, str]:
    analysis = expectimax.search(board, PLIES)
    ranking = sorted(analysis.values, key=analysis.values.__getitem__, reverse=True)
    reason = slide_reason(board.slide(ranking[0]))
    if not analysis.learned:
        return ranking[0], reason
    if len(ranking) == 1:
        return ranking[0], say("only slide", reason=reason)
    prospects = [
        Prospect(board.slide(direction), analysis.values[direction], tuple(expectimax.falls(board, direction, PLIES)))
        for direction in ranking
    ]
    best = analysis.values[ranking[0]]
    given_away = [
        say("other slide", slide=one.value, points=points(best - analysis.values[one])) for one in ranking[1:]
    ]
    comparison = compared(prospects[0], prospects[1:])
    others = say("comma").join(given_away)
    return ranking[0], say("best slide", reason=reason, others=others, comparison=comparison)


def slide_reason(slide: Slide) -> str:
    """Say what a slide does: what it makes, the room it leaves, and whether the corner is kept."""
    free = slide.board.tiles.count(0)
    made = _sentence([str(value) for value in slide.made]) if slide.made else ""
    parts = [say("makes", tiles=made, points=sum(slide.made))] if made else []
    parts.append(say("leaves one" if free == 1 else "leaves", free=free))
    if corner_kept(slide.board):
        kept = corner_kept(slide.before) and slide.before.largest == slide.board.largest
        parts.append(say("keeps the corner" if kept else "brings the corner", tile=slide.board.largest))
    return _sentence(parts)


def _sentence(parts: list[str]) -> str:
    """Return the parts with commas and a final "and"."""
    return parts[0] if len(parts) == 1 else say("comma").join(parts[:-1]) + say("and") + parts[-1]
