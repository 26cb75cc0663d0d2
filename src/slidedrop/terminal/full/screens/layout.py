"""The layout of screens with a board and of screens with a list."""

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, OptionList, Static

from slidedrop.core.game import Game
from slidedrop.records.library import Library
from slidedrop.records.summaries import SavedGame
from slidedrop.terminal.full.app import FullScreen
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.drawing.canvas import Canvas
from slidedrop.terminal.full.parts import parts_of
from slidedrop.terminal.full.screens.panel import Lines
from slidedrop.terminal.full.sessions import described, saved_games
from slidedrop.terminal.full.thinking import Thinking


class AppScreen(Screen[None]):
    """A screen of our own application."""

    app: FullScreen


class BoardScreen(AppScreen):
    """A top line, a board, facts beside it, and messages."""

    said = ""
    paint: Callable[[int, int, float], Canvas | None]
    """Paints the board for these columns and rows, while a turn moves or at rest."""
    words: Callable[[], tuple[str, list[str], str]]
    """The top line, the facts and the message."""

    def least(self) -> tuple[int, int]:
        return 20, 9

    def side_widgets(self) -> Iterable[Widget]:
        return ()

    def compose(self) -> ComposeResult:
        self._written: dict[str, str] = {}
        yield Static("", id="title", markup=False)
        with Horizontal(id="middle"):
            yield BoardView(self.paint, self.least())
            with Vertical(id="side"):
                yield Static("", id="facts", markup=False)
                yield from self.side_widgets()
                yield Static("", id="says-beside", classes="says", markup=False)
        yield Static("", id="says", classes="says", markup=False)
        yield Footer(show_command_palette=False)

    @property
    def board(self) -> BoardView:
        return self.query_one("#board", BoardView)

    def say(self, sentence: str) -> None:
        self.said = f"{sentence[:1].upper()}{sentence[1:]}"
        self.refresh_words()

    def refresh_words(self) -> None:
        """Write everything except the board."""
        if self.is_mounted:
            title, facts, said = self.words()
            texts = {"title": title, "facts": "\n".join(facts), "says": said, "says-beside": said}
            for name, text in texts.items():
                self._write(name, text)

    def _write(self, name: str, text: str) -> None:
        """Write changed text only; a new layout takes longer than drawing."""
        before = self._written.get(name, "")
        if text != before:
            lengths, lengths_before = ([len(line) for line in one.split("\n")] for one in (text, before))
            alike = name == "title" or (name == "facts" and lengths == lengths_before)  # a longer line may wrap
            self.query_one(f"#{name}", Static).update(text, layout=not alike)
            self._written[name] = text


class ListScreen(AppScreen):
    """A list with saved games, and beside it the board of the selected one."""

    waiting: ClassVar[str] = ""
    """The text beside the list until the games are loaded."""
    heading: Callable[[], Widget]
    """The text above the list."""
    fill: Callable[[list[SavedGame]], None]
    """Puts the saved games into the list."""

    def __init__(self) -> None:
        super().__init__()
        self.saved: dict[str, SavedGame] = {}
        """The games in the list, by the names of their lines."""
        self.shown: Game | None = None
        self._listing, self._looking = Thinking(self, bool), Thinking(self, bool)

    def about(self, name: str) -> str:  # noqa: ARG002 - here every line is a game
        return ""

    def compose(self) -> ComposeResult:
        yield self.heading()
        with Horizontal(id="middle"):
            yield Lines(id="menu", markup=False)
            with Vertical(id="about"):
                yield BoardView(self._paint, name="picture")
                yield Static(self.waiting, id="about-words", markup=False)
        yield Footer(show_command_palette=False)

    def _paint(self, width: int, height: int, progress: float) -> Canvas | None:  # noqa: ARG002 - it does not move
        game = self.shown
        return None if game is None else parts_of(game).picture(self.app.palette, (width, height), game.position)

    @property
    def menu(self) -> Lines:
        return self.query_one("#menu", Lines)

    def on_screen_resume(self) -> None:
        self._listing.begin(saved_games, self.fill)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        saved = self.saved.get(event.option_id or "")
        self._looking.cancel()
        self.show(None, self.about(event.option_id or "") if saved is None else described(saved))
        if saved is not None:
            number, words = saved.number, described(saved)
            self._looking.begin(lambda: Library().game(number), lambda game: self.show(game, words))

    def show(self, game: Game | None, words: str) -> None:
        self.shown = game
        self.query_one("#about-words", Static).update(words)
        self.query_one("#picture", BoardView).redraw()

    def action_move(self, way: str) -> None:
        getattr(self.menu, f"action_cursor_{way}")()
