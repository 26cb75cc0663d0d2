"""Measure several servers on one database: moves per second for 1, 2 and 4 processes, and processor time per task.

python benchmarks/bench_servers.py                  a minute and a half
python benchmarks/bench_servers.py --seconds 20     the figures of docs/how-to/host.md

    database     servers   moves/s    p50      p99     processor ms per move: servers, database, players
    SQLite             1   ...

Players (200 games, each with a watcher) send requests directly to their server, as fast as it answers. Everything runs
on this computer, so players and database take processor time from the servers: compare the last columns.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))
import httpx

from benchmarks.bench_web import Measured, Player, as_fast_as_possible, percentiles
from tests.web.crowd import _answers
from tests.web.postgres import free_port, postgres
from tests.web.running import children_of, slide_record, until

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVER = Path(__file__).parents[1] / "tests" / "web" / "lean_server.py"
TICK = os.sysconf("SC_CLK_TCK")
GAMES = 200


def say(text: str) -> None:
    """Print a line immediately."""
    print(text, flush=True)


def family(pid: int) -> list[int]:
    """Return a process and all its descendants."""
    return [pid, *(other for child in children_of(pid) for other in family(child))]


def processor_seconds(pids: list[int]) -> float:
    """Return the processor time of processes, including their finished children."""
    total = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += sum(int(fields[place]) for place in (11, 12, 13, 14))
    return total / TICK


def memory_kb(pid: int) -> int:
    """Return the memory of a process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@contextmanager
def servers(count: int, database: str) -> Iterator[tuple[list[int], list[int]]]:
    """Run servers on a database, and yield their ports and process ids."""
    ports = [free_port() for _ in range(count)]
    processes = [subprocess.Popen([sys.executable, str(SERVER), str(port), database]) for port in ports]
    try:
        for port in ports:
            until(lambda port=port: _answers(port))  # type: ignore[misc] # called at once
        yield ports, [process.pid for process in processes]
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(20)


async def ceiling(ports: list[int], pids: list[int], keeper: int | None, seconds: float) -> str:
    """Let all players move as fast as they can; return the results."""
    players = [Player(ports[number % len(ports)], number) for number in range(GAMES)]
    for player in players:
        await player.begin(Measured())
    await as_fast_as_possible(players, 1, Measured())
    groups = [pids, [] if keeper is None else family(keeper), [os.getpid()]]
    before, measured = [processor_seconds(group) for group in groups], Measured()
    rate = await as_fast_as_possible(players, seconds, measured)
    moves = len(measured.milliseconds)
    costs = [1000 * (processor_seconds(group) - then) / moves for group, then in zip(groups, before, strict=True)]
    for player in players:
        player.end()
    p50, p99 = percentiles(measured.milliseconds)
    shown = ", ".join(f"{cost:5.2f}" for cost in costs)
    return f"{rate:6.0f}   {p50:5.1f} ms {p99:6.1f} ms   {shown}   {measured.errors} errors"


def one_point(kind: str, count: int, seconds: float, folder: Path) -> None:
    """Measure one line of the table."""
    keeper = postgres().pid if kind == "PostgreSQL" else None
    database = str(folder / f"{count}.sqlite3") if keeper is None else postgres().database()
    with servers(count, database) as (ports, pids):
        say(f"{kind:<12} {count:>7}   {asyncio.run(ceiling(ports, pids, keeper, seconds))}")


async def costs(port: int, pid: int, games: int) -> None:
    """Print the memory per live game with its watcher and connection in one server."""
    start, players = memory_kb(pid), [Player(port, number) for number in range(games)]
    for player in players:
        await player.begin(Measured())
    begun = memory_kb(pid)
    for player in players:
        player.end()
    await asyncio.sleep(2)
    say(f"a live game with its watcher and its player's connection: {(begun - start) / games:.1f} KB")


async def told(port: int, pid: int, watchers: int) -> None:
    """Print the processor time to send one move to one watcher."""
    used = []
    for count in (0, watchers):
        player, seen = Player(port, 900), Measured()
        await player.begin(seen)
        tasks = [asyncio.create_task(player._watch(seen)) for _ in range(count)]
        await asyncio.sleep(1)
        before = processor_seconds([pid])
        for _ in range(80):
            await player.move(seen)
        await asyncio.sleep(1)
        used.append((processor_seconds([pid]) - before) / 80)
        for task in tasks:
            task.cancel()
        player.end()
    say(f"one watcher told of one move: {1000 * (used[1] - used[0]) / watchers:.3f} ms of a processor")


def hints(port: int, pid: int, count: int) -> None:
    """Print the processor time of a hint."""
    records: list[Any] = [{"record": slide_record(seed=seed)} for seed in range(count + 2)]
    url = f"http://127.0.0.1:{port}/api/v1/hint"
    for record in records[:2]:
        httpx.post(url, json=record, timeout=120)  # the small network answers first, then the large one is loaded
    before, began = processor_seconds(family(pid)), time.perf_counter()
    statuses = [httpx.post(url, json=record, timeout=60).status_code for record in records[2:]]
    used, taken = processor_seconds(family(pid)) - before, time.perf_counter() - began
    say(f"a hint for 2048: {1000 * used / count:.0f} ms of a processor, {1000 * taken / count:.0f} ms by the clock")
    assert set(statuses) == {200}, statuses


def main() -> None:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5)
    seconds = min(parser.parse_args().seconds, 300)
    say(f"{os.cpu_count()} cores for servers, database and players; load {os.getloadavg()[0]:.1f}")
    say("database     servers   moves/s  p50      p99         ms a move: servers, database, players")
    with tempfile.TemporaryDirectory() as folder:
        for kind, count in (("SQLite", 1), ("PostgreSQL", 1), ("PostgreSQL", 2), ("PostgreSQL", 4)):
            one_point(kind, count, seconds, Path(folder))
        with servers(1, f"{folder}/costs.sqlite3") as (ports, pids):
            asyncio.run(costs(ports[0], pids[0], 400))
            asyncio.run(told(ports[0], pids[0], 30))
            hints(ports[0], pids[0], 20)


if __name__ == "__main__":
    main()
