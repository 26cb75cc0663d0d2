"""Soak tests of Connect-4's rules."""

from __future__ import annotations

from random import Random

import pytest

from slidedrop.connect4 import Position
from tests.connect4.games import check_game_against_twin
from tests.connect4.test_position import lines_of_play

PART = 5_000


@pytest.mark.soak
def test_the_number_of_eight_move_lines_matches_the_published_count() -> None:
    assert lines_of_play(Position(), 8) == 5673234


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_a_hundred_thousand_random_games_match_the_reference_implementation(part: int) -> None:
    for seed in range(part * PART, (part + 1) * PART):
        check_game_against_twin(Random(f"soak {seed}"))
