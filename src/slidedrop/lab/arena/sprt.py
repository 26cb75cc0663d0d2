"""A sequential test: which of two players is stronger? A match ends when the question is answered.

    H0  the first is weaker by E Elo points  ◄── log likelihood ratio ──►  H1  it is stronger by E
                        below -2.94: weaker         above 2.94: stronger

A round is one observation: an opening with both colours, or the same seed of 2048 for both. The ratio is that of normal
distributions with the variance seen so far (a generalised SPRT); each answer is wrong in at most about 5 of 100 cases.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean
from typing import Final, Literal

from slidedrop.lab.arena.elo import expected
from slidedrop.lab.arena.match import Match, Result

BOUND: Final = math.log(0.95 / 0.05)
_LEAST: Final = 8
"""Rounds before the first answer."""
Answer = Literal["", "stronger", "weaker"]


def round_scores(match: Match, results: Sequence[Result]) -> list[float]:
    """Return what the first player scored in each whole round, from 0 to 1."""
    rounds: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        rounds[result.round].append(result)
    return [_score(match.game, pair) for _, pair in sorted(rounds.items()) if len(pair) == 2]


def _score(game: str, pair: list[Result]) -> float:
    if game == "connect4":
        return fmean({0: 1.0, 1: 0.0}.get(result.winner, 0.5) for result in pair)
    first, second = sorted(pair, key=lambda result: result.seat)
    return 0.5 + ((first.score > second.score) - (first.score < second.score)) / 2


def ratio(scores: Sequence[float], elo: float) -> float:
    """Return the log likelihood ratio; one win and one loss are added, so that the variance is never nothing."""
    count, mean, gain = len(scores), fmean(scores), 2 * expected(elo, 0) - 1
    variance = (sum((score - mean) ** 2 for score in scores) + 0.5) / (count + 2)
    return count * gain * (2 * mean - 1) / (2 * variance)


def answer(scores: Sequence[float], elo: float) -> Answer:
    """Return what is answered so far; empty while the question is open."""
    if len(scores) < _LEAST or abs(found := ratio(scores, elo)) < BOUND:
        return ""
    return "stronger" if found > 0 else "weaker"
