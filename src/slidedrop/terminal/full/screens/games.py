"""Every kept game, newest first: go on, look through, share, export or remove."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from slidedrop.core.errors import SlidedropError
from slidedrop.core.game import Game
from slidedrop.records.summaries import KeptGame
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.drawing.pictures import picture_of
from slidedrop.terminal.full.screens.panel import Panel
from slidedrop.terminal.full.table import described, export_game, kept_games, remove_game, replayed, titled
from slidedrop.terminal.full.thinking import Thinking

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from slidedrop.terminal.full.shell import Shell


class Games(Screen[None]):
    """Every kept game. Enter goes on with one, or looks through one that is finished."""

    app: Shell
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "review", "Review"),
        Binding("c", "share", "Share code"),
        Binding("e", "export", "Export"),
        Binding("delete,x", "remove", "Remove"),
        Binding("question_mark,f1", "app.help", "Help", key_display="?"),
        Binding("escape,q", "leave", "Home"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._kept: dict[int, KeptGame] = {}
        self._shown: Game | None = None
        self._listing, self._looking = Thinking(self, self.notify), Thinking(self, self.notify)

    def compose(self) -> ComposeResult:
        """Lay out the list and the board of the game under the cursor."""
        yield Static("Games", id="title")
        with Horizontal(id="middle"):
            yield OptionList(id="menu", markup=False)
            with Vertical(id="about"):
                yield BoardView(lambda *room: picture_of(self._shown, self.app.palette, *room[:2]), name="picture")
                yield Static("Looking for your games …", id="about-words", markup=False)
        yield Footer(show_command_palette=False)

    def on_screen_resume(self) -> None:
        """List the games in the background."""
        self._listing.begin(kept_games, self._list)

    def _list(self, games: list[KeptGame]) -> None:
        self._kept = {kept.number: kept for kept in games}
        menu = self.query_one(OptionList)
        menu.clear_options()
        menu.add_options([Option(f"{kept.number:>4}  {titled(kept)}", id=f"game-{kept.number}") for kept in games])
        self.query_one("#about-words", Static).update("" if games else "No games yet.")
        menu.highlighted = 0 if games else None

    @property
    def number(self) -> int:
        """The number of the game under the cursor, 0 where there is none."""
        menu = self.query_one(OptionList)
        option = None if menu.highlighted is None else menu.get_option_at_index(menu.highlighted)
        return 0 if option is None or option.id is None else int(option.id.removeprefix("game-"))

    def on_option_list_option_highlighted(self) -> None:
        """Show the game under the cursor."""
        number = self.number
        self._shown = None
        self.query_one("#about-words", Static).update(described(self._kept[number]))
        self._looking.begin(lambda: replayed(number), self._show)

    def _show(self, game: Game | None) -> None:
        self._shown = game
        self.query_one(BoardView).redraw()

    def on_option_list_option_selected(self) -> None:
        """Go on with a game, or look through a finished one."""
        summary = self._kept[self.number].summary
        if summary is not None and summary.finished:
            self.action_review()
        else:
            self.app.resume_game(self.number)

    def action_review(self) -> None:
        """Look through the game."""
        if self._shown is not None and self._shown.line():
            self.app.open_analysis(self._shown)

    def action_share(self) -> None:
        """Show the code that brings the game to somebody else."""
        if self._shown is not None:
            self.app.share(self._shown)

    def action_export(self) -> None:
        """Write the game into a file of the folder that the program was started in."""
        if self.number:
            self._try(lambda: f"Written to '{export_game(self.number)}'.")

    def action_remove(self) -> None:
        """Remove the game for good, after asking."""
        number = self.number
        if number:
            question = Panel(f"Delete game {number} for good?", "", {"": "Keep it", "remove": "Delete"})
            self.app.push_screen(question, lambda choice: self._remove(number) if choice else None)

    def _remove(self, number: int) -> None:
        self._try(lambda: remove_game(number))
        self.on_screen_resume()

    def _try(self, action: Callable[[], str]) -> None:
        try:
            self.notify(action(), markup=False)
        except (SlidedropError, OSError) as error:
            self.notify(f"{error}.", severity="error", markup=False)

    def action_leave(self) -> None:
        """Go home."""
        self.dismiss(None)
