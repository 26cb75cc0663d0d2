"""Puzzles of Connect-4: a wrong move is refuted by proof and the line that would have been better."""

from collections.abc import Sequence
from typing import Final

from slidedrop.analysis.connect4.review import review
from slidedrop.connect4 import Game, Position
from slidedrop.core.capabilities import PuzzleMaker
from slidedrop.core.command import Command


class Connect4Puzzles:
    """Positions with one best move."""

    def start(self, position: str) -> Game:
        return Game(start=Position.from_moves(position))

    def refute(self, game: Game, answer: str) -> list[str]:
        game.do(Command("move", answer))
        move = review(game).moves[-1]
        return [str(game), f"{move.words}; better was {move.better_line}: {move.better_words}"]

    def mistakes(self, game: Game) -> Sequence[tuple[str, str]]:
        if game.start is not None:
            return []
        line = game.line()
        turned = [move for move in review(game).turning_points if len(move.best) == 1]
        return [("".join(line[: move.ply - 1]), move.best[0]) for move in turned]


PUZZLES: Final[PuzzleMaker[Game]] = Connect4Puzzles()
