"""Tests that a move is not made and not reported as saved when the disk or the server fails."""

from __future__ import annotations

import asyncio
import sqlite3
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from slidedrop.web.app import Settings
from slidedrop.web.http.safety import HEADERS
from slidedrop.web.store.group_commit import GroupCommit
from slidedrop.web.store.sqlite import SqliteStore
from slidedrop.web.store.store import StoreTrouble, Trouble
from tests.web.running import UNLIMITED, LiveServer, Person, commands_in, drop_record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from slidedrop.web.store.store import Entry


class FailingStore(SqliteStore):
    """A store on a disk that fails on request."""

    trouble: Exception | None = None

    async def append(self, game: str, ply: int, entries: Sequence[Entry]) -> int:
        """Fail if requested, otherwise store."""
        if self.trouble is not None:
            raise self.trouble
        return await super().append(game, ply, entries)


TROUBLES = [(StoreTrouble("disk full"), 503), (RuntimeError("a bug"), 500)]


def test_healthz_fails_while_the_database_cannot_be_written(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "db", Settings(limits=UNLIMITED, warm=False)) as server, Person(server.url) as ann:
        blocker = sqlite3.connect(tmp_path / "db", isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        answer = ann.get("/healthz")
        blocker.close()
        assert answer.status_code == 503
        assert "another program holds" in answer.json()["detail"]
        assert ann.get("/healthz").json() == {"status": "ok"}


def test_a_full_disk_is_distinguished_from_other_errors() -> None:
    def connected() -> sqlite3.Connection:
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA max_page_count = 2")
        return connection

    async def run() -> list[Trouble]:
        store, found = GroupCommit(connected), []
        for statement in ("CREATE TABLE a AS SELECT zeroblob(100000)", "SELECT * FROM nothing"):
            with pytest.raises(StoreTrouble) as refused:
                await store.do(lambda connection, statement=statement: connection.execute(statement))  # type: ignore[misc]
            found.append(refused.value.trouble)
        await store.close()
        return found

    assert asyncio.run(run()) == [Trouble.FULL, Trouble.OTHER]


@pytest.mark.parametrize(("trouble", "status"), TROUBLES)
def test_a_move_that_cannot_be_saved_is_not_made(tmp_path: Path, trouble: Exception, status: int) -> None:
    with LiveServer(tmp_path / "db", Settings(limits=UNLIMITED, warm=False)) as server, Person(server.url) as ann:
        store = server.app.state.games.store
        store.__class__ = FailingStore
        game = ann.begin(drop_record(4))["id"]
        with ann.watching(game, 1) as events:
            assert next(events).name == "offer"
            store.trouble = trouble
            answer = ann.do(game, 1, "5")
            assert answer.status_code == status
            assert all(answer.headers[name] == value for name, value in HEADERS.items())
            store.trouble = None
            assert "bye" in [event.name for event in islice(events, 2)]
        assert commands_in(ann.look(game)["record"]) == ["4"]
        assert ann.do(game, 1, "6").json() == {"ply": 2}
