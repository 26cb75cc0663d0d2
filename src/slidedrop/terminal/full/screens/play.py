"""A game on the screen, whichever it is: the board, the facts beside it, what was said, and the keys.

    a key  ->  the session does it  ->  the event carries the Turn  ->  the board moves  ->  whoever is next

Computers think in a thread; escape stops them, and every other key works meanwhile.
"""

from collections.abc import Callable
from functools import partial
from time import monotonic, sleep
from typing import Any, ClassVar

from textual.binding import BindingType

from slidedrop.core.errors import RecordError, SlidedropError
from slidedrop.session import Event, Session
from slidedrop.terminal.full.drawing.canvas import Canvas
from slidedrop.terminal.full.drawing.discs import Marks
from slidedrop.terminal.full.drawing.pictures import frames_of, picture_of
from slidedrop.terminal.full.keys import keys_of
from slidedrop.terminal.full.screens.layout import BoardScreen
from slidedrop.terminal.full.screens.panel import Panel
from slidedrop.terminal.full.table import again, title_of
from slidedrop.terminal.full.thinking import Thinking
from slidedrop.terminal.plain.keeping import Keeping

_NARROW = 64
_SLOWEST, _FASTEST = 5.0, 0.02
_ELSEWHERE = "slidedrop-kept.game"
"""The file of the home folder in which a game goes on that cannot be kept in its own place."""


class PlayScreen(BoardScreen):
    """A game."""

    BINDINGS: ClassVar[list[BindingType]] = keys_of("play")
    motion: ClassVar[float] = 0.16
    """Seconds that a move takes to be shown."""
    game_name: ClassVar[str] = "2048"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.turn: Any = None
        """What is being shown: the Turn of the last move."""
        self.paused = False
        self.said = session.notice
        self.keeping = Keeping(self.session)
        self.thinking = Thinking(self, self.say)
        self.session.on_event(self.heard)

    @property
    def game(self) -> Any:  # noqa: ANN401 - of either kind
        """The game."""
        return self.session.game

    facts: Callable[[], list[str]]
    """The lines beside the board; this and what follows each game has of its own."""
    ending: Callable[[], tuple[str, str] | None]
    """Title and words of the panel that is due, or None."""
    find_hint: Callable[[], Any]
    """Finds out what to do here; runs in a thread."""
    show_hint: Callable[[Any], None]

    def marks(self) -> Marks | None:
        """Return what is shown beside the discs."""
        return None

    # What is shown.

    def least(self) -> tuple[int, int]:
        """Return the room that the board needs."""
        smallest = frames_of(self.game)[0]
        return smallest.width, smallest.height

    def paint(self, width: int, height: int, progress: float) -> Canvas | None:
        """Paint the board, while a turn moves or at rest."""
        moving = (self.turn, progress)
        return picture_of(self.game, self.app.palette, (width, height), marks=self.marks(), moving=moving)

    def on_mount(self) -> None:
        """Show the board, and let a computer begin."""
        self.refresh_words()
        self.call_after_refresh(self.settled)

    def on_resize(self) -> None:
        """Have a line on top that fits."""
        self.refresh_words()

    def words(self) -> tuple[str, list[str], str]:
        """Return the rules and the game's number (in a narrow window the first fact), the facts and what is said."""
        kept = f"game {self.session.number}" if self.session.number else "not kept"
        facts, headline = self.facts(), f"{self.game_name}  ·  {self.game.summary().rules}  ·  {kept}"
        title = "  ".join(facts[0].split()) if self.size.width < _NARROW else headline
        return title, facts, "\n".join(filter(None, (self.session.notice, *self.keeping.lines[:1], self.said)))

    # What is done.

    def do(self, action: Callable[[], Event | None], nothing: str = "") -> None:
        """Do something in the session; say so where nothing came of it."""
        self.thinking.cancel()
        if self.keeping.must_choose:
            self._ask_about_keeping()
            return
        self.said = ""
        try:
            if action() is None and nothing:
                self.say(nothing)
        except RecordError as error:
            self.keeping.failed(error)
        except SlidedropError as error:
            self.say(f"{error}.")
            self.board.redraw()
        self.refresh_words()

    def _ask_about_keeping(self) -> None:
        """Make no move that would be lost before the person has said what to do."""
        elsewhere = f"Keep it in '{_ELSEWHERE}'"
        choices = {"try": "Try again", "file": elsewhere, "go": "Go on without keeping it", "home": "Home"}
        self.app.push_screen(Panel("The last move is not kept", self.keeping.lines[0], choices), self._keep)

    def _keep(self, choice: str | None) -> None:
        if choice == "home":
            self.action_back(home=True)
        elif choice is not None:
            keep_elsewhere = partial(self.keeping.keep_in, f"~/{_ELSEWHERE}")
            self.say({"try": self.keeping.try_again, "go": self.keeping.go_on}.get(choice, keep_elsewhere)())
            self.settled()

    def heard(self, event: Event) -> None:
        """Show what happened."""
        self.turn = event.happened if event.command.verb == "move" else None
        if not self.is_mounted:
            return
        if self.turn is not None and self.app.settings.animation and self.pace() >= self.motion:
            self.board.animate_for(self.motion, self.settled)
        else:
            self.board.stop()
            self.board.redraw()
            self.call_later(self.settled)
        self.refresh_words()

    def pace(self) -> float:
        """Return the seconds between two moves: a person's own moves are shown at leisure."""
        return self.app.settings.pace if self.session.computer else self.motion

    def settled(self) -> None:
        """Go on after a move was shown: a panel where one is due, else a computer's move."""
        panel = self.ending()
        if isinstance(self.app.screen, Panel):  # one question at a time
            return
        if self.keeping.must_choose:
            self._ask_about_keeping()
        elif panel is not None:
            self.end(*panel)
        elif self.session.computer is not None and not self.paused and not self.thinking.busy:
            self._let_computer_think()

    def _let_computer_think(self) -> None:
        player, position, began = self.session.computer, self.game.position, monotonic()
        pace = self.app.settings.pace

        def think() -> Any:  # noqa: ANN401 - a move of the game
            move = None if player is None else player.choose(position)
            sleep(max(0.0, pace - (monotonic() - began)))
            return move

        self.thinking.begin(think, lambda move: self.do(lambda: self.session.make(move)))
        if player is not None and None in self.session.seats:
            self.say(f"{title_of(player.name, self.game.kind)} is thinking …")

    def play(self, move: str, nothing: str = "") -> None:
        """Make a person's move."""
        if self.session.computer is not None and None in self.session.seats:
            self.say("It is not your turn yet.")
        else:
            self.do(lambda: self.session.play(move), nothing)

    def end(self, title: str, words: str) -> None:
        """Show a panel and do what is chosen there."""
        self.app.push_screen(Panel(title, words, self.choices()), self._chosen)

    def choices(self) -> dict[str, str]:
        """Return what can be done at the end of a game."""
        kept = {"share": "Share code"} if self.session.number else {}
        return {"again": "Play again", "review": "Review the game", **kept, "undo": "Take back", "home": "Home"}

    def _chosen(self, choice: str | None) -> None:
        if choice in {"again", "rematch"}:
            self.app.open_game(again(self.session, swapped=choice == "rematch"), instead=True)
        elif choice == "home":
            self.action_back(home=True)
        elif choice:
            getattr(self, f"action_{choice}")()

    def action_undo(self) -> None:
        """Take back to a person's last decision."""
        self.paused = self.paused or None not in self.session.seats
        self.do(self.session.undo, "There is nothing to take back.")

    def action_redo(self) -> None:
        """Make again what was taken back."""
        self.do(self.session.redo, "There is nothing to make again.")

    def action_hint(self) -> None:
        """Look for a hint in the background."""
        if self.game.outcome is None and (self.session.computer is None or None not in self.session.seats):
            self.thinking.begin(self.find_hint, self._hinted)
            self.say("Looking for a hint … escape stops it")

    def _hinted(self, hint: Any) -> None:  # noqa: ANN401 - each game's own
        self.session.take_hint()
        self.show_hint(hint)

    def action_pause(self) -> None:
        """Stop the computers, or let them go on."""
        self.paused = not self.paused
        self.thinking.cancel()
        self.say("Paused; p goes on." if self.paused else "")
        self.settled()

    def action_pace(self, factor: float) -> None:
        """Let computers move faster or slower."""
        settings = self.app.settings
        settings.pace = min(_SLOWEST, max(_FASTEST, settings.pace * factor))
        self.say(f"A move every {settings.pace:.2g} s.")

    def action_again(self) -> None:
        """Begin a new game; this one is kept."""
        if self.game.outcome is not None or not self.game.line():
            self._chosen("again")
        else:
            kept = "This one is kept." if self.session.number else "This one is not kept."
            self.app.push_screen(
                Panel("Begin a new game?", kept, {"": "Go on with this one", "again": "New game"}), self._chosen
            )

    def action_share(self) -> None:
        """Show the code that brings this game to somebody else."""
        self.app.share(self.game)

    def action_review(self) -> None:
        """Look through the game."""
        if self.game.line():
            self.app.open_analysis(self.game)
        else:
            self.say("There is nothing to review yet.")

    def action_back(self, home: bool = False) -> None:  # noqa: FBT001, FBT002 - Textual passes it by position
        """Stop what is being thought about; otherwise go home."""
        waiting = self.thinking.busy and (self.session.computer is None or None in self.session.seats)
        if self.thinking.cancel() and waiting and not home:
            self.paused = self.session.computer is not None
            self.say("Stopped; p lets the computer move." if self.paused else "Stopped.")
        else:
            self.session.close()
            self.app.go_home()
