"""Soak test: two hundred times kill -9 on the server during play lose no acknowledged command and split none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.killing import kill_during_play

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 110))
def test_kill_9_of_the_server_loses_no_acknowledged_command(tmp_path: Path, seed: int) -> None:
    kill_during_play(tmp_path / "db", trials=20, seed=seed)
