"""What a whole game teaches: the value after every move, the moves that gave most away, and better ones.

Connect-4 is reviewed by proof (`analysis.connect4.review`); in 2048 every slide is held against the best one there was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from slidedrop.connect4.game import Game as Drops
from slidedrop.twenty48.game import Game as Slides

if TYPE_CHECKING:
    Tell = Callable[[int, int], object]

_SECONDS: Final = 0.5
_WEIGHT: Final = {"threw away the win": 3.0, "lost the draw": 2.0, "gave up sooner": 1.0, "slower win": 0.5}
_WORST: Final = 5
_LONG: Final = 8


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game looked through; `heights` has the start and then one point a move."""

    heights: Sequence[float | None] = ()
    """From -1 (blue wins) to 1 (red wins), in 2048 from 0 to 1 (the most points); None where nothing is known."""
    words: Sequence[str] = ()
    """What there is to say of each move."""
    losses: Sequence[float] = ()
    """How much each move gave away; 0 for a good one."""
    better: dict[int, list[str]] = field(default_factory=dict)
    """By the number of a move, from 0: what should have been played instead, and on."""

    @property
    def worst(self) -> list[int]:
        """The numbers of the worst moves, the worst first."""
        bad = [ply for ply, loss in enumerate(self.losses) if loss > 0]
        return sorted(bad, key=lambda ply: -self.losses[ply])[:_WORST]


def lesson_of(game: Any, tell: Tell) -> Lesson:  # noqa: ANN401 - of either kind
    """Look through a game; runs in a thread, and `tell` hears how far it is."""
    return _slides(game, tell) if game.kind == "2048" else _drops(game, tell)


def _drops(game: Drops, tell: Tell) -> Lesson:
    from slidedrop.analysis.connect4.review import review

    found = review(game, seconds_a_move=_SECONDS, tell=tell)
    return Lesson(
        heights=found.heights,
        words=[move.words for move in found.moves],
        losses=[_WEIGHT.get(move.grade, 0.0) for move in found.moves],
        better={move.ply - 1: _moves(move.better_line) for move in found.moves if move.better_line},
    )


def _moves(line: str) -> list[str]:
    """Return the moves of a line as `write_moves` writes it: digits, or numbers between commas."""
    return line.split(",") if "," in line or "." in line else list(line)


def _slides(game: Slides, tell: Tell) -> Lesson:
    from slidedrop.terminal.full.advice import slide_values
    from slidedrop.twenty48.position import Position

    worths, words, losses, better = [], [], [], {}
    turns = game.turns
    for ply, turn in enumerate(turns):
        before, score = turn.slide.before, turn.state.score - turn.slide.gained
        values = slide_values(Position(before, game.rules, score))
        best, played = max(values, key=values.__getitem__), turn.slide.direction.value
        loss = values[best] - values.get(played, 0.0)
        worths.append(score + values[best])
        losses.append(loss if best != played else 0.0)
        words.append("best" if best == played else f"gives away {loss:,.0f} points; {best} was better")
        if best != played:
            better[ply] = [best]
        tell(ply + 1, len(turns))
    most = max([*worths, game.score, 1])
    return Lesson([worth / most for worth in [*worths, game.score]], words, losses, better)


def played_on(branch: Any, line: list[str]) -> list[str]:  # noqa: ANN401 - a game of either kind
    """Return the better line in full: in 2048 the best slides go on from its first, on the tiles that come."""
    if branch.kind == "2048":
        from slidedrop.core.command import Command
        from slidedrop.terminal.full.advice import slide_values

        branch.do(Command("move", line[0]))
        while len(branch.line()) < _LONG and branch.outcome is None:
            values = slide_values(branch.position)
            branch.do(Command("move", max(values, key=values.__getitem__)))
        return list(branch.line())
    return line
