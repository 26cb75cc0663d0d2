"""Small games whose whole tree can be written down, and textbook minimax."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from slidedrop.core.position import CHANCE, Outcome, Position, Termination
from slidedrop.core.search import WIN

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Toy:
    """A position with a list of successors: moves at a player's turn, probabilities at a chance node."""

    turn: int
    score: float = 0
    """The evaluation for player 0."""
    after: tuple[tuple[Any, Toy], ...] = ()
    winner: int | None = None

    @property
    def outcome(self) -> Outcome | None:
        return None if self.after else Outcome(self.winner, Termination.COUNT)

    def legal_moves(self) -> list[Any]:
        return [] if self.turn == CHANCE else [move for move, _ in self.after]

    def play(self, move: object) -> Toy:
        return next(toy for known, toy in self.after if known == move)

    def chance_outcomes(self) -> list[tuple[Toy, float]]:
        return [(toy, chance) for chance, toy in self.after] if self.turn == CHANCE else []


def score(toy: Toy, player: int) -> float:
    """Return the stored evaluation of a toy position."""
    return toy.score if player == 0 else -toy.score


GAMBLE = Toy(CHANCE, after=((0.75, Toy(0, score=0)), (0.25, Toy(0, score=10))))
"""Its value for player 0 is 2.5: more than a certain 2, less than a certain 3."""


def minimax(
    position: Position[Any], levels: int, evaluate: Callable[[Any, int], float], player: int, level: int = 0
) -> float:
    """Return the value of a position by textbook minimax: it searches the whole tree without a cache."""
    outcome = position.outcome
    if outcome and outcome.winner is not None:
        return WIN - level if outcome.winner == player else level - WIN
    if outcome or level == levels:
        return evaluate(position, player)
    if position.turn == CHANCE:
        draws = position.chance_outcomes()
        return sum(chance * minimax(after, levels, evaluate, player, level + 1) for after, chance in draws)
    worths = [minimax(position.play(move), levels, evaluate, player, level + 1) for move in position.legal_moves()]
    return max(worths) if position.turn == player else min(worths)


def first_best(position: Position[Any], levels: int, evaluate: Callable[[Any, int], float]) -> tuple[Any, float]:
    """Return the first move with the highest value, and that value."""
    worths = every_worth(position, levels, evaluate)
    best = max(worths, key=lambda move: worths[move])
    return best, worths[best]


def every_worth(position: Position[Any], levels: int, evaluate: Callable[[Any, int], float]) -> dict[Any, float]:
    """Return the value of every legal move, in the order of `legal_moves`."""
    mover, moves = position.turn, position.legal_moves()
    return {move: minimax(position.play(move), levels, evaluate, mover, 1) for move in moves}
