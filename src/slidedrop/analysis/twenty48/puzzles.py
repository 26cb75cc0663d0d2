"""Puzzles of 2048: a wrong slide is refuted by what it gives away and the tile that shows it best."""

from collections.abc import Sequence
from typing import Final

from slidedrop.analysis.twenty48.judge import judge_for
from slidedrop.analysis.twenty48.review import Review, review
from slidedrop.core.capabilities import PuzzleMaker
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game
from slidedrop.twenty48.notation import read_position, write_position
from slidedrop.twenty48.position import Spawn, State


class Twenty48Puzzles:
    """Positions with one best slide."""

    def start(self, position: str) -> Game:
        """Return a game that starts with the rows of a board."""
        return Game(start=State(read_position(position)), seed=0)

    def refute(self, game: Game, answer: str) -> list[str]:
        """Play a wrong slide with the tile that shows its fault best, and say what is wrong with it."""
        judge = judge_for(game.rules)
        worst = min(judge.falls(game.board, Direction(answer)), key=lambda fall: fall.value)
        game.play(Direction(answer), spawns=[Spawn(worst.cell, worst.tile)])
        found = Review(game, judge)
        return [str(game.board), found.why(next(found.grow()))]

    def mistakes(self, game: Game) -> Sequence[tuple[str, str]]:
        """Return the boards of the costliest mistakes, each with its best slide."""
        found = review(game)
        boards = [(slide, found.turns[slide.number - 1].slide.before) for slide in found.worst if slide.is_mistake]
        return [(write_position(board), slide.best) for slide, board in boards]


PUZZLES: Final[PuzzleMaker[Game]] = Twenty48Puzzles()
