"""What a board and a whole game teach: a hint with a bar for each slide, the value after every move, the worst moves.

→ ━━━━━━━━━━ best
↓ ━━━━━━━╸   -1,372          what the slide gives away; a tenth of the best value is an empty bar

Connect-4 is reviewed by proof (`analysis.connect4.review`); in 2048 every slide is held against the best one there was.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from slidedrop.analysis.hints import Hint, hint_for
from slidedrop.connect4.game import Game as Drops
from slidedrop.core.command import Command
from slidedrop.twenty48.game import Game as Slides
from slidedrop.twenty48.position import Position

Tell = Callable[[int, int], object]
_ARROWS: Final = {"up": "↑", "down": "↓", "left": "←", "right": "→"}
_SECONDS: Final = 0.5
_WEIGHT: Final = {"threw away the win": 3.0, "lost the draw": 2.0, "gave up sooner": 1.0, "slower win": 0.5}
_WORST: Final = 5
_LONG: Final = 8


class Advice(NamedTuple):
    """What to do, why, and what every slide is worth."""

    hint: Hint
    values: dict[str, float]


def slide_advice(game: Slides) -> Advice | None:
    """Return a hint for the board now, or None where nothing moves."""
    from slidedrop.analysis.twenty48.hints import PLIES

    hint = hint_for(game)
    return None if hint is None else Advice(hint, slide_values(game.position, PLIES))


def slide_values(position: Position, plies: int = 1) -> dict[str, float]:
    """Return what each slide is worth in points: by the network, or by the plain heuristic and one slide ahead."""
    from slidedrop.players.twenty48.ntuple import slide_values as values_of

    return {direction.value: value for direction, value in values_of(position, plies).items()}


def bars(advice: Advice) -> list[str]:
    """Return a line for each direction, best first."""
    best = max(advice.values.values())
    lines = []
    for name, value in sorted(advice.values.items(), key=lambda one: -one[1]):
        share = max(0.03, 1 - (best - value) / max(1.0, abs(best) / 10))
        lines.append(f"{_ARROWS[name]} {bar(share)} {'best' if value == best else f'-{best - value:,.0f}'}")
    return lines


def bar(share: float, wide: int = 10) -> str:
    """Return a bar of letters for a share from 0 to 1."""
    full, half = divmod(round(2 * wide * min(1.0, max(0.0, share))), 2)
    return ("━" * full + "╸" * half).ljust(wide)


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
    while branch.kind == "2048" and len(branch.line()) < _LONG and branch.outcome is None:
        values = slide_values(branch.position) if branch.line() else {line[0]: 0.0}
        branch.do(Command("move", max(values, key=values.__getitem__)))
    return list(branch.line()) or line
