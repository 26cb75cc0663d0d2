"""Elo ratings of a field of players, with 95% confidence intervals.

    expected score of a against b  =  1 / (1 + 10 ** ((b - a) / 400))        a draw counts half

The ratings are those under which the results are most likely (Bradley and Terry's model), counted from the mean of the
field. One virtual draw in every pairing that was played keeps the rating of a player who won all games finite. The
intervals come from the curvature of the likelihood: the inverse of its information matrix.
"""

import math
from collections.abc import Mapping
from typing import Final

from slidedrop.lab.arena.figures import Figure, Z

SCALE: Final = 400 / math.log(10)
"""Elo points of a factor e in the odds."""
_ROUNDS: Final = 60
_VIRTUAL: Final = 1.0

Pair = tuple[int, int]


def expected(a: float, b: float) -> float:
    """Return the expected score of one rating against another."""
    return 1 / (1 + 10 ** ((b - a) / 400))


def ratings(players: int, points: Mapping[Pair, float], games: Mapping[Pair, int]) -> list[Figure]:
    """Return a rating for each player; `points[a, b]` are those of a in the `games[a, b]` against b, a < b."""
    played = {pair: count for pair, count in games.items() if count}
    values = [0.0] * players
    for _ in range(_ROUNDS):
        gradient, matrix = _slope(values, points, played), _information(values, played)
        step = [sum(row[k] * gradient[k] for k in range(players)) for row in _inverse(matrix)]
        values = [value + max(-2.0, min(2.0, change)) for value, change in zip(values, step, strict=True)]
    middle = sum(values) / max(1, players)
    spread = _inverse(_information(values, {pair: count - _VIRTUAL for pair, count in played.items()}))
    halves = [Z * math.sqrt(max(0.0, spread[k][k] - 1 / players**2)) for k in range(players)]
    around = [(value - middle, half) for value, half in zip(values, halves, strict=True)]
    return [Figure(SCALE * value, SCALE * (value - half), SCALE * (value + half)) for value, half in around]


def _slope(values: list[float], points: Mapping[Pair, float], games: Mapping[Pair, float]) -> list[float]:
    """Return how much more each player scored than expected, virtual draws included."""
    slope = [0.0] * len(values)
    for (a, b), count in games.items():
        chance = 1 / (1 + math.exp(values[b] - values[a]))
        more = points[a, b] + _VIRTUAL / 2 - (count + _VIRTUAL) * chance
        slope[a] += more
        slope[b] -= more
    return slope


def _information(values: list[float], games: Mapping[Pair, float]) -> list[list[float]]:
    """Return the information matrix; adding 1 everywhere fixes the mean at 0."""
    players = len(values)
    matrix = [[1.0] * players for _ in values]
    for (a, b), count in games.items():
        chance = 1 / (1 + math.exp(values[b] - values[a]))
        weight = (count + _VIRTUAL) * chance * (1 - chance)
        matrix[a][a] += weight
        matrix[b][b] += weight
        matrix[a][b] -= weight
        matrix[b][a] -= weight
    return matrix


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse, by elimination with pivoting."""
    size = len(matrix)
    rows = [[*row, *(float(k == number) for k in range(size))] for number, row in enumerate(matrix)]
    for k in range(size):
        pivot = max(range(k, size), key=lambda row: abs(rows[row][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for other in range(size):
            if other != k:
                factor = rows[other][k]
                rows[other] = [value - factor * own for value, own in zip(rows[other], rows[k], strict=True)]
    return [row[size:] for row in rows]
