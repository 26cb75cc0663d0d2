"""The player that looks at the next position only."""

from typing import Any

from slidedrop.core.position import Position
from slidedrop.players.player import PlayerBase, PlayerSetup, PlayerType


class GreedyPlayer(PlayerBase[Position[Any], Any]):
    """Takes the move that looks best at once; the first of equals."""

    declaration = PlayerType("greedy", "Greedy", "Takes what looks best at once.", quick=True, order=230)

    def __init__(self, setup: PlayerSetup) -> None:
        super().__init__(setup)
        self._evaluate = setup.game.evaluate.load()

    def choose(self, position: Position[Any]) -> object:
        """Return the legal move with the highest value."""
        return max(position.legal_moves(), key=lambda move: self._evaluate(position.play(move), position.turn))
