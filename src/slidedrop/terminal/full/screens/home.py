"""Home: games to go on with, newest first, and everything else one key away."""

from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from slidedrop.records.summaries import KeptGame
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.drawing.pictures import logo
from slidedrop.terminal.full.menu import MENU
from slidedrop.terminal.full.screens.layout import ListScreen
from slidedrop.terminal.full.table import titled

_MOST: Final = 4


class Home(ListScreen):
    """Choose with the arrows and enter, or by a letter. Every game is kept from its first move."""

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

    def heading(self) -> BoardView:
        """Return the logo."""
        return BoardView(lambda width, height, _: logo(self.app.palette, width, height), name="logo")

    def on_mount(self) -> None:
        """Have a menu before the games are known."""
        self._choose_from({})

    def fill(self, games: list[KeptGame]) -> None:
        """Have the newest games that can go on above the menu."""
        going = [kept for kept in games if kept.summary and not kept.summary.finished and kept.summary.moves]
        kept = {f"game-{one.number}": one for one in going[:_MOST]}
        if kept != self.kept:
            self._choose_from(kept)

    def _choose_from(self, kept: dict[str, KeptGame]) -> None:
        self.kept = kept
        games = [Option(f"Continue {titled(one)}", id=name) for name, one in kept.items()]
        rest = [Option(line["title"], id=name) for name, line in MENU.items()]
        self.menu.clear_options()
        self.menu.add_options([*games, *([None] if games else []), *rest])
        self.menu.highlighted = 0

    def about(self, name: str) -> str:
        """Say what a line of the menu opens."""
        return str(MENU[name]["line"])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open what was chosen."""
        name = event.option_id or ""
        if name in MENU:
            self.app.action_open(name)
        else:
            self.app.resume_game(self.kept[name].number)

    def action_continue(self) -> None:
        """Go on with the newest game."""
        for kept in [*self.kept.values()][:1]:
            self.app.resume_game(kept.number)
