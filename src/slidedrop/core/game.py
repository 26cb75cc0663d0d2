"""The interface of a game for sessions, records and dialogues.

A game is its rules, a start, a seed and the commands given; everything else follows. `header` holds the first three,
`do` takes one command after the other.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from slidedrop.core.command import Command
from slidedrop.core.position import Outcome, Position

Header = dict[str, Any]
"""Plain values, ready for JSON: the keys "game", "rules", "start" and "seed"."""


def counted(number: int, what: str) -> str:
    """Return the number with its noun, such as "1 move" or "2 moves"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


class Summary(NamedTuple):
    """One line of a list of games."""

    game: str
    rules: str
    """The rules in a few words, such as "4x4 classic"."""
    standing: str
    """The state in a few words, such as "score 132, largest 64"."""
    moves: int
    take_backs: int
    hints: int
    finished: bool
    score: int | None = None
    """The points of a game that has points."""
    largest: int | None = None
    """The largest tile of a game that has tiles."""
    won: bool = False
    """Whether the winning tile was reached, in a game that has one."""
    winner: int | None = None
    """Who won a game of two players."""


class HasKind(Protocol):
    """A game or a position, with the name of its game."""

    kind: ClassVar[str]


class Game(Protocol):
    """A game in progress."""

    kind: ClassVar[str]
    """The name of the game in records and commands; `games.py` finds its definition by it."""

    commands: list[Command]
    """All commands in order; with the header they are the whole game."""

    @property
    def position(self) -> Position[Any]:
        """The position now, for players and search."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is in progress."""

    @property
    def rules(self) -> Any:  # noqa: ANN401 - each game has its own; its GameSpec knows the type
        """The rules of this game."""

    @property
    def held(self) -> int:
        """How many states are in memory."""

    def forget(self, kept: int) -> None:
        """Free the memory of all states but the last ones; an undo beyond them raises Forgotten."""

    def legal_moves(self) -> Sequence[Any]:
        """Return the moves the rules allow now; none after the end."""

    def header(self) -> Header:
        """Return the values needed to start this game again."""

    def do(self, command: Command) -> object:
        """Carry out one command; return None if it changed nothing."""

    def play(self, move: Any) -> object:  # noqa: ANN401 - a move of this game
        """Make a move of the position, or raise IllegalMove with the moves that are legal."""

    def line(self) -> list[str]:
        """Return the moves from the start to now as typed, without undone moves."""

    def spell(self, move: Any) -> str:  # noqa: ANN401 - a move of this game
        """Return a move as a person types it."""

    def summary(self) -> Summary:
        """Return the game as one line of a list."""
