"""A short load test: two servers behind nginx neither lose nor repeat a move when processes are killed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.crowd import Site, killing, restarting, site

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The full setup of a school: PostgreSQL, two servers and nginx."""
    with site(tmp_path_factory.mktemp("site")) as all_of_it:
        yield all_of_it


def test_watchers_at_the_other_server_see_every_move_once_and_in_order(school: Site) -> None:
    players = school.crowd(games=12, seconds=2)
    assert sum(player.tries for player in players) == 0
    assert sum(len(player.done) for player in players) >= 96


def test_kill_9_of_either_server_loses_and_duplicates_no_move(school: Site) -> None:
    school.crowd(games=6, seconds=2, trouble=killing(2, seed=1))


def test_a_stopping_server_hands_its_players_to_the_other(school: Site) -> None:
    school.crowd(games=6, seconds=2, trouble=killing(1, seed=2, kill=False))


def test_a_database_restart_loses_and_duplicates_no_move(school: Site) -> None:
    school.crowd(games=6, seconds=2, trouble=restarting(2, seed=3))
