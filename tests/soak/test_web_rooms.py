"""Soak tests of rooms: a thousand tampered records, and 200 people who race for ten minutes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from benchmarks.bench_rooms import race
from benchmarks.bench_web import percentiles
from tests.web.rooms.tampering import WAYS, tamper
from tests.web.running import LiveServer, ServerProcess

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.soak
@pytest.mark.parametrize("how", WAYS)
def test_tampered_records_never_count(tmp_path: Path, how: str) -> None:
    with LiveServer(tmp_path / "db") as server:
        for seed in range(100, 225):
            tamper(server.url, how, seed)


@pytest.mark.soak
def test_two_hundred_players_race_and_standings_update_within_a_second(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "db") as server:
        seen = asyncio.run(race(server.port, people=200, seconds=600))
    assert seen.errors == []
    assert percentiles(seen.lags())[1] < 1, str(seen)
