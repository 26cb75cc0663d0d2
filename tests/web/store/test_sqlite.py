"""Tests of the SQLite store: its file, its lock and its migrations."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from slidedrop.core.errors import RecordError
from slidedrop.web.store.migrations import STEPS, migrate
from slidedrop.web.store.sql import Store
from slidedrop.web.store.sqlite import SqliteConnection, SqliteStore
from tests.web.store.using import with_store

if TYPE_CHECKING:
    from pathlib import Path


def test_sqlite_uses_a_write_ahead_log_and_full_synchronisation(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        asked = await store.change(
            lambda connection: [
                connection.execute(f"PRAGMA {what}").fetchone()[0] for what in ("journal_mode", "synchronous")
            ]
        )
        assert asked == ["wal", 2]

    with_store(str(tmp_path / "db"), work)


def test_a_second_server_on_the_same_database_is_refused(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(RecordError, match="another slidedrop serves"):
            SqliteStore(tmp_path / "db")

    with_store(str(tmp_path / "db"), work)


def test_a_file_that_is_not_a_database_is_refused_and_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes " * 200)
    with pytest.raises(RecordError, match=r"notes\.txt"):
        SqliteStore(path)
    assert path.read_text() == "my notes " * 200


def test_a_database_path_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match="cannot be opened"):
        SqliteStore(tmp_path / "file" / "db")


def test_migrations_run_once_and_in_order(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "db", isolation_level=None, factory=SqliteConnection)
    assert migrate(connection) == len(STEPS)
    assert migrate(connection) == 0
    more = (*STEPS, ("ALTER TABLE games ADD COLUMN colour TEXT",))
    assert migrate(connection, more) == 1
    connection.execute("SELECT colour FROM games")
    connection.close()


def test_a_failed_migration_leaves_the_previous_version(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "db", isolation_level=None, factory=SqliteConnection)
    broken = (*STEPS, ("CREATE TABLE half (n)", "CREATE NONSENSE"))
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, broken)
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    assert "half" not in tables
    assert migrate(connection) == 0
    connection.close()


def test_a_database_of_a_later_slidedrop_is_refused(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "db", isolation_level=None, factory=SqliteConnection)
    migrate(connection)
    connection.execute("INSERT INTO schema_version VALUES (99)")
    with pytest.raises(RecordError, match="version 99"):
        migrate(connection)
    connection.close()
