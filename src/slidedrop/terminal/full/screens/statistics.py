"""What your games add up to, drawn: tiles reached, scores over time, results against each opponent, streaks.

Only games that were played here from their start count; replays, imports and boards from files do not.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Static

from slidedrop.core.errors import SlidedropError
from slidedrop.core.game import Summary
from slidedrop.durable import write_whole
from slidedrop.players import HUMAN
from slidedrop.records.summaries import KeptGame
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.drawing.canvas import Canvas
from slidedrop.terminal.full.drawing.pictures import graph
from slidedrop.terminal.full.keys import keys_of
from slidedrop.terminal.full.lesson import bar
from slidedrop.terminal.full.screens.layout import AppScreen
from slidedrop.terminal.full.table import kept_games, title_of
from slidedrop.terminal.full.thinking import Thinking


class Statistics(AppScreen):
    """What your games add up to: 2048 by the largest tile, scores over time, Connect-4 by opponent."""

    BINDINGS: ClassVar[list[BindingType]] = keys_of("statistics")

    def __init__(self) -> None:
        super().__init__()
        self._games: list[KeptGame] = []
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
        self._games = [kept for kept in games[::-1] if kept.counts]
        lines = [*_drawn_slides(_slides(self._games)), "", *_drawn_drops(_results(self._games)), "", "Scores over time"]
        self.query_one("#totals-words", Static).update("\n".join(lines))
        self.query_one(BoardView).redraw()

    def _paint(self, width: int, height: int) -> Canvas | None:
        scores = [one.score or 0 for one in _slides(self._games)]
        most = max(scores, default=0) or 1
        return graph(self.app.palette, (width, height), [score / most for score in scores], len(scores) - 1)

    def action_export(self) -> None:
        """Write a line a game into a file."""
        try:
            write_whole(Path("slidedrop.csv"), _as_csv(self._games).encode())
            self.notify("Written to 'slidedrop.csv'.")
        except (SlidedropError, OSError) as error:
            self.notify(f"{error}.", severity="error", markup=False)


def _slides(games: Sequence[KeptGame]) -> list[Summary]:
    """Return the games of 2048 that a person played, oldest first."""
    return [one for kept in games if (one := kept.summary) and one.game == "2048" and one.moves]


def _drawn_slides(games: Sequence[Summary]) -> list[str]:
    """Return how many games of 2048 reached which largest tile, as lines with bars."""
    if not games:
        return ["2048: no games yet"]
    scores, tiles = [one.score or 0 for one in games], Counter(one.largest or 0 for one in games)
    most, mean = max(tiles.values()), sum(scores) / len(scores)
    rows = [f"{tile:>7} {bar(count / most, 20)} {count}" for tile, count in sorted(tiles.items())]
    return [f"2048: {len(scores)} games, best {max(scores):,}, mean {mean:,.0f}", "", *rows]


def _results(games: Sequence[KeptGame]) -> dict[str, list[str]]:
    """Return by opponent the results of finished games of Connect-4 over time: won, lost or drawn."""
    found: dict[str, list[str]] = {}
    for kept in games:
        summary, seats = kept.summary, list(kept.players)
        if summary and summary.game == "connect4" and summary.finished and seats.count(HUMAN) == 1:
            me = seats.index(HUMAN)
            result = "drawn" if summary.winner is None else "won" if summary.winner == me else "lost"
            found.setdefault(seats[1 - me], []).append(result)
    return found


def _drawn_drops(found: dict[str, list[str]]) -> list[str]:
    """Return a line with a bar for each opponent, and how many games in a row were won up to the newest."""
    lines = ["Connect-4, won / drawn / lost"] if found else ["Connect-4: no finished games yet"]
    for name, results in found.items():
        won, tied, lost = (results.count(result) for result in ("won", "drawn", "lost"))
        streak = len(list(takewhile("won".__eq__, reversed(results))))
        row = f"{title_of(name, 'connect4'):<9} {bar(won / len(results), 20)} {won} / {tied} / {lost}"
        lines.append(f"{row}  streak {streak}" if streak > 1 else row)
    return lines


def _as_csv(games: Sequence[KeptGame]) -> str:
    """Return a line a game, with a line of names first."""
    rows = ["number,began,game,rules,players,moves,finished,score,largest,winner"]
    for kept in games:
        if one := kept.summary:
            values = (kept.number, kept.began, one.game, one.rules, " ".join(kept.players), one.moves, one.finished)
            every = (*values, one.score, one.largest, one.winner)
            rows.append(",".join("" if value is None else str(value) for value in every))
    return "\n".join(rows) + "\n"
