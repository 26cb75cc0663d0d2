"""A game with what is known about each move, as the analysis board shows it; each game's own parts make it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from slidedrop.core.game import Game
from slidedrop.core.position import Position, Termination
from slidedrop.games import spec_of

Tell = Callable[[int, int], object]
_WORST: Final = 5


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """What is known of a game; `heights` has the start and then one point per move."""

    heights: Sequence[float | None] = ()
    """From -1 (the second player wins) to 1 (the first one wins), or from 0 to 1 (the most points); None: unknown."""
    words: Sequence[str] = ()
    """What there is to say about each move."""
    reasons: Mapping[int, str] = field(default_factory=dict)
    """By the number of a move, from 0: why another one was better, at more length."""
    losses: Sequence[float] = ()
    """How much each move gave away; 0 for a good one."""
    better: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """By the number of a move, from 0: what should have been played instead, and the moves after it."""

    @property
    def worst(self) -> list[int]:
        """The numbers of the worst moves, the worst first."""
        bad = [ply for ply, loss in enumerate(self.losses) if loss > 0]
        return sorted(bad, key=lambda ply: -self.losses[ply])[:_WORST]


def positions_of(game: Game) -> tuple[list[str], list[Position[Any]]]:
    """Return the moves of a game, a resignation left out, and the positions from its start to its end."""
    copy = spec_of(game).game_from(game.header())
    for command in game.commands:
        copy.do(command)
    if copy.outcome is not None and copy.outcome.reason is Termination.RESIGNED:
        copy.undo()
    line, positions = copy.line(), [copy.position]
    while copy.undo():
        positions.append(copy.position)
    return line, positions[::-1]
