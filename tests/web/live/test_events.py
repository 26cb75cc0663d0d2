"""The stream of a game: what was missed, then what happens, each once and in order."""

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
    """A game that counts how often it is worked out who is present."""

    looked = 0

    def present(self) -> dict[Role, str]:
        """Count, and answer."""
        self.looked += 1
        return super().present()


def test_what_all_streams_tell_is_worked_out_once_for_each_change() -> None:
    live = Counting(StoredGame("id", json.dumps(drop_record()["header"]), ()))
    live.watchers = {Watcher(str(number)): None for number in range(50)}
    for owner in (None, 1):
        live.owner = owner
        live.notify()
        assert {json.dumps(live.standing()["shared"]) for _ in live.watchers} == {f'{{"owner": "player:{owner}"}}'}
    assert live.looked == 2


def test_a_spectator_hears_every_command_as_it_is_made(ann: Person, ben: Person) -> None:
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
def test_who_comes_back_gets_exactly_what_was_missed(ann: Person, header: bool) -> None:
    game = ann.begin()["id"]
    ann.do(game, 0, "left", "up", "left", "undo")
    with ann.watching(game, after=2, header=header) as events:
        assert [event.id for event in commands(events, 2)] == ["3", "4"]


def test_the_header_counts_more_than_the_address(ann: Person) -> None:
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


def test_a_long_game_is_told_whole(ann: Person) -> None:
    game = ann.begin()["id"]
    ply = 0
    for _ in range(4):
        ply = ann.do(game, ply, *["left", "undo"] * 200).json()["ply"]
    with ann.watching(game) as events:
        assert [int(event.id) for event in commands(events, 1600)] == list(range(1, 1601))


def test_who_knows_more_than_the_server_is_told_how_it_stands(ann: Person) -> None:
    game = ann.begin()["id"]
    answer = ann.get(f"/api/v1/games/{game}/events", params={"after": 5})
    assert answer.status_code == 409
    assert answer.json()["ply"] == 0


@pytest.mark.parametrize("last", ["x", "-1", "99999999999", "1.5"])
def test_an_id_that_is_no_number_cannot_be_read(ann: Person, last: str) -> None:
    game = ann.begin()["id"]
    assert ann.get(f"/api/v1/games/{game}/events", headers={"Last-Event-ID": last}).status_code == 400


def test_offers_joining_and_rematches_are_told(ann: Person, ben: Person) -> None:
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


def test_who_comes_leaves_and_comes_back_is_told(ann: Person, ben: Person) -> None:
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


def test_a_stream_wakes_the_others_only_where_they_see_someone_new() -> None:
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
def test_a_name_is_plain_and_short(ann: Person, name: str, said: str) -> None:
    answer = ann.get(f"/api/v1/games/{ann.begin()['id']}/events", params={"name": name})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("'name' is")
    assert said in answer.json()["detail"]
    assert "^" not in answer.json()["detail"]


def test_a_sign_of_life_comes_when_nothing_happens(ann: Person) -> None:
    game = ann.begin()["id"]
    with ann.stream("GET", f"/api/v1/games/{game}/events") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = answer.iter_lines()
        assert next(line for line in lines if line.startswith(":"))


def test_whose_link_was_ended_is_shown_out(ann: Person, ben: Person) -> None:
    game = ann.begin()["id"]
    ben.claim(ann.link(game, "watch"))
    with ben.watching(game) as events:
        named(events, "offer")
        assert ann.delete(f"/api/v1/games/{game}/links", params={"role": "watch"}).json() == {"ended": 2}
        assert named(events, "bye").data == {}
    assert ben.get(f"/api/v1/games/{game}").status_code == 404


def test_streams_that_are_gone_are_forgotten(server: LiveServer, ann: Person) -> None:
    game = ann.begin()["id"]
    for _ in range(3):
        with ann.watching(game) as events:
            named(events, "offer")
    until(lambda: not server.app.state.games._live[game].watchers)
    assert not server.app.state.limits.streams


def test_the_server_says_goodbye_when_it_ends(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "db") as server, Person(server.url) as ann:
        game = ann.begin()["id"]
        with ann.watching(game) as events:
            named(events, "offer")
            server._server.should_exit = True
            began = time.monotonic()
            assert named(events, "bye").data == {}
            assert next(events, None) is None
    assert time.monotonic() - began < 5


def test_connections_cut_at_random_lose_nothing_and_tell_nothing_twice(tmp_path: Path) -> None:
    cut_at_random(tmp_path / "db", cuts=30, seed=1)


def test_a_name_that_cannot_be_read_is_shown_to_nobody(ann: Person, ben: Person) -> None:
    game = ann.begin(drop_record())["id"]
    ben.claim(ann.link(game, "player:1"))
    for name, shown in (("Ben", {"player:1": "Ben"}), ("\u3164", {}), ("Z\u0335\u0336\u0337\u0338", {})):
        with ben.watching(game, name=name) as events:
            assert next(event.data for event in events if event.name == "presence")["names"] == shown
