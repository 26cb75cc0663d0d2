"""Helpers that run a real server on loopback and send requests to it."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
import uuid
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import httpx

from slidedrop.web.app import Settings, build
from slidedrop.web.http.rate_limits import Limits, Rate
from slidedrop.web.server import Server, open_listener
from slidedrop.web.store.at import store_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PLENTY = Rate(1_000_000, 1_000_000)
UNLIMITED = Limits(
    requests=PLENTY,
    files=PLENTY,
    creations=PLENTY,
    claims=PLENTY,
    thoughts=PLENTY,
    analyses=PLENTY,
    commands=PLENTY,
    streams_of_address=1000,
    connections_of_address=1000,
)
SERVE = "from slidedrop.cli.commands.serve import command; command()"


class LiveServer:
    """A server in a thread of this process."""

    def __init__(self, database: Path | str, settings: Settings | None = None, host: str = "127.0.0.1") -> None:
        self.database = database
        self.app = build(store_at(str(database)), settings or Settings(limits=UNLIMITED, warm=False, heartbeat=0.2))
        self._listener = open_listener(host, 0)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._server = Server(self.app)
        self._thread = threading.Thread(target=self._server.run, args=([self._listener],))

    def __enter__(self) -> Self:
        self._thread.start()
        until(lambda: self._server.started)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        self._listener.close()
        assert not self._thread.is_alive()


class ServerProcess:
    """A server in a separate process, started from the command line."""

    def __init__(self, database: Path | str, *more: str, port: int = 0) -> None:
        command = [sys.executable, "-c", SERVE, "--port", str(port), "--database", str(database), *more]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.url = self._address().rstrip("/")
        self.port = int(self.url.rpartition(":")[2])
        until(self._answers)

    def _address(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, (line, self.process.stderr and self.process.stderr.read())
        return line.split()[-1]

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    def end(self) -> tuple[int, str]:
        """Stop the server, and return its exit code and what it wrote to stderr."""
        self.process.terminate()
        _, errors = self.process.communicate(timeout=20)
        return self.process.returncode, errors

    def kill(self) -> None:
        """Kill the server."""
        self.process.kill()
        self.process.communicate(timeout=20)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()


class Event(NamedTuple):
    """One event of a stream."""

    name: str
    id: str
    data: Any


class Person(httpx.Client):
    """A client with its own cookies; `origin` is the Origin header of its requests."""

    def __init__(self, url: str, *, origin: str | None = "own", **more: Any) -> None:  # noqa: ANN401 - httpx's own options
        own = {"Origin": url if origin == "own" else origin} if origin is not None else {}
        super().__init__(
            base_url=url, headers=own, timeout=120, verify=False, **more
        )  # plain http: no certificates to load
        self.url = url

    def begin(self, record: dict[str, Any] | None = None, key: str | None = None, *, token: bool = False) -> Any:  # noqa: ANN401 - plain values
        """Start a game on the server and return the answer."""
        body = {"record": record or slide_record(), "token": token}
        answer = self.post("/api/v1/games", json=body, headers={"Idempotency-Key": key or uuid.uuid4().hex})
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def do(self, game: str, ply: int, *commands: object, request: str | None = None) -> httpx.Response:
        """Send commands."""
        moves = [{"move": command} if command not in VERBS else command for command in commands]
        body = {"ply": ply, "commands": moves, "request": request or uuid.uuid4().hex}
        return self.post(f"/api/v1/games/{game}/commands", json=body)

    def look(self, game: str) -> Any:  # noqa: ANN401 - plain values
        """Return the game in its current state."""
        answer = self.get(f"/api/v1/games/{game}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def link(self, game: str, role: str) -> str:
        """Return the secret of a new link."""
        answer = self.post(f"/api/v1/games/{game}/links", json={"role": role})
        assert answer.status_code == 201, answer.text
        secret: str = answer.json()["secret"]
        return secret

    def claim(self, secret: str, *, token: bool = False) -> Any:  # noqa: ANN401 - plain values
        """Exchange a link's secret for the cookie."""
        answer = self.post("/api/v1/claims", json={"secret": secret, "token": token})
        assert answer.status_code == 200, answer.text
        return answer.json()

    @contextmanager
    def watching(
        self, game: str, after: int | None = None, *, header: bool = True, name: str = ""
    ) -> Iterator[Iterator[Event]]:
        """Open the stream of a game."""
        headers = {} if after is None or not header else {"Last-Event-ID": str(after)}
        query = {"name": name} | ({} if after is None or header else {"after": str(after)})
        with self.stream("GET", f"/api/v1/games/{game}/events", headers=headers, params=query) as answer:
            assert answer.status_code == 200, answer.read()
            yield events_of(answer.iter_lines())


VERBS = ("undo", "redo", "resign", "hint")


def events_of(lines: Iterator[str]) -> Iterator[Event]:
    """Read a stream as a browser does."""
    fields: dict[str, str] = {}
    for line in lines:
        if line.startswith(":"):
            continue
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif "data" in fields:
            yield Event(fields.get("event", "message"), fields.get("id", ""), json.loads(fields["data"]))
            fields = {}
        else:
            fields = {}


def slide_record(*moves: str, seed: int = 7, size: int = 4) -> dict[str, Any]:
    """Return a record of 2048."""
    header = {"version": 1, "game": "2048", "rules": {"size": size}, "start": None, "seed": str(seed)}
    return {"header": header, "commands": [{"move": move} for move in moves]}


def drop_record(*columns: int) -> dict[str, Any]:
    """Return a record of Connect-4."""
    header = {"version": 1, "game": "connect4", "rules": {}, "start": None, "players": ["human", "guest"]}
    return {"header": header, "commands": [{"move": str(column)} for column in columns]}


def commands_in(record: dict[str, Any]) -> list[str]:
    """Return the commands of a record as plain words."""
    return [command if isinstance(command, str) else command["move"] for command in record["commands"]]


def until(holds: Callable[[], object], seconds: float = 60) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.01)


def once_within(seconds: float, act: Callable[[], object]) -> bool:
    """Tell whether a call takes less than the given seconds, in one of a few attempts as the machine may be busy."""
    for _ in range(8):
        began = time.monotonic()
        act()
        if time.monotonic() - began < seconds:
            return True
    return False


def alive(pid: int) -> bool:
    """Tell whether a process exists and has not ended."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:  # noqa: PTH123 - not a regular file
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children_of(pid: int) -> list[int]:
    """Return the child processes of a process."""
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(child) for child in listed.stdout.split()]


def shared_game(ann: Person, ben: Person, *columns: int) -> str:
    """Return a game of Connect-4 in which ann is red and ben blue."""
    game: str = ann.begin(drop_record(*columns))["id"]
    assert ben.claim(ann.link(game, "player:1")) == {"id": game, "role": "player:1"}
    return game
