"""The dialogue of a game: show the board, ask, do, tell; the same for every game.

Whatever a person types that is no move is one of these:

    ?  help     i  hint     u  undo     r  redo     b  the board in words     n  new game     q  save and quit
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from slidedrop.analysis.hints import hint_for
from slidedrop.core.errors import NotationError, SlidedropError

if TYPE_CHECKING:
    from collections.abc import Callable

    from slidedrop.session import Event, Session
    from slidedrop.terminal.plain.console import Console
    from slidedrop.terminal.plain.face import Face

_COMMANDS: Final = {
    "?": "help",
    "i": "hint",
    "u": "undo",
    "r": "redo",
    "b": "board",
    "n": "new",
    "q": "quit",
}
_WORDS: Final = {*_COMMANDS.values(), "redraw"}


class Dialogue:
    """One person, or several, at one game after another."""

    def __init__(
        self,
        console: Console,
        face: Face,
        session: Session,
        *,
        follow: Callable[[Session], Session],
        speak: bool = False,
    ) -> None:
        """Sit down; `follow` begins the game after this one, keeping it as the first was kept."""
        self._console = console
        self._face = face
        self.session = session
        self._follow = follow
        self._speak = speak
        self._line = ""

    def run(self) -> None:
        """Talk until the person quits or the input ends."""
        self._greet()
        going = True
        while going:
            self._let_computers_play()
            asked = self._console.ask()
            going = asked is not None and self._obey(asked)

    def _greet(self) -> None:
        title = self._face.title(self.session)
        if self._console.keys:
            self._line = title
        else:
            self._console.say(title)
        self._show()

    def _obey(self, asked: str) -> bool:
        """Do what was typed; False to quit."""
        word = _COMMANDS.get(asked.lower(), asked.lower())
        try:
            if word not in _WORDS:
                self._play(asked)
            elif word == "quit":
                return False
            else:
                getattr(self, f"_{word}")()
        except SlidedropError as error:
            self._tell(str(error))
        return True

    def _play(self, asked: str) -> None:
        if not asked:
            self._tell(self._face.refused("", self.session))
            return
        console = self._console
        moves = self._face.key(asked, self.session) if console.keys else self._face.moves(asked, self.session)
        for move in moves:
            self._make(move)
            self._let_computers_play()
        if not moves and console.keys:
            self._show()

    def _make(self, move: str) -> None:
        event = self.session.play(move)
        if event is None:
            self._tell(self._face.refused(move, self.session))
        else:
            self._happened(event)

    def _happened(self, event: Event) -> None:
        told = self._face.told(event, self.session)
        news = self._face.news(event, self.session)
        ending = self._face.ending(self.session) if self.session.game.outcome else ""
        self._line = "\n".join(line for line in (told if self._speak else "", news, ending) if line)
        self._show()

    def _let_computers_play(self) -> None:
        while self.session.computer is not None:
            self._say_thinking()
            event = self.session.let_computer_play()
            if event is not None:
                self._happened(event)

    def _say_thinking(self) -> None:
        if self._console.interactive and self.session.computer is not None:
            self._console.say(f"{self.session.computer.name} is thinking ...")

    def _help(self) -> None:
        self._console.say(*self._face.help.splitlines())

    def _hint(self) -> None:
        hint = hint_for(self.session.game)
        if hint is None:
            message = "there is no move left; u takes the last one back, n begins anew"
            raise NotationError(message)
        self.session.take_hint()
        self._tell(str(hint))

    def _undo(self) -> None:
        self._went(self.session.undo(), "Taken back.", "There is nothing to take back.")

    def _redo(self) -> None:
        self._went(self.session.redo(), "Made again.", "There is nothing to make again.")

    def _went(self, event: Event | None, done: str, nothing: str) -> None:
        if event is None:
            self._tell(nothing)
        else:
            self._line = done
            self._show()

    def _board(self) -> None:
        self._tell(self._face.spoken_board(self.session))

    def _redraw(self) -> None:
        self._show()

    def _new(self) -> None:
        finished = self.session.game.outcome is not None
        if finished or self._console.confirm("Begin a new game? This one is kept.", default=False):
            self.session = self._follow(self.session)
            self._greet()

    def _show(self) -> None:
        """Show the board, or in spoken mode only what is to be said."""
        if self._speak and not self._console.keys:
            self._console.say(*(self._line or self._face.spoken_board(self.session)).splitlines())
        else:
            board = self._face.board(self.session, colour=self._console.colour)
            self._console.show([*board.splitlines(), *self._line.splitlines()])
        self._line = ""

    def _tell(self, line: str) -> None:
        """Say one thing; where the screen is drawn anew it stands under the board."""
        if self._console.keys:
            self._line = line
            self._show()
        else:
            self._console.say(line)
