"""A tournament: a field of players, all pairs or the first against all others, and a table.

    two seats   every pair plays a match of its own; rated by Elo      round robin  a-b  a-c  b-c     gauntlet  a-b  a-c
    one seat    all play the same seeds; ranked by points, with the distance to the first in the same games

Each match has its own folder and scoresheet, so that a tournament resumes after any interruption. All pairs play the
same openings with both colours.
"""

import csv
import io
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from slidedrop.core.spec import Rules
from slidedrop.games import spec_of
from slidedrop.lab.arena.elo import Pair, ratings
from slidedrop.lab.arena.figures import mean_of
from slidedrop.lab.arena.match import Entrant, Match, Result
from slidedrop.lab.arena.report import plus_minus

Rows = list[list[str]]
"""A table, its head first."""


class Tournament(NamedTuple):
    """The players, rules and seed of a tournament."""

    rules: Rules
    entrants: tuple[Entrant, ...]
    seed: int = 1
    gauntlet: bool = False

    def matches(self) -> dict[Pair, Match]:
        """Return the matches, each by the numbers of its first and last player."""
        if spec_of(self.rules).by_points:
            return {(0, len(self.entrants) - 1): Match(self.rules, self.entrants, self.seed)}
        pairs = combinations(range(len(self.entrants)), 2)
        return {
            (a, b): Match(self.rules, (self.entrants[a], self.entrants[b]), self.seed)
            for a, b in pairs
            if a == 0 or not self.gauntlet
        }

    def standings(self, results: Mapping[Pair, Sequence[Result]]) -> Rows:
        """Return the table, best player first."""
        return self._by_points(results) if spec_of(self.rules).by_points else self._by_elo(results)

    def _by_elo(self, results: Mapping[Pair, Sequence[Result]]) -> Rows:
        points = {pair: sum({0: 1.0, 1: 0.0}.get(one.winner, 0.5) for one in found) for pair, found in results.items()}
        games = {pair: len(found) for pair, found in results.items()}
        figures = ratings(len(self.entrants), points, games)
        rows: Rows = [["", "player", "Elo", "low", "high", "won", "drawn", "lost", "points"]]
        order = sorted(range(len(self.entrants)), key=lambda number: -figures[number].value)
        for place, number in enumerate(order, 1):
            won, drawn, lost = _counts(number, results)
            elo = (f"{value:+.0f}" for value in figures[number])
            counts = map(str, (won, drawn, lost))
            rows.append([str(place), self.entrants[number].label, *elo, *counts, f"{won + drawn / 2:g}"])
        return rows

    def _by_points(self, results: Mapping[Pair, Sequence[Result]]) -> Rows:
        scores = [dict[int, int]() for _ in self.entrants]
        for result in next(iter(results.values())):
            scores[result.seat][result.round] = result.score
        means = [mean_of(list(mine.values())) for mine in scores]
        order = sorted(range(len(self.entrants)), key=lambda number: -means[number].value)
        best = scores[order[0]]
        rows: Rows = [["", "player", "games", "mean points", "behind the first"]]
        for place, number in enumerate(order, 1):
            behind = mean_of([best[seed] - score for seed, score in scores[number].items() if seed in best])
            gap = plus_minus(behind) if place > 1 else "-"
            rows.append(
                [str(place), self.entrants[number].label, str(len(scores[number])), plus_minus(means[number]), gap]
            )
        return rows


def _counts(player: int, results: Mapping[Pair, Sequence[Result]]) -> tuple[int, int, int]:
    won = drawn = lost = 0
    for pair, found in results.items():
        if player in pair:
            own = pair.index(player)
            won += sum(result.winner == own for result in found)
            lost += sum(result.winner == 1 - own for result in found)
            drawn += sum(result.winner < 0 for result in found)
    return won, drawn, lost


def as_csv(rows: Rows) -> str:
    """Return the table as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([["place", *rows[0][1:]], *rows[1:]])
    return text.getvalue()
