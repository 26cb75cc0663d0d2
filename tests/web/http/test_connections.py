"""Tests that idle, slow, oversized and too many connections do not disturb other clients."""

from __future__ import annotations

import gc
import re
import resource
import socket
import time
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from slidedrop.web.app import Settings
from slidedrop.web.http.connections import BoundedProtocol
from slidedrop.web.http.rate_limits import Limits
from slidedrop.web.server import _most_connections
from tests.web.running import UNLIMITED, LiveServer, Person, drop_record, once_within, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MOST = 40
LIMITS = replace(UNLIMITED, connections=MOST, connections_of_address=10, request_seconds=1)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[LiveServer]:
    """A server with room for few connections."""
    with LiveServer(tmp_path / "db", Settings(limits=LIMITS, warm=False)) as live:
        yield live


def connect(server: LiveServer, source: str = "127.0.0.1", timeout: float = 5) -> socket.socket:
    """Open a connection from a local address."""
    port = int(server.url.rpartition(":")[2])
    return socket.create_connection(("127.0.0.1", port), timeout, source_address=(source, 0))


def closed_within(plug: socket.socket, seconds: float) -> bool:
    """Tell whether the server closes a connection in time."""
    plug.settimeout(seconds)
    try:
        while plug.recv(4096):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def sent_before_it_ends(plug: socket.socket) -> int:
    """Send until the server stops reading, and return the number of bytes sent."""
    sent = 0
    try:
        while sent < 200_000_000:
            sent += plug.send(b"x" * 65536)
    except OSError:
        pass
    return sent


def test_half_open_connections_from_many_addresses_do_not_block_a_player(small: LiveServer) -> None:
    with Person(small.url) as ann, ExitStack() as held:
        game = ann.begin(drop_record())["id"]
        for number in range(6 * 10):
            plug = held.enter_context(connect(small, f"127.0.1.{number % 6 + 1}"))
            plug.sendall(b"GET /healthz HTT")
            if number % 10 == 9:
                assert ann.do(game, number // 10, "4" if number < 50 else "5").status_code == 200
                assert once_within(2, lambda: ann.look(game))
        with Person(small.url) as ben:
            assert ben.get("/healthz").status_code == 200


@pytest.mark.parametrize("beginning", [b"", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "])
def test_a_connection_with_incomplete_headers_is_closed(small: LiveServer, beginning: bytes) -> None:
    with connect(small) as plug:
        plug.sendall(beginning)
        assert closed_within(plug, 60)


def test_the_second_request_of_a_connection_has_a_deadline_too(small: LiveServer) -> None:
    def dawdle() -> None:
        with connect(small, timeout=60) as plug, suppress(OSError):
            plug.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert b"200 OK" in plug.recv(4096)
            for _ in range(40):
                plug.sendall(b"G")
                time.sleep(0.1)

    assert once_within(3, dawdle)


def test_a_stream_outlives_the_deadline_of_its_request(small: LiveServer) -> None:
    with Person(small.url) as ann:
        game = ann.begin(drop_record())["id"]
        with ann.watching(game) as events:
            assert next(events).name == "offer"
            time.sleep(1.5)
            ann.do(game, 0, "4")
            assert next(event.name for event in events if event.name != "presence") == "command"


def test_after_a_request_that_is_too_large_nothing_more_is_read(small: LiveServer) -> None:
    with connect(small) as plug:
        head = f"POST /api/v1/claims HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: {small.url}\r\n"
        head = head.replace("Host: 127.0.0.1", f"Host: {small.url.removeprefix('http://')}")
        plug.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 900000000\r\n\r\n".encode())
        answer = plug.recv(4096)
        assert b" 413 " in answer.splitlines()[0]
        assert b"connection: close" in answer.lower()
        plug.settimeout(3)
        assert sent_before_it_ends(plug) < 50_000_000


@pytest.mark.parametrize("method", ["POST", "GET"])
@pytest.mark.parametrize("length", ["Content-Length: 900000000", "Transfer-Encoding: chunked"])
def test_a_body_that_no_one_asked_for_is_not_read(tmp_path: Path, method: str, length: str) -> None:
    patient = replace(LIMITS, request_seconds=60)
    with LiveServer(tmp_path / "db", Settings(limits=patient, warm=False)) as live, connect(live) as plug:
        plug.sendall(f"{method} /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n{length}\r\n\r\n7000000\r\n".encode())
        assert re.search(rb" (200|403) ", plug.recv(4096).splitlines()[0])
        assert sent_before_it_ends(plug) < 50_000_000


def test_a_body_that_came_with_its_request_leaves_the_connection_open(small: LiveServer) -> None:
    answers = b""
    with connect(small) as plug:
        for number in (1, 2):
            plug.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}")
            while answers.count(b'"ok"') < number:
                more = plug.recv(4096)
                assert more
                answers += more


def test_the_connection_limit_holds_in_a_burst_and_a_new_client_is_served(small: LiveServer) -> None:
    most = 0
    with ExitStack() as held:
        for number in range(6 * 25):
            plug = held.enter_context(connect(small, f"127.0.{number % 6 + 1}.1"))
            plug.sendall(b"GET /healthz HTT")
            most = max(most, len(small._server.server_state.connections))
        assert most <= MOST + 16  # so many are accepted at once; those that are given up are gone a moment later
        with Person(small.url) as ben:
            assert ben.get("/healthz").status_code == 200
        assert small.app.state.connections.refused >= 6 * 25 - MOST - 16


def test_a_low_open_file_limit_lowers_the_connection_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: asked.append(both))
    for hard, connections in ((1024, 736), (1 << 20, 1000), (100, 16)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, hard=hard: (min(256, hard), hard))
        assert _most_connections(Limits()) == connections
    assert asked == [(1024, 1024), (1288, 1 << 20), (100, 100)]


def test_a_closed_connection_is_freed_without_garbage_collection(small: LiveServer) -> None:
    """A full collection comes every ten minutes only, and an attacker opens thousands of connections per second."""
    gc.collect()
    gc.disable()
    try:
        for beginning in (
            b"",
            b"GET /healthz HTT",
            b"GET /healthz HTTP/1.1\r\nHost: [::1]\r\nConnection: close\r\n\r\n",
        ):
            with connect(small) as plug:
                plug.sendall(beginning)
                assert closed_within(plug, 40)
        until(lambda: not small._server.server_state.connections)
        until(lambda: not [one for one in gc.get_objects() if type(one) is BoundedProtocol], seconds=5)
    finally:
        gc.enable()


def test_endless_headers_close_the_connection_before_its_deadline(tmp_path: Path) -> None:
    patient = replace(LIMITS, request_seconds=60)
    with LiveServer(tmp_path / "db", Settings(limits=patient, warm=False)) as live, connect(live) as plug:
        plug.sendall(b"GET / HTTP/1.1\r\nX: ")
        assert sent_before_it_ends(plug) < 50_000_000
