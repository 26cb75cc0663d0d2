"""What your games add up to, drawn: scores and tiles of games for points, results against each opponent of the others.

Only games that were played here from their start count; replays, imports and boards from files do not.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Static

from slidedrop.core.errors import SlidedropError
from slidedrop.core.spec import AnySpec
from slidedrop.durable import write_whole
from slidedrop.games import game_specs
from slidedrop.players import HUMAN
from slidedrop.players.registry import title_of
from slidedrop.records.summaries import KeptGame
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.drawing.canvas import Canvas
from slidedrop.terminal.full.drawing.pictures import bar, graph
from slidedrop.terminal.full.keys import HELP, HOME
from slidedrop.terminal.full.screens.layout import AppScreen
from slidedrop.terminal.full.sessions import new_path, saved_games
from slidedrop.terminal.full.thinking import Thinking
from slidedrop.terminal.sentences import sentence


class Statistics(AppScreen):
    """What your games add up to: games for points by score and largest tile, the others by opponent."""

    BINDINGS: ClassVar[list[BindingType]] = [("e", "export", "CSV"), HELP, HOME]

    def __init__(self) -> None:
        super().__init__()
        self._games: list[KeptGame] = []
        self._thinking = Thinking(self, self.notify)

    def compose(self) -> ComposeResult:
        yield Static("Statistics", id="title")
        with Horizontal(id="middle"), VerticalScroll(id="totals"):
            yield Static("Adding up …", id="totals-words", markup=False)
            yield BoardView(lambda width, height, _: self._paint(width, height), name="scores")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self._thinking.begin(saved_games, self._show)

    def _show(self, games: list[KeptGame]) -> None:
        self._games = [saved for saved in games[::-1] if saved.counts]
        lines = [line for spec in game_specs() for line in [*_section(spec, self._games), ""]]
        self.query_one("#totals-words", Static).update("\n".join([*lines, "Scores over time"]))
        self.query_one(BoardView).redraw()

    def _paint(self, width: int, height: int) -> Canvas | None:
        scores = next((scores for spec in game_specs() if (scores := _scores(spec, self._games))), [])
        most = max(scores, default=0) or 1
        return graph(self.app.palette, (width, height), [score / most for score in scores], len(scores) - 1)

    def action_export(self) -> None:
        try:
            path = new_path("slidedrop", "csv")
            write_whole(path, _as_csv(self._games).encode())
            self.notify(f"Written to '{path}'.", markup=False)
        except (SlidedropError, OSError) as error:
            self.notify(sentence(error), severity="error", markup=False)


def _section(spec: AnySpec, games: Sequence[KeptGame]) -> list[str]:
    """Return what the games of one kind add up to, in lines."""
    return _drawn_scores(spec, games) if spec.by_points else _drawn_results(spec, games)


def _scores(spec: AnySpec, games: Sequence[KeptGame]) -> list[int]:
    """Return the scores of a game for points, oldest first; none for other games."""
    summaries = [one for saved in games if (one := saved.summary) and one.game == spec.name and one.moves]
    return [one.score or 0 for one in summaries] if spec.by_points else []


def _drawn_scores(spec: AnySpec, games: Sequence[KeptGame]) -> list[str]:
    """Return best and mean score, and how many games reached which largest tile, as lines with bars."""
    scores = _scores(spec, games)
    if not scores:
        return [f"{spec.title}: no games yet"]
    tiles = Counter(
        one.largest for saved in games if (one := saved.summary) and one.game == spec.name and one.largest is not None
    )
    most, mean = max(tiles.values(), default=1), sum(scores) / len(scores)
    rows = [f"{tile:>7} {bar(count / most, 20)} {count}" for tile, count in sorted(tiles.items())]
    return [f"{spec.title}: {len(scores)} games, best {max(scores):,}, mean {mean:,.0f}", "", *rows]


def _drawn_results(spec: AnySpec, games: Sequence[KeptGame]) -> list[str]:
    """Return a line with a bar for each opponent, and how many games in a row were won up to the newest."""
    found: dict[str, list[int]] = {}
    for saved in games:
        summary, seats = saved.summary, list(saved.players)
        if summary and summary.game == spec.name and summary.finished and seats.count(HUMAN) == 1:
            me = seats.index(HUMAN)
            result = 0 if summary.winner is None else 1 if summary.winner == me else -1
            found.setdefault(seats[1 - me], []).append(result)
    lines = [f"{spec.title}, won / drawn / lost"] if found else [f"{spec.title}: no finished games yet"]
    for name, results in found.items():
        won, tied, lost = (results.count(result) for result in (1, 0, -1))
        streak = len(list(takewhile((1).__eq__, reversed(results))))
        row = f"{title_of(name, spec.name):<9} {bar(won / len(results), 20)} {won} / {tied} / {lost}"
        lines.append(f"{row}  streak {streak}" if streak > 1 else row)
    return lines


def _as_csv(games: Sequence[KeptGame]) -> str:
    """Return a line a game, with a line of names first."""
    rows = ["number,began,game,rules,players,moves,finished,score,largest,winner"]
    for saved in games:
        if one := saved.summary:
            values = (saved.number, saved.began, one.game, one.rules, " ".join(saved.players), one.moves, one.finished)
            every = (*values, one.score, one.largest, one.winner)
            rows.append(",".join("" if value is None else str(value) for value in every))
    return "\n".join(rows) + "\n"
