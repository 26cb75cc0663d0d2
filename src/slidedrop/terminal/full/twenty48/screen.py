"""2048 on the screen."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from slidedrop.analysis.hints import Hint
from slidedrop.records.library import Library
from slidedrop.session import Event, Session
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.keys import hidden
from slidedrop.terminal.full.screens.play import PlayScreen
from slidedrop.terminal.full.sessions import LatePlayer
from slidedrop.terminal.full.thinking import Thinking
from slidedrop.terminal.full.twenty48.advice import Advice, bars, slide_advice
from slidedrop.twenty48.game import Game

_DRAG = 3
"""Columns that the mouse must be drawn, or half as many rows."""


class Twenty48Screen(PlayScreen[Game]):
    """Slide the tiles; equal tiles that meet merge. Reach 2048, then go on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        hidden("up,w,k", "slide('up')", "Up", id="up"),
        hidden("down,s,j", "slide('down')", "Down", id="down"),
        hidden("left,a,h", "slide('left')", "Left", id="left"),
        hidden("right,d,l", "slide('right')", "Right", id="right"),
        Binding("t", "take_over", "Computer", id="take-over", tooltip="Let the computer play, and take over again"),
        hidden("I", "keep_hints", "Keep hints", id="keep-hints", tooltip="A hint for every board"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._best = 0
        self._advice: Advice | None = None
        self._keeps_hints = False
        self._won = self.game.won

    def on_mount(self) -> None:
        """Look up the best score in the background."""
        super().on_mount()
        rules, number = self.game.summary().rules, self.session.number
        Thinking(self, bool).begin(lambda: Library().best_score(rules, number), self._know_best)

    def _know_best(self, best: int) -> None:
        self._best = best
        self.refresh_words()

    def facts(self) -> list[str]:
        """Return score, best, moves and the rest."""
        game, best = self.game, max(self._best, self.game.score)
        player = self.session.seats[0]
        return [
            f"Score {game.score:>10,}",
            f"Best  {best:>10,}",
            f"Moves {len(game.line()):>10,}",
            f"Undos {game.take_backs:>10,}",
            f"Seed {game.seed}",
            *([f"\n{player.name} plays; t takes over"] if player else []),
            *(["", *bars(self._advice)] if self._advice else []),
        ]

    def heard(self, event: Event) -> None:
        """Show what happened; a hint is for one board only."""
        if event.command.verb != "hint":
            self._advice = None
        super().heard(event)

    def settled(self) -> None:
        """Continue after a move was shown, with a hint where hints stay on."""
        super().settled()
        if self._keeps_hints and self.session.computer is None and self.game.outcome is None and self._advice is None:
            self.thinking.begin(self.find_hint, self._hinted)

    def ending(self) -> tuple[str, str] | None:
        """Congratulate once on the winning tile, and say when nothing moves any more."""
        game = self.game
        won_now, self._won = game.won and not self._won, game.won
        if game.over:
            return "Game over", f"No tile can move. {game.summary().standing.capitalize()}, {len(game.line())} moves."
        if won_now and self.session.computer is None:
            return f"You made {game.rules.winning_tile}!", f"Score {game.score:,} after {len(game.line())} moves."
        return None

    def choices(self) -> dict[str, str]:
        """Return what can be done now; a won game goes on."""
        return super().choices() if self.game.over else {"": "Play on", **super().choices()}

    def action_slide(self, direction: str) -> None:
        """Slide the tiles; a computer that was playing stops."""
        self.session.seats = (None,)
        legal = ", ".join(one.value for one in self.game.board.legal_directions())
        self.play(direction, f"Nothing moves {direction}; try {legal}." if legal else "The game is over.")

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """Slide where the mouse was drawn to."""
        across, down = event.end[0] - event.start[0], 2 * (event.end[1] - event.start[1])
        if max(abs(across), abs(down)) >= _DRAG:
            sideways = abs(across) >= abs(down)
            self.action_slide(("left", "right")[across > 0] if sideways else ("up", "down")[down > 0])

    def action_take_over(self) -> None:
        """Let the computer play on, or take over from it."""
        self.thinking.cancel()
        self.paused = False
        strongest = self.parts.computers()[0][0]
        seats = (None,) if self.session.seats[0] else (LatePlayer(strongest, self.spec.name),)
        self.session.change_seats(seats)
        self.say("" if self.session.seats[0] is None else f"{strongest} plays; + and - change the pace.")
        self.settled()

    def action_keep_hints(self) -> None:
        """Show a hint for every board, or no longer."""
        self._keeps_hints = not self._keeps_hints
        self.say("Hints stay on." if self._keeps_hints else "Hints are off.")
        self.settled()

    def find_hint(self) -> Hint | None:
        """Find the best slide; runs in a thread."""
        return slide_advice(self.game)

    def show_hint(self, hint: Hint | None) -> None:
        """Show a bar for each direction and the reason."""
        self._advice = hint if isinstance(hint, Advice) else None
        super().show_hint(hint)
