"""Long work on one game keeps nobody else waiting, and large games do not fill the memory."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest

from slidedrop.core.command import Command
from slidedrop.records.replay import begin
from slidedrop.session import Request
from slidedrop.web.http.responses import Refused
from slidedrop.web.live import games as module
from slidedrop.web.live.games import Access, LiveGames
from slidedrop.web.live.playing import play
from slidedrop.web.store.at import store_at
from slidedrop.web.store.store import CreateReason, Entry, StoredGame

HEADER = {"version": 1, "game": "2048", "rules": {"size": 64}, "start": None, "seed": "7"}
LONG = [Command("move", move) for move in ("left", "up", "right", "down") * 15]


async def longest_wait(work: asyncio.Task[Any]) -> float:
    """Return how much of its processor time, at most, the event loop spent without coming round."""
    worst, last = 0.0, time.thread_time()
    while not work.done():
        await asyncio.sleep(0)
        now = time.thread_time()
        worst, last = max(worst, now - last), now
    return worst


@pytest.mark.soak  # by the clock: benchmarks/bench_abuse.py has the figures
def test_many_long_requests_at_once_stall_nobody(database: str) -> None:
    begin(HEADER)  # the rules are imported now

    async def run() -> float:
        store = store_at(database)
        games = LiveGames(store)

        async def play_long(number: int) -> None:
            await store.create(StoredGame(f"game-{number}", json.dumps(HEADER), ()), CreateReason(key=str(number)))
            async with games.open(f"game-{number}") as live:
                await play(Access(games, live, "both", ""), Request(f"request-{number}", 0, LONG))
                assert live.ply == len(LONG)

        work = asyncio.gather(*(play_long(number) for number in range(8)))
        worst = await longest_wait(asyncio.ensure_future(work))
        await store.close()
        return worst

    assert asyncio.run(run()) < 0.05


def test_long_requests_wait_for_their_turn_and_short_ones_do_not(database: str) -> None:
    async def run() -> None:
        store = store_at(database)
        games = LiveGames(store)
        order: list[str] = []

        async def work(weight: int, address: str) -> None:
            async with games.turn_for(weight, address):
                order.append(address)
                await asyncio.sleep(0)
                order.append(address)

        await asyncio.gather(work(5_000, "a"), work(5_000, "a"), work(5_000, "b"), work(1, "short"))
        long = [name for name in order if name != "short"]
        assert long[0::2] == long[1::2]
        assert order.index("short") < 3
        await store.close()

    asyncio.run(run())


def test_a_request_that_is_called_off_in_the_middle_leaves_the_game_as_the_store_has_it(database: str) -> None:
    async def run() -> None:
        store = store_at(database)
        games = LiveGames(store)
        await store.create(StoredGame("a-game", json.dumps(HEADER), ()), CreateReason(key="a"))
        async with games.open("a-game") as live:
            request = asyncio.create_task(play(Access(games, live, "both", ""), Request("a-request", 0, LONG)))
            await asyncio.sleep(0.01)
            request.cancel()
            with pytest.raises(asyncio.CancelledError):
                await request
            assert live.dropped
        async with games.open("a-game") as again:
            assert (again.ply, again.game.line()) == (0, [])
        await store.close()

    asyncio.run(run())


def test_more_large_games_than_the_memory_holds_are_refused(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        store = store_at(database)
        games = LiveGames(store)
        await store.create(StoredGame("a-game", json.dumps(HEADER), ()), CreateReason(key="a"))
        async with games.open("a-game"):
            games.check_space(9_000)
            with pytest.raises(Refused, match="too many large games"):
                games.check_space(10_000)
            games.check_space(1)
        await store.close()

    monkeypatch.setattr(module, "MOST_BUSY_WEIGHT", 10_000)
    asyncio.run(run())


def test_large_games_that_are_only_read_fill_the_memory_too(monkeypatch: pytest.MonkeyPatch, database: str) -> None:
    async def run() -> None:
        store = store_at(database)
        games = LiveGames(store)
        for name in "ab":
            entries = (Entry('"hint"', "both"),) * 20
            await store.create(StoredGame(f"game-{name}", json.dumps(HEADER), entries), CreateReason(key=name))
        async with games.open("game-a"):
            with pytest.raises(Refused, match="too many large games"):
                async with games.open("game-b"):
                    pass
        async with games.open("game-b"):
            pass
        await store.close()

    monkeypatch.setattr(module, "MOST_BUSY_WEIGHT", 10_000)
    asyncio.run(run())
