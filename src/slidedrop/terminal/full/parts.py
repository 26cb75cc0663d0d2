"""The parts of a game for the full screen; the class below has a default for each, so any game can be played.

A game with more names an object of a subclass in its definition (`GameSpec.screen`).
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, TypeVar, cast

from slidedrop.core.errors import RulesError
from slidedrop.core.game import Game, HasKind
from slidedrop.core.position import CHANCE, Position
from slidedrop.core.spec import AnyGame, AnySpec, Notation, Provider
from slidedrop.games import spec_of
from slidedrop.players import HUMAN
from slidedrop.players.registry import offered_players
from slidedrop.terminal.full.drawing.canvas import Canvas, Frame, largest

if TYPE_CHECKING:
    from textual.screen import Screen

    from slidedrop.session import Session
    from slidedrop.terminal.full.drawing.palette import Palette

GameT = TypeVar("GameT", bound=Game)
PositionT = TypeVar("PositionT", bound=Position[Any])
Answers = dict[str, Any]
"""The answers of a form, by the names of the questions."""
Choices = Sequence[tuple[Any, str, str]]
"""The answers to a question: a value, its label, and perhaps a line about it."""
Tell = Callable[[int, int], object]
_EITHER: Final = -1
_WORST: Final = 5


@dataclass(slots=True)
class Question:
    """A question of a form, and its answers; the first is the default."""

    name: str
    label: str
    answers: Choices
    chosen: int = 0


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """The analysis board's data for a game; `heights` has the start and then one value per move."""

    heights: Sequence[float | None] = ()
    """From -1 (the second player wins) to 1 (the first one wins), or from 0 to 1 (the most points); None: unknown."""
    words: Sequence[str] = ()
    """A comment on each move."""
    reasons: Mapping[int, str] = field(default_factory=dict)
    """By the number of a move, from 0: why another one was better, in detail."""
    costs: Sequence[str] = ()
    """The same in a word or two."""
    losses: Sequence[float] = ()
    """The loss of each move; 0 for a good one."""
    better: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """By the number of a move, from 0: what should have been played instead, and the moves after it."""
    scale: tuple[str, str] = ("", "")
    """What the top and the bottom of the graph mean."""
    summary: Sequence[str] = ()
    """What `slidedrop review` prints about the whole game."""

    @property
    def worst(self) -> list[int]:
        bad = [ply for ply, loss in enumerate(self.losses) if loss > 0]
        return sorted(bad, key=lambda ply: -self.losses[ply])[:_WORST]


class Shown(NamedTuple):
    """What is shown besides a position: the progress of a move from 0 to 1, and marks on the board."""

    turn: Any = None
    progress: float = 1.0
    marks: Any = None


@dataclass(frozen=True, slots=True)
class Judged:
    """The values of a position's moves, by their notation."""

    words: Mapping[str, str]
    best: str
    lines: Sequence[str] = ()
    marks: Any = None


class Parts(Generic[GameT, PositionT]):
    """The parts of one game; these defaults use only its notation."""

    screen: ClassVar[Provider[Callable[[Session], Screen[None]]]] = Provider(
        "slidedrop.terminal.full.screens.generic:GenericScreen"
    )
    """The screen on which a game is played."""

    def __init__(self, spec: AnySpec) -> None:
        self.spec = spec

    @property
    def notation(self) -> Notation[PositionT, Any, Any]:
        return self.spec.notation.load()

    # The board.

    def frames(self, position: PositionT) -> Sequence[Frame]:  # noqa: ARG002 - each game has its own
        """Return every frame for the board, smallest first; none for a board that is drawn as text."""
        return ()

    def painted(self, palette: Palette, frame: Frame, position: PositionT, shown: Shown) -> Canvas:
        """Paint a position into one of the frames."""
        raise NotImplementedError

    def least(self, position: PositionT) -> tuple[int, int]:
        """Return the columns and rows that the smallest picture needs."""
        if frames := self.frames(position):
            return frames[0].width, frames[0].height
        lines = self.notation.draw(position).splitlines()
        return max(map(len, lines), default=1), max(1, len(lines))

    def picture(
        self, palette: Palette, room: tuple[int, int], position: PositionT, shown: Shown | None = None
    ) -> Canvas | None:
        """Paint a position during a move, as large as the space allows; None if it does not fit."""
        width, height = self.least(position)
        if width > room[0] or height > room[1]:
            return None
        if (frame := largest(self.frames(position), *room)) is not None:
            return self.painted(palette, frame, position, shown or Shown())
        canvas = Canvas(width, height, palette.ground)
        for row, line in enumerate(self.notation.draw(position).splitlines()):
            canvas.write(0, row, line, palette.ink, bold=True)
        return canvas

    # Moves.

    def typed_moves(self, position: PositionT) -> dict[str, Any]:
        return {self.notation.write_move(move): move for move in position.legal_moves()}

    def after(self, position: PositionT, move: object) -> PositionT:
        """Return the position after a move and after chance's turn."""
        position = position.play(move)
        while position.turn == CHANCE:
            drawn, chances = zip(*position.chance_outcomes(), strict=True)
            position = random.choices(drawn, chances)[0]  # noqa: S311 - no secret
        return position

    def better_line(self, position: PositionT, line: Sequence[str]) -> list[tuple[str, PositionT]]:
        """Return the moves of a better line, each with the position after it; may take long."""
        steps: list[tuple[str, PositionT]] = []
        for text in line:
            position = self.after(position, self.typed_moves(position)[text])
            steps.append((text, position))
        return steps

    def review(self, game: GameT, tell: Tell) -> ReviewedGame:  # noqa: ARG002 - each game has its own
        """Return a game with its reviewed moves; `tell` is called with the moves done and the total."""
        raise RulesError(f"{self.spec.title} has no review; you can step through the game")

    def judged(self, position: PositionT) -> Judged:  # noqa: ARG002 - each game has its own
        """Return the value of every move; may take long."""
        raise RulesError(f"{self.spec.title} has no values")

    # A new game.

    def questions(self) -> list[Question]:
        """Return the questions before a new game."""
        if self.spec.seats == 1:
            return self.rule_questions()
        friend = (HUMAN, "A friend", "Two people at one keyboard.")
        sides = [
            (0, f"{self.colour(0)}, first", "You move first."),
            (1, f"{self.colour(1)}, second", "The opponent moves first."),
            (_EITHER, "either", "Drawn when the game begins."),
        ]
        opponent = Question("opponent", "Opponent", [*self.computers(), friend])
        return [opponent, Question("side", "You play", sides), *self.rule_questions()]

    def rule_questions(self) -> list[Question]:
        """Return the questions about the rules: each option that has a few values."""
        flag = ((False, "no"), (True, "yes"))
        return [
            Question(one.name, one.name.capitalize(), [(value, label, one.help) for value, label in values])
            for one in self.spec.rule_options
            if (values := flag if one.is_flag else [(value, value) for value in one.choices])
        ]

    def rules(self, answers: Mapping[str, Any]) -> object:
        return self.notation.rules_from_options(answers)

    def start(self, answers: Answers) -> tuple[AnyGame, tuple[str, ...]]:
        seats: tuple[str, ...] = (HUMAN,)
        if self.spec.seats > 1:
            first = secrets.choice((0, 1)) if answers["side"] == _EITHER else answers["side"]
            seats = (answers["opponent"], HUMAN) if first else (HUMAN, answers["opponent"])
        return self.spec.new_game(self.rules(answers)), seats

    def computers(self) -> Choices:
        """Return the players for menus, from their declarations."""
        return [(name, one.title, one.description) for name, one in offered_players(self.spec.name)]

    def colour(self, seat: int) -> str:
        return self.spec.colours[seat] if seat < len(self.spec.colours) else f"player {seat + 1}"


AnyParts = Parts[Any, Any]


def parts_of(thing: HasKind) -> AnyParts:
    """Return the parts for the game of a game or position."""
    return parts_for(spec_of(thing))


def parts_for(spec: AnySpec) -> AnyParts:
    """Return a game's parts, or the default ones."""
    return Parts(spec) if spec.screen is None else cast("AnyParts", spec.screen.load())
