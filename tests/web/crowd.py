"""Load trials: many players behind a real nginx and two servers on one PostgreSQL, while servers and database restart.

    player ──► nginx ──► one of two servers          each player has a separate address (127.0.x.y)
    watcher ───────────► each of the two servers     so one of them is always at the other server

A player repeats a command with its request id until it is answered, as the page does. A watcher that loses its stream
reconnects with the last ply it has seen. At the end the game has every command once, and each watcher saw every
command once and in order.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
import uuid
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING, Any, TypeAlias

import httpx

from tests.web.postgres import Postgres, free_port, missing_program, postgres
from tests.web.running import until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

PROJECT = Path(__file__).parents[2]
PATIENCE = 60.0
PASSING = {429, 502, 503, 504}
"""Status codes after which a page tries again."""


Trouble: TypeAlias = "Callable[[Site], None]"
"""A function that causes failures while the players play."""


class Servers:
    """Two servers with one database."""

    def __init__(self, database: str) -> None:
        self._database = database
        self.ports = [free_port(), free_port()]
        self._processes = [self._started(port) for port in self.ports]
        for port in self.ports:
            until(lambda port=port: _answers(port))  # type: ignore[misc] # called at once

    def _started(self, port: int) -> subprocess.Popen[bytes]:
        command = [sys.executable, str(Path(__file__).with_name("lean_server.py")), str(port), self._database]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
        return subprocess.Popen(command, env=environment)

    def end(self, number: int, *, kill: bool) -> None:
        """Kill a server or stop it cleanly, then restart it."""
        process = self._processes[number]
        process.kill() if kill else process.terminate()
        process.wait(20)
        self._processes[number] = self._started(self.ports[number])

    def close(self) -> None:
        """Stop both servers."""
        for process in self._processes:
            process.kill()
            process.wait(20)


def _answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200
    except httpx.TransportError:
        return False


@contextmanager
def nginx_before(ports: list[int], folder: Path) -> Iterator[int]:
    """Run nginx with the bundled configuration on other ports, and yield its URL."""
    program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    missing_program("nginx", program)
    port = free_port()
    ours = (PROJECT / "deploy" / "nginx.conf").read_text().replace("listen 80;", f"listen 127.0.0.1:{port};")
    for shipped, actual in zip((8048, 8049), ports, strict=True):
        ours = re.sub(f"server 127.0.0.1:{shipped} ", f"server 127.0.0.1:{actual} ", ours)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user} worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/error.log; "
        f"events {{ worker_connections 4096; }} http {{ access_log off; {places}\n{ours}\n}}"
    )
    with subprocess.Popen([str(program), "-p", str(folder), "-c", str(folder / "nginx.conf")]) as nginx:
        try:
            yield port
        finally:
            nginx.terminate()


class Player:
    """One player with a game through nginx and a watcher at each server."""

    def __init__(self, number: int, port: int, ports: list[int]) -> None:
        self.address = f"127.0.{1 + number // 200}.{1 + number % 200}"
        self._port = port
        self._ports = ports
        self._connection: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.token = self.id = ""
        self.done: list[str] = []
        self.seen: list[list[str]] = [[] for _ in ports]
        self.milliseconds: list[float] = []
        self.tries = 0
        self._watchers: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Start a game, watched at both servers."""
        header = {"version": 1, "game": "2048", "rules": {}, "start": None, "seed": "7"}
        body = {"record": {"header": header, "commands": []}, "token": True}
        begun = await self._asked("POST", "/api/v1/games", body, f"Idempotency-Key: {uuid.uuid4().hex}")
        self.id, self.token = begun["id"], begun["token"]
        self._watchers = [asyncio.create_task(self._watch(place)) for place in range(len(self._ports))]

    async def move(self) -> None:
        """Repeat one command until it is answered."""
        command = "hint"
        body = {"ply": len(self.done), "commands": [command], "request": uuid.uuid4().hex}
        began = time.perf_counter()
        answer = await self._asked("POST", f"/api/v1/games/{self.id}/commands", body)
        self.milliseconds.append(1000 * (time.perf_counter() - began))
        self.done.append(f"{len(self.done) + 1} {command}")
        assert answer == {"ply": len(self.done)}, answer

    async def check(self) -> None:
        """Check that the game and both watchers have every command once."""
        now = await self._asked("GET", f"/api/v1/games/{self.id}")
        kept = [f"{ply} {command}" for ply, command in enumerate(now["record"]["commands"], 1)]
        assert kept == self.done
        async with asyncio.timeout(PATIENCE):
            while any(len(seen) < len(self.done) for seen in self.seen):  # noqa: ASYNC110 - simpler than an event
                await asyncio.sleep(0.02)
        assert self.seen == [self.done] * len(self.seen)

    async def end(self) -> None:
        """Close the connections of the player."""
        for watcher in self._watchers:
            watcher.cancel()
        await asyncio.gather(*self._watchers, return_exceptions=True)
        self._drop()

    async def _asked(self, method: str, path: str, body: object = None, *headers: str) -> Any:  # noqa: ANN401 - plain values
        end = time.monotonic() + PATIENCE
        while True:
            with suppress(OSError, EOFError):
                status, answer = await self._ask(method, path, body, *headers)
                if status in (200, 201):
                    return answer
                assert status in PASSING, (status, answer)
            self.tries += 1
            assert time.monotonic() < end, "no answer in time"
            self._drop()
            await asyncio.sleep(0.1)

    async def _ask(self, method: str, path: str, body: object, *headers: str) -> tuple[int, Any]:
        if self._connection is None:
            self._connection = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(self.address, 0))
        reader, writer = self._connection
        content = "" if body is None else json.dumps(body)
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", *headers]
        lines += [f"Content-Length: {len(content)}", f"Authorization: Bearer {self.token}", "", content]
        writer.write("\r\n".join(lines).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        answer = await reader.readexactly(int(head.split("content-length: ")[1].split("\r\n")[0]))
        return int(head.split()[1]), json.loads(answer) if answer.startswith(b"{") else answer

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection[1].close()
        self._connection = None

    async def _watch(self, place: int) -> None:
        while True:
            with suppress(OSError, EOFError, ValueError):
                async for command in self._events(place):
                    self.seen[place].append(command)
            await asyncio.sleep(0.1)

    async def _events(self, place: int) -> AsyncIterator[str]:
        address = self.address, 0
        reader, writer = await asyncio.open_connection("127.0.0.1", self._ports[place], local_addr=address)
        try:
            lines = [f"GET /api/v1/games/{self.id}/events HTTP/1.1", "Host: 127.0.0.1"]
            lines += [f"Last-Event-ID: {len(self.seen[place])}", f"Authorization: Bearer {self.token}", "", ""]
            writer.write("\r\n".join(lines).encode())
            while line := await reader.readline():
                if line.startswith(b'data: {"ply"'):
                    data = json.loads(line[6:])
                    yield f"{data['ply']} {data['command']}"
        finally:
            writer.close()


async def _play(players: list[Player], seconds: float, every: float) -> None:
    """Let every player make a move per interval, each at a different moment."""
    start = time.perf_counter()

    async def play(player: Player, offset: float) -> None:
        for turn in range(int(seconds / every)):
            await asyncio.sleep(max(0.0, start + offset + turn * every - time.perf_counter()))
            await player.move()

    await asyncio.gather(*(play(player, every * place / len(players)) for place, player in enumerate(players)))


async def _crowd(
    port: int, ports: list[int], games: int, seconds: float, trouble: Callable[[], object]
) -> list[Player]:
    players = [Player(number, port, ports) for number in range(games)]
    for player in players:
        await player.begin()
    troubled = asyncio.create_task(asyncio.to_thread(trouble))
    rounds = 0
    while rounds == 0 or not troubled.done():
        await _play(players, seconds, 1.0 if seconds >= 10 else 0.25)
        rounds += 1
    await troubled
    try:
        for player in players:
            await player.check()
    finally:
        await asyncio.gather(*(player.end() for player in players))
    return players


class Site:
    """PostgreSQL, two servers, and nginx as their proxy."""

    def __init__(self, cluster: Postgres, servers: Servers, port: int) -> None:
        self.cluster = cluster
        self.servers = servers
        self._port = port

    def crowd(self, games: int, seconds: float, trouble: Trouble | None = None) -> list[Player]:
        """Let players play for some seconds, and until the failures are over; check everything at the end."""
        work = _crowd(self._port, self.servers.ports, games, seconds, lambda: trouble and trouble(self))
        return asyncio.run(work)


@contextmanager
def site(folder: Path) -> Iterator[Site]:
    """Start PostgreSQL, the servers and nginx, and yield them."""
    cluster = postgres()
    servers = Servers(cluster.database())
    try:
        with nginx_before(servers.ports, folder) as port:
            until(lambda: _answers(port))
            yield Site(cluster, servers, port)
    finally:
        servers.close()


def percentile_99(players: list[Player]) -> float:
    """Return the 99th percentile of the answer times in milliseconds."""
    return quantiles([time for player in players for time in player.milliseconds], n=100)[98]


def killing(times: int, seed: int, *, kill: bool = True) -> Trouble:
    """Return a failure that kills or stops one of the servers at random, repeatedly."""
    chance = random.Random(seed)

    def trouble(site: Site) -> None:
        for _ in range(times):
            time.sleep(0.3 + chance.random())
            number = chance.randrange(2)
            site.servers.end(number, kill=kill)
            until(lambda number=number: _answers(site.servers.ports[number]))  # type: ignore[misc] # called at once

    return trouble


def restarting(times: int, seed: int) -> Trouble:
    """Return a failure that stops and restarts the database."""
    chance = random.Random(seed)

    def trouble(site: Site) -> None:
        for _ in range(times):
            time.sleep(0.5 + chance.random())
            site.cluster.stop()
            time.sleep(chance.random())
            site.cluster.start()

    return trouble
