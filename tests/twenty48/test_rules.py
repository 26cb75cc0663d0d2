"""Tests of the rules of 2048: valid rules, and errors for invalid ones."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import RulesError
from slidedrop.twenty48 import Rules
from slidedrop.twenty48.rules import LARGEST_SIZE, PRESETS

RULES = st.builds(
    Rules,
    size=st.integers(2, 8),
    base=st.integers(1, 7),
    winning_tile=st.integers(8, 4096),
    spawn_weights=st.lists(st.integers(1, 100), min_size=1, max_size=4).map(tuple),
    tiles_per_move=st.integers(1, 4),
    start_tiles=st.integers(0, 4),
)


@pytest.mark.requirement("R-000-2", "R-002-3")
def test_the_default_rules_are_4x4_with_2s_and_4s_up_to_2048() -> None:
    assert Rules() == Rules(size=4, base=2, winning_tile=2048, spawn_weights=(90, 10), tiles_per_move=1, start_tiles=2)


@pytest.mark.requirement("R-000-8")
def test_the_presets_differ_in_how_often_a_two_comes() -> None:
    weights = {name: rules.spawn_weights for name, rules in PRESETS.items()}
    assert weights == {"classic": (90, 10), "mis": (50, 50), "twos": (100,)}


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_keeps_its_name_at_any_size(name: str) -> None:
    assert Rules.preset(name, 6).name == name
    assert Rules.preset(name, 6).size == 6


def test_other_rules_are_called_custom() -> None:
    assert Rules(base=3).name == "custom"


def test_an_unknown_preset_is_refused_with_the_known_names() -> None:
    with pytest.raises(RulesError, match=r"'hard'.*classic, mis, twos"):
        Rules.preset("hard")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"size": 1}, "size .*2 .* 1$"),
        ({"size": -3}, "size .*2 .* -3$"),
        ({"base": 0}, "base .*from 1 to .* 0$"),
        ({"base": 10**9 + 1, "winning_tile": 10**10}, "base .*from 1 to 1000000000.* 1000000001$"),
        ({"winning_tile": 2}, "base tile 2"),
        ({"spawn_weights": ()}, "spawn weights"),
        ({"spawn_weights": (0, 0)}, "spawn weights"),
        ({"spawn_weights": (-1, 5)}, "spawn weights"),
        ({"spawn_weights": (1 << 31,)}, "spawn weights"),
        ({"spawn_weights": (1,) * 33}, "weights .*32"),
        ({"tiles_per_move": 0}, "1 to 16 tiles, not 0"),
        ({"tiles_per_move": 17}, "1 to 16 tiles, not 17"),
        ({"start_tiles": 17}, "0 to 16 tiles, not 17"),
        ({"start_tiles": -1}, "0 to 16 tiles, not -1"),
    ],
)
def test_invalid_rules_are_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Rules(**values)


@pytest.mark.requirement("R-000-20")
@given(st.integers(1, 9), st.integers(1, 5000))
def test_a_tile_is_the_base_doubled_any_number_of_times(base: int, value: int) -> None:
    lawful = {base << power for power in range(20)}
    assert Rules(base=base).is_tile(value) == (value in lawful)


@pytest.mark.parametrize("value", [0, -2, -4])
def test_zero_and_negative_numbers_are_not_tiles(value: int) -> None:
    assert not Rules().is_tile(value)


@pytest.mark.requirement("R-000-8", "R-000-20")
def test_only_values_with_a_weight_are_spawned() -> None:
    assert [value for value in range(30) if Rules(base=3).is_spawn(value)] == [3, 6]
    assert [value for value in range(30) if Rules(base=3, spawn_weights=(1, 0, 1)).is_spawn(value)] == [3, 12]


@pytest.mark.requirement("R-002-9")
@given(st.integers(1, 9), st.integers(10, 5000), st.integers(0, 14))
def test_exactly_one_doubling_crosses_the_winning_tile(base: int, winning: int, power: int) -> None:
    rules = Rules(base=base, winning_tile=winning)
    made = base << (power + 1)
    assert rules.crosses_winning(made) == (made >= winning and base << power < winning)


@pytest.mark.requirement("R-002-9")
def test_two_1024s_win_and_two_2048s_do_not_win_again() -> None:
    assert [made for made in (512, 1024, 2048, 4096, 8192) if Rules().crosses_winning(made)] == [2048]


@given(RULES)
def test_rules_round_trip_through_json(rules: Rules) -> None:
    assert Rules.from_json(json.loads(json.dumps(rules.to_json()))) == rules


def test_rules_missing_from_a_record_have_their_defaults() -> None:
    assert Rules.from_json({}) == Rules()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"colour": 1}, "'colour' .*2048.*base, size,"),
        ({"size": "4"}, "'size' .*'4'$"),
        ({"size": True}, "'size' .*True$"),
        ({"size": LARGEST_SIZE + 1}, "size 64 .*65"),
        ({"spawn_weights": 90}, "weights .*list"),
        ({"spawn_weights": [90, "10"]}, "weights .*32"),
    ],
)
def test_a_record_with_unknown_or_invalid_rules_is_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Rules.from_json(values)
