"""A sequential test: which of two players is stronger? A match ends when the question is answered.

    H0  the first is weaker by E Elo points  ◄── log likelihood ratio ──►  H1  it is stronger by E
                        below -2.94: weaker         above 2.94: stronger

A round is one observation: an opening with both colours, or the same seed of 2048 for both. The ratio is that of normal
distributions with the variance seen so far (a generalised SPRT); each answer is wrong in at most about 5 of 100 cases.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import takewhile
from statistics import fmean
from typing import Final, Literal

from slidedrop.lab.arena.elo import expected
from slidedrop.lab.arena.match import Match, Result

BOUND: Final = math.log(0.95 / 0.05)
_LEAST: Final = 8
"""Rounds before the first answer."""
Answer = Literal["", "stronger", "weaker"]


def round_scores(match: Match, results: Sequence[Result]) -> list[float]:
    """Return the first player's score in each round, from 0 to 1, up to the first unfinished round."""
    rounds: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        rounds[result.round].append(result)
    whole = takewhile(lambda pair: len(pair) == 2, (rounds[number] for number in range(len(rounds))))
    return [_score(pair, by_points=match.spec.by_points) for pair in whole]


def _score(pair: list[Result], *, by_points: bool) -> float:
    if not by_points:
        return fmean({0: 1.0, 1: 0.0}.get(result.winner, 0.5) for result in pair)
    first, second = sorted(pair, key=lambda result: result.seat)
    return 0.5 + ((first.score > second.score) - (first.score < second.score)) / 2


def ratio(count: int, total: float, squares: float, elo: float) -> float:
    """Return the log likelihood ratio from sums of scores; an extra win and loss keep the variance above 0."""
    mean, gain = total / count, 2 * expected(elo, 0) - 1
    variance = (squares - total * mean + 0.5) / (count + 2)
    return count * gain * (2 * mean - 1) / (2 * variance)


def answered_after(scores: Sequence[float], elo: float) -> int:
    """Return the number of rounds, in order, after which the test ended; 0 while it is open.

    Rounds may be played in any order: the answer is the same as in a single process.
    """
    total = squares = 0.0
    for count, score in enumerate(scores, 1):
        total, squares = total + score, squares + score * score
        if count >= _LEAST and abs(ratio(count, total, squares, elo)) >= BOUND:
            return count
    return 0


def answer(scores: Sequence[float], elo: float) -> Answer:
    """Return the answer; empty while the test is open."""
    count = answered_after(scores, elo)
    if not count:
        return ""
    return "stronger" if fmean(scores[:count]) > 0.5 else "weaker"
