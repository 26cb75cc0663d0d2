"""What kept games add up to: results against each opponent, streaks, tiles reached, scores over time.

Only games that were played here from their start count; replays, imports and boards from files do not.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from slidedrop.players import HUMAN
from slidedrop.records.summaries import KeptGame
from slidedrop.terminal.full.advice import bar
from slidedrop.terminal.full.opponents import title_of


@dataclass(frozen=True, slots=True)
class Totals:
    """The games of one person, oldest first."""

    games: Sequence[KeptGame]

    @property
    def slides(self) -> list[KeptGame]:
        """The games of 2048 that a person played."""
        return [kept for kept in self.games if kept.summary and kept.summary.game == "2048" and kept.summary.moves]

    @property
    def scores(self) -> list[int]:
        """The scores of 2048 over time."""
        return [kept.summary.score or 0 for kept in self.slides if kept.summary]

    @property
    def tiles(self) -> dict[int, int]:
        """How many games reached which largest tile."""
        return dict(sorted(Counter(kept.summary.largest or 0 for kept in self.slides if kept.summary).items()))

    @property
    def results(self) -> dict[str, list[str]]:
        """By opponent, the results of finished games of Connect-4 over time: won, lost or drawn."""
        found: dict[str, list[str]] = {}
        for kept in self.games:
            summary, seats = kept.summary, kept.players
            if summary and summary.game == "connect4" and summary.finished and list(seats).count(HUMAN) == 1:
                me = list(seats).index(HUMAN)
                result = "drawn" if summary.winner is None else "won" if summary.winner == me else "lost"
                found.setdefault(seats[1 - me], []).append(result)
        return found


def streak(results: Sequence[str]) -> int:
    """Return how many games were won in a row, up to the newest."""
    count = 0
    while count < len(results) and results[-1 - count] == "won":
        count += 1
    return count


def drawn(totals: Totals) -> list[str]:
    """Return the statistics as lines with bars."""
    scores, tiles = totals.scores, totals.tiles
    most = max(tiles.values(), default=1)
    mean = sum(scores) / len(scores) if scores else 0
    slides = (
        [f"2048: {len(scores)} games, best {max(scores):,}, mean {mean:,.0f}", ""] if scores else ["2048: no games yet"]
    )
    rows = [f"{tile:>7} {bar(count / most, 20)} {count}" for tile, count in tiles.items()]
    return [*slides, *rows, "", *_results(totals)]


def _results(totals: Totals) -> list[str]:
    lines = ["Connect-4, won / drawn / lost"] if totals.results else ["Connect-4: no finished games yet"]
    for name, results in totals.results.items():
        won, tied, lost = (results.count(result) for result in ("won", "drawn", "lost"))
        row = f"{title_of(name, 'connect4'):<9} {bar(won / len(results), 20)} {won} / {tied} / {lost}"
        lines.append(f"{row}  streak {streak(results)}" if streak(results) > 1 else row)
    return lines


def as_csv(games: Sequence[KeptGame]) -> str:
    """Return a line a game, with a line of names first."""
    rows = ["number,began,game,rules,players,moves,finished,score,largest,winner"]
    for kept in games:
        if (one := kept.summary) is not None:
            values = (kept.number, kept.began, one.game, one.rules, " ".join(kept.players), one.moves, one.finished)
            rows.append(
                ",".join("" if value is None else str(value) for value in (*values, one.score, one.largest, one.winner))
            )
    return "\n".join(rows) + "\n"
