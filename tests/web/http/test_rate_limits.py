"""Tests of the rate limits: requests, bodies, games, moves, streams, connections and memory."""

from __future__ import annotations

import asyncio
import json
import socket
import uuid
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from slidedrop.core.command import Command
from slidedrop.records.replay import begin
from slidedrop.web.app import Settings
from slidedrop.web.http.rate_limits import MOST_REMEMBERED, Buckets, Limits, Rate, client_key
from slidedrop.web.http.responses import Refused
from slidedrop.web.live.games import LiveGames
from slidedrop.web.store.sqlite import SqliteStore
from slidedrop.web.store.store import CreateReason, Entry, StoredGame
from tests.web.running import PLENTY, UNLIMITED, LiveServer, Person, drop_record, slide_record, until

if TYPE_CHECKING:
    from pathlib import Path

FEW = Rate(3, 0.01)


def test_a_bucket_allows_its_burst_then_refills_over_time() -> None:
    now = [0.0]
    bucket = Buckets(Rate(3, 2), clock=lambda: now[0])
    for _ in range(3):
        bucket.take("here")
    with pytest.raises(Refused) as refused:
        bucket.take("here")
    assert (refused.value.status, refused.value.retry_after) == (429, 1)
    bucket.take("elsewhere")
    now[0] += 0.6
    bucket.take("here")
    with pytest.raises(Refused):
        bucket.take("here")


def test_buckets_do_not_grow_without_end() -> None:
    buckets = Buckets(PLENTY)
    for number in range(MOST_REMEMBERED + 50):
        buckets.take(str(number))
    assert len(buckets._buckets) == MOST_REMEMBERED


def test_an_ipv6_network_of_one_customer_counts_as_one_address() -> None:
    assert client_key("2001:db8::1") == client_key("2001:db8::ffff:2%eth0")
    assert client_key("2001:db8::1") != client_key("2001:db8:0:1::1")
    assert client_key("10.0.0.1") != client_key("10.0.0.2")
    assert client_key("unknown") == "unknown"


def limited(database: Path, **limits: Rate | int) -> LiveServer:
    """Return a server with a low value for the given limits."""
    names = {name: getattr(UNLIMITED, name) for name in UNLIMITED.__dataclass_fields__}
    return LiveServer(database, Settings(limits=Limits(**{**names, **limits}), warm=False))


def test_requests_of_one_address_are_counted(tmp_path: Path) -> None:
    with limited(tmp_path / "db", requests=FEW) as server, Person(server.url) as ann:
        statuses = [ann.get("/api/v1/players?game=2048").status_code for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]
        assert int(ann.get("/api/v1/players?game=2048").headers["retry-after"]) > 1
        assert ann.get("/healthz").status_code == 200
        assert ann.get("/").status_code == 200


def test_a_large_body_counts_as_several_requests(tmp_path: Path) -> None:
    with limited(tmp_path / "db", requests=Rate(30, 0.01)) as server, Person(server.url) as ann:
        long = drop_record()
        long["commands"] = [{"move": "4"}, *["undo", "redo"] * 800]
        ann.begin(long)
        refused = ann.post("/api/v1/games", json={"record": long}, headers={"Idempotency-Key": uuid.uuid4().hex})
        assert refused.status_code == 429
        assert ann.get("/api/v1/players?game=2048").status_code == 200


def test_games_claims_and_moves_are_limited_separately(tmp_path: Path) -> None:
    with limited(tmp_path / "db", creations=FEW, claims=FEW, commands=FEW) as server, Person(server.url) as ann:
        game, other = ann.begin(drop_record())["id"], ann.begin(drop_record())["id"]
        assert [ann.do(game, ply, "4").status_code for ply in range(4)] == [200, 200, 200, 429]
        assert ann.do(other, 0, "4").status_code == 200
        claims = [ann.post("/api/v1/claims", json={"secret": "A" * 43}).status_code for _ in range(4)]
        assert claims == [404, 404, 404, 429]
        ann.begin()
        body = {"record": slide_record()}
        answer = ann.post("/api/v1/games", json=body, headers={"Idempotency-Key": uuid.uuid4().hex})
        assert answer.status_code == 429


def test_a_rematch_counts_as_a_new_game(tmp_path: Path) -> None:
    limits = replace(UNLIMITED, creations=Rate(2, 0.001))
    with LiveServer(tmp_path / "db", Settings(limits=limits, warm=False)) as server, Person(server.url) as ann:
        game = ann.begin(drop_record(1, 2, 1, 2, 1, 2, 1))["id"]
        assert ann.post(f"/api/v1/games/{game}/rematch", json={}).status_code == 201
        assert ann.post(f"/api/v1/games/{game}/rematch", json={}).status_code == 429


def test_a_stranger_cannot_use_up_a_games_rate_limit(tmp_path: Path) -> None:
    with limited(tmp_path / "db", commands=FEW) as server, Person(server.url) as ann, Person(server.url) as stranger:
        game = ann.begin(drop_record())["id"]
        for _ in range(6):
            assert stranger.do(game, 0, "4").status_code == 401
        assert ann.do(game, 0, "4").status_code == 200


def test_a_watcher_or_opponent_cannot_use_up_a_players_rate_limit(tmp_path: Path) -> None:
    with (
        limited(tmp_path / "db", commands=FEW) as server,
        Person(server.url) as ann,
        Person(server.url) as ben,
        Person(server.url) as watcher,
    ):
        game = ann.begin(drop_record())["id"]
        ben.claim(ann.link(game, "player:1"))
        watcher.claim(ann.link(game, "watch"))
        for _ in range(4):
            watcher.post(f"/api/v1/games/{game}/links", json={"role": "watch"})
            last = ben.do(game, 7, "4").status_code
        assert last == 429
        assert ann.do(game, 0, "4").status_code == 200


@pytest.mark.parametrize(("limits", "status"), [({"streams_of_address": 1}, 429), ({"streams": 1}, 503)])
def test_streams_are_counted_while_they_last(tmp_path: Path, limits: dict[str, int], status: int) -> None:
    with limited(tmp_path / "db", **limits) as server, Person(server.url) as ann:
        game = ann.begin()["id"]
        with ann.watching(game) as events:
            next(events)
            answer = ann.get(f"/api/v1/games/{game}/events")
            assert answer.status_code == status
            assert "retry-after" in answer.headers
        until(lambda: not server.app.state.limits.streams)
        with ann.watching(game) as events:
            next(events)


def test_too_many_connections_of_one_address_are_closed(tmp_path: Path) -> None:
    with limited(tmp_path / "db", connections_of_address=4) as server:
        address = ("127.0.0.1", int(server.url.rpartition(":")[2]))
        held = [socket.create_connection(address, timeout=5) for _ in range(4)]
        for waiting in held:
            waiting.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert waiting.recv(15) == b"HTTP/1.1 200 OK"
        with socket.create_connection(address, timeout=5) as one_more:
            assert _is_closed(one_more)
        for waiting in held:
            waiting.close()
        with Person(server.url) as ann:
            until(lambda: _healthy(ann))


def _is_closed(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def _healthy(person: Person) -> bool:
    import httpx

    try:
        return person.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False


def moves(header: str, number: int) -> tuple[Entry, ...]:
    """Return a number of moves of a game of 2048 from its start."""
    game = begin(json.loads(header))
    for _ in range(number):
        game.do(Command("move", game.legal_moves()[0].value))
    return tuple(Entry(json.dumps(command.to_json()), "both") for command in game.commands)


def test_unused_games_are_dropped_from_memory_when_space_is_short(tmp_path: Path) -> None:
    header = '{"version": 1, "game": "2048", "rules": {}, "start": null, "seed": "7"}'

    async def run() -> None:
        store = SqliteStore(tmp_path / "db")
        games = LiveGames(store, most_weight=30)
        for number in range(6):
            await store.create(StoredGame(f"game-{number}", header, moves(header, 9)), CreateReason(key=str(number)))
        async with games.open("game-0") as first:
            for number in range(1, 6):
                async with games.open(f"game-{number}") as live:
                    assert live.ply == 9
            assert set(games._live) == {"game-0", "game-4", "game-5"}
            async with games.open("game-0") as again:
                assert again is first
        await store.close()

    asyncio.run(run())


def test_idle_games_are_dropped_from_memory_down_to_a_small_weight(tmp_path: Path) -> None:
    header = '{"version": 1, "game": "2048", "rules": {"size": 64}, "start": null, "seed": "7"}'

    async def run() -> None:
        store = SqliteStore(tmp_path / "db")
        games = LiveGames(store)
        for number in range(6):  # 8 states of 256 boards each: five are above 10,000
            await store.create(StoredGame(f"game-{number}", header, moves(header, 7)), CreateReason(key=str(number)))
            async with games.open(f"game-{number}") as live:
                assert live.weight == 8 * 256
        games.drop_idle(seconds=60)
        assert games.figures()[0] == 6
        async with games.open("game-0"):
            games.drop_idle(seconds=0)
            assert set(games._live) == {"game-0", "game-3", "game-4", "game-5"}
        await store.close()

    asyncio.run(run())
