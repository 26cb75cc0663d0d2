"""2048 as a game against chance, for search and players.

the player slides  ->  chance puts the tiles that are due  ->  the player slides  ->  ...
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from slidedrop.core.errors import GameOver, IllegalMove
from slidedrop.core.outcome import Outcome
from slidedrop.core.position import CHANCE
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from slidedrop.twenty48.direction import Direction

CLASSIC: Final = Rules()


@dataclass(frozen=True, slots=True)
class Position:
    """A board, the score so far, and how many tiles chance still has to put."""

    board: Board
    rules: Rules = CLASSIC
    score: int = 0
    won: bool = False
    due: int = 0

    @classmethod
    def start(cls, rules: Rules) -> Position:
        """Return the empty board, with chance to put the first tiles."""
        return cls(Board.empty(rules.size), rules, due=rules.start_tiles)

    @property
    def turn(self) -> int:
        """0 when the player is to slide, CHANCE when a tile is due."""
        return CHANCE if self.due else 0

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, once nothing can move."""
        if self.due or not self.board.is_stuck:
            return None
        return Outcome(0 if self.won else None, "no move left")

    def legal_moves(self) -> list[Direction]:
        """Return the directions in which something moves."""
        return [] if self.due else self.board.legal_directions()

    def play(self, move: Direction) -> Position:
        """Return the position after a slide, with chance's tiles due."""
        slide = self.board.slide(move)
        if self.due or not slide.moved:
            raise self._refusal(move)
        won = self.won or any(map(self.rules.crosses_winning, slide.made))
        due = min(self.rules.tiles_per_move, slide.board.tiles.count(0))
        return Position(slide.board, self.rules, self.score + slide.gained, won, due)

    def chance_outcomes(self) -> Iterator[tuple[Position, float]]:
        """Yield each tile in each empty cell, with its probability; none at the player's turn."""
        empty = self.board.empty_cells() if self.due else []
        total = sum(self.rules.spawn_weights) * len(empty)
        for cell in empty:
            for power, weight in enumerate(self.rules.spawn_weights):
                if weight:
                    board = self.board.with_tile(cell, self.rules.base << power)
                    yield Position(board, self.rules, self.score, self.won, self.due - 1), weight / total

    def _refusal(self, move: Direction) -> IllegalMove:
        if self.due:
            return IllegalMove("a new tile is due before the next slide")
        legal = ", ".join(direction.value for direction in self.legal_moves())
        if not legal:
            return GameOver("the game is over: nothing can move")
        return IllegalMove(f"nothing moves {move.value} here; legal: {legal}")
