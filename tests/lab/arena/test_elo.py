"""Tests of Elo ratings and their confidence intervals."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from slidedrop.lab.arena.elo import expected, ratings


def test_equal_results_give_ratings_of_zero() -> None:
    found = ratings(3, {(0, 1): 5.0, (0, 2): 5.0, (1, 2): 5.0}, {(0, 1): 10, (0, 2): 10, (1, 2): 10})
    assert [round(figure.value, 6) for figure in found] == [0, 0, 0]


def test_many_games_recover_the_true_rating_difference() -> None:
    share = expected(200, 0)
    first, second = ratings(2, {(0, 1): 100_000 * share}, {(0, 1): 100_000})
    assert first.value - second.value == pytest.approx(200, abs=0.5)


def test_a_player_that_wins_every_game_has_a_finite_rating() -> None:
    first, second = ratings(2, {(0, 1): 10.0}, {(0, 1): 10})
    assert 150 < first.value < 400
    assert first.low > second.high or first.low < first.value


def in_intervals(tournaments: int, games: int, seed: int) -> float:
    """Return how often the intervals contain the known strengths in simulated tournaments, as a fraction."""
    chance, hits, count = random.Random(seed), 0, 0
    for _ in range(tournaments):
        truth = [chance.uniform(-300, 300) for _ in range(5)]
        truth = [value - sum(truth) / 5 for value in truth]
        pairs = list(combinations(range(5), 2))
        points = {
            (a, b): float(sum(chance.random() < expected(truth[a], truth[b]) for _ in range(games))) for a, b in pairs
        }
        found = ratings(5, points, dict.fromkeys(pairs, games))
        hits += sum(figure.low <= value <= figure.high for figure, value in zip(found, truth, strict=True))
        count += 5
    return hits / count


def test_rating_intervals_contain_the_true_value_95_percent_of_the_time() -> None:
    assert 0.90 <= in_intervals(100, 40, seed=1) <= 0.99
