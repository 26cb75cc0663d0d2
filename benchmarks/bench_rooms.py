"""Measure a full room: everyone races on the same tiles, one move per second each, and several screens follow.

python benchmarks/bench_rooms.py                    20 seconds, 200 players
python benchmarks/bench_rooms.py --seconds 600      the full figure
python benchmarks/bench_rooms.py --people 100 --screens 100       everyone follows the standings

The lag is the time from the answer to a move that raised a player's score until a screen shows that score. Every player
has its own address (127.0.x.y), so that the server's limits apply as in real play.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.bench_web import DIRECTIONS, SERVE, percentiles
from slidedrop.core.command import Command
from slidedrop.twenty48.game import Game

SCREENS = 5
TAKE_BACKS = 25
NEVER = 60


@dataclass
class Seen:
    """The measurements of a race."""

    milliseconds: list[float] = field(default_factory=list)
    """The time from sending a move to its answer."""
    raised: list[tuple[str, float, int]] = field(default_factory=list)
    """Raised scores: the player, the time and the new score."""
    shown: list[list[tuple[float, dict[str, float]]]] = field(default_factory=list)
    """For each screen: the times and the points that it received."""
    errors: list[str] = field(default_factory=list)
    sent: list[tuple[float, int]] = field(default_factory=list)
    """The time and size of each message to any screen."""

    def megabits(self, over: float = 5.0) -> float:
        """Return the maximum rate of all screens together, averaged over some seconds."""
        most, total, first = 0.0, 0, 0
        self.sent.sort()
        for at, size in self.sent:
            total += size
            while self.sent[first][0] < at - over:
                total -= self.sent[first][1]
                first += 1
            most = max(most, total / over)
        return 8e-6 * most

    def lags(self) -> list[float]:
        """Return the seconds until it was shown, for each raised score and each screen."""
        return [lag for screen in self.shown for lag in _lags(self.raised, screen)]

    @property
    def complete(self) -> bool:
        """Whether every raised score has reached every screen."""
        return max(self.lags(), default=0.0) < NEVER

    def __str__(self) -> str:
        p50, p99 = percentiles(self.milliseconds)
        lags = self.lags()
        l50, l99 = percentiles(lags)
        events = sum(len(screen) for screen in self.shown)
        return (
            f"{len(self.milliseconds)} moves, {len(self.errors)} errors, p50 {p50:.1f} ms, p99 {p99:.1f} ms; "
            f"{events} standings sent, {len(lags)} raised scores seen after p50 {l50:.2f} s, p99 {l99:.2f} s, "
            f"longest {max(lags, default=0):.2f} s; {len(self.shown)} screens got at most {self.megabits():.2f} Mbit/s"
        )


def _lags(raised: list[tuple[str, float, int]], screen: list[tuple[float, dict[str, float]]]) -> list[float]:
    """Return the time that each raised score took to reach a screen; a missing one counts as a minute."""
    first: dict[tuple[str, int], float] = {}
    ladder: dict[str, list[int]] = {}
    for name, _, score in raised:
        ladder.setdefault(name, []).append(score)
    for at, points in screen:
        for name, rungs in ladder.items():
            while rungs and points.get(name, 0) >= rungs[0]:
                first[name, rungs.pop(0)] = at
    return [max(0.0, first.get((name, score), at + NEVER) - at) for name, at, score in raised]


class Racer:
    """A player in the room, with one connection from one address."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.name = port, f"Racer {number}"
        self.address = f"127.0.{1 + number // 200}.{1 + number % 200}"
        self.cookie = ""
        self.best = 0

    async def ask(self, method: str, path: str, body: Any = None) -> Any:  # noqa: ANN401 - plain values
        """Send a request and return the answer; like a browser, reconnect if the idle connection was closed."""
        try:
            return await self._ask(method, path, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            await self.connect()
            return await self._ask(method, path, body)

    async def _ask(self, method: str, path: str, body: Any) -> Any:  # noqa: ANN401 - plain values
        content = "" if body is None else json.dumps(body)
        lines = [f"{method} /api/v1/{path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Cookie: {self.cookie}"]
        lines += [f"Origin: http://127.0.0.1:{self.port}", "Content-Type: application/json"]
        self.writer.write("\r\n".join([*lines, f"Content-Length: {len(content)}", "", content]).encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        answer = await self.reader.readexactly(int(head.lower().split("content-length: ")[1].split("\r\n")[0]))
        if cookie := re.search(r"slidedrop-key=[^;]+", head):
            self.cookie = cookie[0]
        assert head.split()[1] in ("200", "201"), answer
        return json.loads(answer)

    async def connect(self) -> None:
        """Connect to the server."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))

    async def join(self, code: str) -> None:
        """Join the room and get a game."""
        await self.connect()
        await self.ask("POST", f"rooms/{code}/players", {"name": self.name})
        self.id = (await self.ask("POST", f"rooms/{code}/games", {}))["id"]
        self.game = Game.from_header((await self.ask("GET", f"games/{self.id}"))["record"]["header"])
        self.ply = 0

    async def move(self, seen: Seen) -> None:
        """Make one move; in a lost game undo many moves first."""
        commands = self._chosen()
        body = {"ply": self.ply, "commands": commands, "request": uuid.uuid4().hex}
        began = time.perf_counter()
        try:
            self.ply = (await self.ask("POST", f"games/{self.id}/commands", body))["ply"]
        except (AssertionError, OSError) as error:
            seen.errors.append(str(error))
            return
        seen.milliseconds.append(1000 * (time.perf_counter() - began))
        if self.game.score > self.best:
            self.best = self.game.score
            seen.raised.append((self.name, time.perf_counter(), self.best))

    def _chosen(self) -> list[Any]:
        for direction in DIRECTIONS:
            if self.game.do(Command("move", direction)):
                return [{"move": direction}]
        backs = [Command("undo")] * TAKE_BACKS
        return [command.to_json() for command in backs if self.game.do(command)]


async def screen(port: int, number: int, code: str, seen: Seen) -> None:
    """Follow the standings, as a projector does."""
    looker, told = Racer(port, 10_000 + number), seen.shown[number]
    looker.address = f"127.0.9.{1 + number}"
    names: dict[int, str] = {}
    points: dict[int, float] = {}
    await looker.connect()
    looker.writer.write(f"GET /api/v1/rooms/{code}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    try:
        while line := await looker.reader.readline():
            seen.sent.append((time.perf_counter(), len(line)))
            if line.startswith(b"data: {"):
                room = json.loads(line[6:])
                lines = [[one["number"], 0, one["points"], one["name"]] for one in room.get("standings", [])]
                for changed in lines + room.get("lines", []):
                    points[changed[0]] = changed[2]
                    names |= {changed[0]: changed[3]} if len(changed) > 3 else {}
                told.append((time.perf_counter(), {names[one]: score for one, score in points.items()}))
    finally:
        looker.writer.close()


async def race(port: int, people: int, seconds: int, screens: int = SCREENS) -> Seen:
    """Open a room, let everyone race, and return the measurements."""
    seen, owner = Seen(), Racer(port, 0)
    await owner.connect()
    code = (await owner.ask("POST", "rooms", {"kind": "race", "title": "bench"}))["code"]
    seen.shown = [[] for _ in range(screens)]
    following = [asyncio.create_task(screen(port, number, code, seen)) for number in range(screens)]
    racers = [Racer(port, number) for number in range(1, people + 1)]
    await asyncio.gather(*(racer.join(code) for racer in racers))
    await _a_move_a_second(racers, seconds, seen)
    for _ in range(100):
        await asyncio.sleep(0.2)
        if seen.complete:
            break
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    for racer in (owner, *racers):
        racer.writer.close()
    return seen


async def _a_move_a_second(racers: list[Racer], seconds: int, seen: Seen) -> None:
    start = time.perf_counter()

    async def play(racer: Racer, offset: float) -> None:
        for second in range(seconds):
            await asyncio.sleep(max(0.0, start + offset + second - time.perf_counter()))
            await racer.move(seen)

    await asyncio.gather(*(play(racer, place / len(racers)) for place, racer in enumerate(racers)))


def main() -> None:
    """Start a server on a free port, run the race, and stop the server."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--screens", type=int, default=SCREENS)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVE, "--port", "0", "--database", f"{folder}/games.sqlite3"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            port = int(server.stdout.readline().split(":")[-1].strip().rstrip("/"))
            try:
                seen = asyncio.run(race(port, min(asked.people, 400), min(asked.seconds, 600), min(asked.screens, 200)))
                spent = os.sysconf("SC_CLK_TCK")
                ticks = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
                cpu = (int(ticks[11]) + int(ticks[12])) / spent
                print(f"{asked.people} people, a move a second each, {asked.seconds} s: {seen}")
                print(f"the server took {cpu:.1f} s of processor time; load {os.getloadavg()[0]:.1f}")
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
