"""Home: games to go on with, newest first, and everything else one key away."""

import tomllib
from pathlib import Path
from typing import Any, ClassVar, Final

from textual.binding import BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from slidedrop.records.summaries import KeptGame
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.drawing.pictures import logo
from slidedrop.terminal.full.keys import keys_of
from slidedrop.terminal.full.screens.layout import ListScreen
from slidedrop.terminal.full.table import titled

MENU: Final[dict[str, Any]] = tomllib.loads(Path(__file__).parents[1].joinpath("menu.toml").read_text(encoding="utf-8"))
"""The lines of the menu by the names that `app.action_open` knows."""
_MOST: Final = 4


class Home(ListScreen):
    """Choose with the arrows and enter, or by a letter. Every game is kept from its first move."""

    BINDINGS: ClassVar[list[BindingType]] = keys_of("home")

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
