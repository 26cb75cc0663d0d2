"""A position: whose turn it is, the legal moves and their results, and the outcome with its reason.

Both games are seen by search and players through this one protocol. The turn is a player's (0, 1, ...) or chance's:

    2048      player 0 slides  ->  chance puts a tile  ->  player 0 slides  ->  ...
    Connect-4 player 0 drops   ->  player 1 drops      ->  player 0 drops   ->  ...
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final, NamedTuple, Protocol, Self, TypeVar

Cell = tuple[int, int]
"""A row and a column, both from 0; row 0 is on top."""
CHANCE: Final = -1
"""The turn of chance: the next position is drawn at random."""
Move = TypeVar("Move")


class Termination(Enum):
    """Why a game ended."""

    LINE = "line"
    """A line of the required length is complete."""
    BOARD_FULL = "board full"
    NO_MOVE = "no move left"
    RESIGNED = "resigned"
    COUNT = "count"
    """The players' discs or points were counted at the end."""


class Outcome(NamedTuple):
    """The end of a game."""

    winner: int | None
    """0 for the player who moved first, 1 for the second, None without a winner."""
    reason: Termination
    """Why it ended."""
    lines: tuple[tuple[Cell, ...], ...] = ()
    """The lines that decided it, each as its cells; empty if no line did."""


class Position(Protocol[Move]):
    """An immutable state of a game; playing a move gives a new one."""

    @property
    def turn(self) -> int:
        """The player to move, from 0, or CHANCE."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is in progress."""

    def legal_moves(self) -> Sequence[Move]:
        """Return the moves the rules allow, always in the same order; none at chance's turn or after the end."""

    def play(self, move: Move) -> Self:
        """Return the position after a move, or raise IllegalMove with the moves that are legal."""

    def chance_outcomes(self) -> Iterable[tuple[Self, float]]:
        """Return each position that chance may give, with its probability; none at a player's turn."""
