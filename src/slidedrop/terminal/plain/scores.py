"""Every column's value under the board of Connect-4, until it is hidden again.

Values for red:
  4: win in 9
  3, 5: draw                 columns of the same value together, the best first
  1, 2, 6, 7: loss in 12
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from slidedrop.connect4.game import COLOURS, ending
from slidedrop.connect4.position import Position
from slidedrop.core.arguments import require_type

if TYPE_CHECKING:
    from slidedrop.analysis.connect4.scores import Scores
    from slidedrop.session import Session

SECONDS: Final = 2.0
_MOST_NAMED: Final = 12


class ScoresMargin:
    """The values, shown or hidden; those of one position are computed once."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.shown = False
        self._seconds = seconds
        self._position: Position | None = None
        self._lines: list[str] = []

    def toggle(self) -> str:
        self.shown = not self.shown
        return "Values are shown; s hides them." if self.shown else "Values are hidden."

    def lines(self, session: Session, tell: Callable[[str], object]) -> list[str]:
        """Return the lines under the board; none if hidden or at a computer's turn. `tell` announces a wait."""
        if not self.shown or session.computer is not None:
            return []
        if session.game.outcome is not None:
            number = f" {session.number}" if session.number else ""
            over = f"The game is over: {ending(session.game.outcome)}."
            return [over, f"slidedrop review{number} grades every move."] if number else [over]
        position = require_type(session.game.position, Position, "a position of Connect-4")
        if position != self._position:
            from slidedrop.analysis.connect4.scores import scores_for

            tell("Computing the values ...")
            self._position, self._lines = position, score_lines(scores_for(position, seconds=self._seconds))
        return self._lines


def score_lines(scores: Scores) -> list[str]:
    """Return lines of values, best first, with equal moves together."""
    ranking = sorted(scores.moves, key=lambda score: (not score.is_best, -score.low, -score.high))
    groups: dict[str, list[str]] = {score.words: [] for score in ranking}
    for score in scores.moves:
        groups[score.words].append(score.move)
    lines = [f"  {_named(moves)}: {words}" for words, moves in groups.items()]
    return [f"Values for {COLOURS[scores.turn]}:", *lines, *_remarks(scores)]


def _named(moves: list[str]) -> str:
    more = len(moves) - _MOST_NAMED
    return ", ".join(moves[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _remarks(scores: Scores) -> list[str]:
    """Return how values were found if they are not proven, and which moves look best."""
    if scores.is_proven:
        return [scores.notice] if scores.notice else []
    best = f"best so far: {_named(list(scores.best))}" if len(scores.best) < len(scores.moves) else ""
    return [f"({'; '.join(part for part in (scores.how, best) if part)})", *([scores.notice] if scores.notice else [])]
