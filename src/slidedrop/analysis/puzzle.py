"""A puzzle: a position with one best move, and what becomes of any other.

A wrong answer is refuted by the review of the one move that it is: in Connect-4 by proof and the line that would have
been better, in 2048 by what the slide gives away and the tile that shows it best.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files

from slidedrop.analysis.connect4.review import review as review_connect4
from slidedrop.analysis.twenty48.judge import judge_for
from slidedrop.analysis.twenty48.review import Review
from slidedrop.analysis.twenty48.review import review as review_2048
from slidedrop.connect4.game import Game as Connect4
from slidedrop.connect4.position import Position
from slidedrop.core.arguments import require_type
from slidedrop.core.command import Command
from slidedrop.core.errors import IllegalMove
from slidedrop.core.game import Game
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game as Twenty48
from slidedrop.twenty48.notation import read_position, write_position
from slidedrop.twenty48.position import Spawn, State


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position as people type it, and its best move."""

    game: str
    position: str
    best: str
    grade: int
    """From 1, which a glance solves, to 5."""

    def begun(self) -> Connect4 | Twenty48:
        """Return a game that begins with the position."""
        if self.game == "2048":
            return Twenty48(start=State(read_position(self.position)), seed=0)
        return Connect4(start=Position.from_moves(self.position))

    def read(self, answer: str) -> str:
        """Return an answer as moves are written here, or say why it is not a move."""
        game = self.begun()
        if not game.do(Command("move", answer)):
            raise IllegalMove(f"nothing moves {answer} here")
        return game.line()[-1]

    def refuted(self, answer: str) -> list[str]:
        """Return what becomes of a move, the board after it and the reason, in lines of text."""
        game = self.begun()
        if isinstance(game, Connect4):
            game.do(Command("move", answer))
            move = review_connect4(game).moves[-1]
            return [str(game), f"{move.words}; better was {move.better_line}: {move.better_words}"]
        judge = judge_for(game.rules)
        worst = min(judge.falls(game.board, Direction(answer)), key=lambda fall: fall.value)
        game.move(Direction(answer), spawns=[Spawn(worst.cell, worst.tile)])
        review = Review(game, judge)
        return [str(game.board), review.why(next(review.grow()))]


def shipped() -> list[Puzzle]:
    """Return the puzzles that ship, the easiest first."""
    path = files("slidedrop") / "data" / "puzzles.json"
    return read_puzzles(json.loads(path.read_text(encoding="utf-8")))


def read_puzzles(values: Iterable[list[str | int]]) -> list[Puzzle]:
    """Return puzzles from plain values: game, position, best move, grade."""
    return [Puzzle(str(game), str(position), str(best), int(grade)) for game, position, best, grade in values]


def puzzles_from(game: Game) -> list[Puzzle]:
    """Return the mistakes of a game as puzzles."""
    if isinstance(game, Connect4):
        line = game.line()
        return [
            Puzzle("connect4", "".join(line[: move.ply - 1]), move.best[0], 3)
            for move in review_connect4(game).turning_points
            if len(move.best) == 1 and game.start is None
        ]
    review = review_2048(require_type(game, Twenty48, "a game of 2048 or Connect-4"))
    boards = [(slide, review.turns[slide.number - 1].slide.before) for slide in review.worst if slide.is_mistake]
    return [Puzzle("2048", write_position(board), slide.best, 3) for slide, board in boards]
