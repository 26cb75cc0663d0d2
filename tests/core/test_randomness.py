"""Tests of JavaRandom: it returns the same numbers as java.util.Random.

`tests/data/java_random/vectors.txt` was printed by a JDK; the program that printed it is in the same folder.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import NotationError
from slidedrop.core.randomness import LARGEST_SEED, SMALLEST_SEED, JavaRandom, fresh_seed

VECTORS = Path(__file__).parents[1] / "data" / "java_random" / "vectors.txt"
SEEDS = st.integers(SMALLEST_SEED, LARGEST_SEED)
BOUNDS = st.integers(1, (1 << 31) - 1)


def printed_by_java() -> list[tuple[int, int | None, list[int]]]:
    """Return each seed and bound (None without one), with the numbers that Java drew."""
    vectors = []
    for line in VECTORS.read_text().splitlines():
        name, numbers = line.split(":")
        seed, bound = name.split()
        vectors.append((int(seed), None if bound == "any" else int(bound), [int(number) for number in numbers.split()]))
    return vectors


@pytest.mark.requirement("R-001-9")
def test_every_number_matches_the_jdk() -> None:
    vectors = printed_by_java()
    assert len(vectors) == 352
    for seed, bound, expected in vectors:
        random = JavaRandom(seed)
        drawn = [random.next_int() if bound is None else random.next_int(bound) for _ in expected]
        assert drawn == expected, (seed, bound)


def test_the_vectors_include_the_edge_case_seeds() -> None:
    seeds = {seed for seed, _, _ in printed_by_java()}
    assert {0, -1, SMALLEST_SEED, LARGEST_SEED, (1 << 53) + 1, -(1 << 53) - 1} <= seeds


@pytest.mark.requirement("R-000-19")
@given(SEEDS, BOUNDS)
def test_a_drawn_number_lies_below_its_bound(seed: int, bound: int) -> None:
    random = JavaRandom(seed)
    assert all(0 <= random.next_int(bound) < bound for _ in range(5))


@pytest.mark.requirement("R-000-19")
@given(st.integers(1, 6))
def test_every_number_from_zero_to_below_the_bound_is_drawn(bound: int) -> None:
    random = JavaRandom(1)
    assert {random.next_int(bound) for _ in range(200)} == set(range(bound))


@given(SEEDS)
def test_a_number_without_a_bound_is_a_signed_32_bit_integer(seed: int) -> None:
    assert -(1 << 31) <= JavaRandom(seed).next_int() < 1 << 31


@given(SEEDS, BOUNDS)
def test_restoring_the_state_draws_the_same_numbers(seed: int, bound: int) -> None:
    random = JavaRandom(seed)
    random.next_int(bound)
    state = random.state
    first = [random.next_int(bound) for _ in range(3)]
    random.state = state
    assert [random.next_int(bound) for _ in range(3)] == first


@pytest.mark.parametrize("bound", [0, -1, 1 << 31])
def test_a_bound_that_java_does_not_allow_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 2147483647"):
        JavaRandom(1).next_int(bound)


@pytest.mark.parametrize("seed", [SMALLEST_SEED - 1, LARGEST_SEED + 1])
def test_a_seed_of_more_than_64_bits_is_refused_with_the_range(seed: int) -> None:
    with pytest.raises(NotationError, match="from -9223372036854775808 to 9223372036854775807"):
        JavaRandom(seed)


def test_fresh_seeds_differ_and_are_in_range() -> None:
    seeds = {fresh_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(SMALLEST_SEED <= seed <= LARGEST_SEED for seed in seeds)
