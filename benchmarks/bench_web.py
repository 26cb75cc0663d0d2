"""Measure the server: live games on loopback, each with a spectator, compared with the speed of the disk.

python benchmarks/bench_web.py                    20 seconds, 200 games
python benchmarks/bench_web.py --seconds 300      the full figure
python benchmarks/bench_web.py --games 100 --seconds 600      memory growth of the server

Every player has its own address (127.0.x.y), so that the server's limits apply as in real play. The load is limited to
this number of games and seconds, and to this computer.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

from slidedrop.core.command import Command
from slidedrop.twenty48.game import Game

SERVE = "from slidedrop.cli.commands.serve import command; command()"
DIRECTIONS = ("left", "down", "right", "up")


@dataclass
class Measured:
    """The measurements of the players."""

    milliseconds: list[float] = field(default_factory=list)
    errors: int = 0
    refused: int = 0
    told: int = 0

    def __str__(self) -> str:
        p50, p99 = percentiles(self.milliseconds)
        return (
            f"{len(self.milliseconds)} moves, {self.errors} errors, p50 {p50:.1f} ms, p99 {p99:.1f} ms, "
            f"{self.told} told to spectators"
        )


def percentiles(values: list[float]) -> tuple[float, float]:
    """Return the median and the 99th percentile."""
    cuts = quantiles(values, n=100) if len(values) > 1 else [0.0] * 99
    return cuts[49], cuts[98]


class Player:
    """A player with one game, one connection and one address."""

    def __init__(self, port: int, number: int) -> None:
        self.port = port
        self.address = f"127.0.{1 + number // 200}.{1 + number % 200}"
        self.number = number
        self.id = self.token = ""
        self.spectator: asyncio.Task[None] | None = None

    async def begin(self, measured: Measured) -> None:
        """Connect, start a game, and connect a spectator."""
        self._reader, self._writer = await self._connected()
        await self._new_game()
        self.spectator = asyncio.create_task(self._watch(measured))

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))

    async def _new_game(self) -> None:
        self.game, self.ply = Game(seed=self.number), 0
        header = {"version": 1, "game": "2048", "rules": {}, "start": None, "seed": str(self.number)}
        body = {"record": {"header": header, "commands": []}, "token": True}
        status, answer = await self._ask("/api/v1/games", body, f"Idempotency-Key: {uuid.uuid4().hex}")
        assert status == 201, answer
        self.id, self.token = answer["id"], answer["token"]

    async def move(self, measured: Measured) -> None:
        """Make one move and record the time of its answer."""
        move = self._chosen()
        body = {"ply": self.ply, "commands": [move], "request": uuid.uuid4().hex}
        began = time.perf_counter()
        status, answer = await self._ask(f"/api/v1/games/{self.id}/commands", body)
        measured.milliseconds.append(1000 * (time.perf_counter() - began))
        if status == 200:
            self.ply = answer["ply"]
        else:
            measured.errors += 1

    def _chosen(self) -> Any:  # noqa: ANN401 - plain values
        """Return a move with an effect; a lost game is undone to its start."""
        for direction in DIRECTIONS:
            if self.game.do(Command("move", direction)):
                return {"move": direction}
        self.game.do(Command("undo"))
        return "undo"

    async def flood(self, until: float, measured: Measured) -> None:
        """Send requests from several connections as fast as any answers arrive."""
        copies = [Player(self.port, self.number) for _ in range(8)]
        for copy in copies:
            copy.id, copy.token, copy.ply = self.id, self.token, self.ply
        await asyncio.gather(*(copy.flood_alone(until, measured) for copy in copies))

    async def flood_alone(self, until: float, measured: Measured) -> None:
        """Send requests over one connection; most are rejected by the rate limit or as conflicts."""
        self._reader, self._writer = await self._connected()
        while time.perf_counter() < until:
            body = {"ply": self.ply, "commands": ["hint"], "request": uuid.uuid4().hex}
            began = time.perf_counter()
            try:
                status, answer = await self._ask(f"/api/v1/games/{self.id}/commands", body)
            except (OSError, asyncio.IncompleteReadError):  # the server closes a connection with too many requests
                self._reader, self._writer = await self._connected()
                continue
            measured.milliseconds.append(1000 * (time.perf_counter() - began))
            measured.refused += status == 429
            self.ply = answer.get("ply", self.ply)
        self._writer.close()

    async def _ask(self, path: str, body: Any, *headers: str) -> tuple[int, Any]:  # noqa: ANN401 - plain values
        content = json.dumps(body)
        lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", *headers]
        lines += [f"Content-Length: {len(content)}", f"Authorization: Bearer {self.token}", "", content]
        self._writer.write("\r\n".join(lines).encode())
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.split("content-length: ")[1].split("\r\n")[0])
        return int(head.split()[1]), json.loads(await self._reader.readexactly(length))

    async def _watch(self, measured: Measured) -> None:
        reader, writer = await self._connected()
        lines = [f"GET /api/v1/games/{self.id}/events HTTP/1.1", "Host: 127.0.0.1"]
        writer.write("\r\n".join([*lines, f"Authorization: Bearer {self.token}", "", ""]).encode())
        try:
            while line := await reader.readline():
                measured.told += line.startswith(b"id: ")
        finally:
            writer.close()

    def end(self) -> None:
        """Stop the spectator and close the connection."""
        if self.spectator is not None:
            self.spectator.cancel()
        self._writer.close()


async def one_a_second(players: list[Player], seconds: float, measured: Measured) -> None:
    """Let every player make one move per second, each at a different moment."""
    start = time.perf_counter()

    async def play(player: Player, offset: float) -> None:
        for second in range(int(seconds)):
            await asyncio.sleep(max(0.0, start + offset + second - time.perf_counter()))
            await player.move(measured)

    await asyncio.gather(*(play(player, place / len(players)) for place, player in enumerate(players)))


async def as_fast_as_possible(players: list[Player], seconds: float, measured: Measured) -> float:
    """Let every player move as soon as its last move is answered, and return the moves per second."""
    end = time.perf_counter() + seconds

    async def play(player: Player) -> None:
        while time.perf_counter() < end:
            await player.move(measured)

    await asyncio.gather(*(play(player) for player in players))
    return len(measured.milliseconds) / seconds


def fsync_milliseconds(folder: Path, count: int = 200) -> list[float]:
    """Return the time of the disk for a small write with fsync."""
    times = []
    with (folder / "fsync").open("wb") as file:
        for _ in range(count):
            began = time.perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            times.append(1000 * (time.perf_counter() - began))
    return times


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process: on a busy machine it is more reliable than elapsed time."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(pid: int) -> float:
    """Return the memory of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def memory(server: int, seconds: float) -> str:
    """Return the memory of the server at the start and at every tenth of the time."""
    seen = [megabytes(server)]
    for _ in range(10):
        await asyncio.sleep(seconds / 10)
        seen.append(megabytes(server))
    return ", ".join(f"{one:.0f}" for one in seen)


async def measure(server: int, port: int, games: int, seconds: float, folder: Path) -> None:
    """Play and print the results, then flood the server and print them again."""
    seen = Measured()
    players = [Player(port, number) for number in range(games)]
    for player in players:
        await player.begin(seen)
    _, used = await asyncio.gather(one_a_second(players, seconds, seen), memory(server, seconds))
    print(f"{games} games, a move a second each, {seconds:.0f} s: {seen}; memory in MB {used}", flush=True)
    await one_flooded(players, min(seconds, 20), percentiles(seen.milliseconds)[1])
    ceiling = Measured()
    cpu = processor_seconds(server)
    rate = await as_fast_as_possible(players[1:], 5, ceiling)  # the flooding player has lost its place
    each = 1000 * (processor_seconds(server) - cpu) / len(ceiling.milliseconds)
    print(f"ceiling: {rate:.0f} moves/s, {each:.2f} ms of the server's processor time each ({ceiling})")
    for player in players:
        player.end()
    p50, p99 = percentiles(await asyncio.to_thread(fsync_milliseconds, folder))
    print(f"the disk's own fsync: p50 {p50:.1f} ms, p99 {p99:.1f} ms; load {os.getloadavg()[0]:.1f}")


async def one_flooded(players: list[Player], seconds: float, normal: float) -> None:
    """Flood one game while the other games continue."""
    others, flood = Measured(), Measured()
    end = time.perf_counter() + seconds
    await asyncio.gather(players[0].flood(end, flood), one_a_second(players[1:], seconds, others))
    p99 = percentiles(others.milliseconds)[1]
    flooded = f"one game flooded ({len(flood.milliseconds)} sent, {flood.refused} refused)"
    print(f"{flooded}, the others: {others}; p99 {p99 / normal:.1f} x normal")


def main() -> None:
    """Start a server on a free port, measure it, and stop it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--games", type=int, default=200)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVE, "--port", "0", "--database", f"{folder}/games.sqlite3"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            port = int(server.stdout.readline().split(":")[-1].strip().rstrip("/"))
            try:
                asyncio.run(measure(server.pid, port, min(asked.games, 400), min(asked.seconds, 600), Path(folder)))
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
