"""The attacks of `bench_abuse` on a server on loopback, and their small client."""

from __future__ import annotations

import asyncio
import json
import uuid
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

from slidedrop.records.replay import header_of
from slidedrop.records.share import read_code, write_code
from slidedrop.twenty48 import Direction, Game
from slidedrop.web.tokens import new_token

ADDRESSES = [f"127.0.{9 + number}.1" for number in range(25)]
VICTIMS = [f"127.0.8.{number}" for number in range(1, 6)]
CONNECT4 = {"version": 1, "game": "connect4", "rules": {}, "start": None}


class Client:
    """One connection from one address."""

    answers: ClassVar[Any] = None
    """The shared number of answers that the attackers have received."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, body: object, *headers: str) -> tuple[int, Any]:
        """Post JSON and return the status and the answer; the next request reopens a broken connection."""
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
        content = b"" if body is None else json.dumps(body).encode()
        method = "GET" if body is None else "POST"
        lines = [f"{method} /api/v1/{path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *headers]
        lines += [f"Origin: http://127.0.0.1:{self.port}", "Content-Type: application/json"]
        writer.write("\r\n".join([*lines, f"Content-Length: {len(content)}", "", ""]).encode() + content)
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = int(head.lower().partition("content-length: ")[2].partition("\r\n")[0] or 0)
        answer = json.loads(await reader.readexactly(length) or b"{}")
        return int(head.split()[1]), answer

    async def begin(self, header: dict[str, Any], *commands: object) -> tuple[str, str]:
        """Start a game and return its id and the header that gives access to it."""
        record = {"header": header, "commands": commands}
        key = f"Idempotency-Key: {uuid.uuid4().hex}"
        status, answer = await self.ask("games", {"record": record, "token": True}, key)
        return (answer["id"], f"Authorization: Bearer {answer['token']}") if status == 201 else ("", "")


async def open_stream(
    port: int, address: str, path: str, secret: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Send a request over a separate connection without reading the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), limit=4096)
    writer.write(f"GET /{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{secret}\r\n\r\n".encode())
    return reader, writer


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
    """Hold 125 sockets with an incomplete request, and reopen them when the server closes them."""

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


async def costly_rules(port: int, address: str) -> None:
    """Start games with the maximum number of tiles, and make moves that add as many."""
    client = Client(port, address)
    rules = {"size": 64, "start_tiles": 4096, "tiles_per_move": 4096}
    header = {"version": 1, "game": "2048", "rules": rules, "start": None, "seed": "7"}
    few = {**header, "rules": {**rules, "start_tiles": 2}}
    while True:
        await client.begin(header)
        await client.begin(few, *({"move": move} for move in ("left", "up", "right", "down")))
        await asyncio.sleep(0.05)


async def unread(port: int, address: str) -> None:
    """Request the largest file over 40 connections without reading it, and reconnect when they are closed."""

    async def hold() -> None:
        while True:
            try:
                reader, _ = await open_stream(port, address, PREPARED["unread"][0], "X: y")
                while not reader.at_eof() and reader.exception() is None:  # noqa: ASYNC110 - nothing tells of it
                    await asyncio.sleep(0.5)
            except OSError:
                pass
            await asyncio.sleep(0.5)

    await asyncio.gather(*(hold() for _ in range(40)))


async def largest_file(port: int) -> tuple[str, str]:
    """Return the path of the largest file."""
    reader, _ = await open_stream(port, VICTIMS[0], "engine/files.json", "Connection: close")
    files = json.loads((await reader.read()).partition(b"\r\n\r\n")[2])
    return "engine/" + max(files.values(), key=lambda one: int(one[1]))[0], ""


async def long_game(port: int) -> tuple[str, str]:
    """Start a game and send 49,000 commands to it."""
    client, ply = Client(port, VICTIMS[1]), 0
    header = {"version": 1, "game": "2048", "rules": {}, "start": None, "seed": "7"}
    game, secret = await client.begin(header)
    while ply < 49_000:
        body = {"ply": ply, "commands": [{"move": "left"}, "undo"] * 250, "request": uuid.uuid4().hex}
        status, answer = await client.ask(f"games/{game}/commands", body, secret)
        ply = answer["ply"] if status == 200 else ply
        await asyncio.sleep(0 if status == 200 else 0.5)
    return game, secret


async def readers(port: int, address: str) -> None:
    """Read the whole long game, and stream it from its start."""
    client = Client(port, address)
    game, secret = PREPARED["readers"]
    while True:
        await client.ask(f"games/{game}", None, secret)
        try:
            reader, writer = await open_stream(port, address, f"api/v1/games/{game}/events?after=0", secret)
            await reader.read(60_000)
            writer.close()
        except OSError:
            pass


async def large_room(port: int) -> tuple[str, str]:
    """Open a race and let 980 players join it."""
    code, _ = await new_room(Client(port, VICTIMS[1]), {"kind": "race"})

    async def join(address: str, people: range) -> None:
        client = Client(port, address)
        for person in people:
            await join_room(client, code, f"Person {person}")

    await asyncio.gather(*(join(ADDRESSES[n], range(98 * n, 98 * n + 98)) for n in range(10)))
    return code, ""


async def new_room(client: Client, wanted: dict[str, Any]) -> tuple[str, str]:
    """Open a room and return its code and the header of its owner."""
    secret = f"Cookie: slidedrop-key={new_token()}"
    while True:
        status, answer = await client.ask("rooms", wanted, secret)
        if status == 201:
            return answer["code"], secret
        await asyncio.sleep(0.5)


async def join_room(client: Client, code: str, name: str) -> str:
    """Join a room as soon as the server is not busy, and return the header of this player."""
    key = new_token()
    secret = f"Cookie: slidedrop-key={key}"
    while True:
        status, _ = await client.ask(f"rooms/{code}/players", {"name": name, "key": key}, secret)
        if status == 200:
            return secret
        await asyncio.sleep(0.2)


async def seat(client: Client, code: str, secret: str) -> str:
    """Join a room and return the game."""
    while True:
        status, answer = await client.ask(f"rooms/{code}/games", {}, secret)
        if status == 200:
            return str(answer["id"])
        await asyncio.sleep(0.2)


async def room(port: int, address: str) -> None:
    """Read the large room without pauses, follow it with ten streams, and play in it so that it changes."""
    code = PREPARED["room"][0]

    async def follow() -> None:
        while True:
            try:
                reader, writer = await open_stream(port, address, f"api/v1/rooms/{code}/events", "X: y")
                while await reader.read(60_000):
                    pass
                writer.close()
            except OSError:
                pass
            await asyncio.sleep(1)

    async def play() -> None:
        client, ply = Client(port, address), 0
        secret = await join_room(client, code, f"Attacker {uuid.uuid4().hex[:8]}")
        game = await seat(client, code, secret)
        while True:
            body = {"ply": ply, "commands": ["hint"], "request": uuid.uuid4().hex}
            _, answer = await client.ask(f"games/{game}/commands", body, secret)
            ply = answer.get("ply", ply)
            await asyncio.sleep(0.1)

    async def read() -> None:
        client = Client(port, address)
        while True:
            status, _ = await client.ask(f"rooms/{code}", None)
            await asyncio.sleep(0 if status == 200 else 0.1)

    await asyncio.gather(read(), play(), *(follow() for _ in range(10)))


async def checks(port: int, address: str) -> None:
    """Win against the strongest opponent of a room by making moves for both sides, then undo and redo the last move."""
    client, ply = Client(port, address), 7
    code, secret = await new_room(client, {"kind": "opponent", "opponent": "master"})
    await client.ask(f"rooms/{code}/players", {"name": "Attacker"}, secret)
    game = await seat(client, code, secret)
    moves = [{"move": move} for move in "1212121"]
    await client.ask(f"games/{game}/commands", {"ply": 0, "commands": moves, "request": uuid.uuid4().hex}, secret)
    while True:
        body = {"ply": ply, "commands": ["undo", "redo"], "request": uuid.uuid4().hex}
        _, answer = await client.ask(f"games/{game}/commands", body, secret)
        ply = answer.get("ply", ply)
        await asyncio.sleep(0.05)


async def streams(port: int, address: str) -> None:
    """Hold 32 streams, and reopen them when they end."""
    game, secret = await Client(port, address).begin(CONNECT4)

    async def hold() -> None:
        while True:
            try:
                reader, writer = await open_stream(port, address, f"api/v1/games/{game}/events", secret)
                while await reader.read(4096):
                    pass
                writer.close()
            except OSError:
                pass
            await asyncio.sleep(1)

    await asyncio.gather(*(hold() for _ in range(32)))


async def thinking(port: int, address: str) -> None:
    """Send slow requests, four at a time."""
    body = {"record": {"header": CONNECT4, "commands": [{"move": "4"}]}, "player": "search@2s"}
    await asyncio.gather(*(ask_again(port, address, [("choose", body)]) for _ in range(4)))


async def ask_again(port: int, address: str, questions: list[tuple[str, dict[str, Any]]]) -> None:
    """Send the same request repeatedly."""
    client = Client(port, address)
    while True:
        for path, body in questions:
            await client.ask(path, body)
            await asyncio.sleep(0.1)


async def expensive(port: int, address: str) -> None:
    """Send the most expensive request of each kind, each over a separate connection."""
    large = {"header": {"version": 1, "game": "2048", "rules": {"size": 64}, "seed": "7"}, "commands": []}
    free = {"header": {**CONNECT4, "rules": {"columns": 32, "rows": 32, "gravity": False}}, "commands": []}
    opening = {"header": CONNECT4, "commands": [{"move": move} for move in "4444422335617"]}
    asked: list[tuple[str, dict[str, Any]]] = [
        ("hint", {"record": large}),
        ("hint", {"record": free}),
        ("scores", {"record": free, "seconds": 3}),
        ("scores", {"record": opening, "seconds": 3}),
        ("review", {"record": opening, "seconds": 3}),
        ("choose", {"record": opening, "player": "search@2s"}),
    ]
    await asyncio.gather(*(ask_again(port, address, [one]) for one in asked))


async def rematches(port: int, address: str) -> None:
    """Request a rematch of every rematch."""
    client = Client(port, address)
    while True:
        game, secret = await client.begin(CONNECT4, *({"move": move} for move in "1212121"))
        if game:
            await client.ask(f"games/{game}/rematch", {}, secret)
        await asyncio.sleep(0.01)


def code_of_take_backs() -> str:
    """Return a share code of two moves with an undo count of 65,536."""
    game = Game(seed=7)
    for move in (Direction.LEFT, Direction.UP):
        game.play(move)
    game.take_backs = 65_536
    return write_code(game)


async def take_backs(port: int, address: str) -> None:
    """Save the game of such a link as a new game, and undo and redo in it as often as a request allows."""
    client = Client(port, address)
    game = read_code(code_of_take_backs())
    commands = [command.to_json() for command in game.commands[:7_000]]  # the maximum per request
    while True:
        kept, secret = await client.begin(header_of(game), *commands)
        if kept:
            body = {"ply": len(commands), "commands": ["undo", "redo"] * 400, "request": uuid.uuid4().hex}
            await client.ask(f"games/{kept}/commands", body, secret)
        await asyncio.sleep(0.01)


ATTACKS: dict[str, tuple[Callable[[int, str], Awaitable[None]], int, int]] = {
    "none": (lambda _port, _address: asyncio.sleep(3600), 1, 1),
    "long": (long_requests, 10, 2),
    "rules": (costly_rules, 10, 1),
    "half-open": (half_open, 20, 1),
    "unread": (unread, 10, 1),
    "readers": (readers, 10, 1),
    "room": (room, 10, 1),
    "checks": (checks, 10, 1),
    "streams": (streams, 25, 1),
    "thinking": (thinking, 10, 1),
    "expensive": (expensive, 10, 1),
    "rematches": (rematches, 10, 1),
    "take-backs": (take_backs, 10, 2),
}
"""Each attack: its function, the number of addresses, and the number of attackers per address."""
PREPARATIONS: dict[str, Callable[[int], Awaitable[tuple[str, str]]]] = {
    "readers": long_game,
    "unread": largest_file,
    "room": large_room,
}
PREPARED: dict[str, tuple[str, str]] = {}
