"""The players that do not look ahead."""

from typing import Any

from slidedrop.core.position import Position
from slidedrop.core.randomness import JavaRandom, fresh_seed
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
