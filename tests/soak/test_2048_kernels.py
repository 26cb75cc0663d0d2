"""Soak test: a million random moves on the fast board of every size equal those of the plain game."""

from __future__ import annotations

import pytest

from tests.twins.playing2048 import differences_in_random_play

pytestmark = pytest.mark.soak


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("size", "seed"), [(2, 1), (3, 2), *((4, seed) for seed in range(3, 13))])
def test_a_million_random_moves_never_differ_from_the_plain_game(size: int, seed: int) -> None:
    assert differences_in_random_play(100_000, size, seed) == []
