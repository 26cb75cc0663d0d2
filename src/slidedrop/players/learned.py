"""The player that learned 2048: a network that looks ahead by slides or by the clock.

network         looks two slides ahead
network:3       three slides
network@5ms     as far as five milliseconds go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from slidedrop.twenty48.expectimax import best_move

if TYPE_CHECKING:
    from slidedrop.players.spec import PlayerSpec
    from slidedrop.twenty48.direction import Direction
    from slidedrop.twenty48.position import Position

USUAL_PLIES: Final = 2


class NetworkPlayer:
    """Takes the slide of the highest value."""

    def __init__(self, spec: PlayerSpec) -> None:
        self.name = str(spec)
        self._plies = max(1, USUAL_PLIES if spec.level is None else spec.level)
        self._seconds = spec.seconds

    def choose(self, position: Position) -> Direction:
        """Return the best slide, the first of equals."""
        analysis = best_move(position.board, position.rules, plies=self._plies, seconds=self._seconds)
        return max(analysis.values, key=analysis.values.__getitem__)
