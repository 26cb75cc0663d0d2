"""Tests of the page's files: large files, caching, rate limits, and clients that do not read."""

from __future__ import annotations

import json
import re
import socket
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from slidedrop.web.app import Settings
from slidedrop.web.http.rate_limits import Rate
from tests.web.running import UNLIMITED, LiveServer, Person, drop_record, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LIMITS = replace(UNLIMITED, unread_seconds=1, downloads_of_address=3)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server with a short time limit for clients that do not read."""
    with LiveServer(tmp_path_factory.mktemp("web") / "db", Settings(limits=LIMITS, warm=False)) as live:
        yield live


@pytest.fixture
def ann(small: LiveServer) -> Iterator[Person]:
    """A client of the server with a short time limit."""
    with Person(small.url) as person:
        yield person


def large_file(ann: Person) -> tuple[str, int]:
    """Return the path of the largest file and its size."""
    files = json.loads(ann.get("/engine/files.json").text)
    name, size = max(files.values(), key=lambda one: int(one[1]))
    return f"/engine/{name}", size


def connections(server: LiveServer) -> list[Any]:
    """Return the open connections of a server."""
    groups = list(server.app.state.connections._groups.values())
    return [one for group in groups for own in list(group.values()) for one in list(own)]


def ask_and_do_not_read(server: LiveServer, path: str) -> socket.socket:
    """Request a file over a connection with a small receive buffer."""
    plug = socket.socket()
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plug.connect(("127.0.0.1", int(server.url.rpartition(":")[2])))
    plug.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return plug


def test_a_large_file_is_sent_whole_with_its_size_and_cached(ann: Person) -> None:
    path, size = large_file(ann)
    assert size > 20_000_000
    head = ann.head(path)
    assert int(head.headers["content-length"]) == size
    assert "immutable" in head.headers["cache-control"]
    assert ann.get(path, headers={"If-None-Match": head.headers["etag"]}).status_code == 304
    with ann.stream("GET", path) as answer:
        assert sum(map(len, answer.iter_raw())) == size


def test_unread_downloads_use_little_memory_and_are_closed(small: LiveServer, ann: Person) -> None:
    path, _ = large_file(ann)
    held = small.app.state.limits.downloads
    plugs = [ask_and_do_not_read(small, path) for _ in range(3)]
    until(lambda: len(held) == 3)
    time.sleep(0.3)
    assert max(one.transport.get_write_buffer_size() for one in connections(small)) < 200_000  # it held the whole file
    assert ann.get(path).status_code == 429
    until(lambda: len(held) == 0, seconds=10)
    for plug in plugs:
        plug.close()


def test_a_connection_with_a_small_unread_response_is_closed_too(small: LiveServer, ann: Person) -> None:
    game = ann.begin({**drop_record(), "commands": ["hint"] * 7_000})["id"]
    cookie = f"Cookie: slidedrop-key={ann.cookies['slidedrop-key']}"
    plug = ask_and_do_not_read(small, f"/api/v1/games/{game} HTTP/1.1\r\n{cookie}\r\nX:")
    port = plug.getsockname()[1]

    def is_open() -> bool:
        peers = [one.transport.get_extra_info("peername") for one in connections(small)]
        return any(peer is not None and peer[1] == port for peer in peers)

    until(is_open)
    until(lambda: not is_open())
    plug.close()


def test_rate_limits_count_the_bytes_of_files_and_long_responses(tmp_path: Path) -> None:
    limits = replace(UNLIMITED, files=Rate(8, 0.01), requests=Rate(59, 0.01))
    with LiveServer(tmp_path / "db", Settings(limits=limits, warm=False)) as live, Person(live.url) as ann:
        game = ann.begin({**drop_record(), "commands": ["hint"] * 4_000})["id"]  # 28 KB of body: 1 and 54 more
        statuses = [ann.get(f"/api/v1/games/{game}").status_code for _ in range(3)]
        assert statuses == [200, 200, 429]  # 28 KB of answer: 1 and 1 more
        assert ann.get("/").status_code == 200
        wasm = re.search(r"connect4\.\w+\.wasm", ann.get("/engine/files.json").text)
        assert wasm
        plain = {"Accept-Encoding": "identity"}
        statuses = [ann.get(f"/engine/{wasm[0]}", headers=plain).status_code for _ in range(3)]
        assert statuses == [200, 429, 429]  # 83 KB: 1 and 5 more


def test_rate_limits_count_the_bytes_of_chunked_bodies(tmp_path: Path) -> None:
    limits = replace(UNLIMITED, requests=Rate(30, 0.01))
    with LiveServer(tmp_path / "db", Settings(limits=limits, warm=False)) as live, Person(live.url) as ann:

        def ask() -> int:
            body = json.dumps({"record": {**drop_record(), "commands": ["hint"] * 1_500}, "player": "nobody"})
            chunks = iter([body[:9_000].encode(), body[9_000:].encode()])
            answer = ann.post("/api/v1/choose", content=chunks, headers={"Content-Type": "application/json"})
            return answer.status_code

        assert [ask(), ask(), ask()] == [422, 422, 429]
