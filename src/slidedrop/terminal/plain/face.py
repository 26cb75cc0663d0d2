"""What a dialogue needs to know of one game: how it is drawn, read and told."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

if TYPE_CHECKING:
    from slidedrop.session import Event, Session


class Face(Protocol):
    """One game as a person sees it."""

    kind: ClassVar[str]
    help: ClassVar[str]
    """The keys and words, a line each, at most 40 columns wide."""

    def title(self, session: Session) -> str:
        """Return the line above the first board."""
        ...

    def board(self, session: Session, *, colour: bool, width: int) -> str:
        """Draw the board with its standing, in at most that many columns where it can be."""
        ...

    def spoken_board(self, session: Session) -> str:
        """Return the board as sentences."""
        ...

    def moves(self, text: str, session: Session) -> list[Any]:
        """Return the moves of the game that a typed key or line means, or raise NotationError."""
        ...

    def key(self, key: str, session: Session) -> list[Any]:
        """Return the moves that a single key makes now, none where it only prepares one, or raise NotationError."""
        ...

    def told(self, event: Event, session: Session) -> str:
        """Say in one sentence what a move did."""
        ...

    def refused(self, move: str, session: Session) -> str:
        """Say why a move changed nothing."""
        ...

    def news(self, event: Event, session: Session) -> str:
        """Say what deserves a line of its own, such as reaching 2048; empty otherwise."""
        ...

    def ending(self, session: Session) -> str:
        """Say how the game ended."""
        ...

    def again(self, session: Session) -> Any:  # noqa: ANN401 - the next game of this kind
        """Return a new game after this one."""
        ...


class Margin(Protocol):
    """What a person can have kept under the board, such as every column's value."""

    shown: bool

    def toggle(self) -> str:
        """Show or hide it, and say which."""
        ...

    def lines(self, session: Session, tell: Callable[[str], object]) -> list[str]:
        """Return what stands under the board now; `tell` hears a sentence if it takes a while."""
        ...
