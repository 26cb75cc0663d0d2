"""The dialogue of a game: show the board, ask, do, tell; the same for every game.

Whatever a person types that is no move is one of these:

    ?  help     i  hint     u  undo     r  redo     b  the board in words     q  save and quit
    n  new game     x  resign     m  rematch with sides swapped
    s  scores       where the game has something to keep under its board
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from slidedrop.core.command import Command
from slidedrop.core.errors import RecordError, SlidedropError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from slidedrop.session import Event, Session
    from slidedrop.terminal.plain.console import Console
    from slidedrop.terminal.plain.face import Face, Margin

_COMMANDS: Final = {
    "?": "help",
    "i": "hint",
    "u": "undo",
    "r": "redo",
    "b": "board",
    "n": "new",
    "x": "resign",
    "m": "rematch",
    "q": "quit",
}


class Dialogue:
    """One person, or several, at one game after another."""

    def __init__(
        self,
        console: Console,
        face: Face,
        session: Session,
        *,
        follow: Callable[[Session, bool], Session],
        speak: bool = False,
        margin: Margin | None = None,
    ) -> None:
        """Sit down; `follow` begins the game after this one, with sides swapped or not.

        The margin is what a person can have kept under the board.
        """
        self._console = console
        self._face = face
        self.session = session
        self._follow = follow
        self._speak = speak
        self._margin = margin
        self._commands = _COMMANDS if margin is None else {**_COMMANDS, "s": "scores"}
        self._line = ""

    def run(self, opening: Callable[[Dialogue], object] | None = None) -> None:
        """Greet, have the opening played where there is one, and talk until the person quits or the input ends."""
        self._greet()
        if opening is not None:
            opening(self)
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
        if self.session.game.outcome:
            self._line = "\n".join(line for line in (self._line, self._face.ending(self.session)) if line)
        self._show()

    def replay(self, moves: Sequence[str], delay: float) -> None:
        """Make moves that were made before, each after a pause of so many seconds."""
        for number, move in enumerate(moves, 1):
            time.sleep(delay)
            self._make(move, f"Replaying {number} of {len(moves)}: {move}.")

    def _obey(self, asked: str) -> bool:
        """Do what was typed; False to quit."""
        word = self._commands.get(asked.lower(), asked.lower())
        try:
            if word not in {*self._commands.values(), "redraw"}:
                self._play(asked)
            elif word == "quit":
                return False
            else:
                getattr(self, f"_{word}")()
        except RecordError as error:
            self._line = _sentence(error)
            self._show()
        except SlidedropError as error:
            self._tell(_sentence(error))
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
            if self.session.game.outcome:
                break
        if not moves and console.keys:
            self._show()

    def _make(self, move: str, note: str = "") -> None:
        event = self.session.play(move)
        if event is None:
            self._tell(f"{note} {self._face.refused(move, self.session)}".strip())
        else:
            self._happened(event, note)

    def _happened(self, event: Event, note: str = "") -> None:
        told = self._face.told(event, self.session)
        news = self._face.news(event, self.session)
        ending = self._face.ending(self.session) if self.session.game.outcome else ""
        self._line = "\n".join(line for line in (told if self._speak else note, news, ending) if line)
        self._show()

    def _let_computers_play(self) -> None:
        while self.session.computer is not None:
            self._say_thinking()
            event = self.session.let_computer_play()
            if event is not None:
                self._happened(event)

    def _say_thinking(self) -> None:
        if self.session.computer is not None:
            self._say_to_person(f"{self.session.computer.name} is thinking ...")

    def _say_to_person(self, sentence: str) -> None:
        """Say why nothing happens for a while; a pipe does not mind."""
        if self._console.interactive:
            self._console.say(sentence)

    def _help(self) -> None:
        self._tell(self._face.help)

    def _hint(self) -> None:
        from slidedrop.analysis.hints import hint_for

        hint = hint_for(self.session.game, tell=self._console.say)
        if hint is None:
            self._tell(self._face.refused("", self.session))
            return
        self.session.take_hint()
        self._tell(str(hint))

    def _scores(self) -> None:
        """Keep the scores under the board, or no longer; seeing them is a hint taken."""
        if self._margin is None:
            return
        self._line = self._margin.toggle()
        if self._margin.shown and self.session.game.outcome is None:
            self.session.take_hint()
        self._show()

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
        self._begin_again(swapped=False)

    def _rematch(self) -> None:
        self._begin_again(swapped=True)

    def _begin_again(self, *, swapped: bool) -> None:
        kept = "This one is kept." if self.session.number else "This one is not kept."
        finished = self.session.game.outcome is not None
        if finished or self._console.confirm(f"Begin a new game? {kept}", default=False):
            self.session = self._follow(self.session, swapped)
            self._greet()
        else:
            self._tell("The game goes on.")

    def _resign(self) -> None:
        if self._console.confirm("Give up this game?", default=False):
            event = self.session.do(Command("resign"))
            if event is not None:
                self._happened(event)

    def _show(self) -> None:
        """Show the board, or in spoken mode only what is to be said."""
        margin = [] if self._margin is None else self._margin.lines(self.session, self._say_to_person)
        if self._speak and not self._console.keys:
            self._console.say(*(self._line or self._face.spoken_board(self.session)).splitlines(), *margin)
        else:
            board = self._face.board(self.session, colour=self._console.colour, width=self._console.width)
            self._console.show(board.splitlines(), *margin, *self._line.splitlines())
        self._line = ""

    def _tell(self, line: str) -> None:
        """Say one thing; where the screen is drawn anew it stands under the board."""
        if self._console.keys:
            self._line = line
            self._show()
        else:
            self._console.say(line)


def _sentence(error: SlidedropError) -> str:
    """Return an error as something said: with a capital and a full stop."""
    message = str(error)
    return f"{message[:1].upper()}{message[1:]}."
