"""What a player notices while others attack the server: five attacks from ten addresses each, on loopback.

python tests/bench/bench_abuse.py [--seconds 10]

    attack        what it does                                                      bound
    long          16 requests of 150 moves on 64x64 boards at a time                 a move p99 150 ms
    half-open     1,250 sockets that begin a request and never end it                likewise
    thinking      questions that take 2 s each                                       a greedy move 1 s
    rematches     one new game after the other                                       a move p99 150 ms
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
import uuid
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.web.running import ServerProcess

ADDRESSES = [f"127.0.9.{number}" for number in range(1, 11)]
VICTIM = "127.0.8.1"
CONNECT4 = {"version": 1, "game": "connect4", "rules": {}, "start": None}


class Client:
    """One connection from one address."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, body: object, *headers: str) -> tuple[int, Any]:
        """Post JSON and return the status and the answer; a broken connection is opened again next time."""
        try:
            return await self._ask(path, body, headers)
        except (OSError, asyncio.IncompleteReadError):
            self._streams = None
            return 0, {}

    async def _ask(self, path: str, body: object, headers: tuple[str, ...]) -> tuple[int, Any]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        reader, writer = self._streams
        content = json.dumps(body).encode()
        lines = [f"POST /api/v1/{path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *headers]
        lines += [f"Origin: http://127.0.0.1:{self.port}", "Content-Type: application/json"]
        writer.write("\r\n".join([*lines, f"Content-Length: {len(content)}", "", ""]).encode() + content)
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = int(head.lower().partition("content-length: ")[2].partition("\r\n")[0] or 0)
        answer = json.loads(await reader.readexactly(length) or b"{}")
        return int(head.split()[1]), answer

    async def begin(self, header: dict[str, Any], *moves: str) -> tuple[str, str]:
        """Begin a game and return its id and the header that opens it."""
        record = {"header": header, "commands": [{"move": move} for move in moves]}
        key = f"Idempotency-Key: {uuid.uuid4().hex}"
        status, answer = await self.ask("games", {"record": record, "token": True}, key)
        return (answer["id"], f"Authorization: Bearer {answer['token']}") if status == 201 else ("", "")


async def victim_moves(port: int, seconds: float) -> list[float]:
    """Play one game after the other, ten moves a second, and return the milliseconds of each move."""
    client, taken = Client(port, VICTIM), []
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


async def victim_asks(port: int, seconds: float) -> list[float]:
    """Ask for greedy moves, and return the milliseconds of each answer."""
    client, taken = Client(port, VICTIM), []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        body = {"record": {"header": CONNECT4, "commands": [{"move": "4"}]}, "player": "greedy"}
        began = time.perf_counter()
        status, answer = await client.ask("choose", body)
        taken.append(1000 * (time.perf_counter() - began))
        assert status == 200, (status, answer)
        await asyncio.sleep(0.3)
    return taken


async def long_requests(port: int, address: str) -> None:
    """Send long runs of moves on large boards."""
    client = Client(port, address)
    header = {"version": 1, "game": "2048", "rules": {"size": 64}, "start": None, "seed": "7"}
    moves = [{"move": move} for move in ("left", "up", "right", "down") * 37]
    while True:
        game, secret = await client.begin(header)
        if game:
            body = {"ply": 0, "commands": moves, "request": uuid.uuid4().hex}
            await client.ask(f"games/{game}/commands", body, secret)
        await asyncio.sleep(0.05)


async def half_open(port: int, address: str) -> None:
    """Hold 125 sockets that begin a request, and open them again when they are closed."""

    async def hold() -> None:
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
                writer.write(b"POST /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
                await reader.read()
            except OSError:
                pass
            await asyncio.sleep(0.5)

    await asyncio.gather(*(hold() for _ in range(125)))


async def thinking(port: int, address: str) -> None:
    """Ask for what takes long, four at a time."""

    async def ask() -> None:
        client = Client(port, address)
        body = {"record": {"header": CONNECT4, "commands": [{"move": "4"}]}, "player": "search@2s"}
        while True:
            await client.ask("choose", body)
            await asyncio.sleep(0.1)

    await asyncio.gather(*(ask() for _ in range(4)))


async def rematches(port: int, address: str) -> None:
    """Ask for a rematch of every rematch."""
    client = Client(port, address)
    while True:
        game, secret = await client.begin(CONNECT4, *"1212121")
        if game:
            await client.ask(f"games/{game}/rematch", {}, secret)
        await asyncio.sleep(0.01)


ATTACKS: dict[str, tuple[Callable[[int, str], Awaitable[None]], int]] = {
    "none": (lambda _port, _address: asyncio.sleep(3600), 1),
    "long": (long_requests, 2),
    "half-open": (half_open, 1),
    "thinking": (thinking, 1),
    "rematches": (rematches, 1),
}


async def measured(port: int, name: str, seconds: float) -> str:
    """Return one line: what the victim has seen while this attack ran."""
    attack, each = ATTACKS[name]
    attackers = [asyncio.ensure_future(attack(port, address)) for address in ADDRESSES for _ in range(each)]
    await asyncio.sleep(1)
    moves, asked = await asyncio.gather(victim_moves(port, seconds), victim_asks(port, seconds))
    for attacker in attackers:
        attacker.cancel()
    await asyncio.gather(*attackers, return_exceptions=True)
    p50, p99, worst = quantiles(moves, n=2)[0], quantiles(moves, n=100)[98], max(asked)
    return f"{name:10} {len(moves)} moves, p50 {p50:.1f} ms, p99 {p99:.1f} ms; greedy at most {worst:.0f} ms"


def main() -> None:
    """Run every attack against one server."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("attacks", nargs="*", default=list(ATTACKS))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "db") as server:
        for name in options.attacks:
            sys.stdout.write(asyncio.run(measured(server.port, name, options.seconds)) + "\n")


if __name__ == "__main__":
    main()
