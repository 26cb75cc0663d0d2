"""Home: games to go on with, newest first, and everything else one key away."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from slidedrop.core.game import Game
from slidedrop.records.summaries import KeptGame
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.drawing.logo import logo
from slidedrop.terminal.full.drawing.pictures import picture_of
from slidedrop.terminal.full.table import described, kept_games, replayed, titled
from slidedrop.terminal.full.thinking import Thinking

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from slidedrop.terminal.full.shell import Shell

_MENU: Final = {
    "play_2048": ("Play 2048", "Slide tiles, make 2048. Choose the size, the rules and the smallest tile."),
    "play_connect4": (
        "Play Connect-4",
        "Four in a row against a friend, a beginner, or an opponent that is never wrong.",
    ),
    "watch": ("Watch", "Let the computer play, at your pace."),
    "games": ("Games", "Every kept game: go on, replay, review, share, export."),
    "statistics": ("Statistics", "What your games add up to."),
    "settings": ("Settings", "Theme, motion, pace."),
    "help": ("Help", "The keys of every screen."),
    "quit": ("Quit", "Every game is kept."),
}
_MOST: Final = 4


class Home(Screen[None]):
    """Choose with the arrows and enter, or by a letter. Every game is kept from its first move."""

    app: Shell
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Choose", show=True),
        Binding("c", "continue", "Continue", id="continue"),
        Binding("2", "app.open('play_2048')", "2048", id="play-2048"),
        Binding("4", "app.open('play_connect4')", "Connect-4", id="play-connect4"),
        Binding("w", "app.open('watch')", "Watch", show=False, id="watch"),
        Binding("g", "app.open('games')", "Games", show=False, id="games"),
        Binding("t", "app.open('statistics')", "Statistics", show=False, id="statistics"),
        Binding("s", "app.open('settings')", "Settings", show=False, id="settings"),
        Binding("question_mark,f1", "app.help", "Help", key_display="?"),
        Binding("j", "move('down')", "Down", show=False),
        Binding("k", "move('up')", "Up", show=False),
        Binding("q,escape", "app.quit", "Quit"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._kept: list[KeptGame] = []
        self._shown: Game | None = None
        self._listing, self._looking = Thinking(self, bool), Thinking(self, bool)

    def compose(self) -> ComposeResult:
        """Lay out the logo, the menu and what is said about the line under the cursor."""
        yield BoardView(lambda width, height, _: logo(self.app.palette, width, height), name="logo")
        with Horizontal(id="middle"):
            yield OptionList(*self._options(), id="menu", markup=False)
            with Vertical(id="about"):
                yield BoardView(lambda *room: picture_of(self._shown, self.app.palette, *room[:2]), name="picture")
                yield Static("", id="about-words", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Put the cursor on the first line."""
        self.query_one("#menu", OptionList).highlighted = 0

    def on_screen_resume(self) -> None:
        """List the kept games in the background each time home is shown."""
        self._listing.begin(kept_games, self._list)

    def _list(self, games: list[KeptGame]) -> None:
        open_games = [kept for kept in games if kept.summary and not kept.summary.finished and kept.summary.moves]
        if open_games[:_MOST] == self._kept:
            return
        self._kept = open_games[:_MOST]
        menu = self.query_one("#menu", OptionList)
        menu.clear_options()
        menu.add_options(self._options())
        menu.highlighted = 0

    def _options(self) -> list[Option | None]:
        kept = [Option(f"Continue {titled(one)}", id=f"continue-{one.number}") for one in self._kept]
        return [*kept, *([None] if kept else []), *(Option(label, id=name) for name, (label, _) in _MENU.items())]

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say more about the line under the cursor, and show a kept game's board."""
        name, self._shown = event.option_id or "", None
        if name in _MENU:
            self._looking.cancel()
            self._show(None, _MENU[name][1])
        else:
            number = int(name.removeprefix("continue-"))
            kept = next(one for one in self._kept if one.number == number)
            self._looking.begin(lambda: replayed(number), lambda game: self._show(game, described(kept)))

    def _show(self, game: Game | None, words: str) -> None:
        self._shown = game
        self.query_one("#about-words", Static).update(words)
        self.query_one("#picture", BoardView).redraw()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open what was chosen."""
        name = event.option_id or ""
        if name in _MENU:
            self.app.action_open(name)
        else:
            self.app.resume_game(int(name.removeprefix("continue-")))

    def action_continue(self) -> None:
        """Go on with the newest game."""
        if self._kept:
            self.app.resume_game(self._kept[0].number)

    def action_move(self, way: str) -> None:
        """Move the cursor as the arrows do."""
        getattr(self.query_one("#menu", OptionList), f"action_cursor_{way}")()
