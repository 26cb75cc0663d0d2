"""Every saved game, newest first: continue, review, share, export or remove."""

from typing import ClassVar

from textual.binding import BindingType
from textual.widgets import Static
from textual.widgets.option_list import Option

from slidedrop.records.library import Library
from slidedrop.records.summaries import SavedGame
from slidedrop.terminal.full.keys import HELP, HOME
from slidedrop.terminal.full.screens.layout import ListScreen
from slidedrop.terminal.full.screens.panel import Panel
from slidedrop.terminal.full.sessions import export_game, title_line


class Games(ListScreen):
    """Every saved game. Enter continues one, or reviews one that is finished."""

    waiting = "Looking for your games …"
    BINDINGS: ClassVar[list[BindingType]] = [
        ("v", "review", "Review"),
        ("c", "share", "Share code"),
        ("e", "export", "Export"),
        ("delete,x", "remove", "Remove"),
        HELP,
        HOME,
    ]

    def heading(self) -> Static:
        return Static("Games", id="title")

    def fill(self, games: list[SavedGame]) -> None:
        saved = {f"game-{one.number}": one for one in games}
        if saved != self.saved or not games:
            self.saved = saved
            self.show(None, "" if games else "No games yet.")
            self.menu.offer([Option(f"{one.number:>4}  {title_line(one)}", id=name) for name, one in saved.items()])

    @property
    def number(self) -> int:
        place = self.menu.highlighted
        return 0 if place is None else self.saved[str(self.menu.get_option_at_index(place).id)].number

    def on_option_list_option_selected(self) -> None:
        summary = self.saved[f"game-{self.number}"].summary
        if summary is not None and summary.finished:
            self.action_review()
        else:
            self.app.resume_game(self.number)

    def action_review(self) -> None:
        if self.shown is not None and self.shown.line():
            self.app.open_analysis(self.shown)

    def action_share(self) -> None:
        if self.shown is not None:
            self.app.share(self.shown)

    def action_export(self) -> None:
        if self.number:
            self.app.attempt(lambda: f"Written to '{export_game(self.number)}'.")

    def action_remove(self) -> None:
        number = self.number
        if number:
            question = Panel(f"Delete game {number} for good?", "", {"": "Keep it", "remove": "Delete"})
            self.app.push_screen(question, lambda choice: self._remove(number) if choice else None)

    def _remove(self, number: int) -> None:
        def remove() -> str:
            Library().remove(number)
            return f"Game {number} is deleted."

        self.app.attempt(remove)
        self.on_screen_resume()
