"""Tests that a removed, replaced or damaged database is noticed before a move is reported as saved."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from slidedrop.cli.main import program
from tests.web.rooms.people import opened
from tests.web.running import LiveServer, Person, drop_record, until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def removed(path: Path) -> None:
    """Remove the file."""
    path.unlink()


def log_removed(path: Path) -> None:
    """Remove the log with the latest changes."""
    path.with_name(path.name + "-wal").unlink()


def lock_removed(path: Path) -> None:
    """Remove the lock that keeps a second server from this file."""
    path.with_name(path.name + ".lock").unlink()


def replaced(path: Path) -> None:
    """Replace the file with another database."""
    other = path.with_name("other")
    sqlite3.connect(other).close()
    other.write_bytes(path.read_bytes())
    other.replace(path)


def overwritten(path: Path) -> None:
    """Overwrite every page except the first."""
    with path.open("r+b") as file:
        size = path.stat().st_size
        for page in range(4096, size, 4096):
            file.seek(page)
            file.write(b"\x5a" * 4096)


@pytest.mark.parametrize("keeper", ["sqlite"])  # PostgreSQL manages its own files
@pytest.mark.parametrize("harm", [removed, log_removed, lock_removed, replaced, overwritten])
def test_a_file_that_was_removed_replaced_or_damaged_is_noticed(
    keeper: str, harm: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "games.sqlite3"
    with LiveServer(path) as server, Person(server.url) as ann:
        game = ann.begin(drop_record())["id"]
        assert ann.get("/healthz").status_code == 200
        with sqlite3.connect(path) as database:
            database.execute("PRAGMA wal_checkpoint(PASSIVE)")  # so that damage to the file itself matters
        database.close()
        harm(path)
        until(lambda: ann.get("/healthz").status_code == 503, 10)
        refused = ann.do(game, 0, "4")
        assert (refused.status_code, "removed or damaged" in refused.json()["detail"]) == (503, True)
        assert ann.get("/healthz").status_code == 503  # also later


def verified(database: str) -> tuple[int, str]:
    """Return the exit code and the output of `serve --verify`."""
    ended = CliRunner().invoke(program, ["serve", "--verify", "--database", database])
    return ended.exit_code, ended.output


def test_verify_replays_every_game_and_names_what_is_wrong(keeper: str, database: str) -> None:
    from slidedrop.web.store.at import admin_connection

    with LiveServer(database) as server, Person(server.url) as ann:
        games = [ann.begin(drop_record(4, 4))["id"] for _ in range(4)]
        code = opened(ann)
        ended = verified(database)  # while it serves
        assert (ended[0], "4 of 4" in ended[1]) == (0, True)
    with admin_connection(database) as connection:
        connection.execute("UPDATE commands SET command = '\"nonsense\"' WHERE game = ? AND ply = 0", (games[0],))
        connection.execute("DELETE FROM commands WHERE game = ? AND ply = 0", (games[1],))
        connection.execute("UPDATE games SET header = '{}' WHERE id = ?", (games[2],))
        connection.execute("UPDATE rooms SET content = '[]' WHERE code = ?", (code,))
    status, output = verified(database)
    assert status == 1
    assert all(f"game {game}: " in output for game in games[:3])
    assert f"room {code}: " in output
    assert games[3] not in output


def test_verify_finds_a_damaged_file_and_refuses_one_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with LiveServer(path) as server, Person(server.url) as ann:
        ann.begin(drop_record(*[4, 5] * 3))
    overwritten(path)
    status, output = verified(str(path))
    assert (status, "Traceback" in output) == (1, False)
    assert verified(str(tmp_path / "nowhere.sqlite3"))[0] == 1
    assert not (tmp_path / "nowhere.sqlite3").exists()
