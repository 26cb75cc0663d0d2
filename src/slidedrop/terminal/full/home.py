"""Home: games to continue, newest first, and everything else one key away."""

from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from slidedrop.records.summaries import KeptGame
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.drawing.pictures import logo
from slidedrop.terminal.full.keys import DOWN_UP, HELP
from slidedrop.terminal.full.menu import entries
from slidedrop.terminal.full.screens.layout import ListScreen
from slidedrop.terminal.full.sessions import title_line

_MOST: Final = 4


class Home(ListScreen):
    """Choose with the arrows and enter, or by a letter. Every game is kept from its first move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "continue", "Continue", id="continue"),
        *(
            Binding(entry.key, f"app.open('{name}')", entry.label or entry.title, show=bool(entry.label), id=name)
            for name, entry in entries().items()
            if entry.key
        ),
        HELP,
        *DOWN_UP,
        ("q,escape", "app.quit", "Quit"),
    ]

    def heading(self) -> BoardView:
        return BoardView(lambda width, height, _: logo(self.app.palette, width, height), name="logo")

    def on_mount(self) -> None:
        self.entries = entries()
        self._choose_from({})

    def fill(self, games: list[KeptGame]) -> None:
        unfinished = [one for one in games if one.summary and not one.summary.finished and one.summary.moves]
        saved = {f"game-{one.number}": one for one in unfinished[:_MOST]}
        if saved != self.saved:
            self._choose_from(saved)

    def _choose_from(self, saved: dict[str, KeptGame]) -> None:
        self.saved = saved
        games = [Option(f"Continue {title_line(one)}", id=name) for name, one in saved.items()]
        rest = [Option(entry.title, id=name) for name, entry in self.entries.items()]
        self.menu.clear_options()
        self.menu.add_options([*games, *([None] if games else []), *rest])
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
