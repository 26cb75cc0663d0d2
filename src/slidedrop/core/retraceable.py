"""What every game can do beside its moves: go back, go forward again, count the help, and say all that was done.

moves  ->  "move", "resign"            each game's own
here   ->  "undo", "redo", "hint"      the same for every game
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal, Self, TypeVar

from slidedrop.core.arguments import wanted
from slidedrop.core.command import Command
from slidedrop.core.errors import IllegalMove
from slidedrop.core.game import Game, Header
from slidedrop.core.history import History
from slidedrop.core.observable import Listeners

Key = TypeVar("Key")
Moment = TypeVar("Moment")
Turn = TypeVar("Turn")


class Retraceable(Game, Generic[Key, Moment, Turn]):
    """A game that remembers all that was tried in it, and tells its listeners every turn."""

    _history: History[Key, Moment]
    take_backs: int
    """How often a move was taken back."""
    hints: int
    """How often a hint was taken."""

    def __init__(self) -> None:
        self._on_turn: Listeners[Turn] = Listeners()
        self._on_end: Listeners[Turn] = Listeners()

    def _begin_at(self, first: Moment) -> None:
        self._history = History(first)
        self.take_backs = 0
        self.hints = 0
        self.commands = []

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    def on_turn(self, callback: Callable[[Turn], object]) -> None:
        """Call back with the Turn after every move that was made."""
        self._on_turn.add(callback)

    def on_end(self, callback: Callable[[Turn], object]) -> None:
        """Call back with the Turn that ended the game, after the callbacks for every turn."""
        self._on_end.add(callback)

    def undo(self) -> bool:
        """Take the last move back; False at the start."""
        went = self._history.undo()
        self.take_backs += went
        return self._arrived("undo", went=went)

    def redo(self) -> bool:
        """Make the move again that was taken back last; False where there is none."""
        return self._arrived("redo", went=self._history.redo())

    def _arrived(self, verb: Literal["undo", "redo"], *, went: bool) -> bool:
        """Note that the game went back or forward."""
        self.commands += [Command(verb)] * went
        return went

    def _retrace(self, command: Command) -> bool:
        """Carry out a command that every game has."""
        if command.verb == "undo":
            return self.undo()
        if command.verb == "redo":
            return self.redo()
        self.hints += 1
        self.commands.append(command)
        return True

    @classmethod
    @abstractmethod
    def from_header(cls, header: Header) -> Self:
        """Begin the game that a record's header describes, or say what is wrong with it."""

    def to_dict(self) -> dict[str, Any]:
        """Return the whole game as plain values, ready for JSON: how it began, and all that was done."""
        return {**self.header(), "commands": [command.to_json() for command in self.commands]}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return the game that `to_dict` wrote, played through again, or say what is wrong with it."""
        commands = wanted(values, Mapping, "a game as a dictionary").get("commands", [])
        game = cls.from_header(dict(values))
        for number, value in enumerate(wanted(commands, list, "a list of commands"), 1):
            if not game.do(Command.from_json(value)):
                raise IllegalMove(f"command {number}, {value!r:.40}, changes nothing there")
        return game

    def __repr__(self) -> str:
        summary = self.summary()
        return f"<Game of {summary.game}: {summary.rules}, {summary.standing}, move {summary.moves}>"
