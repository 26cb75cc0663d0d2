"""What is known of a solved board: the worth of every position, of every slide and of every tile that may fall.

exact = Exact(Rules(size=2), SCORE, worth)
exact.start                 what a game is worth before its first tile
exact.worth(board)          the points still to come, or the chance of the goal's tile
exact.slides(board)         the same for each legal slide, its own points among them
exact.mean(after)           the same for a board that waits for its tile
"""

from collections.abc import Callable
from dataclasses import dataclass

from slidedrop.core.errors import RulesError
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.exact.goal import Goal
from slidedrop.twenty48.position import Position
from slidedrop.twenty48.rules import Rules


@dataclass(frozen=True)
class Exact:
    """A solved board."""

    rules: Rules
    goal: Goal
    worth: Callable[[Board], float]
    """What a board is worth at the player's turn."""

    @property
    def start(self) -> float:
        """What a game is worth before its first tile falls."""
        return self._mean(Position.start(self.rules))

    def slides(self, board: Board) -> dict[Direction, float]:
        """Return what every legal slide is worth."""
        position = Position(board, self.rules)
        after = {move: position.play(move) for move in position.legal_moves()}
        return {move: (0 if self.goal.tile else one.score) + self._mean(one) for move, one in after.items()}

    def mean(self, after: Board) -> float:
        """Return what a board is worth before the next tile falls."""
        return self._mean(Position(after, self.rules, due=1))

    def _mean(self, position: Position) -> float:
        if not position.due:
            return self.worth(position.board)
        return sum(chance * self._mean(after) for after, chance in position.chance_outcomes())


def is_solvable(rules: Rules) -> bool:
    """Tell whether a board is solved completely here."""
    one_tile = rules.tiles_per_move == 1 and not any(rules.spawn_weights[2:])
    return rules.size <= 3 and one_tile and rules.start_tiles == 2


def check_solvable(rules: Rules) -> None:
    """Refuse rules under which a board is not solved completely here."""
    if not is_solvable(rules):
        raise RulesError("boards of 2x2 and 3x3 with two first tiles and one new tile a move can be solved, no others")
