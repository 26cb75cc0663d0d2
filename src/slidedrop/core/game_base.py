"""What every game does besides its moves: undo, redo, counts of help, listeners and the record.

moves  ->  "move", "resign"            each game's own
here   ->  "undo", "redo", "hint"      the same for every game

start ─ left ─ up ─ ●         All states of a game form a tree; ● is now. Undo goes to the left, redo to
      └ down ─ down           the last child. A repeated move leads to the same state as before, so undo
                              never gives another tile.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Self, TypeVar

from slidedrop.core.arguments import require_count, require_type
from slidedrop.core.command import Command, shared
from slidedrop.core.errors import IllegalMove, NotationError
from slidedrop.core.game import Game, Header

News = TypeVar("News")
Key = TypeVar("Key")
State = TypeVar("State")
Turn = TypeVar("Turn")


class Listeners(Generic[News]):
    """Callbacks for one kind of event, called in order of registration."""

    def __init__(self) -> None:
        self._callbacks: list[Callable[[News], object]] = []

    def add(self, callback: Callable[[News], object]) -> None:
        """Register a callback; a callback registered twice is called twice."""
        if not callable(callback):
            raise NotationError(f"a listener is a function of one argument, not {callback!r:.60}")
        self._callbacks.append(callback)

    def tell(self, news: News) -> None:
        """Call every callback that was registered when the event happened."""
        for callback in tuple(self._callbacks):
            callback(news)


@dataclass(slots=True, eq=False)
class _Node(Generic[Key, State]):
    """A state and the states after it; there are no references back, so a game is freed at once."""

    state: State
    key: Key | None = None
    children: dict[Key, _Node[Key, State]] = field(default_factory=dict)
    undone: _Node[Key, State] | None = None


class Forgotten(Exception):
    """A state that `History.forget` has freed."""


class History(Generic[Key, State]):
    """The states of one game, with undone ones."""

    def __init__(self, start: State) -> None:
        self._path: list[_Node[Key, State]] = [_Node(start)]
        """The nodes from the start to now."""
        self._forgotten: list[Key] = []
        """The key that led to the first of them, if earlier states were freed."""
        self.held = 1
        """The number of states in memory."""

    @property
    def state(self) -> State:
        return self._path[-1].state

    def known(self, key: Key) -> State | None:
        """Return the state after this key if it was played here before, or None."""
        child = self._path[-1].children.get(key)
        return None if child is None else child.state

    def advance(self, key: Key, state: State) -> None:
        """Move to the state after the key; undone moves can no longer be redone."""
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
        """Redo the last undone step; False if there is none."""
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
        """Free the memory of all states except the last ones."""
        kept = require_count(kept, "the number of states to keep", 1)
        if len(self._path) <= kept:
            return
        self._forgotten += [node.key for node in self._path[:-kept] if node.key is not None]
        self._path = self._path[-kept:]
        self.held, layer = 0, self._path[:1]
        while layer:
            self.held += len(layer)
            layer = [child for node in layer for child in node.children.values()]


class GameBase(Game, Generic[Key, State, Turn]):
    """A game with undo, redo and listeners."""

    _history: History[Key, State]
    take_backs: int
    """The number of undone moves."""
    hints: int
    """The number of hints."""

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
        """Call back with the Turn after every move."""
        self._on_turn.add(callback)

    def on_end(self, callback: Callable[[Turn], object]) -> None:
        """Call back with the Turn that ended the game, after the callbacks for every turn."""
        self._on_end.add(callback)

    def undo(self) -> bool:
        """Undo the last move; False at the start."""
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
        """Return a new game with these rules, or the default ones; the seed is for games with chance."""

    @classmethod
    @abstractmethod
    def from_header(cls, header: Header) -> Self:
        """Return the new game that a record's header describes, or raise an error."""

    def to_dict(self) -> dict[str, Any]:
        """Return the whole game as plain values for JSON: its start and all commands."""
        return {**self.header(), "commands": [command.to_json() for command in self.commands]}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return the game that `to_dict` wrote, replayed from its start, or raise an error."""
        commands = require_type(values, Mapping, "a game as a dictionary").get("commands", [])
        if (kind := values.get("game", cls.kind)) != cls.kind:
            raise NotationError(f"this is a game of {kind!r:.40}, not of '{cls.kind}'")
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
        """Return the game that `to_text` wrote, replayed from its start, or raise an error."""
        try:
            values = json.loads(require_type(text, str, "a game as text"))
        except (ValueError, RecursionError) as error:
            raise NotationError(f"a game as text is a line of JSON: {error}") from error
        return cls.from_dict(values)

    def __repr__(self) -> str:
        summary = self.summary()
        return f"<Game of {summary.game}: {summary.rules}, {summary.standing}, move {summary.moves}>"
