"""Tests of rooms in PostgreSQL: a race, a round robin and the screen, as in SQLite."""

from __future__ import annotations

import pytest

from tests.web.rooms.test_api import (
    test_a_race_on_the_same_tiles_is_ranked_by_the_servers_replay,
    test_a_room_stream_shows_scores_within_a_second_and_that_the_room_closed,
    test_waiting_players_are_paired_and_everyone_meets_once,
)

__all__ = [
    "test_a_race_on_the_same_tiles_is_ranked_by_the_servers_replay",
    "test_a_room_stream_shows_scores_within_a_second_and_that_the_room_closed",
    "test_waiting_players_are_paired_and_everyone_meets_once",
]


@pytest.fixture(scope="module")
def keeper() -> str:
    """The kind of database of the tests in this file."""
    return "postgres"
