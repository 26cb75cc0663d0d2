"""Statistics of your games: the figures of `slidedrop stats`, with bars and a graph."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Static

from slidedrop.core.game import counted
from slidedrop.durable import write_whole
from slidedrop.games import game_names, game_spec
from slidedrop.players.registry import title_of
from slidedrop.records.statistics import GameStatistics, Results, statistics
from slidedrop.records.summaries import SavedGame
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.drawing.canvas import Canvas
from slidedrop.terminal.full.drawing.pictures import bar, graph
from slidedrop.terminal.full.keys import HELP, HOME
from slidedrop.terminal.full.screens.layout import AppScreen
from slidedrop.terminal.full.sessions import new_path, saved_games
from slidedrop.terminal.full.thinking import Thinking


class Statistics(AppScreen):
    """What your games add up to: games for points by score and largest tile, the others by opponent."""

    BINDINGS: ClassVar[list[BindingType]] = [("e", "export", "CSV"), HELP, HOME]

    def __init__(self) -> None:
        super().__init__()
        self._games: list[SavedGame] = []
        self._scores: Sequence[int] = ()
        self._thinking = Thinking(self, self.notify)

    def compose(self) -> ComposeResult:
        yield Static("Statistics", id="title")
        with Horizontal(id="middle"), VerticalScroll(id="totals"):
            yield Static("Adding up …", id="totals-words", markup=False)
            yield BoardView(lambda width, height, _: self._paint(width, height), name="scores")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self._thinking.begin(saved_games, self._show)

    def _show(self, games: list[SavedGame]) -> None:
        found = statistics(games[::-1])
        self._games = [saved for saved in games[::-1] if saved.not_counted is None]
        self._scores = max((group.scores for group in found.groups), key=len, default=())
        lines = [line for group in found.groups if group.game in game_names() for line in [*_section(group), ""]]
        others = sum(found.not_counted.values())
        if others:
            lines += [f"Not counted: {counted(others, 'game')} replayed, imported, set up or played by a computer.", ""]
        told = [*lines, *(["Scores over time"] if self._scores else [])] or ["No games yet."]
        self.query_one("#totals-words", Static).update("\n".join(told))
        self.query_one(BoardView).redraw()

    def _paint(self, width: int, height: int) -> Canvas | None:
        most = max(self._scores, default=0) or 1
        points = [score / most for score in self._scores]
        return graph(self.app.palette, (width, height), points, len(points) - 1, scale=(f"{most:,}", "0"))

    def action_export(self) -> None:
        def export() -> str:
            path = new_path("slidedrop", "csv")
            write_whole(path, _as_csv(self._games).encode())
            return f"Written to '{path}'."

        self.app.attempt(export)


def _section(group: GameStatistics) -> list[str]:
    """Return the lines of one game and its rules: largest tiles, or results against each opponent."""
    title = f"{game_spec(group.game).title} {group.rules}: {counted(group.games, 'game')}"
    if group.mean is None or group.best is None:
        return [f"{title}, won / drawn / lost", *(_results(one, group.game) for one in group.opponents)]
    most = max((count for _, count in group.tiles), default=1)
    rows = [f"{tile:>7} {bar(count / most, 20)} {count}" for tile, count in group.tiles]
    return [f"{title}, best {group.best:,}, mean {group.mean:,.0f}, {group.won} won", "", *rows]


def _results(one: Results, game: str) -> str:
    share = one.won / (one.won + one.drawn + one.lost)
    row = f"{title_of(one.opponent, game):<9} {bar(share, 20)} {one.won} / {one.drawn} / {one.lost}"
    return f"{row}  streak {one.streak}" if one.streak > 1 else row


def _as_csv(games: Sequence[SavedGame]) -> str:
    """Return a header and one line per game."""
    rows = ["number,began,game,rules,players,moves,finished,score,largest,winner"]
    for saved in games:
        if one := saved.summary:
            values = (saved.number, saved.began, one.game, one.rules, " ".join(saved.players), one.moves, one.finished)
            every = (*values, one.score, one.largest, one.winner)
            rows.append(",".join("" if value is None else str(value) for value in every))
    return "\n".join(rows) + "\n"
