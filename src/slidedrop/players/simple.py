"""The players that need no search: by lot, and by what one move gains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from slidedrop.core.randomness import JavaRandom, fresh_seed

if TYPE_CHECKING:
    from collections.abc import Callable

    from slidedrop.twenty48.board import Board, Slide


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


def slide_worth(slide: Slide) -> float:
    """Return what a slide of 2048 is worth at a glance: points now and next, room, and the largest tile in a corner."""
    return slide.gained + best_gain(slide.board) + 2 * slide.board.tiles.count(0) + 4 * corner_kept(slide.board)


def best_gain(board: Board) -> int:
    """Return the most points that one more slide could gain."""
    return max((board.slide(direction).gained for direction in board.legal_directions()), default=0)


def corner_kept(board: Board) -> bool:
    """Tell whether the largest tile stands in a corner."""
    rows = board.rows
    return board.largest in {rows[0][0], rows[0][-1], rows[-1][0], rows[-1][-1]}
