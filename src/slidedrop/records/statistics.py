"""Statistics of saved games: the same figures for the command line, the full screen and the page.

A game counts for best, mean and won only if a person played it here from its start. `NotCounted` names the other
games. The page's counterpart is `static/js/statistics.js`; `tests/data/statistics_cases.json` has the cases of both.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import takewhile
from typing import Any

from slidedrop.core.game import Summary
from slidedrop.players import HUMAN
from slidedrop.records.summaries import NotCounted, SavedGame


@dataclass(frozen=True, slots=True)
class Results:
    """A person's finished games against one opponent."""

    opponent: str
    won: int
    drawn: int
    lost: int
    streak: int
    """The number of games won in a row, up to the newest."""


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """The counted games of one game and its rules."""

    game: str
    rules: str
    games: int
    finished: int
    moves: int
    won: int
    """Games that reached the winning tile, or that a person won against a computer."""
    scores: tuple[int, ...]
    """The points of each game, oldest first; none in games without points."""
    best: int | None
    mean: float | None
    tiles: tuple[tuple[int, int], ...]
    """Each largest tile and how many games ended with it, the smallest first."""
    seats: tuple[int, ...]
    """How many finished games each seat won, in games of two."""
    drawn: int
    opponents: tuple[Results, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """All saved games."""

    groups: tuple[GameStatistics, ...]
    not_counted: dict[NotCounted, int]

    def to_json(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {"groups": [asdict(group) for group in self.groups], "not_counted": dict(self.not_counted)}


def statistics(games: Iterable[SavedGame]) -> Statistics:
    """Add up saved games, oldest first, without those that have no move or cannot be read."""
    groups: dict[tuple[str, str], list[SavedGame]] = {}
    others: Counter[NotCounted] = Counter()
    for saved in games:
        if saved.summary is None or not saved.summary.moves:
            continue
        reason = saved.not_counted
        if reason is None:
            groups.setdefault((saved.summary.game, saved.summary.rules), []).append(saved)
        else:
            others[reason] += 1
    counted = tuple(_added_up(*kind, games) for kind, games in sorted(groups.items()))
    return Statistics(counted, {reason: others[reason] for reason in NotCounted if others[reason]})


def _added_up(game: str, rules: str, games: list[SavedGame]) -> GameStatistics:
    summaries = [saved.summary for saved in games if saved.summary is not None]
    scores = tuple(one.score for one in summaries if one.score is not None)
    winners = [one.winner for one in summaries if one.finished and one.score is None]
    opponents = _opponents(games)
    return GameStatistics(
        game=game,
        rules=rules,
        games=len(games),
        finished=sum(one.finished for one in summaries),
        moves=sum(one.moves for one in summaries),
        won=sum(one.won for one in summaries) + sum(results.won for results in opponents),
        scores=scores,
        best=max(scores, default=None),
        mean=sum(scores) / len(scores) if scores else None,
        tiles=tuple(sorted(Counter(one.largest for one in summaries if one.largest is not None).items())),
        seats=tuple(winners.count(seat) for seat in range(2)) if not scores else (),
        drawn=winners.count(None),
        opponents=opponents,
    )


def _opponents(games: list[SavedGame]) -> tuple[Results, ...]:
    found: dict[str, list[int]] = {}
    for saved in games:
        if saved.summary and saved.summary.finished and len(saved.players) > 1 and saved.players.count(HUMAN) == 1:
            seat = saved.players.index(HUMAN)
            found.setdefault(saved.players[1 - seat], []).append(result_of(saved.summary, seat))
    return tuple(
        Results(
            opponent=name,
            won=results.count(1),
            drawn=results.count(0),
            lost=results.count(-1),
            streak=len(list(takewhile((1).__eq__, reversed(results)))),
        )
        for name, results in found.items()
    )


def result_of(summary: Summary, seat: int) -> int:
    """Return 1 if that seat won, -1 if it lost, 0 for a draw."""
    return 0 if summary.winner is None else 1 if summary.winner == seat else -1
