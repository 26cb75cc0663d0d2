"""Tests that long work on one game does not delay other games and that large games do not fill the memory."""

from __future__ import annotations

import asyncio
import json
import random
import time
from typing import Any

import pytest

from slidedrop.core.command import Command
from slidedrop.records.replay import begin
from slidedrop.session import MOST_REQUESTS, Request
from slidedrop.web.http.responses import Refused
from slidedrop.web.live import games as module
from slidedrop.web.live.games import Access, LiveGames
from slidedrop.web.live.playing import play
from slidedrop.web.store.at import store_at
from slidedrop.web.store.store import CreateReason, Entry, StoredGame

HEADER = {"version": 1, "game": "2048", "rules": {"size": 64}, "start": None, "seed": "7"}
SMALL = {**HEADER, "rules": {"size": 6}}
LONG = [Command("move", move) for move in ("left", "up", "right", "down") * 15]


async def longest_wait(work: asyncio.Task[Any]) -> float:
    """Return the longest time, in CPU seconds, that the event loop was blocked."""
    worst, last = 0.0, time.thread_time()
    while not work.done():
        await asyncio.sleep(0)
        now = time.thread_time()
        worst, last = max(worst, now - last), now
    return worst


def test_waiting_long_work_is_refused_when_the_server_stops(database: str) -> None:
    async def refused_at_the_end() -> int:
        games = LiveGames(store_at(database))

        async def wait() -> None:
            async with games.turn_for(1000, "ben"):
                pass

        async with games.turn_for(1000, "ann"):
            waiting = asyncio.create_task(wait())
            await asyncio.sleep(0)
            games.close()
            with pytest.raises(Refused) as refused:
                await asyncio.wait_for(waiting, 5)
        await games.store.close()
        return refused.value.status

    assert asyncio.run(refused_at_the_end()) == 503


@pytest.mark.soak  # depends on the machine: benchmarks/bench_abuse.py has the figures
def test_many_long_requests_at_once_do_not_stall_the_server(database: str) -> None:
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


def test_a_cancelled_request_leaves_the_game_as_stored(database: str) -> None:
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


def test_work_pauses_for_its_own_cpu_time_and_not_for_that_of_others(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests: list[float] = []

    def rest(taken: float) -> float:
        rests.append(taken)
        return 0.0

    monkeypatch.setattr(module, "_pause", rest)

    async def run() -> float:
        store, began = store_at(database), time.thread_time()
        games = LiveGames(store)

        async def work() -> None:
            async for _ in games.in_slices(range(5)):
                end = time.thread_time() + 0.003
                while time.thread_time() < end:
                    pass

        await asyncio.gather(*(work() for _ in range(6)))
        await store.close()
        return time.thread_time() - began

    spent = asyncio.run(run())
    assert len(rests) == 30
    assert sum(rests) <= spent


def test_large_games_beyond_the_memory_limit_are_refused(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        store = store_at(database)
        games = LiveGames(store)
        await store.create(StoredGame("a-game", json.dumps(HEADER), ()), CreateReason(key="a"))
        async with games.open("a-game"):
            games.check_space(9_000)
            with pytest.raises(Refused, match="large games"):
                games.check_space(10_000)
            games.check_space(1)
        await store.close()

    monkeypatch.setattr(module, "MOST_BUSY_WEIGHT", 10_000)
    asyncio.run(run())


def test_large_games_that_are_only_read_count_towards_the_memory_limit(
    monkeypatch: pytest.MonkeyPatch, database: str
) -> None:
    async def run() -> None:
        store = store_at(database)
        games = LiveGames(store)
        for name in "ab":
            entries = (Entry('"hint"', "both"),) * 20
            await store.create(StoredGame(f"game-{name}", json.dumps(HEADER), entries), CreateReason(key=name))
        async with games.open("game-a"):
            with pytest.raises(Refused, match="large games"):
                async with games.open("game-b"):
                    pass
        async with games.open("game-b"):
            pass
        await store.close()

    monkeypatch.setattr(module, "MOST_BUSY_WEIGHT", 5_500)
    asyncio.run(run())


def chosen(game: Any, dice: random.Random) -> list[Command]:  # noqa: ANN401 - a game of any kind
    """Return a random next command: a move, or some undos and redos."""
    back = min(dice.choice([0] * 200 + [1, 3, 40, 90]), len(game.line()))
    again = dice.randrange(back + 1) if back else 0
    legal = game.legal_moves()
    if legal and not back:
        return [Command("move", game.spell(dice.choice(legal)))]
    return [Command("undo")] * back + [Command("redo")] * again or [Command("hint")]


@pytest.mark.parametrize("seed", range(2))
def test_a_game_that_drops_old_states_stays_the_same(database: str, seed: int) -> None:
    async def run() -> None:
        store, dice = store_at(database), random.Random(seed)
        games, plain = LiveGames(store), begin(SMALL)
        await store.create(StoredGame("a-game", json.dumps(SMALL), ()), CreateReason(key="a"))
        for _ in range(60):
            commands = [command for _ in range(8) for command in chosen(plain, dice) if plain.do(command)]
            async with games.open("a-game") as live:
                await play(Access(games, live, "both", ""), Request(None, live.ply, commands))
                assert (live.game.line(), live.game.position) == (plain.line(), plain.position)
                assert live.game.commands == plain.commands
        await store.close()

    asyncio.run(run())


def test_memory_does_not_grow_with_the_moves_of_a_game(database: str) -> None:
    async def run() -> None:
        store = store_at(database)
        games = LiveGames(store)
        await store.create(StoredGame("a-game", json.dumps(SMALL), ()), CreateReason(key="a"))
        for number in range(300):
            async with games.open("a-game") as live:
                moves = [Command("move", live.game.spell(live.game.legal_moves()[-1]))]
                await play(Access(games, live, "both", ""), Request(f"request-{number}", number, moves))
        assert live.game.held <= 64
        assert len(live._requests) == MOST_REQUESTS
        assert live.answered(Request("request-299", 299, moves)) == 300
        wanted = [Command("undo")] * 300 + [Command("redo")] * 300  # beyond the states in memory, and back
        async with games.open("a-game") as live:
            await play(Access(games, live, "both", ""), Request(None, live.ply, wanted))
        assert len(live.game.line()) == 300
        await store.close()

    asyncio.run(run())
