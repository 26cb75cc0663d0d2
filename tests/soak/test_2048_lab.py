"""Soak tests of the lab with kill -9: matches and trainings resume without a difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.lab.killing import kill_during_match, kill_during_training

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.soak
@pytest.mark.parametrize("trial", range(100, 200))
def test_a_match_survives_kill_9(trial: int, tmp_path: Path) -> None:
    kill_during_match(tmp_path, trial)


@pytest.mark.soak
@pytest.mark.parametrize("trial", range(10))
def test_a_training_survives_kill_9_again_and_again(trial: int, tmp_path: Path) -> None:
    for again in range(10):
        kill_during_training(tmp_path, 100 * trial + again)
