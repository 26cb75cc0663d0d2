"""What your games add up to, drawn."""

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Static

from slidedrop.core.errors import SlidedropError
from slidedrop.durable import write_whole
from slidedrop.records.summaries import KeptGame
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.drawing.canvas import Canvas
from slidedrop.terminal.full.drawing.graph import graph
from slidedrop.terminal.full.shell import Shell
from slidedrop.terminal.full.table import kept_games
from slidedrop.terminal.full.thinking import Thinking
from slidedrop.terminal.full.totals import Totals, as_csv, drawn


class Statistics(Screen[None]):
    """What your games add up to: 2048 by the largest tile, scores over time, Connect-4 by opponent."""

    app: Shell
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "export", "CSV"),
        Binding("question_mark,f1", "app.help", "Help", key_display="?"),
        Binding("escape,q", "app.back", "Home"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._totals = Totals([])
        self._thinking = Thinking(self, self.notify)

    def compose(self) -> ComposeResult:
        """Lay out the words and the graph of scores."""
        yield Static("Statistics", id="title")
        with Horizontal(id="middle"), VerticalScroll(id="totals"):
            yield Static("Adding up …", id="totals-words", markup=False)
            yield BoardView(lambda width, height, _: self._paint(width, height), name="scores")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Add up in the background."""
        self._thinking.begin(kept_games, self._show)

    def _show(self, games: list[KeptGame]) -> None:
        self._totals = Totals([kept for kept in games[::-1] if kept.counts])
        self.query_one("#totals-words", Static).update("\n".join([*drawn(self._totals), "", "Scores over time"]))
        self.query_one(BoardView).redraw()

    def _paint(self, width: int, height: int) -> Canvas | None:
        scores = self._totals.scores
        most = max(scores, default=0) or 1
        return graph(self.app.palette, (width, height), [score / most for score in scores], len(scores) - 1)

    def action_export(self) -> None:
        """Write a line a game into a file."""
        try:
            write_whole(Path("slidedrop.csv"), as_csv(self._totals.games).encode())
            self.notify("Written to 'slidedrop.csv'.")
        except (SlidedropError, OSError) as error:
            self.notify(f"{error}.", severity="error", markup=False)
