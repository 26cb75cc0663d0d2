"""What every game can do beside its moves: go back, go forward again, count the help, tell and say all that was done.

moves  ->  "move", "resign"            each game's own
here   ->  "undo", "redo", "hint"      the same for every game

start ─ left ─ up ─ ●         Everything tried in a game is a tree of states; ● is now. Undo goes to the left, redo to
      └ down ─ down           where one came from. A move that was tried before leads to the state it led to
                              before, so taking back never rolls the dice again.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Self, TypeVar

from slidedrop.core.arguments import require_type
from slidedrop.core.command import Command, shared
from slidedrop.core.errors import IllegalMove, NotationError
from slidedrop.core.game import Game, Header

News = TypeVar("News")
Key = TypeVar("Key")
State = TypeVar("State")
Turn = TypeVar("Turn")


class Listeners(Generic[News]):
    """The callbacks that wait for one kind of event; all are told, one by one, in the order in which they asked."""

    def __init__(self) -> None:
        self._callbacks: list[Callable[[News], object]] = []

    def add(self, callback: Callable[[News], object]) -> None:
        """Register one more callback; the same one twice is called twice."""
        if not callable(callback):
            raise NotationError(f"a listener is a function of one argument, not {callback!r:.60}")
        self._callbacks.append(callback)

    def tell(self, news: News) -> None:
        """Call every callback that was registered when the event happened."""
        for callback in tuple(self._callbacks):
            callback(news)


@dataclass(slots=True, eq=False)
class _Node(Generic[Key, State]):
    """One state and what was tried from it; none points back, so a game is freed at once."""

    state: State
    key: Key | None = None
    children: dict[Key, _Node[Key, State]] = field(default_factory=dict)
    undone: _Node[Key, State] | None = None


class Forgotten(Exception):
    """A state that `History.forget` has freed."""


class History(Generic[Key, State]):
    """The states of one game, from its start to now and beyond."""

    def __init__(self, start: State) -> None:
        self._path: list[_Node[Key, State]] = [_Node(start)]
        """The nodes from the start to now."""
        self._forgotten: list[Key] = []
        """What led to the first of them, where earlier states were forgotten."""
        self.held = 1
        """How many states are in memory."""

    @property
    def state(self) -> State:
        return self._path[-1].state

    def known(self, key: Key) -> State | None:
        """Return the state that this key led to when it was tried here before, or None."""
        child = self._path[-1].children.get(key)
        return None if child is None else child.state

    def advance(self, key: Key, state: State) -> None:
        """Move to the state that the key leads to; what was undone before can no longer be redone."""
        node = self._path[-1]
        child = node.children.get(key)
        if child is None:
            child = node.children[key] = _Node(state, key)
            self.held += 1
        node.undone = child.undone = None
        self._path.append(child)

    def undo(self) -> bool:
        """Go back one step; False at the start."""
        if len(self._path) == 1:
            if self._forgotten:
                raise Forgotten
            return False
        left = self._path.pop()
        self._path[-1].undone = left
        return True

    def redo(self) -> bool:
        """Go forward again to where the last undo came from; False where nothing was undone."""
        node = self._path[-1]
        if node.undone is None:
            return False
        self._path.append(node.undone)
        node.undone = None
        return True

    def line(self) -> list[Key]:
        """Return the keys that lead from the start to now."""
        return self._forgotten + [node.key for node in self._path if node.key is not None]

    def states(self) -> list[State]:
        if self._forgotten:
            raise Forgotten
        return [node.state for node in self._path[1:]]

    def forget(self, kept: int) -> None:
        """Free the memory of all states but the last ones and what was tried from them."""
        if len(self._path) <= kept:
            return
        self._forgotten += [node.key for node in self._path[:-kept] if node.key is not None]
        self._path = self._path[-kept:]
        self.held, layer = 0, self._path[:1]
        while layer:
            self.held += len(layer)
            layer = [child for node in layer for child in node.children.values()]


class GameBase(Game, Generic[Key, State, Turn]):
    """A game that remembers all that was tried in it, and tells its listeners every turn."""

    _history: History[Key, State]
    take_backs: int
    """How often a move was undone."""
    hints: int
    """How often a hint was taken."""

    def __init__(self) -> None:
        self._on_turn: Listeners[Turn] = Listeners()
        self._on_end: Listeners[Turn] = Listeners()

    def _begin_at(self, first: State) -> None:
        self._history = History(first)
        self.take_backs = 0
        self.hints = 0
        self.commands = []

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def held(self) -> int:
        return self._history.held

    def forget(self, kept: int) -> None:
        self._history.forget(kept)

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
        return self._arrived("redo", went=self._history.redo())

    def _arrived(self, verb: Literal["undo", "redo"], *, went: bool) -> bool:
        self.commands += [shared(Command(verb))] * went
        return went

    def _retrace(self, command: Command) -> bool:
        """Carry out a command that every game has."""
        if command.verb == "undo":
            return self.undo()
        if command.verb == "redo":
            return self.redo()
        self.hints += 1
        self.commands.append(shared(command))
        return True

    @classmethod
    @abstractmethod
    def new(cls, rules: Any = None, *, seed: int | None = None) -> Self:  # noqa: ANN401 - the rules of this game
        """Return a game by these rules, or the usual ones; the seed is for games with chance."""

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
        commands = require_type(values, Mapping, "a game as a dictionary").get("commands", [])
        game = cls.from_header(dict(values))
        for number, value in enumerate(require_type(commands, list, "a list of commands"), 1):
            if not game.do(Command.from_json(value)):
                raise IllegalMove(f"command {number}, {value!r:.40}, has no effect there")
        return game

    def to_text(self) -> str:
        """Return the whole game as one line of JSON."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the game that `to_text` wrote, played through again, or say what is wrong with it."""
        try:
            values = json.loads(require_type(text, str, "a game as text"))
        except (ValueError, RecursionError) as error:
            raise NotationError(f"a game as text is a line of JSON: {error}") from error
        return cls.from_dict(values)

    def __repr__(self) -> str:
        summary = self.summary()
        return f"<Game of {summary.game}: {summary.rules}, {summary.standing}, move {summary.moves}>"
