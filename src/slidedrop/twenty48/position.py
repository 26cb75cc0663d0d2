"""2048 as a game against chance, for search and players.

the player slides  ->  chance puts the tiles that are due  ->  the player slides  ->  ...
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from slidedrop.core.arguments import wanted
from slidedrop.core.errors import GameOver, IllegalMove, NotationError, RulesError
from slidedrop.core.outcome import Outcome
from slidedrop.core.position import CHANCE
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction, Way
from slidedrop.twenty48.rules import Rules

CLASSIC: Final = Rules()


@dataclass(frozen=True, slots=True)
class Position:
    """A board, the score so far, and how many tiles chance still has to put."""

    board: Board
    rules: Rules = CLASSIC
    """Where none are given, the classic ones of the board's size."""
    score: int = 0
    won: bool = False
    due: int = 0

    def __post_init__(self) -> None:
        lawful = isinstance(self.board, Board) and isinstance(self.rules, Rules) and isinstance(self.won, bool)
        if not lawful or not (type(self.score) is type(self.due) is int and self.score >= 0 <= self.due):
            raise NotationError("a position is a Board, Rules, a score from 0, won or not, and how many tiles are due")
        if self.board.size != self.rules.size and self.rules is CLASSIC:
            object.__setattr__(self, "rules", Rules(size=self.board.size))
        if self.board.size != self.rules.size:
            raise RulesError(f"a board of size {self.board.size} is not one of rules of size {self.rules.size}")

    @classmethod
    def start(cls, rules: Rules) -> Position:
        """Return the empty board, with chance to put the first tiles."""
        rules = wanted(rules, Rules, "the Rules of 2048")
        return cls(Board.empty(rules.size), rules, due=rules.start_tiles)

    @property
    def turn(self) -> int:
        """0 when the player is to slide, CHANCE when a tile is due."""
        return CHANCE if self.due else 0

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, once nothing can move."""
        return ended(won=self.won) if self.is_over else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: no tile is due, and nothing can move."""
        return not self.due and self.board.is_stuck

    def legal_moves(self) -> list[Direction]:
        """Return the directions in which something moves."""
        return [] if self.due else self.board.legal_directions()

    def play(self, move: Way) -> Position:
        """Return the position after a slide, with chance's tiles due."""
        slide = self.board.slide(move)
        if self.due or not slide.moved:
            raise self.refusal(slide.direction)
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

    def refusal(self, move: Direction) -> IllegalMove:
        """Return the error that says why a slide is not legal here, and which are."""
        way = Direction(move).value
        if self.due:
            return IllegalMove("a new tile is due before the next slide")
        legal = ", ".join(direction.value for direction in self.legal_moves())
        if not legal:
            return GameOver("the game is over: nothing can move")
        return IllegalMove(f"nothing moves {way} here; legal: {legal}")


def ended(*, won: bool) -> Outcome:
    """Return how a game without a legal move has ended."""
    return Outcome(0 if won else None, "no move left")
