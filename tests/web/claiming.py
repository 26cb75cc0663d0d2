"""Trials of invitations whose answers are lost by a cut or a killed server; used by a short and a soak test."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from typing import TYPE_CHECKING

import httpx

from slidedrop.web.tokens import new_token
from tests.web.running import Person, ServerProcess, drop_record

if TYPE_CHECKING:
    from pathlib import Path


def claim_with_cuts(database: Path | str, trials: int, kills: int, seed: int) -> dict[str, int]:
    """Cut claims at random points, the first ones by killing the server, and count who got the seat."""
    chance, seen = random.Random(seed), {"locked out": 0, "taken twice": 0, "seated": 0, "rival": 0}
    server = ServerProcess(database)
    try:
        for trial in range(trials):
            address = f"127.0.{1 + trial // 200}.{1 + trial % 200}"  # limits count each trial alone
            with _person(server, address) as host, _person(server, address) as guest, _person(server, address) as rival:
                game = host.begin(drop_record())["id"]
                secret = host.link(game, "player:1")
                body = {"secret": secret, "key": new_token()}
                if trial < kills:
                    server = _killed(server, database, address, body, chance)
                else:
                    _cut(server.port, address, body, chance)
                rivals = chance.random() < 0.3 and _claim(rival, {"secret": secret, "key": new_token()}) == 200
                _note(seen, game, guest, _claim(guest, body), host, rival, rivals=rivals)
    finally:
        server.kill()
    return seen


def _person(server: ServerProcess, address: str) -> Person:
    return Person(server.url, transport=httpx.HTTPTransport(local_address=address))


def _note(
    seen: dict[str, int], game: str, guest: Person, status: int, host: Person, rival: Person, *, rivals: bool
) -> None:
    """Count the outcome, and check that exactly one of the two clients has the seat and can play."""
    seated = status == 200
    seen["seated"] += seated
    seen["rival"] += rivals
    seen["taken twice"] += seated and rivals
    seen["locked out"] += not (seated or rivals)
    player = guest if seated else rival
    assert player.look(game)["role"] == "player:1"
    assert host.look(game)["role"] == "player:0"
    late = {"secret": host.link(game, "player:1"), "key": new_token()}  # the host can always invite again
    assert _claim(rival if seated else guest, late) == 200


def _claim(person: Person, body: dict[str, str]) -> int:
    """Repeat a claim until there is an answer, as a page does."""
    for _ in range(20):
        try:
            answer = person.post("/api/v1/claims", json=body)
        except httpx.TransportError:
            time.sleep(0.05)
            continue
        if answer.status_code not in (429, 503):
            return answer.status_code
        time.sleep(int(answer.headers["Retry-After"]))
    return 0


def _request(port: int, body: dict[str, str]) -> bytes:
    text = json.dumps(body).encode()
    names = f"Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nContent-Type: application/json"
    return f"POST /api/v1/claims HTTP/1.1\r\n{names}\r\nContent-Length: {len(text)}\r\n\r\n".encode() + text


def _cut(port: int, address: str, body: dict[str, str], chance: random.Random) -> None:
    """Send a part of the request, or all of it and read a part of the answer, then close the connection."""
    whole = _request(port, body)
    with socket.create_connection(("127.0.0.1", port), source_address=(address, 0)) as connection:
        connection.settimeout(5)
        sent = len(whole) if chance.random() < 0.8 else chance.randrange(len(whole))
        connection.sendall(whole[:sent])
        if sent == len(whole):
            time.sleep(chance.random() * 0.03)
            if chance.random() < 0.4:
                connection.recv(chance.randrange(1, 400))


def _killed(
    server: ServerProcess, database: Path | str, address: str, body: dict[str, str], chance: random.Random
) -> ServerProcess:
    """Kill the server while it answers, then restart it."""
    sender = threading.Thread(target=_send, args=(server.port, address, body))
    sender.start()
    time.sleep(chance.random() * 0.04)
    server.kill()
    sender.join()
    return ServerProcess(database, port=server.port)


def _send(port: int, address: str, body: dict[str, str]) -> None:
    try:
        with socket.create_connection(("127.0.0.1", port), source_address=(address, 0)) as connection:
            connection.settimeout(5)
            connection.sendall(_request(port, body))
            connection.recv(4096)
    except OSError:
        pass
