"""Tests that coverage pauses and continues as requested in every test process."""

from __future__ import annotations

import sys
from itertools import count

import pytest
from coverage import Coverage
from hypothesis import given
from hypothesis import strategies as st

from tests.traced import EXAMPLES

_numbers = {"one": count(1), "another": count(1)}


@pytest.mark.no_cover
def test_a_no_cover_test_is_not_traced() -> None:
    assert sys.gettrace() is None


@pytest.mark.parametrize("case", _numbers)
@given(number=st.integers())
def test_each_property_case_is_traced_only_for_its_first_examples(
    case: str, pytestconfig: pytest.Config, number: int
) -> None:
    is_measured = pytestconfig.pluginmanager.hasplugin("_cov")
    is_traced = sys.gettrace() is not None
    assert is_traced == (Coverage.current() is not None)
    assert is_traced == (is_measured and next(_numbers[case]) <= EXAMPLES)
