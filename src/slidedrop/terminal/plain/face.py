"""A face: how the plain terminal draws, reads and tells a game; a game that brings none gets the generic one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from slidedrop.games import game_spec

if TYPE_CHECKING:
    from slidedrop.core.spec import AnyGame
    from slidedrop.session import Event, Session


class Margin(Protocol):
    """What a person can have shown under the board, until it is hidden again."""

    shown: bool

    def toggle(self) -> str:
        """Show or hide it, and say which."""
        ...

    def lines(self, session: Session, tell: Callable[[str], object]) -> list[str]:
        """Return the lines under the board; `tell` hears that it takes a while."""
        ...


class Face(Protocol):
    """How one game is drawn, read and told."""

    name: str
    help: str
    """The keys and words, a line each, at most 40 columns wide."""
    margin: Margin | None

    def beside_rules(self, session: Session) -> str:
        """Return what stands beside the rules in the first line: who plays, or what decides."""
        ...

    def board(self, session: Session, *, colour: bool, width: int) -> str:
        """Draw the board, and say whose turn it is."""
        ...

    def spoken_board(self, session: Session) -> str:
        """Say the board in words."""
        ...

    def moves(self, text: str, session: Session) -> Sequence[Any]:
        """Return the moves in a line."""
        ...

    def takes(self, key: str, session: Session) -> bool:
        """Tell whether a single key is part of a move even where it is also a command."""
        ...

    def key(self, key: str, session: Session) -> Sequence[Any]:
        """Return the moves of a single key; none where it only moves a cursor or begins a move."""
        ...

    def told(self, event: Event, session: Session) -> str:
        """Say what a move did, for spoken mode."""
        ...

    def refused(self, move: str, session: Session) -> str:
        """Say which moves there are, after a move that is not possible, or after none."""
        ...

    def news(self, event: Event, session: Session) -> str:
        """Say what a person would otherwise miss in a move, such as what a computer played."""
        ...

    def ending(self, session: Session) -> str:
        """Say how the game ended."""
        ...

    def again(self, session: Session) -> AnyGame:
        """Return a new game by the same rules."""
        ...


def face_of(kind: str, *, keys: bool = False, speak: bool = False) -> Face:
    """Return the face of a game by its name; `keys`: single keys are read, `speak`: every move is told."""
    spec = game_spec(kind)
    if spec.face is not None:
        return cast("Face", spec.face.load()(keys=keys, speak=speak))
    from slidedrop.terminal.plain.generic_face import GenericFace

    return GenericFace(spec, keys=keys, speak=speak)


def title(face: Face, session: Session) -> str:
    """Return the line above the first board: the rules, who plays or what decides, and how to get help."""
    number = f"game {session.number}, " if session.number else ""
    return f"{face.name}: {number}{session.game.summary().rules}, {face.beside_rules(session)}. Type ? for help."
