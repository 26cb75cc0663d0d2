"""The dialogue of a game: show the board, ask, carry out, report; the same for every game.

Anything typed that is not a move is one of these:

    ?  help     i  hint     u  undo     r  redo     b  the board in words     q  save and quit
    n  new game     x  resign     m  rematch with sides swapped
    s  values       if the game can show values under its board
    t  f  g         if the game cannot be saved: see keeping.py

The dialogue is a listener of the session: the board is shown when the record has the move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from slidedrop.core.errors import RecordError, SlidedropError
from slidedrop.terminal.plain.background import Background, Stopped, check_keys
from slidedrop.terminal.plain.face import Face, Margin, title
from slidedrop.terminal.plain.keeping import Keeping
from slidedrop.terminal.sentences import sentence

if TYPE_CHECKING:
    from slidedrop.session import Event, Session
    from slidedrop.terminal.plain.console import Console

_WORDS: Final = ("help", "hint", "undo", "redo", "board", "new", "resign", "rematch", "quit", "values")
KEYS: Final = dict(zip("?iurbnxmqs", _WORDS, strict=True))
_CHOICES: Final = {"t": "try", "f": "file", "g": "go"}
_CONTINUE: Final = frozenset({"", "enter", "space"})


class Dialogue:
    """A dialogue with the players, for one game after another."""

    def __init__(
        self,
        console: Console,
        face: Face,
        session: Session,
        *,
        follow: Callable[[Session, bool], Session],
        speak: bool = False,
        margin: Margin | None = None,
        keys: Mapping[str, str] | None = None,
    ) -> None:
        """Show a game; `follow` starts the game after this one, with sides swapped or not.

        The margin can be shown under the board (None: the face's own); a session's notice stays there until escape
        hides it. `keys` are a person's own keys by action, such as {"undo": "z"}.
        """
        margin = face.margin if margin is None else margin
        self._console = console
        self._face = face
        self._follow = follow
        self._speak = speak
        self._margin = margin
        self._notice = f"{session.notice} Escape hides this." if session.notice and console.keys else ""
        self._background = Background(console)
        self._keys = {**KEYS, **{key: word for word, key in (keys or {}).items() if word in _WORDS}}
        self._line = self._last_line = self._note = ""
        self._paused = False
        self._handlers: dict[str, Callable[[], object]] = {
            "help": lambda: self._tell(face.help),
            "hint": self._hint,
            "undo": self._undo,
            "redo": lambda: self._report_step(self.session.redo(), "Redone.", "There is nothing to redo."),
            "board": lambda: self._tell(face.spoken_board(self.session)),
            "redraw": self._redraw,
            "new": lambda: self._begin_again(swapped=False),
            "rematch": lambda: self._begin_again(swapped=True),
            "resign": self._resign,
            **({} if margin is None else {"values": lambda: self._values(margin)}),
        }
        self._attach(session)

    def _attach(self, session: Session) -> None:
        self.session = session
        self.keeping = Keeping(session)
        session.on_event(lambda event: self._show_event(event, session))

    def run(self, opening: Callable[[Dialogue], object] | None = None) -> None:
        """Greet, play the opening if there is one, and run until the person quits or the input ends."""
        self._greet()
        going = opening is None or self._attempt(lambda: opening(self))
        while going:
            going = self._attempt(self._let_computers_play)
            asked = self._console.ask() if going else None
            going = asked is not None and self._carry_out(asked)

    def _attempt(self, deed: Callable[[], object]) -> bool:
        """Run an action and print its error, if any; False if the person wants to quit."""
        try:
            deed()
        except Stopped as stopped:
            self._paused = self.session.computer is not None
            if stopped.quits:
                return False
            self._tell(self._stopped())
        except RecordError as error:
            if self.session.unkept:
                self.keeping.failed(error)
                self._line = self._note
            else:
                self._line = sentence(error)
            self._show()
        except SlidedropError as error:
            self._tell(sentence(error))
        return True

    def _stopped(self) -> str:
        if self.session.computer is None:
            return "Stopped."
        return f"Stopped; enter lets {self.session.computer.name} think again, u undoes, q quits."

    def _greet(self) -> None:
        greeting = title(self._face, self.session)
        if self._console.keys:
            self._line = greeting
        else:
            self._console.say(greeting)
        if self.session.game.outcome:
            self._line = "\n".join(line for line in (self._line, self._face.ending(self.session)) if line)
        self._show()

    def replay(self, moves: Sequence[Any], delay: float) -> bool:
        """Replay moves with a pause before each; return whether all were made."""
        for number, move in enumerate(moves, 1):
            try:
                check_keys(self._console, delay)
            except Stopped as stopped:
                if stopped.quits:
                    raise
                self._tell(f"Stopped after {number - 1} of {len(moves)}.")
                return False
            self._make(move, f"Replaying {number} of {len(moves)}: {self.session.game.spell(move)}.")
        return True

    def _carry_out(self, asked: str) -> bool:
        """Carry out what was typed; False to quit."""
        if self.keeping.must_choose and asked.lower() in _CHOICES:
            self._choose(_CHOICES[asked.lower()])
            return True
        moves = self._console.keys and self._face.takes(asked, self.session)
        word = asked if moves else self._keys.get(asked.lower(), asked.lower())
        if word == "quit":
            return False
        if self.keeping.must_choose and word not in {"help", "board", "redraw"}:
            self._redraw()
            return True
        if asked == "escape" and self._notice:
            self._notice = ""
            self._redraw()
            return True
        return self._attempt(self._handlers.get(word, lambda: self._play(asked)))

    def _choose(self, choice: str) -> None:
        """Carry out the choice for a game that is not saved."""
        if choice == "file":
            self._line = self.keeping.keep_in(self._console.ask_line("Save the game in which file? "))
        else:
            self._line = self.keeping.try_again() if choice == "try" else self.keeping.go_on()
        self._show()

    def _play(self, asked: str) -> None:
        if self.session.computer is not None:
            self._paused = asked not in _CONTINUE
            if self._paused:
                self._tell(self._stopped())
            return
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

    def _make(self, move: object, note: str = "") -> None:
        self._note = note
        if self.session.make(move) is None:
            self._tell(f"{note} {self._face.refused(self.session.game.spell(move), self.session)}".strip())
        self._note = ""

    def _show_event(self, event: Event, session: Session) -> None:
        """Show an event; an unsaved one is shown with the reason when the error arrives."""
        if (
            session is not self.session
            or event.command.verb not in {"move", "resign"}
            or not getattr(event, "kept", True)
        ):
            return
        told, news = self._face.told(event, session), self._face.news(event, session)
        ending = self._face.ending(session) if session.game.outcome else ""
        self._line = "\n".join(line for line in (told if self._speak else self._note, news, ending) if line)
        self._show()

    def _let_computers_play(self) -> None:
        while (player := self.session.computer) is not None and not self._paused and not self.keeping.must_choose:
            self._say_to_person(f"{player.name} is thinking ...")
            game = self.session.game
            move = self._background.result(lambda _: player.choose(game.position))  # noqa: B023 - done in this round
            self.session.make(move)

    def _say_to_person(self, sentence: str) -> None:
        """Print the reason for a wait, except on a pipe."""
        if self._console.interactive:
            self._console.say(sentence)

    def _hint(self) -> None:
        from slidedrop.analysis.hints import hint_for

        hint = self._background.result(lambda _: hint_for(self.session.game))
        if hint is None:
            self._tell(self._face.refused("", self.session))
            return
        self.session.take_hint()
        self._tell(str(hint))

    def _values(self, margin: Margin) -> None:
        """Show or hide the values under the board; showing them counts as a hint."""
        self._line = margin.toggle()
        if margin.shown and self.session.game.outcome is None:
            self.session.take_hint()
        self._show()

    def _undo(self) -> None:
        self._paused = False
        self._report_step(self.session.undo(), "Undone.", "There is nothing to undo.")

    def _report_step(self, event: Event | None, done: str, nothing: str) -> None:
        if event is None:
            self._tell(nothing)
        else:
            self._line = done
            self._show()

    def _redraw(self) -> None:
        """Redraw the screen, such as after the window was resized."""
        self._line = self._last_line if self._console.keys else ""
        self._show()

    def _begin_again(self, *, swapped: bool) -> None:
        kept = "This one is saved." if self.session.number else "This one is not saved."
        finished = self.session.game.outcome is not None
        if finished or self._console.confirm(f"Start a new game? {kept}", default=False):
            self._paused = False
            self._attach(self._follow(self.session, swapped))
            self._greet()
        else:
            self._tell("The game continues.")

    def _resign(self) -> None:
        if not self.session.may_resign or self._console.confirm("Resign this game?", default=False):
            self.session.resign()  # refuses in a sentence if no one may

    def _show(self) -> None:
        """Show the board, or in spoken mode only the messages."""
        margin = self._margin_lines()
        below = [*self.keeping.lines, *self._line.splitlines(), *self._notice.splitlines()]
        if self._speak and not self._console.keys:
            self._console.say(*(below or self._face.spoken_board(self.session).splitlines()), *margin)
        else:
            board = self._face.board(self.session, colour=self._console.colour, width=self._console.width)
            self._console.show(board.splitlines(), *margin, *below)
        self._last_line, self._line = self._line, ""

    def _margin_lines(self) -> list[str]:
        """Return the values under the board; a person who does not wait hides them."""
        margin = self._margin
        if margin is None or not margin.shown:
            return []
        try:
            return self._background.result(
                lambda tell: margin.lines(self.session, tell if self._console.keys else self._say_to_person)
            )
        except Stopped as stopped:
            margin.shown = False
            if stopped.quits:
                raise
            return ["Values are hidden."]

    def _tell(self, line: str) -> None:
        """Print a message; on a redrawn screen it is under the board."""
        if self._console.keys:
            self._line = line
            self._show()
        else:
            self._console.say(line)
