"""Tests that several servers on one PostgreSQL share games, offers, links and presence."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from slidedrop.core.command import Command
from slidedrop.session import Request
from slidedrop.web.api.deps import KEY
from slidedrop.web.app import Settings
from slidedrop.web.live.games import Access, LiveGames
from slidedrop.web.live.playing import play
from slidedrop.web.store.at import store_at
from slidedrop.web.store.store import CreateReason, StoredGame
from slidedrop.web.tokens import new_token
from tests.web.postgres import postgres
from tests.web.running import UNLIMITED, LiveServer, Person, commands_in, drop_record, until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from slidedrop.web.live.game import LiveGame


@pytest.fixture(scope="module")
def keeper() -> str:
    """These tests run on PostgreSQL only."""
    return "postgres"


@pytest.fixture(scope="module")
def servers() -> Iterator[list[LiveServer]]:
    """Two servers with one database."""
    database = postgres().database()
    with LiveServer(database) as one, LiveServer(database) as two:
        yield [one, two]


@pytest.fixture
def here(servers: list[LiveServer]) -> Iterator[Person]:
    """Ann's client at the first server."""
    with Person(servers[0].url, cookies={KEY: new_token()}) as person:
        yield person


@pytest.fixture
def there(servers: list[LiveServer], here: Person) -> Iterator[Person]:
    """Ann's browser at the second server."""
    with Person(servers[1].url, cookies={KEY: here.cookies[KEY]}) as person:
        yield person


@pytest.fixture
def ben(servers: list[LiveServer]) -> Iterator[Person]:
    """Ben's client at the second server."""
    with Person(servers[1].url) as person:
        yield person


def test_moves_at_one_server_reach_watchers_at_the_other_once_and_in_order(here: Person, there: Person) -> None:
    game = here.begin()["id"]
    seen: list[int] = []
    with there.watching(game) as events:
        assert next(events).name == "offer"
        player = threading.Thread(target=lambda: [here.do(game, ply, "hint") for ply in range(40)])
        player.start()
        for event in events:
            seen += [event.data["ply"]] if event.name == "command" else []
            if seen and seen[-1] == 40:
                break
        player.join()
    assert seen == list(range(1, 41))


def test_moves_alternate_between_the_servers(here: Person, there: Person) -> None:
    game = here.begin(drop_record())["id"]
    for ply in range(12):
        person = (here, there)[ply % 2]
        assert person.do(game, ply, str(1 + ply % 7)).json() == {"ply": ply + 1}
        assert person.look(game)["ply"] == ply + 1
    assert here.look(game) == there.look(game)


def test_a_request_repeated_at_another_server_counts_once(here: Person, there: Person) -> None:
    game = here.begin()["id"]
    there.look(game)
    for person in (here, there, here):
        assert person.do(game, 0, "hint", "hint", request="the-same-request").json() == {"ply": 2}
    assert here.look(game)["ply"] == there.look(game)["ply"] == 2


def test_a_request_sent_to_both_servers_simultaneously_counts_once(here: Person, there: Person) -> None:
    game = here.begin()["id"]
    with ThreadPoolExecutor(2) as both:
        for ply in range(30):
            request = f"request-{ply:04}"
            answers = list(both.map(lambda person: person.do(game, ply, "hint", request=request), (here, there)))  # noqa: B023 - called at once
            assert [answer.json() for answer in answers] == [{"ply": ply + 1}] * 2
    assert there.look(game)["ply"] == 30


def test_of_two_simultaneous_moves_one_gets_409_with_the_other_move(here: Person, there: Person) -> None:
    game = here.begin()["id"]
    with ThreadPoolExecutor(2) as both:
        for ply in range(20):
            answers = list(both.map(lambda person: person.do(game, ply, "hint"), (here, there)))  # noqa: B023 - called at once
            assert sorted(answer.status_code for answer in answers) == [200, 409]
            (late,) = (answer.json() for answer in answers if answer.status_code == 409)
            assert (late["ply"], len(late["record"]["commands"])) == (ply + 1, ply + 1)


def test_one_key_starts_one_game_across_servers(here: Person, there: Person) -> None:
    with ThreadPoolExecutor(2) as both:
        for number in range(10):
            key = f"the-key-of-game-{number:04}-{id(here)}"
            games = list(both.map(lambda person: person.begin(key=key)["id"], (here, there)))  # noqa: B023 - called at once
            assert games[0] == games[1]


def shared(here: Person, ben: Person) -> str:
    """Return a game of Connect-4 in which Ann plays red at one server and Ben blue at the other."""
    game: str = here.begin(drop_record(4))["id"]
    ben.claim(here.link(game, "player:1"))
    return game


def test_a_guest_who_joins_at_another_server_shares_the_game(here: Person, ben: Person) -> None:
    game = here.begin(drop_record(4))["id"]
    with here.watching(game, 1) as events:
        ben.claim(here.link(game, "player:1"))
        assert next(event for event in events if event.name == "shared").data == {"owner": "player:0"}
    assert here.do(game, 1, "4").status_code == 403
    assert ben.do(game, 1, "4").json() == {"ply": 2}


def test_an_invitation_admits_one_person_across_servers(here: Person, ben: Person) -> None:
    game = here.begin(drop_record())["id"]
    secret = here.link(game, "player:1")
    with Person(here.url) as cat, ThreadPoolExecutor(2) as both:
        claims = both.map(lambda person: person.post("/api/v1/claims", json={"secret": secret}), (cat, ben))
        assert sorted(answer.status_code for answer in claims) == [200, 409]


def test_an_offer_made_at_one_server_is_answered_at_the_other(here: Person, ben: Person) -> None:
    game = shared(here, ben)
    assert here.post(f"/api/v1/games/{game}/offers", json={"kind": "take-back", "ply": 1}).status_code == 201
    assert ben.look(game)["offer"] == {"kind": "take-back", "by": "player:0", "ply": 1}
    answer = ben.post(f"/api/v1/games/{game}/offers/answer", json={"accept": True, "ply": 1})
    assert answer.json() == {"ply": 2}
    assert commands_in(here.look(game)["record"]) == ["4", "undo"]


def test_simultaneous_offers_at_two_servers_leave_one(here: Person, ben: Person) -> None:
    game = shared(here, ben)
    ben.do(game, 1, "4")

    def offer(person: Person) -> int:
        return person.post(f"/api/v1/games/{game}/offers", json={"kind": "take-back", "ply": 2}).status_code

    with ThreadPoolExecutor(2) as both:
        statuses = sorted(both.map(offer, (here, ben)))
    assert statuses in ([201, 409], [201, 422])
    assert here.look(game)["offer"] == ben.look(game)["offer"] is not None


def test_both_players_get_the_same_rematch_across_servers(here: Person, ben: Person) -> None:
    game = shared(here, ben)
    assert ben.post(f"/api/v1/games/{game}/resign", json={}).status_code == 200

    def again(person: Person) -> Any:  # noqa: ANN401 - plain values
        return person.post(f"/api/v1/games/{game}/rematch", json={}).json()

    with ThreadPoolExecutor(2) as both:
        one, two = both.map(again, (here, ben))
    assert one["id"] == two["id"]
    assert {one["role"], two["role"]} == {"player:0", "player:1"}


def test_a_player_at_one_server_is_present_at_the_other(servers: list[LiveServer], here: Person, ben: Person) -> None:
    game = shared(here, ben)
    with here.watching(game, 1) as events:
        with ben.watching(game, 1, name="Ben"):
            both = {"roles": ["player:0", "player:1"], "names": {"player:1": "Ben"}}
            assert any(event.name == "presence" and event.data == both for event in events)
            live = servers[0].app.state.games._live[game]
            assert live.away("player:1") == 0  # so that the game cannot be claimed from him here
        assert next(event for event in events if event.name == "presence").data["roles"] == ["player:0"]
        assert live.away("player:1") > 0


def test_players_of_a_silent_server_count_as_away(servers: list[LiveServer], here: Person) -> None:
    game = here.begin(drop_record())["id"]
    live = servers[0].app.state.games._live[game]
    live.announced("a server", {"player:1": ""}, 60)
    assert "player:1" in live.present()
    live.announced("a server", {"player:1": ""}, 0.05)
    until(lambda: "player:1" not in live.present())
    assert 0 < live.away("player:1") < 5


def test_a_link_revoked_at_one_server_is_refused_at_the_other(here: Person, ben: Person) -> None:
    game = here.begin()["id"]
    ben.claim(here.link(game, "watch"))
    with ben.watching(game) as events:
        assert next(events).name == "offer"
        assert here.delete(f"/api/v1/games/{game}/links", params={"role": "watch"}).json() == {"ended": 2}
        assert [event.name for event in events][-1] == "bye"
    assert ben.get(f"/api/v1/games/{game}").status_code == 404


def test_a_request_waiting_for_a_slow_load_sees_the_last_move(monkeypatch: pytest.MonkeyPatch) -> None:
    database = postgres().database()
    header = {"version": 1, "game": "2048", "rules": {}, "start": None, "seed": "7"}

    async def ply_of(games: LiveGames) -> int:
        async with games.open("a-game") as live:
            return live.ply

    async def run() -> list[int]:
        one, two = LiveGames(store_at(database)), LiveGames(store_at(database))
        await one.store.create(StoredGame("a-game", json.dumps(header), ()), CreateReason(key="a"))
        is_read, may_continue, load = asyncio.Event(), asyncio.Event(), one.load

        async def load_slowly(kept: StoredGame, *, checked: bool = False) -> LiveGame:
            is_read.set()
            await may_continue.wait()
            return await load(kept, checked=checked)

        monkeypatch.setattr(one, "load", load_slowly)
        first = asyncio.create_task(ply_of(one))
        await is_read.wait()
        async with two.open("a-game") as live:
            await play(Access(two, live, "both", ""), Request("a-request", 0, [Command("hint")]))
        second = asyncio.create_task(ply_of(one))
        await asyncio.sleep(0)
        may_continue.set()
        plies = [await first, await second]
        await one.store.close()
        await two.store.close()
        return plies

    assert asyncio.run(run()) == [0, 1]


def test_a_lost_database_gives_503_and_loses_nothing_when_it_returns() -> None:
    database = postgres().database()
    settings = Settings(limits=UNLIMITED, warm=False, heartbeat=0.2)
    with LiveServer(database, settings) as one, LiveServer(database, settings) as two:
        key = {KEY: new_token()}
        with Person(one.url, cookies=key) as ann, Person(two.url, cookies=key) as watcher:
            game = ann.begin()["id"]
            with watcher.watching(game) as events:
                for ply in range(3):
                    assert ann.do(game, ply, "hint").status_code == 200
                postgres().stop()
                try:
                    answer = ann.do(game, 3, "hint", request="under-way")
                    assert answer.status_code == 503
                    assert "counts once" in answer.json()["detail"]
                    assert ann.get("/healthz").status_code == 503
                finally:
                    postgres().start()
                until(lambda: ann.do(game, 3, "hint", request="under-way").status_code == 200)
                assert ann.do(game, 4, "hint").json() == {"ply": 5}
                plies = [event.data["ply"] for event in _until_ply(events, 5)]
            assert plies == [1, 2, 3, 4, 5]
            assert ann.look(game)["ply"] == 5


def _until_ply(events: Iterator[Any], ply: int) -> Iterator[Any]:
    for event in events:
        if event.name == "command":
            yield event
            if event.data["ply"] == ply:
                return
