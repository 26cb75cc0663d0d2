"""Every saved game: filter, sort and mark them; continue, review, share, export or remove."""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from textual.binding import BindingType
from textual.widgets import Static
from textual.widgets.option_list import Option

from slidedrop.core.game import counted
from slidedrop.games import game_specs
from slidedrop.records.library import Library
from slidedrop.records.summaries import SavedGame
from slidedrop.terminal.full.game_files import KINDS
from slidedrop.terminal.full.keys import HELP, HOME
from slidedrop.terminal.full.screens.layout import ListScreen
from slidedrop.terminal.full.screens.panel import Panel
from slidedrop.terminal.full.sessions import export_game, title_line
from slidedrop.terminal.full.thinking import Thinking

_WHICH: Final[Mapping[str, tuple[str, Callable[[SavedGame], bool]]]] = {
    "": ("All games", lambda _: True),
    "open": ("Unfinished", lambda one: one.summary is not None and not one.summary.finished),
    "finished": ("Finished", lambda one: one.summary is not None and one.summary.finished),
    "counted": ("Counted in your statistics", lambda one: one.summary is not None and one.not_counted is None),
    "named": ("With a name", lambda one: bool(one.name)),
}
_ORDERS: Final[Mapping[str, tuple[str, Callable[[SavedGame], int]]]] = {
    "newest": ("Newest first", lambda one: -one.number),
    "oldest": ("Oldest first", lambda one: one.number),
    "score": ("Highest score first", lambda one: -(one.summary.score or 0) if one.summary else 1),
    "longest": ("Most moves first", lambda one: -one.summary.moves if one.summary else 1),
}


class Games(ListScreen):
    """Every saved game. Enter continues one, or reviews one that is finished."""

    waiting = "Loading your games …"
    BINDINGS: ClassVar[list[BindingType]] = [
        ("f", "filter", "Filter"),
        ("o", "sort", "Sort"),
        ("space", "mark", "Mark"),
        ("v", "review", "Review"),
        ("c", "share", "Share code"),
        ("e", "export", "Export"),
        ("delete,x", "remove", "Remove"),
        HELP,
        HOME,
    ]

    def __init__(self) -> None:
        super().__init__()
        self._games: list[SavedGame] = []
        self._which, self._order = "", "newest"
        self._marked: set[int] = set()
        self._exporting = Thinking(self, lambda words: self.notify(words, severity="error", markup=False))

    def heading(self) -> Static:
        return Static("Games", id="title")

    def fill(self, games: list[SavedGame]) -> None:
        if games != self._games or not games:
            self._games = games
            self._marked &= {one.number for one in games}
            self._list()

    def _list(self) -> None:
        """Show the selected games in their order, with the cursor on the same game as before."""
        kinds = {spec.name: (spec.title, spec.name) for spec in game_specs()}
        _, wanted = _WHICH.get(self._which, ("", lambda one: one.summary and one.summary.game == self._which))
        found = sorted(filter(wanted, self._games), key=_ORDERS[self._order][1])
        self.saved = {f"game-{one.number}": one for one in found}
        self.menu.offer([Option(self._line(one), id=name) for name, one in self.saved.items()])
        which, order = {**_WHICH, **kinds}[self._which][0], _ORDERS[self._order][0].lower()
        marked = [f"{len(self._marked)} marked"] if self._marked else []
        told = [which, order] if self._which or self._order != "newest" else []
        self.query_one("#title", Static).update("  ·  ".join(["Games", *told, *marked]))
        if not found:
            self.show(None, "No such games." if self._games else "No games yet.")

    def _line(self, one: SavedGame) -> str:
        return f"{'✓' if one.number in self._marked else ' '}{one.number:>4}  {title_line(one)}"

    @property
    def number(self) -> int:
        place = self.menu.highlighted
        return 0 if place is None else self.saved[str(self.menu.get_option_at_index(place).id)].number

    @property
    def numbers(self) -> list[int]:
        """The marked games, or else the one under the cursor."""
        return sorted(self._marked) or [number for number in (self.number,) if number]

    def on_option_list_option_selected(self) -> None:
        summary = self.saved[f"game-{self.number}"].summary
        if summary is not None and summary.finished:
            self.action_review()
        else:
            self.app.resume_game(self.number)

    def action_filter(self) -> None:
        kinds = {spec.name: spec.title for spec in game_specs()}
        self._ask("Show", {**{name: words for name, (words, _) in _WHICH.items()}, **kinds}, self._filter)

    def _filter(self, which: str) -> None:
        self._which = which
        self._list()

    def action_sort(self) -> None:
        self._ask("Sort", {name: words for name, (words, _) in _ORDERS.items()}, self._sort)

    def _sort(self, order: str) -> None:
        self._order = order
        self._list()

    def _ask(self, title: str, choices: Mapping[str, str], then: Callable[[str], None]) -> None:
        self.app.push_screen(Panel(title, "", choices), lambda choice: None if choice is None else then(choice))

    def action_mark(self) -> None:
        """Mark or unmark a game, and go to the next one."""
        if self.number:
            self._marked ^= {self.number}
            self._list()
            self.action_move("down")

    def action_review(self) -> None:
        if self.shown is not None and self.shown.line():
            self.app.open_analysis(self.shown)

    def action_share(self) -> None:
        if self.shown is not None:
            self.app.share(self.shown)

    def action_export(self) -> None:
        if self.numbers:
            drawn = {kind: words for kind, (words, _) in KINDS.items()}
            self._ask(f"Export {_named(self.numbers)} as", {"game": "Game file", **drawn}, self._export)

    def _export(self, kind: str) -> None:
        numbers, palette = self.numbers, self.app.palette

        def export() -> list[str]:
            return [f"'{export_game(number, kind, palette)}'" for number in numbers]

        self._exporting.begin(
            export, lambda paths: self.notify(f"Written to {', '.join(paths)}.", markup=False, timeout=10)
        )

    def action_remove(self) -> None:
        if numbers := self.numbers:
            question = Panel(f"Delete {_named(numbers)} for good?", "", {"": "Keep it", "remove": "Delete"})
            self.app.push_screen(question, lambda choice: self._remove(numbers) if choice else None)

    def _remove(self, numbers: list[int]) -> None:
        def remove() -> str:
            for number in numbers:
                Library().remove(number)
            named = _named(numbers)
            return f"{named[0].upper()}{named[1:]} {'is' if len(numbers) == 1 else 'are'} deleted."

        self.app.attempt(remove)
        self.on_screen_resume()


def _named(numbers: list[int]) -> str:
    return f"game {numbers[0]}" if len(numbers) == 1 else counted(len(numbers), "game")
