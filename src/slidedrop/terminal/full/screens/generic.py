"""The screen of any game without its own: the board as text, and the legal moves to type or choose."""

from typing import Any, ClassVar, Final

from textual.binding import Binding, BindingType

from slidedrop.analysis.hints import Hint
from slidedrop.core.game import Game
from slidedrop.session import Event, Session
from slidedrop.terminal.full.keys import hidden
from slidedrop.terminal.full.screens.move_keys import MoveKeys
from slidedrop.terminal.full.screens.play import PlayScreen

_MOST: Final = 60
"""The legal moves that are listed."""


class GenericScreen(MoveKeys, PlayScreen[Game]):
    """Type a move, or choose one of the legal moves with the arrows and press enter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        hidden("left,up", "choose(-1)", "Move before"),
        hidden("right,down", "choose(1)", "Next move"),
        Binding("enter,space", "make", "Play", id="drop", key_display="enter"),
        hidden("x", "resign", "Resign", id="resign"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._place = 0

    def typed_moves(self) -> dict[str, Any]:
        waits = self.game.outcome is None and self.session.computer is None
        return self.parts.typed_moves(self.game.position) if waits else {}

    def facts(self) -> list[str]:
        moves = list(self.typed_moves())
        listed = [f"▸{move}" if place == self._place else move for place, move in enumerate(moves[:_MOST])]
        more = [f"and {len(moves) - _MOST} more"] if len(moves) > _MOST else []
        return [*super().facts(), *(["", "Legal moves", " ".join([*listed, *more])] if moves else [])]

    def heard(self, event: Event) -> None:
        self._place, self.typing.text = 0, ""
        super().heard(event)

    def make(self, move: object) -> None:
        self.do(lambda: self.session.make(move))

    def wait(self) -> None:
        self.say(f"Move: {self.typing.text}")

    def action_choose(self, step: int) -> None:
        moves = list(self.typed_moves())
        if moves:
            self._place, self.typing.text = (self._place + step) % len(moves), ""
            self.say(f"Move: {moves[self._place]}")

    def action_make(self) -> None:
        moves = self.typed_moves()
        if not moves:
            self.settled()
            return
        typed = self.typing.finish(moves)
        move = list(moves.values())[self._place] if typed is None else typed
        self.make(move)

    def show_hint(self, hint: Hint | None) -> None:
        moves = list(self.typed_moves())
        if hint is not None and hint.move in moves:
            self._place = moves.index(hint.move)
        super().show_hint(hint)
