"""Tests of the worker pool: time budgets, parallel requests, queues and limits."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
import time
from ast import literal_eval
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from slidedrop.connect4 import Rules
from slidedrop.web.app import Settings
from slidedrop.web.engine import move_jobs
from slidedrop.web.engine.worker_pool import Pools
from tests.web.in_a_process import said_by
from tests.web.running import UNLIMITED, LiveServer, Person, alive, drop_record, slide_record, until

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx


@pytest.fixture(scope="module")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server with a warm worker."""
    settings = Settings(limits=UNLIMITED, engine_processes=1)
    with LiveServer(tmp_path_factory.mktemp("web") / "db", settings) as live:
        yield live


@pytest.fixture
def ann(thinking: LiveServer) -> Iterator[Person]:
    """A client of the server with a warm worker."""
    with Person(thinking.url) as person:
        yield person


def choose(person: Person, record: dict[str, Any], player: str) -> httpx.Response:
    return person.post("/api/v1/choose", json={"record": record, "player": player})


@pytest.mark.parametrize("player", ["random", "greedy", "tree:3", "search:4", "search@50ms", "search"])
def test_every_player_chooses_a_legal_move(ann: Person, player: str) -> None:
    assert choose(ann, slide_record("left", "up"), player).json()["move"] in ("up", "down", "left", "right")
    assert choose(ann, drop_record(4, 4), player).json()["move"] in "1234567"


def test_the_computer_takes_a_win(ann: Person) -> None:
    assert choose(ann, drop_record(1, 2, 1, 2, 1, 2), "search:2").json() == {"move": "1"}


def test_a_hint_names_a_move_and_why(ann: Person) -> None:
    hint = ann.post("/api/v1/hint", json={"record": drop_record(1, 2, 1, 2, 1, 2)}).json()
    assert hint["move"] == "1"
    assert Rules().goal in hint["reason"]
    slide = ann.post("/api/v1/hint", json={"record": slide_record()}).json()
    assert slide["move"] in ("up", "down", "left", "right")


REFUSED = [
    (drop_record(4), "nobody", "nobody"),
    (drop_record(4), "TREE 4", "is not a player"),
    (drop_record(4), "tree:9", "levels"),
    (drop_record(4), "search:99", "levels"),
    (slide_record(), "network:5", "ask for 4 at most"),
    (drop_record(1, 2, 1, 2, 1, 2, 1), "random", "over"),
    (drop_record(4, 4, 4, 4, 4, 4, 4), "random", "column 4"),
]


@pytest.mark.parametrize(("record", "player", "said"), REFUSED)
def test_an_impossible_move_request_is_refused_with_the_reason(
    ann: Person, record: dict[str, Any], player: str, said: str
) -> None:
    answer = choose(ann, record, player)
    assert answer.status_code == 422
    assert said in answer.json()["detail"]


def test_a_position_set_up_by_hand_gets_a_hint(ann: Person) -> None:
    record = slide_record()
    record["header"]["start"] = {"board": [2, 2, 0, 0] + [0] * 12, "score": 0}
    assert ann.post("/api/v1/hint", json={"record": record}).status_code == 200


def test_a_search_beyond_the_time_limit_is_cut_short(ann: Person) -> None:
    began = time.monotonic()
    assert choose(ann, drop_record(4, 4), "search:40").status_code == 200
    assert time.monotonic() - began < 10


def test_a_flood_of_engine_requests_is_refused_and_delays_no_move(thinking: LiveServer, ann: Person) -> None:
    until(lambda: choose(ann, drop_record(4), "random").status_code == 200)  # the process has started
    over = threading.Event()

    def flood(_: int) -> set[int]:
        statuses = set()
        with Person(thinking.url) as person:
            while not over.wait(0.01):  # without a pause the flood would starve this very process
                statuses.add(choose(person, drop_record(4, 4), "search@300ms").status_code)
        return statuses

    with ThreadPoolExecutor(6) as people:
        floods = [people.submit(flood, number) for number in range(6)]
        try:
            is_quick = any(seconds_of_a_move(ann) < 0.5 for _ in range(6))  # a crowded machine takes a few attempts
        finally:
            over.set()
        statuses = set().union(*(flood.result() for flood in floods))
    assert statuses == {200, 429}
    assert is_quick


def seconds_of_a_move(ann: Person) -> float:
    """Play a new game and return the median time per move."""
    game = ann.begin(drop_record())["id"]
    times = []
    for ply in range(12):
        began = time.monotonic()
        assert ann.do(game, ply, str(ply % 6 + 1)).status_code == 200
        times.append(time.monotonic() - began)
    return sorted(times)[len(times) // 2]


def test_the_engine_queue_has_one_limit_for_all_clients_together(thinking: LiveServer, ann: Person) -> None:
    asked = thinking.app.state.pools.engine.slots.asked
    asked.update({f"address-{number}": 1 for number in range(65)})
    try:
        answer = choose(ann, drop_record(4), "search:2")
    finally:
        asked.clear()
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "1"
    assert choose(ann, drop_record(4), "search:2").status_code == 200


def test_a_worker_that_dies_is_replaced(thinking: LiveServer, ann: Person) -> None:
    assert choose(ann, drop_record(4), "search:2").status_code == 200
    pool = thinking.app.state.pools.engine._pool
    processes = list(pool._processes)
    for pid in processes:
        os.kill(pid, signal.SIGKILL)
    until(lambda: pool._broken)
    assert choose(ann, drop_record(4), "search:2").status_code == 503
    until(lambda: choose(ann, drop_record(4), "search:2").status_code == 200)
    assert not any(alive(pid) for pid in processes)


def test_a_search_that_takes_too_long_is_aborted() -> None:
    hasty = (
        "import sys; from slidedrop.web.engine import move_jobs as jobs; "
        "jobs.ALL_SECONDS, jobs.MOST_SECONDS = 0.05, 60; "
    )
    said = said_by(hasty + "print(jobs.choose(sys.argv[1], 'search:40'))", json.dumps(drop_record(4, 4)))
    assert said == "{'late': 'yes'}\n"


def test_move_jobs_also_work_within_the_servers_own_process() -> None:
    assert move_jobs.ready()
    assert move_jobs.choose(json.dumps(drop_record(1, 2, 1, 2, 1, 2)), "search:2") == {"move": "1"}
    assert Rules().goal in move_jobs.hint(json.dumps(drop_record(1, 2, 1, 2, 1, 2)))["reason"]
    assert "over" in move_jobs.hint(json.dumps(drop_record(1, 2, 1, 2, 1, 2, 1)))["refused"]
    assert "levels" in move_jobs.choose(json.dumps(drop_record(4)), "tree:9")["refused"]
    assert "levels" in move_jobs.choose(json.dumps(drop_record(4)), "random:99")["refused"]
    assert move_jobs.choose(json.dumps(slide_record()), "greedy")["move"]


def test_a_cheap_question_does_not_wait_behind_expensive_ones() -> None:
    async def run() -> tuple[list[str], int]:
        pools, done = Pools(1), list[str]()

        async def ask(address: str, milliseconds: int) -> None:
            await pools.ask(address, quick_nap, pools.engine, nap, milliseconds)
            done.append(address)

        try:
            await ask("first", 1)
            costly = [asyncio.create_task(ask(f"costly {number // 2}", 30_000)) for number in range(6)]
            await asyncio.sleep(0.2)
            await ask("cheap", 1)
            waiting = sum(not one.done() for one in costly)
            await pools.quick.try_to("costly 0", quick_nap, 1)
            tried = await pools._tried("costly 0", quick_nap, 1)
            for one in costly:
                one.cancel()
            await asyncio.gather(*costly, return_exceptions=True)
            assert tried is None  # its try was in vain
        finally:
            await pools.close()
        return done, waiting

    done, waiting = asyncio.run(run())
    assert done[:2] == ["first", "cheap"]
    assert waiting >= 4


def nap(milliseconds: int) -> dict[str, Any]:
    """Sleep for some milliseconds and return a move."""
    time.sleep(milliseconds / 1000)
    return {"move": "4"}


def quick_nap(milliseconds: int) -> dict[str, Any]:
    """Sleep for at most 50 ms, or report that the answer comes too late."""
    return nap(milliseconds) if milliseconds <= 50 else {"late": "yes"}


QUICKLY = """
import sys
from slidedrop.web.engine import analysis_jobs, move_jobs
print(analysis_jobs.quick_scores(sys.argv[2], 1.0) if sys.argv[1] == "values" else move_jobs.quick_hint(sys.argv[2]))
"""


def quickly(question: str, record: dict[str, Any]) -> dict[str, Any]:
    """Return the answer of the quick attempt, from a process that may be interrupted."""
    answer: dict[str, Any] = literal_eval(said_by(QUICKLY, question, json.dumps(record)))
    return answer


def test_the_quick_attempt_reports_hints_and_values_that_take_longer() -> None:
    large = {"header": {"version": 1, "game": "2048", "rules": {"size": 64}, "seed": "7"}, "commands": []}
    assert quickly("hint", large) == {"late": "yes"}
    free = drop_record()
    free["header"]["rules"] = {"columns": 12, "rows": 12, "gravity": False}
    assert quickly("values", free) == {"late": "yes"}
    assert quickly("values", drop_record(1, 2, 1, 2, 1, 2))["best"] == ["1"]
