"""Soak test: a thousand connections cut at random leave equal states, and no event arrives twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.cutting import cut_at_random

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 110))
def test_a_hundred_cut_connections_lose_and_repeat_no_event(tmp_path: Path, seed: int) -> None:
    cut_at_random(tmp_path / "db", cuts=100, seed=seed)
