"""Tests of the estimated playing strength, and of luck against a random walk."""

from __future__ import annotations

import pytest

from slidedrop.analysis.sentences import say
from slidedrop.analysis.strength import Strength, luckier_than


def test_strength_names_the_nearest_player_and_the_indistinguishable_ones() -> None:
    losses = [0.0, 4.0, 0.0, 2.0] * 25
    strength = Strength(
        losses, [{"weak": 9.0, "even": loss, "near": loss + (-1) ** place} for place, loss in enumerate(losses)]
    )
    assert (strength.loss, strength.name, strength.possible) == (1.5, "even", ["even", "near"])
    assert strength.words == "played like even (or like any player from even to near: too few moves to tell)"


def test_a_game_that_every_known_player_could_have_played_is_compared_with_none() -> None:
    few = Strength([0.0, 4.0], [{"even": 0.0, "near": 1.0}, {"even": 4.0, "near": 3.0}])
    assert few.possible == ["even", "near"]
    assert few.words == say("too few played")


def test_a_clear_match_names_only_one_player() -> None:
    assert Strength([0.0] * 50, [{"weak": 9.0, "perfect": 0.0}] * 50).words == "played like perfect"


def test_a_game_without_moves_matches_no_player() -> None:
    assert (Strength([], []).name, Strength([], []).words) == ("", "made no moves")


@pytest.mark.parametrize(("luck", "part"), [(0.0, 0.5), (5.0, 0.841), (-10.0, 0.023)])
def test_luck_is_compared_with_a_random_walk_of_the_same_steps(luck: float, part: float) -> None:
    assert luckier_than(luck, [3.0, -4.0]) == pytest.approx(part, abs=0.001)
    assert luckier_than(0.0, []) == 0.5
