"""Tests of means, medians and rates with their confidence intervals."""

from __future__ import annotations

import math
import random

import pytest

from slidedrop.lab.arena.figures import Z, mean_of, median_of, rate_of, student


@pytest.mark.parametrize(
    ("freedom", "table"), [(1, 12.706), (4, 2.776), (5, 2.571), (9, 2.262), (29, 2.045), (199, 1.972)]
)
def test_students_t_matches_published_tables(freedom: int, table: float) -> None:
    assert student(freedom) == pytest.approx(table, abs=0.002)


def test_the_mean_interval_covers_95_percent() -> None:
    chance = random.Random(1)
    trials = [mean_of([chance.gauss(10, 3) for _ in range(8)]) for _ in range(2000)]
    assert sum(low <= 10 <= high for _, low, high in trials) / 2000 == pytest.approx(0.95, abs=0.015)


def test_the_median_interval_covers_at_least_95_percent() -> None:
    chance = random.Random(2)
    trials = [median_of([chance.expovariate(1) for _ in range(40)]) for _ in range(2000)]
    assert sum(low <= math.log(2) <= high for _, low, high in trials) / 2000 >= 0.94


@pytest.mark.parametrize(
    ("hits", "count", "low", "high"),
    [(0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (5, 10, 0.2366, 0.7634), (1, 1, 0.2065, 1)],
)
def test_rates_have_wilsons_interval(hits: int, count: int, low: float, high: float) -> None:
    assert rate_of(hits, count) == pytest.approx((hits / count, low, high), abs=0.0002)


def test_the_mean_of_a_single_game_has_an_infinite_interval() -> None:
    assert mean_of([5]) == (5, -math.inf, math.inf)
    assert median_of([5]) == (5, 5, 5)


def test_students_t_approaches_the_normal_distribution() -> None:
    assert student(10**6) == pytest.approx(Z, abs=1e-5)
