"""Tests of choosing and rounding the stored weights."""

from __future__ import annotations

import numpy as np

from tools.small_network.economy import most_wanted, steps_for

RANDOM = np.random.default_rng(1)
WEIGHTS = RANDOM.normal(0, 2000, 20_000).astype(np.float32)
VISITS = RANDOM.integers(1, 10_000, 20_000).astype(np.int32)


def test_without_a_price_each_weight_is_rounded_to_the_nearest_step() -> None:
    assert np.array_equal(steps_for(WEIGHTS, VISITS, 64, 0), np.rint(WEIGHTS / 64))


def test_a_price_shrinks_rare_weights_and_leaves_common_ones() -> None:
    visits = np.where(np.arange(len(WEIGHTS)) % 2, 1_000_000, 1).astype(np.int32)
    chosen, nearest = steps_for(WEIGHTS, visits, 64, 1e6), np.rint(WEIGHTS / 64)
    assert np.mean(chosen[1::2] == nearest[1::2]) > 0.98
    assert (np.abs(chosen) <= np.abs(nearest)).all()
    assert np.mean(chosen[::2] == 0) > 0.3


def test_the_most_important_weights_are_selected() -> None:
    weights, visits = np.array([9, 0, -5, 7, 3], np.float32), np.array([1, 9, 5, 0, 8], np.int32)
    assert most_wanted(weights, visits, 2).tolist() == [0, 2]
    assert most_wanted(weights, visits, 10).tolist() == [0, 2, 4]
