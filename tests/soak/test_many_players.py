"""Soak tests of two hundred games behind nginx: fifty kills of a server and ten stops of the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.crowd import killing, percentile_99, restarting, site

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.soak
def test_two_hundred_games_run_at_one_move_per_second_without_retries(tmp_path: Path) -> None:
    with site(tmp_path) as school:
        players = school.crowd(games=200, seconds=60)
    assert sum(player.tries for player in players) == 0
    assert sum(len(player.done) for player in players) == 200 * 60
    assert percentile_99(players) <= 150


@pytest.mark.soak
def test_fifty_server_kills_lose_and_duplicate_no_move(tmp_path: Path) -> None:
    with site(tmp_path) as school:
        school.crowd(games=20, seconds=4, trouble=killing(50, seed=50))


@pytest.mark.soak
def test_ten_database_restarts_lose_and_duplicate_no_move(tmp_path: Path) -> None:
    with site(tmp_path) as school:
        school.crowd(games=20, seconds=4, trouble=restarting(10, seed=10))
