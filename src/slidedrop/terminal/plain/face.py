"""A face: how the plain terminal draws, reads and describes a game; the default uses the game's notation.

o o o o o |
White to move: b1 b2 b3
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from slidedrop.core.errors import NotationError
from slidedrop.core.game import counted
from slidedrop.core.spec import AnyGame, AnySpec
from slidedrop.games import game_spec
from slidedrop.terminal.move_typing import MoveTyping
from slidedrop.terminal.plain.keyboard import printable

if TYPE_CHECKING:
    from slidedrop.session import Event, Session

_MOST: Final = 30
"""The legal moves that are listed."""
_HELP: Final = """Type one of the moves under the board.
  u  undo          r  redo
  b  board         n  new game
  ?  this help     q  save and quit"""
_HINT: Final = "  i  hint"
_RESIGN: Final = "  x  resign        m  rematch, sides\n                      swapped"


class Margin(Protocol):
    """What can be shown under the board until it is hidden again."""

    shown: bool

    def toggle(self) -> str: ...

    def lines(self, session: Session, tell: Callable[[str], object]) -> list[str]:
        """Return the lines under the board; `tell` prints that it may take a while."""
        ...


class Face:
    """How a game is drawn, typed and described; by default with its notation."""

    margin: Margin | None = None
    """The texts that a person can show under the board."""

    def __init__(self, spec: AnySpec, *, speak: bool = False) -> None:
        self.name = spec.title
        self._spec, self._notation, self._speak = spec, spec.notation.load(), speak
        self._typing: MoveTyping[Any] = MoveTyping()
        more = [_HINT] * (spec.hints is not None) + [_RESIGN] * (not spec.by_points)
        self.help = "\n".join([spec.description, _HELP, *more])
        """The keys and words, a line each, at most 40 columns wide."""

    def beside_rules(self, session: Session) -> str:
        names = [player.name if player else "you" for player in session.seats]
        if len(names) > 1 and set(names) == {"you"}:
            names = ["one of you", "the other"]
        return ", ".join(f"{self._colour(side)} is {name}" for side, name in enumerate(names))

    def _colour(self, side: int) -> str:
        return self._spec.colours[side] if side < len(self._spec.colours) else f"player {side + 1}"

    def _moves(self, session: Session) -> dict[str, Any]:
        return {self._notation.write_move(move): move for move in session.game.legal_moves()}

    def board(self, session: Session, *, colour: bool, width: int) -> str:  # noqa: ARG002 - as the game draws it
        """Draw the board, the state of the game, the legal moves, and the typed part of one."""
        lines = [self._notation.draw(session.game.position)]
        if session.game.outcome is None:
            lines.append(f"{session.game.summary().standing.capitalize()}: {self._listed(session)}")
        if self._typing.text:
            lines.append(f"Move: {self._typing.text}")
        return "\n".join(lines)

    def _listed(self, session: Session) -> str:
        moves = list(self._moves(session))
        more = [f"and {len(moves) - _MOST} more"] if len(moves) > _MOST else []
        return " ".join([*moves[:_MOST], *more])

    def spoken_board(self, session: Session) -> str:
        """Return the drawn board and the state of the game."""
        return f"{self._notation.draw(session.game.position)}\n{session.game.summary().standing.capitalize()}."

    def moves(self, text: str, session: Session) -> Sequence[Any]:
        """Return the moves in a line, separated by spaces."""
        return [self._notation.read_move(printable(word), session.game.rules) for word in text.split()]

    def takes(self, key: str, session: Session) -> bool:
        """Tell whether a key starts or continues a legal move."""
        return len(key) == 1 and self._typing.takes(key, self._moves(session))

    def key(self, key: str, session: Session) -> Sequence[Any]:
        """Return the move that a key completes; enter completes one that is also the start of another."""
        moves = self._moves(session)
        if not self.takes(key, session) and key != "enter":
            self._typing.text = ""
            raise NotationError(f"{key} does nothing here; ? shows the keys")
        move = self._typing.finish(moves) if key == "enter" else self._typing.press(key, moves)
        return [] if move is None else [move]

    def told(self, event: Event, session: Session) -> str:
        done = event.command.move or event.command.verb
        return f"{done.capitalize()}; {session.game.summary().standing}."

    def refused(self, move: str, session: Session) -> str:
        if session.game.outcome is not None:
            return "The game is over; u undoes, n starts a new game, q quits."
        begins = f"{move} is not possible; type" if move else "Type"
        return f"{begins} {self._listed(session)}, or ? for help."

    def news(self, event: Event, session: Session) -> str:
        """Return what the computers played, once it is a person's turn again."""
        against = any(session.seats) and session.computer is None
        if self._speak or not against or event.command.verb != "move":
            return ""
        return f"The last move was {event.command.move}."

    def ending(self, session: Session) -> str:
        """Return how the game ended; empty while it is in progress."""
        summary = session.game.summary()
        if not summary.finished:
            return ""
        return f"{summary.standing.capitalize()}, after {counted(summary.moves, 'move')}."

    def again(self, session: Session) -> AnyGame:
        return self._spec.new_game(session.game.rules)


def face_of(kind: str, *, keys: bool = False, speak: bool = False) -> Face:
    """Return a game's face by name; `keys`: read single keys, `speak`: describe every move."""
    spec = game_spec(kind)
    return Face(spec, speak=speak) if spec.face is None else cast("Face", spec.face.load()(keys=keys, speak=speak))


def title(face: Face, session: Session) -> str:
    """Return the line above the first board: the rules, the players or the seed, and how to get help."""
    number = f"game {session.number}, " if session.number else ""
    return f"{face.name}: {number}{session.game.summary().rules}, {face.beside_rules(session)}. Type ? for help."
