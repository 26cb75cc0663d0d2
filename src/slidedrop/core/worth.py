"""What a position is worth to one player, as search and tree count it.

    -WIN ........ -WIN + n ........ 0 ........ WIN - n ........ WIN
     lost now     lost in n steps   even       won in n steps   won now

A decided game outweighs every evaluation, a win is worth more the sooner it comes, a loss the later. In a game of
points nobody beats anybody: there the evaluation judges the end too.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from slidedrop.core.outcome import Outcome
from slidedrop.core.position import Position

WIN: Final = 10**12
"""More than any evaluation gives; a worth this near to it means that the game is decided."""
_LONGEST_GAME: Final = 10**6

Place = TypeVar("Place", bound="Position[Any]")

Evaluation = Callable[[Place, int], float]
"""How good a position looks to a player, without looking ahead."""


@dataclass(frozen=True, slots=True)
class Judge(Generic[Place]):
    """One player's view of positions."""

    evaluate: Evaluation[Place]
    player: int
    by_points: bool = False
    """Whether the game is played for points, as 2048, and not for beating somebody."""

    def worth(self, position: Place, outcome: Outcome | None, win: int) -> float:
        """Return the worth of a position that is looked at no further, where winning counts as `win`."""
        if outcome is None or outcome.winner is None or self.by_points:
            return self.evaluate(position, self.player)
        return win if outcome.winner == self.player else -win


def is_decided(worth: float) -> bool:
    """Tell whether a worth means a win or a loss that nobody can avert."""
    return abs(worth) >= WIN - _LONGEST_GAME
