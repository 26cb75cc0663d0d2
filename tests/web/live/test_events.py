"""Tests of the event stream of a game: missed and new commands, offers, presence, heartbeats and ends."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING

import pytest

from slidedrop.web.live.game import LiveGame, Watcher
from slidedrop.web.store.store import StoredGame
from tests.web.cutting import cut_at_random
from tests.web.running import LiveServer, Person, drop_record, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from slidedrop.web.roles import Role
    from tests.web.running import Event


def commands(events: Iterator[Event], count: int) -> list[Event]:
    """Return the next commands of a stream."""
    found: list[Event] = []
    while len(found) < count:
        event = next(events)
        if event.name == "command":
            found.append(event)
    return found


def named(events: Iterator[Event], name: str) -> Event:
    """Return the next event of that name."""
    return next(event for event in events if event.name == name)


class Counting(LiveGame):
    """A game that counts how often its list of present players is computed."""

    looked = 0

    def present(self) -> dict[Role, str]:
        """Count the call, and return the players who are present."""
        self.looked += 1
        return super().present()


def test_data_shared_by_all_streams_is_computed_once_per_change() -> None:
    live = Counting(StoredGame("id", json.dumps(drop_record()["header"]), ()))
    live.watchers = {Watcher(str(number)): None for number in range(50)}
    for owner in (None, 1):
        live.owner = owner
        live.notify()
        assert {json.dumps(live.standing()["shared"]) for _ in live.watchers} == {f'{{"owner": "player:{owner}"}}'}
    assert live.looked == 2


def test_a_spectator_receives_every_command_as_it_is_made(ann: Person, ben: Person) -> None:
    game = ann.begin()["id"]
    assert ben.claim(ann.link(game, "watch"))["role"] == "watch"
    with ben.watching(game) as events:
        ann.do(game, 0, "left")
        ann.do(game, 1, "up", "undo")
        heard = commands(events, 3)
    assert [event.id for event in heard] == ["1", "2", "3"]
    assert heard[0].data == {"ply": 1, "command": {"move": "left"}, "by": "both"}
    assert heard[2].data == {"ply": 3, "command": "undo", "by": "both"}


@pytest.mark.parametrize("header", [True, False])
def test_a_reconnecting_stream_gets_only_missed_moves(ann: Person, header: bool) -> None:
    game = ann.begin()["id"]
    ann.do(game, 0, "left", "up", "left", "undo")
    with ann.watching(game, after=2, header=header) as events:
        assert [event.id for event in commands(events, 2)] == ["3", "4"]


def test_the_last_event_id_header_overrides_the_query_parameter(ann: Person) -> None:
    game = ann.begin()["id"]
    ann.do(game, 0, "left", "up", "left", "undo")
    path = f"/api/v1/games/{game}/events?after=0"
    with ann.stream("GET", path, headers={"Last-Event-ID": "3"}) as answer:
        text = ""
        for piece in answer.iter_text():
            text += piece
            if "event: command" in text:
                break
    assert "id: 3\n" not in text
    assert "id: 4\n" in text


def test_a_stream_sends_a_long_game_completely(ann: Person) -> None:
    game = ann.begin()["id"]
    ply = 0
    for _ in range(4):
        ply = ann.do(game, ply, *["left", "undo"] * 200).json()["ply"]
    with ann.watching(game) as events:
        assert [int(event.id) for event in commands(events, 1600)] == list(range(1, 1601))


def test_a_client_ahead_of_the_server_gets_409_with_the_current_ply(ann: Person) -> None:
    game = ann.begin()["id"]
    answer = ann.get(f"/api/v1/games/{game}/events", params={"after": 5})
    assert answer.status_code == 409
    assert answer.json()["ply"] == 0


@pytest.mark.parametrize("last", ["x", "-1", "99999999999", "1.5"])
def test_a_last_event_id_that_is_not_a_number_is_refused(ann: Person, last: str) -> None:
    game = ann.begin()["id"]
    assert ann.get(f"/api/v1/games/{game}/events", headers={"Last-Event-ID": last}).status_code == 400


def test_a_stream_reports_offers_joining_and_rematches(ann: Person, ben: Person) -> None:
    game = ann.begin(drop_record(1, 2, 1, 2, 1, 2))["id"]
    invitation = ann.link(game, "player:1")
    with ann.watching(game, 6) as events:
        assert named(events, "offer").data is None
        ben.claim(invitation)
        assert named(events, "shared").data == {"owner": "player:0"}
        ben.post(f"/api/v1/games/{game}/offers", json={"kind": "take-back", "ply": 6})
        assert named(events, "offer").data == {"kind": "take-back", "by": "player:1", "ply": 6}
        ann.post(f"/api/v1/games/{game}/offers/answer", json={"accept": False, "ply": 6})
        assert named(events, "offer").data is None
        ann.do(game, 6, "1")
        following = ben.post(f"/api/v1/games/{game}/rematch", json={}).json()["id"]
        assert named(events, "rematch").data == {"id": following}


def test_a_stream_reports_players_who_join_leave_and_return(ann: Person, ben: Person) -> None:
    game = ann.begin(drop_record())["id"]
    ben.claim(ann.link(game, "player:1"))
    alone = {"roles": ["player:0"], "names": {"player:0": "Ann Ö"}}
    both = {"roles": ["player:0", "player:1"], "names": {"player:0": "Ann Ö"}}
    with ann.watching(game, name=" Ann Ö ") as events:
        assert named(events, "presence").data == alone
        for _ in range(2):
            with ben.watching(game) as other:
                assert named(other, "presence").data == both
                assert named(events, "presence").data == both
            assert named(events, "presence").data == alone


def test_a_new_stream_wakes_the_others_only_if_their_player_list_changes() -> None:
    async def run() -> None:
        live = LiveGame(StoredGame("game", json.dumps(drop_record()["header"]), ()))
        player, *watchers = (Watcher("a", "player:0", "Ann"), *(Watcher(f"w{n}", "watch", f"W{n}") for n in range(3)))

        def woken() -> list[str]:
            found = [watcher.secret for watcher in live.watchers if watcher.changed.is_set()]
            for watcher in live.watchers:
                watcher.changed.clear()
            return found

        live.enter(player)
        live.enter(watchers[0])
        assert woken() == ["a", "w0"]
        live.enter(watchers[1])
        live.enter(watchers[2])
        live.leave(watchers[0])
        assert woken() == []
        live.enter(Watcher("a2", "player:0", "Anna"))
        assert woken() == ["a", "w1", "w2", "a2"]
        live.leave(watchers[1])
        assert woken() == []
        live.leave(watchers[2])
        assert woken() == ["a", "a2"]
        assert live.present() == {"player:0": "Anna"}

    asyncio.run(run())


@pytest.mark.parametrize(("name", "said"), [("x" * 25, "at most 24"), ("a\nb", "is not as")])
def test_a_long_or_unprintable_name_is_refused(ann: Person, name: str, said: str) -> None:
    answer = ann.get(f"/api/v1/games/{ann.begin()['id']}/events", params={"name": name})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("'name' is")
    assert said in answer.json()["detail"]
    assert "^" not in answer.json()["detail"]


def test_an_idle_stream_sends_a_heartbeat(ann: Person) -> None:
    game = ann.begin()["id"]
    with ann.stream("GET", f"/api/v1/games/{game}/events") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = answer.iter_lines()
        assert next(line for line in lines if line.startswith(":"))


def test_a_stream_ends_when_its_link_is_revoked(ann: Person, ben: Person) -> None:
    game = ann.begin()["id"]
    ben.claim(ann.link(game, "watch"))
    with ben.watching(game) as events:
        named(events, "offer")
        assert ann.delete(f"/api/v1/games/{game}/links", params={"role": "watch"}).json() == {"ended": 2}
        assert named(events, "bye").data == {}
    assert ben.get(f"/api/v1/games/{game}").status_code == 404


def test_closed_streams_are_forgotten(server: LiveServer, ann: Person) -> None:
    game = ann.begin()["id"]
    for _ in range(3):
        with ann.watching(game) as events:
            named(events, "offer")
    until(lambda: not server.app.state.games._live[game].watchers)
    assert not server.app.state.limits.streams


def test_the_server_sends_bye_to_streams_when_it_stops(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "db") as server, Person(server.url) as ann:
        game = ann.begin()["id"]
        with ann.watching(game) as events:
            named(events, "offer")
            server._server.should_exit = True
            began = time.monotonic()
            assert named(events, "bye").data == {}
            assert next(events, None) is None
    assert time.monotonic() - began < 5


def test_connections_cut_at_random_lose_and_repeat_no_event(tmp_path: Path) -> None:
    cut_at_random(tmp_path / "db", cuts=30, seed=1)


def test_an_unreadable_name_is_not_shown(ann: Person, ben: Person) -> None:
    game = ann.begin(drop_record())["id"]
    ben.claim(ann.link(game, "player:1"))
    for name, shown in (("Ben", {"player:1": "Ben"}), ("\u3164", {}), ("Z\u0335\u0336\u0337\u0338", {})):
        with ben.watching(game, name=name) as events:
            assert next(event.data for event in events if event.name == "presence")["names"] == shown
