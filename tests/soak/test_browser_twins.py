"""Soak test: a million moves of both games in the page's modules, compared with Python."""

from __future__ import annotations

import pytest

from tests.web.games import differences, sample_games


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_a_million_moves_match_between_python_and_the_browser(part: int) -> None:
    assert differences(list(sample_games(100_000, seed=1_000_000 + part))) == []
