"""Home: games to continue, newest first, and everything else one key away."""

from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from slidedrop.records.summaries import SavedGame
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.drawing.pictures import logo
from slidedrop.terminal.full.keys import DOWN_UP, HELP, hidden
from slidedrop.terminal.full.menu import entries
from slidedrop.terminal.full.screens.layout import ListScreen
from slidedrop.terminal.full.screens.panel import Panel
from slidedrop.terminal.full.sessions import title_line

_MOST: Final = 4


class Home(ListScreen):
    """Choose with the arrows and enter, or by a letter. Every game is saved from its first move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "continue", "Continue", id="continue"),
        *(
            Binding(entry.key, f"app.open('{name}')", entry.label or entry.title, show=bool(entry.label), id=name)
            for name, entry in entries().items()
            if entry.key
        ),
        HELP,
        *DOWN_UP,
        ("q", "app.quit", "Quit"),
        hidden("escape", "leave", "Quit, after asking"),
    ]

    def heading(self) -> BoardView:
        return BoardView(lambda width, height, _: logo(self.app.palette, width, height), name="logo")

    def on_mount(self) -> None:
        self.entries = entries()
        self._choose_from({})

    def fill(self, games: list[SavedGame]) -> None:
        unfinished = [one for one in games if one.summary and not one.summary.finished and one.summary.moves]
        saved = {f"game-{one.number}": one for one in unfinished[:_MOST]}
        if saved != self.saved:
            self._choose_from(saved)

    def _choose_from(self, saved: dict[str, SavedGame]) -> None:
        self.saved = saved
        first = next(iter(saved), "")
        games = [
            Option(f"{'c' if name == first else ' '}  Continue {title_line(one)}", id=name)
            for name, one in saved.items()
        ]
        rest = [Option(f"{entry.key:1}  {entry.title}", id=name) for name, entry in self.entries.items()]
        at_top = not self.menu.highlighted
        self.menu.offer([*games, *([None] if games else []), *rest])
        if at_top:
            self.menu.highlighted = 0

    def about(self, name: str) -> str:
        return self.entries[name].line

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        name = event.option_id or ""
        if name in self.entries:
            self.entries[name].open(self.app)
        else:
            self.app.resume_game(self.saved[name].number)

    def action_continue(self) -> None:
        for saved in [*self.saved.values()][:1]:
            self.app.resume_game(saved.number)

    def action_leave(self) -> None:
        question = Panel("Quit slidedrop?", "Every game is saved.", {"": "Stay", "quit": "Quit"})
        self.app.push_screen(question, lambda choice: self.app.exit(0) if choice else None)
