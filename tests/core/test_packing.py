"""Tests of packing numbers into bytes: round trips, and errors for invalid bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import NotationError
from slidedrop.core.packing import LARGEST, Packing, Unpacking


@given(st.lists(st.integers(0, LARGEST)))
def test_numbers_survive_a_packing_round_trip(numbers: list[int]) -> None:
    packing = Packing()
    for number in numbers:
        packing.number(number)
    reading = Unpacking(bytes(packing))
    assert [reading.number() for _ in numbers] == numbers
    assert reading.rest == 0


@pytest.mark.parametrize("content", [b"\xff" * 9 + b"\x7f", b"\xff" * 20])
def test_a_number_beyond_the_largest_is_refused(content: bytes) -> None:
    with pytest.raises(NotationError, match=f"larger than {LARGEST}"):
        Unpacking(content).number()
