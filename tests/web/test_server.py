"""Tests of `slidedrop serve` as a user starts and stops it."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from click.testing import CliRunner

from slidedrop.cli.commands import serve
from slidedrop.cli.main import program
from tests.cli.talking import names
from tests.web.killing import kill_during_play
from tests.web.running import SERVE, Person, ServerProcess, alive, children_of, commands_in, drop_record, until

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_serve_prints_its_address_and_listens_only_there(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "db") as server:
        assert server.url.startswith("http://127.0.0.1:")
        with Person(server.url) as ann:
            assert "slidedrop" in ann.get("/").text
            assert ann.begin()["ply"] == 0
        assert server.end() == (0, "")


def test_sigterm_ends_open_streams_and_loses_nothing(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "db") as server, Person(server.url) as ann:
        game = ann.begin()["id"]
        with ann.watching(game) as events:
            assert next(events).name == "offer"
            ann.do(game, 0, "left")
            began = time.monotonic()
            server.process.terminate()
            assert [event.name for event in events if event.name != "presence"] == ["command", "bye"]
            assert server.process.wait(10) == 0
            assert time.monotonic() - began < 5
        _, errors = server.process.communicate()
        assert errors == ""
        with ServerProcess(tmp_path / "db", port=server.port):
            assert commands_in(ann.look(game)["record"]) == ["left"]


def test_sigterm_refuses_waiting_requests_and_logs_nothing(tmp_path: Path) -> None:
    body = {"record": drop_record(4), "player": "search@2s"}
    with ServerProcess(tmp_path / "db") as server, Person(server.url) as ann, ThreadPoolExecutor(4) as asking:
        answers = [asking.submit(ann.post, "/api/v1/choose", json=body, timeout=30) for _ in range(4)]
        until(lambda: len(children_of(server.process.pid)) >= 2)
        time.sleep(1)
        assert server.end() == (0, "")
        assert {answer.result().status_code for answer in answers} <= {200, 503}


def test_no_worker_outlives_a_killed_server(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "db") as server:
        until(lambda: len(children_of(server.process.pid)) >= 2)
        children = children_of(server.process.pid)
        server.kill()
        until(lambda: not any(alive(child) for child in children))


def test_kill_9_during_play_loses_no_acknowledged_command(tmp_path: Path) -> None:
    kill_during_play(tmp_path / "db", trials=1, seed=1)


def test_a_port_in_use_prints_an_error_that_names_it(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = subprocess.run(
            [sys.executable, "-c", SERVE, "--port", port, "--database", str(tmp_path / "db")],
            capture_output=True,
            text=True,
            check=False,
        )
    assert result.returncode != 0
    assert names(result.stderr, f"port {port} of 127.0.0.1", "--port")


def test_the_log_names_requests_and_no_secret(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "db", "--verbose") as server:
        with Person(server.url) as ann:
            begun = ann.begin(token=True)
            secret = ann.link(begun["id"], "watch")
            ann.claim(secret)
        code, errors = server.end()
    assert code == 0
    assert "POST '/api/v1/games' 201" in errors
    assert begun["token"] not in errors
    assert secret not in errors


def test_serve_lan_shows_the_network_address_and_a_qr_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    serve._announce(serve.EVERYWHERE, 8048)
    said = capsys.readouterr().out
    assert "http://127.0.0.1:8048/" in said
    assert f"http://{serve._address_in_network()}:8048/" in said
    assert "▄" in said
    serve._announce("::1", 8048)
    assert "http://[::1]:8048/" in capsys.readouterr().out


def test_serve_without_the_web_extra_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "slidedrop.web.server", raising=False)
    result = CliRunner().invoke(serve.command, ["--database", str(tmp_path / "db")])
    assert "pip install '.[web]'" in str(result.exception)


def test_serve_help_shows_how_to_play_in_the_local_network() -> None:
    assert "slidedrop serve --lan" in CliRunner().invoke(program, ["serve", "--help"]).output
