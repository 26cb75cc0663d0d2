"""Soak test: three hundred times kill -9 during play lose no acknowledged move."""

from __future__ import annotations

import pytest

from tests.records.killing import kill_during_play


@pytest.mark.soak
@pytest.mark.parametrize("trial", range(1000, 1300))
def test_kill_9_during_play_loses_no_acknowledged_move(trial: int) -> None:
    kill_during_play(trial)
