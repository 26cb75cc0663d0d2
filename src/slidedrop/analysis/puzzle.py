"""A puzzle: a position with one best move.

The game's own PuzzleMaker explains a wrong answer, using a review of that one move.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from slidedrop.core.arguments import require_type
from slidedrop.core.capabilities import PuzzleMaker
from slidedrop.core.command import Command
from slidedrop.core.errors import IllegalMove
from slidedrop.core.game import Game
from slidedrop.core.game_base import GameBase
from slidedrop.core.spec import AnyGame
from slidedrop.games import game_spec

_USUAL_GRADE = 3


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position as people type it, and its best move."""

    game: str
    position: str
    best: str
    grade: int
    """The difficulty, from 1 (easy) to 5."""

    @property
    def maker(self) -> PuzzleMaker[Any]:
        return _maker(self.game)

    def begun(self) -> AnyGame:
        return self.maker.start(self.position)

    def read(self, answer: str) -> str:
        game = self.begun()
        if not game.do(Command("move", answer)):
            raise IllegalMove(f"nothing moves {answer} here")
        return game.line()[-1]

    def refuted(self, answer: str) -> list[str]:
        """Return the refutation of a move as lines of text: the board after it and the reason."""
        return self.maker.refute(self.begun(), answer)


def _maker(game: str) -> PuzzleMaker[Any]:
    spec = game_spec(game)
    return spec.load(spec.puzzles, "puzzles")


def shipped() -> list[Puzzle]:
    """Return the bundled puzzles, easiest first."""
    path = files("slidedrop") / "data" / "puzzles.json"
    return read_puzzles(json.loads(path.read_text(encoding="utf-8")))


def read_puzzles(values: Iterable[list[str | int]]) -> list[Puzzle]:
    """Return puzzles from plain values: game, position, best move, grade."""
    return [Puzzle(str(game), str(position), str(best), int(grade)) for game, position, best, grade in values]


def puzzles_from(game: Game) -> list[Puzzle]:
    """Return the mistakes of a game as puzzles."""
    kind = require_type(game, GameBase, "a game").kind
    return [Puzzle(kind, position, best, _USUAL_GRADE) for position, best in _maker(kind).mistakes(game)]
