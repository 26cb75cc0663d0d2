"""What a player notices while others attack the server: five attacks from ten addresses each, on loopback.

python benchmarks/bench_abuse.py [--seconds 10]

    attack        what it does                                                      bound
    long          16 requests of 150 moves on 64x64 boards at a time                 a move p99 150 ms
    half-open     1,250 sockets that begin a request and never end it                likewise
    thinking      questions that take 2 s each                                       a greedy move 1 s
    rematches     one new game after the other                                       a move p99 150 ms
    take-backs    links that count as many take-backs as a code may, opened and kept likewise, and a link opens in 0.5 s

Five players make ten moves a second each and one asks for greedy moves, in a process of their own. The attackers are
another one, of low priority: elsewhere they would take no processor time from the server. On a crowded machine the
milliseconds by the clock say little; `turn` is the most processor time that the event loop, which serves everyone, has
spent between two looks at the clock.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import time
import uuid
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

sys.path.insert(0, str(Path(__file__).parents[1]))
from slidedrop.records.replay import header_of
from slidedrop.records.share import read_code, write_code
from slidedrop.twenty48 import Direction, Game
from slidedrop.web.app import build
from slidedrop.web.garbage_collection import collect_rarely
from slidedrop.web.server import Server, listening
from slidedrop.web.store.sqlite import SqliteStore

ADDRESSES = [f"127.0.9.{number}" for number in range(1, 11)]
VICTIMS = [f"127.0.8.{number}" for number in range(1, 6)]
CONNECT4 = {"version": 1, "game": "connect4", "rules": {}, "start": None}


class Client:
    """One connection from one address."""

    answers: ClassVar[Any] = None
    """The shared number of answers that attackers have got."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, body: object, *headers: str) -> tuple[int, Any]:
        """Post JSON and return the status and the answer; a broken connection is opened again next time."""
        try:
            answer = await self._ask(path, body, headers)
        except (OSError, asyncio.IncompleteReadError):
            self._streams = None
            return 0, {}
        if self.answers is not None:
            self.answers.value += 1
        return answer

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

    async def begin(self, header: dict[str, Any], *commands: object) -> tuple[str, str]:
        """Begin a game and return its id and the header that opens it."""
        record = {"header": header, "commands": commands}
        key = f"Idempotency-Key: {uuid.uuid4().hex}"
        status, answer = await self.ask("games", {"record": record, "token": True}, key)
        return (answer["id"], f"Authorization: Bearer {answer['token']}") if status == 201 else ("", "")


async def victim_moves(port: int, address: str, seconds: float) -> list[float]:
    """Play one game after the other, ten moves a second, and return the milliseconds of each move."""
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


async def victim_asks(port: int, seconds: float) -> list[float]:
    """Ask for greedy moves, and return the milliseconds of each answer."""
    client, taken = Client(port, VICTIMS[0]), []
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
        game, secret = await client.begin(CONNECT4, *({"move": move} for move in "1212121"))
        if game:
            await client.ask(f"games/{game}/rematch", {}, secret)
        await asyncio.sleep(0.01)


def code_of_take_backs() -> str:
    """Return a link's code of two moves that claims 65,536 take-backs."""
    game = Game(seed=7)
    for move in (Direction.LEFT, Direction.UP):
        game.move(move)
    game.take_backs = 65_536
    return write_code(game)


async def take_backs(port: int, address: str) -> None:
    """Keep what such a link holds as a new game, and go back and forth in it as often as a request may."""
    client = Client(port, address)
    game = read_code(code_of_take_backs())
    commands = [command.to_json() for command in game.commands[:7_000]]  # as many as a request holds
    while True:
        kept, secret = await client.begin(header_of(game), *commands)
        if kept:
            body = {"ply": len(commands), "commands": ["undo", "redo"] * 400, "request": uuid.uuid4().hex}
            await client.ask(f"games/{kept}/commands", body, secret)
        await asyncio.sleep(0.01)


def opened() -> str:
    """Return how long such a link takes to open."""
    code = code_of_take_backs()
    began = time.process_time()
    commands = len(read_code(code).commands)
    return f"a link of {len(code)} characters and {commands} commands opens in {time.process_time() - began:.3f} s"


ATTACKS: dict[str, tuple[Callable[[int, str], Awaitable[None]], int]] = {
    "none": (lambda _port, _address: asyncio.sleep(3600), 1),
    "long": (long_requests, 2),
    "half-open": (half_open, 1),
    "thinking": (thinking, 1),
    "rematches": (rematches, 1),
    "take-backs": (take_backs, 2),
}


class WatchedServer(Server):
    """The server as it is, and a clock in its event loop."""

    def __init__(self, database: Path, turn: Any) -> None:  # noqa: ANN401 - a shared number
        super().__init__(build(SqliteStore(database)))
        self._turn = turn

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin, and look at the clock from then on."""
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
    server = WatchedServer(database, turn)
    collect_rarely()
    server.run([listener])


def attack(port: int, name: str, asked: Any) -> None:  # noqa: ANN401 - a shared number
    """Attack from ten addresses until the process is ended, and count the questions that were answered."""
    os.nice(10)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Client.answers = asked
    attacker, each = ATTACKS[name]

    async def together() -> None:
        await asyncio.gather(*(attacker(port, address) for address in ADDRESSES for _ in range(each)))

    asyncio.run(together())


async def played(port: int, seconds: float) -> tuple[list[float], list[float]]:
    """Return the milliseconds of every move and of every greedy answer."""
    moves = [victim_moves(port, address, seconds) for address in VICTIMS]
    asked, *taken = await asyncio.gather(victim_asks(port, seconds), *moves)
    return [one for each in taken for one in each], asked


def measured(server: multiprocessing.Process, port: int, turn: Any, name: str, seconds: float) -> str:  # noqa: ANN401 - a shared number
    """Return one line: what the players have seen while this attack ran."""
    answered = multiprocessing.Value("i", 0)
    attackers = multiprocessing.Process(target=attack, args=(port, name, answered), daemon=True)
    attackers.start()
    time.sleep(2)
    cpu, began, turn.value = processor_seconds(server.pid), time.monotonic(), 0
    moves, asked = asyncio.run(played(port, seconds))
    share = 100 * (processor_seconds(server.pid) - cpu) / (time.monotonic() - began)
    attackers.terminate()
    attackers.join()
    p50, p99, worst = median(moves), quantiles(moves, n=100, method="inclusive")[98], max(asked)
    took = f"{len(moves)} moves, p50 {p50:.1f} ms, p99 {p99:.1f} ms, turn {1000 * turn.value:.0f} ms"
    load = f"{answered.value} requests of the attackers answered, server at {share:.0f} %"
    return f"{name:10} {took}; greedy at most {worst:.0f} ms; {load}"


def processor_seconds(pid: int | None) -> float:
    """Return how much processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Run every attack against one server."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("attacks", nargs="*", default=list(ATTACKS))
    options = parser.parse_args()
    multiprocessing.set_start_method("fork")  # nothing is imported again while the attack should run
    turn, listener = multiprocessing.Value("d", 0), listening("127.0.0.1", 0)
    with tempfile.TemporaryDirectory() as folder:
        server = multiprocessing.Process(target=serve, args=(Path(folder) / "db", listener, turn))
        server.start()
        for name in options.attacks:
            port = listener.getsockname()[1]
            sys.stdout.write(measured(server, port, turn, name, options.seconds) + "\n")
            sys.stdout.flush()
        server.terminate()
        server.join()
    sys.stdout.write(opened() + "\n")


if __name__ == "__main__":
    main()
