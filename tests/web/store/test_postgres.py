"""Tests of the PostgreSQL store: simultaneous writers, notifications, lost connections and migrations."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from slidedrop.web.store.at import admin_connection
from slidedrop.web.store.migrations import STEPS
from slidedrop.web.store.postgres import PostgresStore
from slidedrop.web.store.store import CreateReason, Entry, Stale, StoredGame, StoreTrouble

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from slidedrop.web.store.sql import Connection

HEADER = '{"version": 1, "game": "2048", "rules": {}, "start": null, "seed": "7"}'
LEFT = Entry('{"move": "left"}', "both", "request-1")


@pytest.fixture(scope="module")
def keeper() -> str:
    """These tests run on PostgreSQL only."""
    return "postgres"


def with_stores(database: str, work: Callable[[PostgresStore, PostgresStore], Awaitable[None]]) -> None:
    """Run a function with two stores on one database that has one game."""

    async def run() -> None:
        stores = [PostgresStore(database), PostgresStore(database)]
        try:
            await stores[0].create(StoredGame("game", HEADER, ()), CreateReason(key="k"))
            await work(*stores)
        finally:
            for store in stores:
                await store.close()

    asyncio.run(run())


def cut_all(database: str) -> None:
    """Cut every connection to a database except this one."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_of_two_simultaneous_appends_one_is_stored_and_the_other_is_stale(database: str) -> None:
    async def work(one: PostgresStore, two: PostgresStore) -> None:
        names = [f"game-{number}" for number in range(30)]
        for name in names:
            await one.create(StoredGame(name, HEADER, ()), CreateReason(key=name))
        for ply in range(8):
            here = [one.append(name, ply, [LEFT]) for name in names]
            there = [two.append(name, ply, [LEFT]) for name in reversed(names)]
            answers = await asyncio.gather(*here, *there, return_exceptions=True)
            assert sorted(type(answer).__name__ for answer in answers) == ["Stale"] * 30 + ["int"] * 30
        kept = await two.read("game-7")
        assert kept is not None
        assert len(kept.entries) == 8

    with_stores(database, work)


def test_one_commit_notifies_of_many_games_and_reaches_the_other_store(database: str) -> None:
    async def work(one: PostgresStore, two: PostgresStore) -> None:
        names = [f"game-{number:03}" for number in range(100)]
        await asyncio.gather(*(one.create(StoredGame(name, HEADER, ()), CreateReason(key=name)) for name in names))
        changes = two.changes()
        assert await anext(changes) is None  # from now on nothing is missed
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute("LISTEN slidedrop")
            versions = await asyncio.gather(*(one.append(name, 0, [LEFT]) for name in names))
            told = [heard.payload for heard in connection.notifies(timeout=1)]
        assert len(told) < 20
        expected = dict(zip(names, versions, strict=True))
        heard: dict[str, Any] = {}
        while len(heard) < len(names):
            change = await anext(changes)
            assert change is not None
            heard[change[0]] = change[1]
        assert heard == expected

    with_stores(database, work)


def test_a_store_recovers_after_cut_connections_and_tells_listeners_to_reread(database: str) -> None:
    async def work(one: PostgresStore, two: PostgresStore) -> None:
        changes = one.changes()
        assert await anext(changes) is None
        await one.append("game", 0, [LEFT])
        await one.read("game")
        assert await anext(changes) == ("game", 2)
        cut_all(database)
        assert await anext(changes) is None
        assert await one.append("game", 1, [LEFT]) == 3
        kept = await one.read("game")
        assert kept is not None
        assert len(kept.entries) == 2
        await one.put_offer("game", 2, None, "{}")

    with_stores(database, work)


def test_a_connection_lost_during_a_change_rolls_the_change_back(database: str) -> None:
    def change(connection: Connection) -> None:
        connection.execute("UPDATE games SET offer = 'half' WHERE id = 'game'")
        with suppress(psycopg.Error):
            connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        connection.execute("UPDATE games SET rematch = 'half' WHERE id = 'game'")

    async def work(one: PostgresStore, two: PostgresStore) -> None:
        with pytest.raises(StoreTrouble, match="connection"):
            await one.change(change)
        kept = await one.read("game")
        assert kept is not None
        assert (kept.offer, kept.rematch) == (None, None)

    with_stores(database, work)


def test_inserting_an_existing_row_is_reported_as_stale(database: str) -> None:
    async def work(one: PostgresStore, two: PostgresStore) -> None:
        insert = "INSERT INTO commands (game, ply, command, role) VALUES ('game', 5, '{}', 'both')"
        await one.change(lambda connection: connection.execute(insert))
        with pytest.raises(Stale):
            await two.change(lambda connection: connection.execute(insert))

    with_stores(database, work)


def test_servers_starting_simultaneously_migrate_the_tables_once(database: str) -> None:
    def start(_: int) -> None:
        with admin_connection(database, create=True):
            pass

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(start, range(4)))
    with admin_connection(database) as connection:
        versions = [row[0] for row in connection.execute("SELECT version FROM schema_version").fetchall()]
    assert versions == list(range(1, len(STEPS) + 1))
