"""A game on the full screen: the board, the facts beside it, messages and keys.

    a key  ->  the session carries it out  ->  an event with the Turn  ->  the animation  ->  the next player

Computers search in a thread; escape stops them, and every other key works meanwhile.
"""

from collections.abc import Callable
from functools import partial
from time import monotonic, sleep
from typing import Any, ClassVar, Generic, cast

from textual.binding import Binding, BindingType

from slidedrop.analysis.hints import Hint, hint_for
from slidedrop.core.errors import RecordError, SlidedropError
from slidedrop.players.registry import title_of
from slidedrop.session import Event, Session
from slidedrop.terminal.full.drawing.canvas import Canvas
from slidedrop.terminal.full.keys import HELP, hidden
from slidedrop.terminal.full.parts import GameT, Shown, parts_of
from slidedrop.terminal.full.screens.layout import BoardScreen
from slidedrop.terminal.full.screens.panel import Panel
from slidedrop.terminal.full.sessions import next_session
from slidedrop.terminal.full.settings import FASTEST, SLOWEST
from slidedrop.terminal.full.thinking import Thinking
from slidedrop.terminal.plain.keeping import Keeping
from slidedrop.terminal.sentences import sentence

_NARROW = 64
_ELSEWHERE = "slidedrop-kept.game"
"""The file of the home folder for a game that cannot be saved in its own place."""


class PlayScreen(BoardScreen, Generic[GameT]):
    """A game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,backspace", "undo", "Undo", id="undo"),
        hidden("r", "redo", "Redo", id="redo"),
        Binding("i", "hint", "Hint", id="hint"),
        Binding("n", "again", "New", id="new"),
        Binding("v", "review", "Review", id="review"),
        hidden("p", "pause", "Pause", id="pause", tooltip="Pause the computer, and continue"),
        hidden("plus,equals_sign", "pace(0.5)", "Faster", id="faster"),
        hidden("minus,underscore", "pace(2)", "Slower", id="slower"),
        HELP,
        Binding("escape", "back", "Home", id="back", tooltip="Stop the computer, or go home; the game is saved"),
        hidden("q", "back(True)", "Home", id="home"),
    ]
    motion: ClassVar[float] = 0.16
    """Seconds that a move takes to be shown."""
    counts: ClassVar[str] = "Moves"
    """The label of the number of moves."""
    shapes: ClassVar[str] = ""
    """A letter for each side, if the board has letters."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.parts = parts_of(session.game)
        self.spec = self.parts.spec
        self.turn: Any = None
        """What is being shown: the Turn of the last move."""
        self.paused = False
        self.said = session.notice
        self.keeping = Keeping(self.session)
        self.thinking = Thinking(self, self.say)
        self.session.on_event(self.heard)

    @property
    def game(self) -> GameT:
        return cast("GameT", self.session.game)

    @property
    def mine(self) -> int | None:
        """The only side that a person plays; None for both or neither."""
        people = [side for side, player in enumerate(self.session.seats) if player is None]
        return people[0] if len(people) == 1 else None

    # The parts that a game may replace.

    def facts(self) -> list[str]:
        """Return the lines beside the board: whose turn it is, who plays which side, the number of moves."""
        summary = self.game.summary()
        standing = summary.standing.capitalize()
        sides = [] if self.spec.by_points else [*map(self._side, range(self.spec.seats)), ""]
        told = standing if summary.finished or self.spec.by_points else self._to_move()
        return [told, "", *sides, f"{self.counts} {summary.moves}", *self.about_computer()]

    def about_computer(self) -> list[str]:
        """Return the pace of a computer player, and whether it is paused."""
        if not any(self.session.seats):
            return []
        return [f"Pace  {self.app.settings.pace:g} s per move{', paused' if self.paused else ''}"]

    def _to_move(self) -> str:
        side = self.game.position.turn
        whose = "Your turn" if side == self.mine else f"{self.parts.colour(side).capitalize()} to move"
        return f"{self.shapes[side : side + 1]} {whose}".strip()

    def _side(self, side: int) -> str:
        player, width = self.session.seats[side], max(map(len, map(self.parts.colour, range(self.spec.seats))))
        name = title_of(player.name, self.spec.name) if player else "you" if self.mine is not None else "a person"
        return f"{self.shapes[side : side + 1]} {self.parts.colour(side):<{width}}  {name}".strip()

    def ending(self) -> tuple[str, str] | None:
        """Return the title and text of the panel at the end of a game, or None."""
        outcome, summary = self.game.outcome, self.game.summary()
        if outcome is None:
            return None
        told = f"{summary.standing.capitalize()}, after {summary.moves} {self.counts.lower()}."
        if self.spec.by_points:
            return "Game over", told
        if outcome.winner is None:
            return "A draw", told
        if self.mine is None:
            return f"{self.parts.colour(outcome.winner).capitalize()} won", told
        return ("You won!" if outcome.winner == self.mine else "You lost"), told

    def choices(self) -> dict[str, str]:
        rematch = {} if self.spec.by_points else {"rematch": "Rematch, sides swapped"}
        share = {"share": "Share code"} if self.session.number else {}
        again = {"again": "Play again", "review": "Review the game"}
        return {**rematch, **again, **share, "undo": "Undo", "home": "Home"}

    def marks(self) -> object:
        return None

    def find_hint(self) -> Hint | None:
        """Find the best move; runs in a thread."""
        return hint_for(self.game)

    def show_hint(self, hint: Hint | None) -> None:
        self.say("" if hint is None else str(hint))

    # What is shown.

    def least(self) -> tuple[int, int]:
        return self.parts.least(self.game.position)

    def paint(self, width: int, height: int, progress: float) -> Canvas | None:
        shown = Shown(self.turn, progress, self.marks())
        return self.parts.picture(self.app.palette, (width, height), self.game.position, shown)

    def on_mount(self) -> None:
        self.refresh_words()
        self.call_after_refresh(self.settled)

    def on_resize(self) -> None:
        self.refresh_words()

    def words(self) -> tuple[str, list[str], str]:
        number = f"game {self.session.number}" if self.session.number else "not saved"
        facts, headline = self.facts(), f"{self.spec.title}  ·  {self.game.summary().rules}  ·  {number}"
        title = "  ".join(facts[0].split()) if self.size.width < _NARROW else headline
        return title, facts, "\n".join(filter(None, (self.session.notice, *self.keeping.lines[:1], self.said)))

    # What is done.

    def do(self, action: Callable[[], Event | None], nothing: str = "") -> None:
        """Run an action in the session; show `nothing` if it changed nothing."""
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
            self.say(sentence(error))
            self.board.redraw()
        self.refresh_words()

    def _ask_about_keeping(self) -> None:
        """Make no move that would be lost before the person has chosen what to do."""
        elsewhere = f"Save it in '{_ELSEWHERE}'"
        choices = {"try": "Try again", "file": elsewhere, "go": "Continue without saving it", "home": "Home"}
        self.app.push_screen(Panel("The last move is not saved", self.keeping.lines[0], choices), self._keep)

    def _keep(self, choice: str | None) -> None:
        if choice == "home":
            self.action_back(home=True)
        elif choice is not None:
            keep_elsewhere = partial(self.keeping.keep_in, f"~/{_ELSEWHERE}")
            self.say({"try": self.keeping.try_again, "go": self.keeping.go_on}.get(choice, keep_elsewhere)())
            self.settled()

    def heard(self, event: Event) -> None:
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
        """Return the seconds between two moves; a person's own moves are shown slowly."""
        return self.app.settings.pace if self.session.computer else self.motion

    def settled(self) -> None:
        """Continue after a move was shown: with a panel if one is due, else with a computer's move."""
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

        def think() -> object:
            move = None if player is None else player.choose(position)
            sleep(max(0.0, pace - (monotonic() - began)))
            return move

        self.thinking.begin(think, lambda move: self.do(lambda: self.session.make(move)))
        if player is not None and None in self.session.seats:
            self.say(f"{title_of(player.name, self.spec.name)} is thinking …")

    def play(self, move: str, nothing: str = "") -> None:
        if self.session.computer is not None and None in self.session.seats:
            self.say("It is not your turn yet.")
        else:
            self.do(lambda: self.session.play(move), nothing)

    def end(self, title: str, words: str) -> None:
        """Show a panel and carry out the choice."""
        self.app.push_screen(Panel(title, words, self.choices()), self._chosen)

    def _chosen(self, choice: str | None) -> None:
        if choice in {"again", "rematch"}:
            self.app.open_game(next_session(self.session, swapped=choice == "rematch"), instead=True)
        elif choice == "home":
            self.action_back(home=True)
        elif choice:
            getattr(self, f"action_{choice}")()

    def action_undo(self) -> None:
        self.paused = self.paused or None not in self.session.seats
        self.do(self.session.undo, "There is nothing to undo.")

    def action_redo(self) -> None:
        self.do(self.session.redo, "There is nothing to redo.")

    def action_hint(self) -> None:
        if self.spec.hints is None:
            self.say(f"{self.spec.title} has no hints.")
        elif self.game.outcome is None and (self.session.computer is None or None not in self.session.seats):
            self.thinking.begin(self.find_hint, self._hinted)
            self.say("Computing a hint … escape stops it")

    def _hinted(self, hint: Hint | None) -> None:
        self.session.take_hint()
        self.show_hint(hint)
        self.app.warm_up(self.spec)

    def action_pause(self) -> None:
        self.paused = not self.paused
        self.thinking.cancel()
        self.say("Paused; p continues." if self.paused else "")
        self.settled()

    def action_pace(self, factor: float) -> None:
        settings = self.app.settings
        settings.pace = min(SLOWEST, max(FASTEST, settings.pace * factor))
        self.say(f"A move every {settings.pace:.2g} s.")

    def action_again(self) -> None:
        if self.game.outcome is not None or not self.game.line():
            self._chosen("again")
        else:
            saved = "This one is saved." if self.session.number else "This one is not saved."
            self.app.push_screen(
                Panel("Start a new game?", saved, {"": "Continue this one", "again": "New game"}), self._chosen
            )

    def action_resign(self) -> None:
        if self.game.outcome is None and self.session.computer is None:
            question = Panel("Resign this game?", "", {"": "Keep playing", "resign": "Resign"})
            self.app.push_screen(question, lambda choice: self.do(self.session.resign) if choice else None)

    def action_share(self) -> None:
        self.app.share(self.game)

    def action_review(self) -> None:
        if self.game.line():
            self.app.open_analysis(self.game)
        else:
            self.say("There is nothing to review yet.")

    def action_back(self, home: bool = False) -> None:  # noqa: FBT001, FBT002 - Textual passes it by position
        waiting = self.thinking.busy and (self.session.computer is None or None in self.session.seats)
        if self.thinking.cancel() and waiting and not home:
            self.paused = self.session.computer is not None
            self.say("Stopped; p lets the computer move." if self.paused else "Stopped.")
        else:
            self.session.close()
            self.app.go_home()
