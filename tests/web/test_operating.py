"""Tests for server operators: metrics, the check before the start, JSON logs, deletion of games and backups."""

from __future__ import annotations

import json
import logging
import re
import time
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from slidedrop.cli.main import program
from slidedrop.web.app import Settings
from slidedrop.web.http.logs import Collapsed
from slidedrop.web.store.store import StoreTrouble
from tests.web.postgres import free_port, new_database
from tests.web.running import UNLIMITED, LiveServer, Person, ServerProcess, drop_record, until

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def keeper(request: pytest.FixtureRequest) -> str:
    """The kind of database: SQLite, then PostgreSQL."""
    return str(request.param)


def figures(person: Person) -> dict[str, float]:
    """Return the values of /metrics by name and labels."""
    lines = [line for line in person.get("/metrics").text.splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r'slidedrop_\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [0-9.e+-]+', line) for line in lines)
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_the_metrics_count_requests_latencies_games_streams_and_errors(
    server: LiveServer, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = figures(ann)
    game = ann.begin()["id"]
    for ply in range(3):
        ann.do(game, ply, "hint")
    with ann.watching(game) as events:
        assert next(events).name == "command"
        now = figures(ann)
        assert now["slidedrop_streams"] == 1
    assert now['slidedrop_requests_total{method="POST",status="200"}'] == 3
    assert now['slidedrop_requests_total{method="POST",status="201"}'] == 1
    assert now["slidedrop_live_games"] == before["slidedrop_live_games"] + 1
    assert now["slidedrop_request_seconds_count"] == before["slidedrop_request_seconds_count"] + 5
    assert now['slidedrop_request_seconds_bucket{le="+Inf"}'] == now["slidedrop_request_seconds_count"]
    assert now['slidedrop_thinking{pool="engine"}'] == 0

    async def fail(*_: object) -> None:
        raise StoreTrouble("away")

    monkeypatch.setattr(server.app.state.games.store, "append", fail)
    assert ann.do(game, 3, "hint").status_code == 503
    assert figures(ann)["slidedrop_store_errors_total"] == before["slidedrop_store_errors_total"] + 1


def test_serve_check_tests_the_database_and_the_port(database: str, tmp_path: Path) -> None:
    port = str(free_port())
    checked = CliRunner().invoke(program, ["serve", "--check", "--port", port, "--database", database])
    assert checked.exit_code == 0, checked.output
    assert "0 games: " in checked.output
    assert "test@" not in checked.output  # no password
    with LiveServer(tmp_path / "another") as server:
        taken = server.url.rpartition(":")[2]
        refused = CliRunner().invoke(program, ["serve", "--check", "--port", taken, "--database", database])
        assert "is in use" in refused.output


def test_an_unsupported_database_url_is_refused_and_creates_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = CliRunner().invoke(program, ["serve", "--check", "--database", "mysql://localhost/games"])
    assert refused.exit_code == 1
    assert "'mysql://localhost/games'" in refused.output
    assert not list(tmp_path.iterdir())


def test_an_unreachable_database_prints_an_error_without_the_password() -> None:
    url = f"postgresql://slidedrop:secret@127.0.0.1:{free_port()}/games"
    refused = CliRunner().invoke(program, ["serve", "--check", "--database", url])
    said = str(refused.exception) + refused.output
    assert "database cannot be" in said
    assert "secret" not in said


def test_a_folder_in_place_of_the_database_is_named_once(tmp_path: Path) -> None:
    refused = CliRunner().invoke(program, ["serve", "--check", "--port", "0", "--database", str(tmp_path)])
    assert (refused.exit_code, refused.output.count(str(tmp_path)), "Errno" in refused.output) == (1, 1, False)


def test_logs_can_be_lines_of_json(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "db", "--verbose", "--log-json") as server:
        with Person(server.url) as ann:
            game = ann.begin()["id"]
        _, errors = server.end()
    lines = [json.loads(line) for line in errors.splitlines()]
    (begun,) = (line for line in lines if line.get("status") == 201)
    assert (begun["method"], begun["path"], begun["level"]) == ("POST", "/api/v1/games", "INFO")
    assert begun["ms"] >= 0
    assert game not in errors


def test_a_repeated_error_is_logged_once_a_minute_with_a_count() -> None:
    now, collapsed = 0.0, Collapsed(lambda: now)

    def written(message: str, level: int = logging.ERROR) -> str:
        record = logging.LogRecord("slidedrop.web", level, "", 0, message, ("disk",), None)
        return record.getMessage() if collapsed.filter(record) else ""

    assert [bool(written("no %s")) for _ in range(8)] == [True] + [False] * 7
    assert written("another %s")
    assert [bool(written("asked for %s", logging.INFO)) for _ in range(3)] == [True] * 3
    now = 60.0
    assert "7" in written("no %s")
    assert not written("no %s")
    assert [bool(written(f"{number} %s")) for number in range(2_000)] == [True] * 2_000
    assert len(collapsed._seen) < 2_000


def test_only_the_owner_can_delete_a_game(server: LiveServer, ann: Person, ben: Person) -> None:
    game = ann.begin(drop_record(4))["id"]
    secret = ann.link(game, "watch")
    ben.claim(ann.link(game, "player:1"))
    assert ben.delete(f"/api/v1/games/{game}").status_code == 403
    with ben.watching(game) as events:
        assert next(events).name == "command"
        assert ann.delete(f"/api/v1/games/{game}").json() == {"deleted": game}
        assert [event.name for event in events][-1] == "bye"
    for person in (ann, ben):
        assert person.get(f"/api/v1/games/{game}").status_code == 404
    assert ben.post("/api/v1/claims", json={"secret": secret}).status_code == 404


def test_games_not_played_for_keep_days_are_deleted(keeper: str, tmp_path: Path) -> None:
    database = new_database(keeper, tmp_path)
    with LiveServer(database) as server, Person(server.url) as ann:
        old, new = ann.begin()["id"], ann.begin()["id"]
        cookies = dict(ann.cookies)
    from slidedrop.web.store.at import admin_connection

    with admin_connection(database) as connection:
        connection.execute("UPDATE games SET changed = ? WHERE id = ?", (int(time.time()) - 8 * 86400, old))
    settings = Settings(limits=UNLIMITED, warm=False, keep_days=7)
    with LiveServer(database, settings) as server, Person(server.url, cookies=cookies) as ann:
        until(lambda: ann.get(f"/api/v1/games/{old}").status_code == 404)
        assert ann.look(new)["ply"] == 0


def test_backup_and_restore_by_command(database: str, tmp_path: Path) -> None:
    with LiveServer(database) as server, Person(server.url) as ann:
        ann.begin()
        file = str(tmp_path / "games.backup")
        written = CliRunner().invoke(program, ["serve", "--database", database, "--backup", file])
        assert (written.exit_code, "1 game and 0 rooms" in written.output) == (0, True)
        again = CliRunner().invoke(program, ["serve", "--database", database, "--restore", file])
        assert "Restored 0 games" in again.output
        assert "1 game and 0 rooms" in again.output
