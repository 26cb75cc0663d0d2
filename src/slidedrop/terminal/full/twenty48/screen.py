"""2048 on the screen."""

from dataclasses import dataclass, field
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from slidedrop.analysis.hints import Hint
from slidedrop.analysis.twenty48.hints import hint_and_values
from slidedrop.core.game import counted
from slidedrop.players.registry import title_of
from slidedrop.players.twenty48.ntuple import slide_values
from slidedrop.records.library import Library
from slidedrop.session import Event, Session
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.keys import hidden
from slidedrop.terminal.full.screens.play import PlayScreen
from slidedrop.terminal.full.sessions import LatePlayer
from slidedrop.terminal.full.thinking import Thinking
from slidedrop.terminal.full.twenty48.parts import bars
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game

_DRAG: Final = 3
"""Columns that the mouse must be drawn, or half as many rows."""


@dataclass(frozen=True, slots=True)
class Advice(Hint):
    """A hint with the value of every slide."""

    values: dict[Direction, float] = field(default_factory=dict)


class Twenty48Screen(PlayScreen[Game]):
    """Slide the tiles; equal tiles that meet merge. Reach 2048, then keep playing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        hidden("up,w,k", "slide('up')", "Up", id="up"),
        hidden("down,s,j", "slide('down')", "Down", id="down"),
        hidden("left,a,h", "slide('left')", "Left", id="left"),
        hidden("right,d,l", "slide('right')", "Right", id="right"),
        Binding("t", "take_over", "Computer", id="take-over", tooltip="Let the computer play, and take over again"),
        hidden("I", "keep_hints", "Keep hints", id="keep-hints", tooltip="Show a hint for every board"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._best = 0
        self._advice: Advice | None = None
        self._keeps_hints = False
        self._won = self.game.won

    def on_mount(self) -> None:
        super().on_mount()
        rules, number = self.game.summary().rules, self.session.number
        Thinking(self, bool).begin(lambda: Library().best_score(rules, number), self._know_best)

    def _know_best(self, best: int) -> None:
        self._best = best
        self.refresh_words()

    def facts(self) -> list[str]:
        game, best = self.game, max(self._best, self.game.score)
        player = self.session.seats[0]
        return [
            f"Score {game.score:>10,}",
            f"Best  {best:>10,}",
            f"Moves {len(game.line()):>10,}",
            f"Undos {game.take_backs:>10,}",
            f"Seed {game.seed}",
            *(["Hints on"] if self._keeps_hints else []),
            *([f"\n{player.name} plays; t: take over", *self.about_computer()] if player else []),
            *(["", *bars(self._advice.values)] if self._advice else []),
        ]

    def heard(self, event: Event) -> None:
        if event.command.verb != "hint":
            self._advice = None
        super().heard(event)

    def settled(self) -> None:
        super().settled()
        if self._keeps_hints and self.session.computer is None and self.game.outcome is None and self._advice is None:
            self.thinking.begin(self.find_hint, self._hinted)

    def ending(self) -> tuple[str, str] | None:
        game = self.game
        won_now, self._won = game.won and not self._won, game.won
        if game.is_over:
            told = f"No tile can move. {game.summary().standing.capitalize()}, {counted(len(game.line()), 'move')}."
            return ("New best!" if self._is_best else "Game over"), told
        if not won_now:
            return None
        if player := self.session.computer:
            told = f"{title_of(player.name, self.spec.name)} made {game.rules.winning_tile}."
            self.notify(told, markup=False)  # the message comes with the computer's next move
            return None
        return f"You made {game.rules.winning_tile}!", f"Score {game.score:,} after {len(game.line())} moves."

    @property
    def _is_best(self) -> bool:
        """Whether a person's game from its start beats every earlier score."""
        yours = bool(self.session.number) and not any(self.session.seats) and self.game.start is None
        return yours and 0 < self._best < self.game.score

    def choices(self) -> dict[str, str]:
        return super().choices() if self.game.is_over else {"": "Keep playing", **super().choices()}

    def action_slide(self, direction: str) -> None:
        self.session.seats = (None,)
        legal = ", ".join(one.value for one in self.game.board.legal_moves())
        self.play(direction, f"Nothing moves {direction}; try {legal}." if legal else "The game is over.")

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        across, down = event.end[0] - event.start[0], 2 * (event.end[1] - event.start[1])
        if max(abs(across), abs(down)) >= _DRAG:
            sideways = abs(across) >= abs(down)
            self.action_slide(("left", "right")[across > 0] if sideways else ("up", "down")[down > 0])

    def action_take_over(self) -> None:
        self.thinking.cancel()
        self.paused = False
        strongest = self.parts.computers()[0][0]
        seats = (None,) if self.session.seats[0] else (LatePlayer(strongest, self.spec.name),)
        self.session.change_seats(seats)
        self.say("" if self.session.seats[0] is None else f"{strongest} plays; + and - change the speed.")
        self.settled()

    def action_keep_hints(self) -> None:
        self._keeps_hints = not self._keeps_hints
        self.say("Hints stay on." if self._keeps_hints else "Hints are off.")
        self.settled()

    def find_hint(self) -> Hint | None:
        return slide_advice(self.game)

    def show_hint(self, hint: Hint | None) -> None:
        self._advice = hint if isinstance(hint, Advice) else None
        super().show_hint(hint)


def slide_advice(game: Game) -> Advice | None:
    """Return a hint for the current board, or None if nothing moves."""
    if game.outcome is not None or not game.position.legal_moves():
        return None
    hint, values = hint_and_values(game)
    return Advice(hint.move, hint.reason, hint.basis, values or slide_values(game.position))
