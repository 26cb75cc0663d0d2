"""A two-player game without chance, made from its positions: what a new game needs besides its rules.

    class Game(PositionGame[Position, Move, Rules, Turn[Position, Move]]):
        kind = "reversi"
        rules_type, notation, colours = Rules, NOTATION, ("black", "white")

        @classmethod
        def first(cls, rules: Rules) -> Position: ...

Undo, redo, resignation, records and summaries come with it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from slidedrop.core.arguments import require_type
from slidedrop.core.command import Command, shared
from slidedrop.core.errors import GameOver, NotationError
from slidedrop.core.game import Header, Summary
from slidedrop.core.game_base import GameBase
from slidedrop.core.position import Outcome, Position, Termination
from slidedrop.core.spec import Notation, Rules

MoveT = TypeVar("MoveT")
PositionT = TypeVar("PositionT", bound=Position[Any])
RulesT = TypeVar("RulesT", bound=Rules)
TurnT = TypeVar("TurnT", bound="Turn[Any, Any]")
_RESIGN: Final = "resign"


@dataclass(frozen=True, slots=True)
class Turn(Generic[PositionT, MoveT]):
    """The result of one move; the move is None if the player resigned."""

    player: int
    move: MoveT | None
    position: PositionT
    outcome: Outcome | None


class PositionGame(GameBase[Any, TurnT, TurnT], Generic[PositionT, MoveT, RulesT, TurnT]):
    """A game made of its first position and the moves played."""

    rules_type: ClassVar[type[Any]]
    """The dataclass of the rules; its fields are their JSON."""
    turn_type: ClassVar[type[Any]] = Turn
    notation: ClassVar[Notation[Any, Any, Any]]
    colours: ClassVar[tuple[str, str]]

    def __init__(self, rules: RulesT | None = None, *, start: PositionT | None = None) -> None:
        """Start at the first position of these rules, or at a given one."""
        super().__init__()
        self.start = start
        """The given start, or None."""
        self._rules: RulesT = self.rules_type() if rules is None else rules
        first = self.first(self._rules) if start is None else start
        self._begin_at(self.turn_type(first.turn, None, first, first.outcome))  # no turn yet

    @classmethod
    @abstractmethod
    def first(cls, rules: RulesT) -> PositionT:
        """Return the position before the first move."""

    @classmethod
    def new(cls, rules: RulesT | None = None, *, seed: int | None = None) -> Self:  # noqa: ARG003 - no chance here
        return cls(rules)

    @property
    def rules(self) -> RulesT:
        return self._rules

    @property
    def position(self) -> PositionT:
        position: PositionT = self._history.state.position
        return position

    @property
    def outcome(self) -> Outcome | None:
        return self._history.state.outcome

    @property
    def turns(self) -> list[TurnT]:
        return self._history.states()

    def legal_moves(self) -> Sequence[MoveT]:
        return [] if self.is_over else self.position.legal_moves()

    def play(self, move: MoveT) -> TurnT:
        """Make a move and tell the listeners; an illegal move raises and changes nothing."""
        if self.outcome is not None:
            raise GameOver(f"the game is over ({self._ending(self.outcome)}); undo a move, or start a new game")
        player, after = self.position.turn, self.position.play(move)
        return self._advance(move, self.turn_type(player, move, after, after.outcome))

    def resign(self) -> TurnT:
        """Resign for the player to move."""
        if self.is_over:
            raise GameOver("the game is over, so no one can resign")
        player, outcome = self.position.turn, Outcome(1 - self.position.turn, Termination.RESIGNED)
        return self._advance(_RESIGN, self.turn_type(player, None, self.position, outcome))

    def _advance(self, key: object, turn: TurnT) -> TurnT:
        self._history.advance(key, turn)
        given = Command("resign") if turn.move is None else Command("move", self.spell(turn.move))
        self.commands.append(shared(given))
        self._on_turn.tell(turn)
        if turn.outcome is not None:
            self._on_end.tell(turn)
        return turn

    def header(self) -> Header:
        return {"game": self.kind, "rules": self.rules.to_json(), "start": None}

    @classmethod
    def from_header(cls, header: Header) -> Self:
        values = require_type(header, dict, "the header of a game").get("rules")
        try:
            return cls(cls.rules_type(**require_type(values, dict, "a table of rules")))
        except TypeError as error:
            raise NotationError(f"{values!r:.60} are not rules of {cls.kind}") from error

    def do(self, command: Command) -> TurnT | bool:
        match require_type(command, Command, "a Command").verb:
            case "move":
                return self.play(self.notation.read_move(command.move, self.rules))
            case "resign":
                return self.resign()
            case _:
                return self._retrace(command)

    def line(self) -> list[str]:
        """Return the moves from the start to now as typed; a resignation is the word resign."""
        return [key if key == _RESIGN else self.spell(key) for key in self._history.line()]

    def spell(self, move: MoveT) -> str:
        return self.notation.write_move(move)

    @classmethod
    def _ending(cls, outcome: Outcome) -> str:
        return "draw" if outcome.winner is None else f"{cls.colours[outcome.winner]} won"

    def summary(self) -> Summary:
        outcome = self.outcome
        return Summary(
            game=self.kind,
            rules=self.notation.write_rules(self.rules),
            standing=f"{self.colours[self.position.turn]} to move" if outcome is None else self._ending(outcome),
            moves=sum(key != _RESIGN for key in self._history.line()),
            take_backs=self.take_backs,
            hints=self.hints,
            finished=outcome is not None,
            winner=None if outcome is None else outcome.winner,
        )

    def __str__(self) -> str:
        return f"{self.notation.draw(self.position)}\n{self.summary().standing}"
