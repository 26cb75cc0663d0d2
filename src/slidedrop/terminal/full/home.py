"""Home: unfinished games, newest first, and a key for everything else. Without games a demo plays."""

from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from slidedrop.core.game import Game
from slidedrop.games import game_specs
from slidedrop.players.registry import make_player
from slidedrop.records.summaries import SavedGame
from slidedrop.session import Session
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.drawing.pictures import logo
from slidedrop.terminal.full.keys import DOWN_UP, HELP, hidden
from slidedrop.terminal.full.menu import entries
from slidedrop.terminal.full.screens.layout import ListScreen
from slidedrop.terminal.full.screens.panel import Panel
from slidedrop.terminal.full.sessions import title_line

_MOST: Final = 4
_PACE: Final = 0.8
"""Seconds per move of the board that plays itself."""
_DEMO_PLAYER: Final = "greedy"
"""The player of the demo: quick to load and to move."""


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
        self._demo: Session | None = None
        self._playing = self.set_interval(_PACE, self._play_demo, pause=True)
        self._choose_from({})

    def on_screen_suspend(self) -> None:
        self._playing.pause()

    def _play_demo(self) -> None:
        """Make a move on the demo board, or start the next one: of the game under the cursor."""
        place = self.menu.highlighted
        entry = None if place is None else self.entries.get(str(self.menu.get_option_at_index(place).id))
        spec = entry.spec if entry and entry.spec else game_specs()[0]
        if self._demo is None or self._demo.game.kind != spec.name or self._demo.let_computer_play() is None:
            self._demo = Session(spec.new_game(), seats=(make_player(_DEMO_PLAYER, spec.name),) * spec.seats)
        self.shown = self._demo.game
        self.query_one("#picture", BoardView).redraw()

    def show(self, game: Game | None, words: str) -> None:
        super().show(game or (self._demo.game if self._demo else None), words)

    def fill(self, games: list[SavedGame]) -> None:
        if games or not self.app.settings.animation:
            self._demo = None
            self._playing.pause()
        else:
            self._playing.resume()
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
