"""Tests that client addresses are read from trusted proxies only."""

from __future__ import annotations

import socket
import uuid
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from slidedrop.core.errors import NotationError
from slidedrop.web.app import Settings
from slidedrop.web.http.proxies import Proxies
from slidedrop.web.http.rate_limits import Limits, Rate
from slidedrop.web.server import PortInUse, open_listener
from tests.web.running import LiveServer, Person, slide_record

if TYPE_CHECKING:
    from pathlib import Path

    import httpx


def asked(person: Person, forwarded: str) -> httpx.Response:
    """Start a game with a forwarded client address."""
    headers = {"Idempotency-Key": uuid.uuid4().hex, "X-Forwarded-For": forwarded}
    return person.post("/api/v1/games", json={"record": slide_record()}, headers=headers)


@pytest.mark.parametrize(("trusted", "statuses"), [(("127.0.0.0/8",), [201, 201, 429]), ((), [201, 429, 429])])
def test_forwarded_addresses_count_only_from_a_trusted_proxy(
    tmp_path: Path, trusted: tuple[str, ...], statuses: list[int]
) -> None:
    settings = Settings(proxies=Proxies(trusted), limits=Limits(creations=Rate(1, 0.001)), warm=False)
    with LiveServer(tmp_path / "db", settings) as server, Person(server.url) as nginx:
        # the last address is the one that the proxy has seen; what stands before it is the browser's own word
        answers = [asked(nginx, forwarded) for forwarded in ("198.51.100.1", "198.51.100.2", "192.0.2.9, 198.51.100.2")]
    assert [answer.status_code for answer in answers] == statuses


def has_ipv6() -> bool:
    """Tell whether this computer can open an IPv6 port."""
    try:
        open_listener("::", 0).close()
    except PortInUse:
        return False
    return True


needs_ipv6 = pytest.mark.skipif(not has_ipv6(), reason="no IPv6 on this computer")


@needs_ipv6
def test_ipv4_clients_of_an_ipv6_socket_are_counted_separately(tmp_path: Path) -> None:
    settings = Settings(limits=Limits(connections_of_address=4), warm=False)
    with LiveServer(tmp_path / "db", settings, host="::") as server, ExitStack() as held:
        port = int(server.url.rpartition(":")[2])
        for _ in range(4):
            plug = socket.create_connection(("127.0.0.1", port), source_address=("127.0.9.1", 0))
            held.enter_context(plug).sendall(b"GET")
        with Person(server.url) as ann:
            assert ann.get("/healthz").status_code == 200


@needs_ipv6
@pytest.mark.parametrize("proxy", ["127.0.0.1", "::1"])
def test_a_trusted_proxy_has_more_connections_than_one_address(tmp_path: Path, proxy: str) -> None:
    settings = Settings(proxies=Proxies((proxy,)), limits=Limits(connections_of_address=4), warm=False)
    with LiveServer(tmp_path / "db", settings, host="::") as server, ExitStack() as held:
        port = int(server.url.rpartition(":")[2])
        plugs = [held.enter_context(socket.create_connection((proxy, port))) for _ in range(6)]
        for plug in plugs:
            plug.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert plug.recv(4096).startswith(b"HTTP/1.1 200")


def test_cookies_are_secure_if_the_proxy_uses_https(tmp_path: Path) -> None:
    settings = Settings(proxies=Proxies(("127.0.0.1",)), warm=False)
    with LiveServer(tmp_path / "db", settings) as server, Person(server.url) as nginx:
        nginx.headers["X-Forwarded-Proto"] = "https"
        assert "Secure" in asked(nginx, "198.51.100.1").headers["set-cookie"]
        del nginx.headers["X-Forwarded-Proto"]
        assert "Secure" not in asked(nginx, "198.51.100.2").headers["set-cookie"]


def test_a_proxy_may_hold_more_connections_than_a_browser(tmp_path: Path) -> None:
    limits = Limits(connections_of_address=2)
    for trusted, count in ((("127.0.0.1",), 5), ((), 2)):
        place = tmp_path / f"db{count}"
        settings = Settings(proxies=Proxies(trusted), limits=limits, warm=False)
        with LiveServer(place, settings) as server:
            people = [Person(server.url) for _ in range(5)]
            answered = sum(_answers(person) for person in people)
            assert answered == count
            for person in people:
                person.close()


def _answers(person: Person) -> bool:
    import httpx

    try:
        return person.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False


def test_a_proxy_that_is_not_an_ip_address_is_refused() -> None:
    with pytest.raises(NotationError, match="IP address"):
        Proxies(("nginx.example",))


def test_a_servers_share_of_the_limits_divides_rates_except_commands() -> None:
    whole, part = Limits(), Limits().share(4)
    assert part.requests == Rate(whole.requests.burst // 4, whole.requests.per_second / 4)
    assert part.commands == whole.commands  # a game is played at one server
    assert Limits(claims=Rate(3, 1)).share(8).claims.burst == 1
