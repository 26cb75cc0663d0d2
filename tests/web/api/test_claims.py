"""Tests that a lost answer does not lock a guest out and that no seat is taken twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from slidedrop.web.tokens import new_token
from tests.web.claiming import claim_with_cuts
from tests.web.running import Person, drop_record

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.running import LiveServer


def test_claims_cut_at_random_places_lock_no_guest_out(tmp_path: Path) -> None:
    seen = claim_with_cuts(tmp_path / "db", trials=12, kills=1, seed=1)
    assert (seen["locked out"], seen["taken twice"], seen["seated"] + seen["rival"]) == (0, 0, 12)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_two_hundred_claims_cut_at_random_places_lock_no_guest_out(tmp_path: Path) -> None:
    seen = claim_with_cuts(tmp_path / "db", trials=200, kills=60, seed=2048)
    assert (seen["locked out"], seen["taken twice"], seen["seated"] + seen["rival"]) == (0, 0, 200)
    assert seen["rival"] > 5


def test_a_browser_with_a_new_cookie_can_repeat_its_claim_to_a_seat(
    server: LiveServer, ann: Person, ben: Person
) -> None:
    game = ann.begin(drop_record())["id"]
    body = {"secret": ann.link(game, "player:1"), "key": new_token()}
    with Person(server.url) as lost:
        assert lost.post("/api/v1/claims", json=body).status_code == 200  # ben never gets this answer
    ben.begin()
    assert ben.post("/api/v1/claims", json=body).json()["role"] == "player:1"
    assert ben.look(game)["role"] == "player:1"


def test_only_the_host_can_invite_again_after_the_seat_is_taken(ann: Person, ben: Person) -> None:
    game = ann.begin(drop_record())["id"]
    ben.claim(ann.link(game, "player:1"))
    assert ben.post(f"/api/v1/games/{game}/links", json={"role": "player:0"}).status_code == 403
    again = ann.link(game, "player:1")
    assert ann.delete(f"/api/v1/games/{game}/links?role=player:1").json() == {"ended": 3}
    assert ben.get(f"/api/v1/games/{game}").status_code == 404
    assert ben.post("/api/v1/claims", json={"secret": again}).status_code == 404
    assert ben.claim(ann.link(game, "player:1"))["role"] == "player:1"


def test_a_watcher_cannot_end_the_links_of_others(
    server: LiveServer, ann: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("slidedrop.web.store.sql.MOST_SECRETS", 4)
    game = ann.begin(drop_record())["id"]
    watch = ann.link(game, "watch")
    ben.claim(watch)
    flood = [ben.post(f"/api/v1/games/{game}/links", json={"role": "watch"}).status_code for _ in range(8)]
    assert flood == [201] + 7 * [422]
    with Person(server.url) as other:
        assert other.claim(watch)["role"] == other.claim(ann.link(game, "watch"))["role"] == "watch"


def test_many_watchers_do_not_take_the_place_of_a_guest(
    server: LiveServer, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("slidedrop.web.store.sql.MOST_SECRETS", 3)
    game = ann.begin(drop_record())["id"]
    watch, seat = ann.link(game, "watch"), ann.link(game, "player:1")
    for _ in range(5):
        with Person(server.url) as watcher:
            assert watcher.claim(watch)["role"] == "watch"
    with Person(server.url) as guest:
        assert guest.claim(seat)["role"] == "player:1"
        assert guest.do(game, 0, "4").status_code in (200, 403)
    assert len(server.app.state.games._live[game].secrets) == 7  # 3 watchers, 2 links, 2 players
