"""The player that draws its moves."""

from typing import Any

from slidedrop.core.position import Position
from slidedrop.core.randomness import JavaRandom, fresh_seed
from slidedrop.players.player import PlayerBase, PlayerSetup, PlayerType


class RandomPlayer(PlayerBase[Position[Any], Any]):
    """Draws one of the legal moves; the same seed draws the same."""

    declaration = PlayerType("random", "Random", "Plays any legal move.", quick=True, order=240)

    def __init__(self, setup: PlayerSetup) -> None:
        super().__init__(setup)
        self._random = JavaRandom(fresh_seed() if setup.seed is None else setup.seed)

    def choose(self, position: Position[Any]) -> object:
        """Return a legal move, each as likely as the next."""
        moves = position.legal_moves()
        return moves[self._random.next_int(len(moves))]
