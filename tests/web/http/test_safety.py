"""Tests of permissions, origins, host names, cookies, security headers and invalid requests."""

from __future__ import annotations

import json
import logging
import socket
import uuid
from typing import TYPE_CHECKING, Any

import pytest

from slidedrop.core.errors import NotationError
from slidedrop.web.http.allowed_hosts import AllowedHosts
from slidedrop.web.http.safety import HEADERS
from slidedrop.web.tokens import new_token
from tests.web.running import LiveServer, Person, drop_record, slide_record

if TYPE_CHECKING:
    import httpx

CHANGES: list[tuple[str, str, Any]] = [
    ("POST", "/commands", {"ply": 0, "commands": [{"move": "4"}], "request": "a-request-of-mine"}),
    ("POST", "/links", {"role": "watch"}),
    ("DELETE", "/links?role=watch", None),
    ("POST", "/offers", {"kind": "take-back", "ply": 0}),
    ("POST", "/offers/answer", {"accept": True, "ply": 0}),
    ("POST", "/rematch", {}),
]
READS = [("GET", "", None), ("GET", "/events", None)]


def ask(person: Person, game: str, request: tuple[str, str, Any], **headers: str) -> httpx.Response:
    method, path, body = request
    if path == "/events":
        with person.stream(method, f"/api/v1/games/{game}{path}", headers=headers) as answer:
            if answer.status_code != 200:
                answer.read()
            return answer
    return person.request(method, f"/api/v1/games/{game}{path}", json=body, headers=headers)


@pytest.mark.parametrize("request_", CHANGES + READS, ids=lambda request: f"{request[0]} {request[1]}")
def test_without_a_valid_secret_nothing_is_shown_or_changed(
    ann: Person, stranger: Person, request_: tuple[str, str, Any]
) -> None:
    game = ann.begin(drop_record())["id"]
    other = ann.begin(token=True)["token"]
    unclaimed, ended = ann.link(game, "both"), ann.link(game, "both")
    stranger.claim(ended)
    assert ann.delete(f"/api/v1/games/{game}/links", params={"role": "both"}).json() == {"ended": 3}
    unclaimed = ann.link(game, "both")
    with Person(str(stranger.base_url)) as nobody:
        assert ask(nobody, game, request_).status_code == 401
        assert ask(nobody, game, request_, Authorization="Basic eHg6eHg=").status_code == 401
        assert ask(nobody, "A" * 12, request_).status_code == 401
        for wrong in ("x", "A" * 43, new_token(), "-" * 43, other, unclaimed, ended, new_token() * 20):
            answer = ask(nobody, game, request_, Authorization=f"Bearer {wrong}")
            assert answer.status_code in (401, 404), (wrong, answer.status_code)
        assert ask(nobody, "A" * 12, request_, Authorization=f"Bearer {other}").status_code == 404
        assert ask(nobody, "..%2f..%2fetc", request_, Authorization=f"Bearer {other}").status_code in (404, 405)
    assert ask(stranger, game, request_).status_code == 404  # its cookie was ended
    assert ann.look(game)["ply"] == 0


@pytest.mark.parametrize("request_", [c for c in CHANGES if c[1] != "/links"], ids=lambda request: request[1])
def test_a_watcher_cannot_change_anything(ann: Person, ben: Person, request_: tuple[str, str, Any]) -> None:
    game = ann.begin(drop_record(1, 2, 1, 2, 1, 2, 1))["id"]
    ben.claim(ann.link(game, "watch"))
    assert ask(ben, game, request_).status_code == 403
    now = ben.look(game)
    assert (now["ply"], now["role"], now["rematch"], now["offer"]) == (7, "watch", None, None)


def test_a_token_in_the_header_overrides_the_cookie(ann: Person) -> None:
    game = ann.begin()["id"]
    assert ann.get(f"/api/v1/games/{game}", headers={"Authorization": f"Bearer {new_token()}"}).status_code == 404


ORIGINS = {
    "own": ("{url}", True),
    "null": ("null", False),
    "evil": ("https://evil.example", False),
    "suffix": ("{url}.evil.example", False),
    "prefix": ("http://evil.example/{url}", False),
    "other port": ("http://127.0.0.1:1", False),
    "https": ("https://{host}", False),
    "empty": ("", False),
    "path": ("{url}/", False),
}


@pytest.mark.parametrize("name", ORIGINS)
@pytest.mark.parametrize("with_token", [False, True])
def test_only_our_own_page_may_change_anything(server: LiveServer, ann: Person, name: str, with_token: bool) -> None:
    begun = ann.begin(token=True)
    origin, allowed = ORIGINS[name]
    origin = origin.format(url=server.url, host=server.url.removeprefix("http://"))
    more = {"Authorization": f"Bearer {begun['token']}"} if with_token else {}
    with Person(server.url, origin=origin, cookies=ann.cookies) as page:
        page.headers.update(more)
        assert (page.do(begun["id"], 0, "left").status_code == 200) is allowed
        created = page.post(
            "/api/v1/games", json={"record": slide_record()}, headers={"Idempotency-Key": uuid.uuid4().hex}
        )
        assert created.status_code == (201 if allowed else 403)
        assert page.post("/api/v1/claims", json={"secret": new_token()}).status_code == (404 if allowed else 403)
    assert ann.look(begun["id"])["ply"] == allowed


def test_without_an_origin_only_a_token_in_the_header_will_do(server: LiveServer, ann: Person) -> None:
    begun = ann.begin(token=True)
    with Person(server.url, origin=None, cookies=ann.cookies) as program:
        assert program.do(begun["id"], 0, "left").status_code == 403
        assert program.look(begun["id"])["ply"] == 0
        program.headers["Authorization"] = f"Bearer {begun['token']}"
        assert program.do(begun["id"], 0, "left").status_code == 200


@pytest.mark.parametrize("path", ["scores", "review", "choose", "hint"])
def test_requests_that_change_nothing_need_no_origin(server: LiveServer, path: str) -> None:
    with Person(server.url, origin=None) as program:
        assert program.post(f"/api/v1/{path}", json={"nothing": "asked"}).status_code == 422


FOREIGN = [
    "evil.example",
    "127.0.0.1.evil.example",
    "",
    "localhost.evil.example:80",
    "[::1",
    "127.0.0.1:80,evil.example",
]


@pytest.mark.parametrize("host", FOREIGN)
def test_a_request_with_a_foreign_host_name_is_refused(server: LiveServer, host: str) -> None:
    with Person(server.url) as person:
        assert person.get("/", headers={"Host": host}).status_code == 400
        assert person.get("/healthz", headers={"Host": host}).status_code == 400


@pytest.mark.parametrize("host", ["localhost:8048", "127.0.0.1", "192.168.7.7:8048", "[::1]:8048"])
def test_ip_addresses_and_localhost_are_accepted_as_host_names(server: LiveServer, host: str) -> None:
    with Person(server.url) as person:
        assert person.get("/healthz", headers={"Host": host}).status_code == 200


def test_a_host_name_given_at_start_is_accepted() -> None:
    hosts = AllowedHosts(("https://games.example",))
    assert hosts.accepts("games.example")
    assert not hosts.accepts("games.example.evil.example")
    assert hosts.is_own("https://games.example", "games.example")
    assert not hosts.is_own("https://games.example.evil.example", "games.example")


@pytest.mark.parametrize("origin", ["games.example", "ftp://games.example", "https://games.example/play", "https://"])
def test_an_origin_that_no_browser_would_send_is_refused_at_the_start(origin: str) -> None:
    with pytest.raises(NotationError):
        AllowedHosts((origin,))


def test_a_browser_has_one_key_in_a_strict_cookie_for_all_its_games(ann: Person) -> None:
    answer = ann.post("/api/v1/games", json={"record": slide_record()}, headers={"Idempotency-Key": uuid.uuid4().hex})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("slidedrop-key=")
    assert {"HttpOnly", "SameSite=strict", "Path=/api/v1"} <= set(cookie.split("; "))
    for _ in range(3):
        ann.begin()
    assert len(ann.cookies) == 1
    assert ann.look(answer.json()["id"])["role"] == "both"
    assert "Secure" not in cookie
    assert "token" not in answer.json()


def test_behind_https_the_cookie_is_secure(tmp_path_factory: pytest.TempPathFactory) -> None:
    from slidedrop.web.app import Settings

    settings = Settings(hosts=AllowedHosts(("https://games.example",)), warm=False)
    place = tmp_path_factory.mktemp("tls") / "db"
    with LiveServer(place, settings) as server, Person(server.url, origin="https://games.example") as ann:
        answer = ann.post(
            "/api/v1/games",
            json={"record": slide_record()},
            headers={"Idempotency-Key": uuid.uuid4().hex, "Host": "games.example"},
        )
    assert answer.status_code == 201
    assert "Secure" in answer.headers["set-cookie"]


def test_secrets_are_stored_only_as_digests(
    server: LiveServer, ann: Person, tmp_path_factory: pytest.TempPathFactory
) -> None:
    begun = ann.begin(token=True)
    secret = ann.link(begun["id"], "watch")
    files = list(tmp_path_factory.getbasetemp().rglob("games.sqlite3*"))
    content = b"".join(path.read_bytes() for path in files)
    assert begun["id"].encode() in content
    assert begun["token"].encode() not in content
    assert secret.encode() not in content


def routes() -> list[tuple[str, str]]:
    known = [(method, f"/api/v1/games/AAAAAAAAAAAA{path.partition('?')[0]}") for method, path, _ in CHANGES + READS]
    more = ["/", "/index.html", "/nothing", "/healthz", "/api/v1/players?game=2048", "/api/v1/openapi.json", "/api"]
    return [*known, *(("GET", path) for path in more), ("POST", "/"), ("PUT", "/api/v1/games"), ("OPTIONS", "/")]


@pytest.mark.parametrize(("method", "path"), routes())
@pytest.mark.parametrize("host", [None, "evil.example"])
def test_every_response_carries_the_security_headers(
    stranger: Person, method: str, path: str, host: str | None
) -> None:
    answer = stranger.request(method, path, headers={"Host": host} if host else {})
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    policy = answer.headers["content-security-policy"]
    assert policy.count("unsafe") == policy.count("script-src 'self' 'wasm-unsafe-eval';") == 1  # for our engines alone
    assert "frame-ancestors 'none'" in policy
    assert "access-control-allow-origin" not in answer.headers
    assert "server" not in answer.headers
    assert answer.status_code < 500


def test_the_page_has_the_right_content_types_and_is_cached(stranger: Person) -> None:
    page = stranger.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["content-encoding"] == "gzip"
    assert page.headers["cache-control"] == "no-cache"
    again = stranger.get("/index.html", headers={"If-None-Match": page.headers["etag"]})
    assert again.status_code == 304
    assert not again.content
    plain = stranger.get("/", headers={"Accept-Encoding": "identity"})
    assert plain.content == page.content
    script = stranger.get("/js/games/twenty48/twenty48-game.js")
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"


@pytest.mark.parametrize("path", ["/../app.py", "/%2e%2e/app.py", "/..%2f..%2fapp.py", "/js", "/js/", "//etc/passwd"])
def test_nothing_but_the_page_can_be_read(server: LiveServer, path: str) -> None:
    host, _, port = server.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=5) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        assert raw.recv(100).startswith(b"HTTP/1.1 404")


BODIES: dict[str, tuple[bytes, int]] = {
    "empty": (b"", 422),
    "no JSON": (b"{", 400),
    "binary": (bytes(range(256)), 400),
    "not UTF-8": (b'{"ply": "\xff\xfe"}', 400),
    "deep lists": (b"[" * 4000, 400),
    "deep lists, closed": (b"[" * 4000 + b"]" * 4000, 400),
    "deep objects": (b'{"a":' * 1100 + b"1" + b"}" * 1100, 400),
    "a number": (b"17", 422),
    "null": (b"null", 422),
    "too large": (b" " * 8193, 413),
    "unknown name": (b'{"ply": 0, "commands": ["undo"], "request": "12345678", "more": 1}', 422),
    "ply too large": (b'{"ply": 1' + b"0" * 400 + b', "commands": ["undo"], "request": "12345678"}', 422),
    "ply beyond reading": (b'{"ply": 1' + b"0" * 5000 + b', "commands": ["undo"], "request": "12345678"}', 400),
    "half a surrogate pair": (b'{"ply": 0, "commands": [{"move": "\\ud800"}], "request": "12345678"}', 422),
    "not a number": (b'{"ply": NaN, "commands": ["undo"], "request": "12345678"}', 422),
    "no commands": (b'{"ply": 0, "commands": [], "request": "12345678"}', 422),
    "a long move": (b'{"ply": 0, "commands": [{"move": "' + b"9" * 999 + b'"}], "request": "12345678"}', 422),
}


@pytest.mark.parametrize("name", BODIES)
def test_a_malformed_request_body_is_refused_with_an_error(ann: Person, name: str) -> None:
    game = ann.begin()["id"]
    body, status = BODIES[name]
    answer = ann.post(f"/api/v1/games/{game}/commands", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == ({"detail", "code", "most"} if status == 413 else {"detail"})
    assert ann.look(game)["ply"] == 0


def test_a_body_that_hides_its_length_is_cut_off_too(ann: Person) -> None:
    game = ann.begin()["id"]
    answer = ann.post(
        f"/api/v1/games/{game}/commands",
        content=iter([b" " * 5000] * 3),
        headers={"Content-Type": "application/json"},
    )
    assert answer.status_code == 413


def test_a_record_may_have_64_kb_and_no_more(ann: Person) -> None:
    body = json.dumps({"record": slide_record()}).encode()
    for size, status in ((65536, 201), (65537, 413)):
        answer = ann.post(
            "/api/v1/games",
            content=body.ljust(size),
            headers={"Idempotency-Key": uuid.uuid4().hex, "Content-Type": "application/json"},
        )
        assert answer.status_code == status


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_content_type_that_a_foreign_form_can_send_is_refused(ann: Person, kind: str) -> None:
    body = json.dumps({"record": slide_record()}).encode()
    answer = ann.post(
        "/api/v1/games", content=body, headers={"Idempotency-Key": uuid.uuid4().hex, "Content-Type": kind}
    )
    assert answer.status_code == 400


@pytest.mark.parametrize("value", ["NaN", "1e999", '"\\ud800"', "[[[[[]]]]]", "{}", "123456789012345678901234567890"])
@pytest.mark.parametrize("where", ["rules", "start", "seed", "players", "began"])
def test_no_value_in_a_record_header_breaks_the_server(ann: Person, where: str, value: str) -> None:
    header = json.dumps(slide_record()["header"])
    odd = f'{{"a": {value}}}' if where in ("rules", "start") else value
    text = f'{{"record": {{"header": {header[:-1]}, "{where}": {odd}}}, "commands": []}}}}'
    key = {"Idempotency-Key": uuid.uuid4().hex, "Content-Type": "application/json"}
    answer = ann.post("/api/v1/games", content=text.encode(), headers=key)
    assert answer.status_code in (201, 400, 422), answer.text
    if answer.status_code == 201:
        assert ann.look(answer.json()["id"])["ply"] == 0


def test_logs_hold_no_secret(ann: Person, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "slidedrop.web"):
        begun = ann.begin(token=True)
        secret = ann.link(begun["id"], "watch")
        ann.claim(secret)
        ann.get(f"/api/v1/games/{begun['id']}?secret={secret}", headers={"Authorization": f"Bearer {begun['token']}"})
    own = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("slidedrop"))
    assert "POST '/api/v1/claims' 200" in own
    assert "GET '/api/v1/games/...' 200" in own
    for hidden in (secret, begun["token"], begun["id"]):
        assert hidden not in own
