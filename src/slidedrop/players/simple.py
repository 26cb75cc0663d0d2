"""The players that need no search: at random, and by what one move leads to."""

from collections.abc import Callable
from typing import Any

from slidedrop.core.randomness import JavaRandom, fresh_seed


class RandomPlayer:
    """Draws one of the legal moves; the same seed draws the same."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = JavaRandom(fresh_seed() if seed is None else seed)

    def choose(self, position: Any) -> Any:  # noqa: ANN401 - any game will do
        """Return a legal move, each as likely as the next."""
        moves = position.legal_moves()
        return moves[self._random.next_int(len(moves))]


class GreedyPlayer:
    """Takes the move that looks best at once; the first of equals."""

    name = "greedy"

    def __init__(self, worth: Callable[[Any, Any], float]) -> None:
        self._worth = worth

    def choose(self, position: Any) -> Any:  # noqa: ANN401 - any game will do
        """Return the legal move of the highest worth."""
        return max(position.legal_moves(), key=lambda move: self._worth(position, move))
