"""Measure how attacks on a server slow down other players, on loopback.

python benchmarks/bench_abuse.py [--seconds 10] [attack ...]

    attack        requests                                                            addresses
    long          requests of 150 moves on 64x64 boards                                10, 2 each
    rules         new games of 4,096 tiles on 64x64, 4,096 more after each move        10
    half-open     125 sockets each with a request that never ends                      20
    unread        as many downloads of the largest file as are allowed, none read      10
    readers       a game of 49,000 commands, read and streamed from its start          10
    room          a room of 1,000 players, read, followed and played in                10
    checks        games against a computer in a room, won repeatedly                   10
    streams       32 streams each                                                      25
    thinking      requests that take 2 s each, four at a time                          10
    expensive     the slowest hints on 64x64, values, reviews and searches             10
    rematches     one new game after the other                                         10
    take-backs    links with the maximum undo count, opened and saved                  10, 2 each

Targets: another player's move p99 150 ms; a cheap request (a greedy move, a hint, values) 1 s; a new client that opens
a stream 1 s; within 30 s after the attack, server memory at most 50 MB above its value before. The server may open
1,024 files.

Five players make ten moves per second each, one sends cheap requests and one reconnects twice per second, in a
separate process. The attackers run in another process with low priority, because on another computer they would take
no processor time from the server. On a busy machine elapsed times are unreliable; `turn` is the maximum processor time
of the event loop between two clock checks.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import resource
import signal
import socket
import sys
import tempfile
import time
import uuid
from pathlib import Path
from statistics import median, quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.attacks import (
    ADDRESSES,
    ATTACKS,
    CONNECT4,
    PREPARATIONS,
    PREPARED,
    VICTIMS,
    Client,
    code_of_take_backs,
    open_stream,
)
from slidedrop.records.share import read_code
from slidedrop.web.app import build
from slidedrop.web.garbage_collection import collect_rarely
from slidedrop.web.server import Server, open_listener
from slidedrop.web.store.sqlite import SqliteStore

FILES = 1_024


async def victim_moves(port: int, address: str, seconds: float) -> list[float]:
    """Play one game after the other at ten moves per second, and return the milliseconds of each move."""
    client, taken = Client(port, address), []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        game, secret = await client.begin(CONNECT4)
        for ply in range(10):
            body = {"ply": ply, "commands": [{"move": str(ply % 7 + 1)}], "request": uuid.uuid4().hex}
            began = time.perf_counter()
            status, answer = await client.ask(f"games/{game}/commands", body, secret)
            taken.append(1000 * (time.perf_counter() - began))
            assert status == 200, (status, answer)
            await asyncio.sleep(0.1)
    return taken


QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("choose", {"record": {"header": CONNECT4, "commands": [{"move": "4"}]}, "player": "greedy"}),
    ("hint", {"record": {"header": {"version": 1, "game": "2048", "rules": {}, "seed": "7"}, "commands": []}}),
    ("scores", {"record": {"header": CONNECT4, "commands": [{"move": move} for move in "4444"]}, "seconds": 1}),
]


async def victim_asks(port: int, seconds: float) -> list[float]:
    """Send cheap requests in turn, and return the milliseconds of each answer."""
    client, taken = Client(port, VICTIMS[0]), []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for path, body in QUESTIONS:
            began = time.perf_counter()
            status, answer = await client.ask(path, body)
            taken.append(1000 * (time.perf_counter() - began))
            assert status == 200, (status, answer)
            await asyncio.sleep(0.5)  # the server allows two value requests per second from one address
    return taken


async def newcomer(port: int, seconds: float) -> list[float]:
    """Connect and open a stream repeatedly, and return the milliseconds until its first data."""
    client, taken = Client(port, "127.0.7.1"), []
    game, secret = await client.begin(CONNECT4)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.perf_counter()
        reader, writer = await open_stream(port, "127.0.7.1", f"api/v1/games/{game}/events", secret)
        assert b" 200 " in await reader.readline()
        taken.append(1000 * (time.perf_counter() - began))
        writer.close()
        await asyncio.sleep(0.5)
    return taken


class WatchedServer(Server):
    """The server with a clock in its event loop."""

    def __init__(self, database: Path, turn: Any) -> None:  # noqa: ANN401 - a shared number
        super().__init__(build(SqliteStore(database)))
        self._turn = turn

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the server and the clock."""
        await super().startup(sockets)
        self._clock = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        last = time.thread_time()
        while True:
            await asyncio.sleep(0.005)
            now = time.thread_time()
            self._turn.value, last = max(self._turn.value, now - last), now


def serve(database: Path, listener: socket.socket, turn: Any) -> None:  # noqa: ANN401 - a shared number
    """Run the server in this process."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    server = WatchedServer(database, turn)
    collect_rarely()
    server.run([listener])


def attack(port: int, name: str, asked: Any) -> None:  # noqa: ANN401 - a shared number
    """Attack from ten addresses until the process is ended, and count the answered requests."""
    os.nice(10)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Client.answers = asked
    attacker, addresses, each = ATTACKS[name]

    async def together() -> None:
        await asyncio.gather(*(attacker(port, address) for address in ADDRESSES[:addresses] for _ in range(each)))

    asyncio.run(together())


async def played(port: int, seconds: float) -> tuple[list[float], list[float], list[float]]:
    """Return the milliseconds of every move, of every cheap answer and of every new client."""
    moves = [victim_moves(port, address, seconds) for address in VICTIMS]
    asked, came, *taken = await asyncio.gather(victim_asks(port, seconds), newcomer(port, seconds), *moves)
    return [one for each in taken for one in each], asked, came


def measured(server: multiprocessing.Process, port: int, turn: Any, name: str, seconds: float) -> str:  # noqa: ANN401 - a shared number
    """Return one line: the times that the players measured during this attack."""
    if name in PREPARATIONS:
        PREPARED[name] = asyncio.run(PREPARATIONS[name](port))  # type: ignore[arg-type] # a coroutine
    answered, before = multiprocessing.Value("i", 0), megabytes(server.pid)
    attackers = multiprocessing.Process(target=attack, args=(port, name, answered), daemon=True)
    attackers.start()
    time.sleep(2)
    cpu, began, turn.value = processor_seconds(server.pid), time.monotonic(), 0
    moves, asked, came = asyncio.run(played(port, seconds))
    share = 100 * (processor_seconds(server.pid) - cpu) / (time.monotonic() - began)
    peak = megabytes(server.pid)
    attackers.terminate()
    attackers.join()
    p50, p99 = median(moves), quantiles(moves, n=100, method="inclusive")[98]
    took = f"{len(moves)} moves, p50 {p50:.1f} ms, p99 {p99:.1f} ms, turn {1000 * turn.value:.0f} ms"
    others = f"cheap question at most {max(asked):.0f} ms, new client {max(came):.0f} ms"
    load = f"{answered.value} requests of the attackers answered, server at {share:.0f} %"
    memory = f"memory {before:.0f} MB, {peak:.0f} MB, then {settled(server.pid, before):.0f} MB"
    return f"{name:10} {took}; {others}; {load}; {memory}; load {os.getloadavg()[0]:.1f}"


def settled(pid: int | None, before: float) -> float:
    """Return the memory of the server after the attack, as soon as it is close to its earlier value."""
    end = time.monotonic() + 30
    while megabytes(pid) > before + 50 and time.monotonic() < end:
        time.sleep(0.5)
    return megabytes(pid)


def megabytes(pid: int | None) -> float:
    """Return the memory of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_seconds(pid: int | None) -> float:
    """Return the processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def opened() -> str:
    """Return one line: the time to open a link with the maximum undo count."""
    code = code_of_take_backs()
    began = time.process_time()
    commands = len(read_code(code).commands)
    return f"a link of {len(code)} characters and {commands} commands opens in {time.process_time() - began:.3f} s"


def main() -> None:
    """Run every attack against one server."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("attacks", nargs="*", default=list(ATTACKS))
    options = parser.parse_args()
    multiprocessing.set_start_method("fork")  # forked processes import nothing during an attack
    turn, listener = multiprocessing.Value("d", 0), open_listener("127.0.0.1", 0)
    with tempfile.TemporaryDirectory() as folder:
        server = multiprocessing.Process(target=serve, args=(Path(folder) / "db", listener, turn))
        server.start()
        warmed = Client(listener.getsockname()[1], VICTIMS[0])
        for path, body in QUESTIONS * 2:
            asyncio.run(warmed.ask(path, body))
            warmed = Client(listener.getsockname()[1], VICTIMS[0])
        for name in options.attacks:
            port = listener.getsockname()[1]
            sys.stdout.write(measured(server, port, turn, name, options.seconds) + "\n")
            sys.stdout.flush()
        server.terminate()
        server.join()
    sys.stdout.write(opened() + "\n")


if __name__ == "__main__":
    main()
