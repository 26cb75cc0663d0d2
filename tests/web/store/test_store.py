"""Tests of the store: appends, group commits, keys, deletion and clocks."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from typing import TYPE_CHECKING

import pytest

from slidedrop.web.store.group_commit import GroupCommit
from slidedrop.web.store.sql import Store, check_clock
from slidedrop.web.store.store import (
    MOST_SECRETS,
    Claimed,
    ClockJumped,
    CreateReason,
    Entry,
    Full,
    Gone,
    KeyReused,
    Secret,
    Stale,
    StoredGame,
    StoreTrouble,
)
from slidedrop.web.tokens import key_digest
from tests.web.store.using import with_store

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

HEADER = '{"version": 1, "game": "2048", "rules": {}, "start": null, "seed": "7"}'
LEFT = Entry('{"move": "left"}', "both", "request-1")
UP = Entry('{"move": "up"}', "both", "request-2")
SECRET = Secret("d" * 64, "both", claimed=True)


def test_appended_commands_can_be_read_even_by_the_next_server(database: str) -> None:
    async def write(store: Store) -> None:
        await store.create(StoredGame("game", HEADER, (LEFT,), secrets=(SECRET,)), CreateReason(key="k"))
        await store.append("game", 1, [UP])

    async def read(store: Store) -> None:
        assert await store.read("game") == StoredGame("game", HEADER, (LEFT, UP), secrets=(SECRET,))
        assert await store.read("none") is None
        await store.ping()

    with_store(database, write)
    with_store(database, read)


def test_appending_anywhere_but_at_the_end_is_stale(database: str) -> None:
    async def work(store: Store) -> None:
        await store.create(StoredGame("game", HEADER, (LEFT,)), CreateReason(key="k"))
        for ply in (0, 2):
            with pytest.raises(Stale):
                await store.append("game", ply, [UP])
        kept = await store.read("game")
        assert kept is not None
        assert kept.entries == (LEFT,)

    with_store(database, work)


def test_many_simultaneous_appends_are_stored_and_bad_ones_fail_alone(database: str) -> None:
    async def work(store: Store) -> None:
        names = [f"game-{number}" for number in range(50)]
        await asyncio.gather(*(store.create(StoredGame(name, HEADER, ()), CreateReason(key=name)) for name in names))
        for ply in range(5):
            good = [store.append(name, ply, [LEFT]) for name in names]
            bad = [store.append(name, 77, [LEFT]) for name in names]
            answers = await asyncio.gather(*good, *bad, return_exceptions=True)
            assert answers[:50] == [ply + 2] * 50
            assert all(isinstance(answer, Stale) for answer in answers[50:])
        for name in names:
            kept = await store.read(name)
            assert kept is not None
            assert len(kept.entries) == 5

    with_store(database, work)


def test_waiting_changes_are_committed_together(tmp_path: Path) -> None:
    commits: list[str] = []
    begun, gate = threading.Event(), threading.Event()

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(tmp_path / "db", isolation_level=None, check_same_thread=False)
        connection.execute("CREATE TABLE t (n)")
        connection.set_trace_callback(lambda said: commits.append(said) if said == "COMMIT" else None)
        return connection

    def inserted(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO t VALUES (1)")

    async def run() -> None:
        group = GroupCommit(connect)
        first = asyncio.ensure_future(group.do(lambda _: begun.set() or gate.wait()))  # type: ignore[func-returns-value]
        await asyncio.to_thread(begun.wait)
        rest = [asyncio.ensure_future(group.do(inserted)) for _ in range(20)]
        await asyncio.sleep(0)  # now all of them wait
        assert not any(task.done() for task in rest)
        gate.set()
        await asyncio.gather(first, *rest)
        assert len(commits) == 2
        assert await group.do(lambda connection: connection.execute("SELECT count(*) FROM t").fetchone()[0]) == 20
        await group.close()

    asyncio.run(run())


def test_a_failed_change_is_rolled_back_and_others_of_its_commit_stay(tmp_path: Path) -> None:
    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(tmp_path / "db", isolation_level=None, check_same_thread=False)
        connection.execute("CREATE TABLE t (n)")
        return connection

    def whole(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO t VALUES ('whole')")

    def half(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO t VALUES ('half')")
        raise Stale

    async def run() -> None:
        group = GroupCommit(connect)
        answers = await asyncio.gather(*(group.do(work) for work in (whole, half, whole)), return_exceptions=True)
        assert isinstance(answers[1], Stale)
        kept = await group.do(lambda connection: connection.execute("SELECT n FROM t").fetchall())
        assert kept == [("whole",), ("whole",)]
        await group.close()

    asyncio.run(run())


def test_a_failed_commit_is_reported_to_its_callers(tmp_path: Path) -> None:
    async def run() -> None:
        group = GroupCommit(lambda: sqlite3.connect(tmp_path / "db", isolation_level=None, check_same_thread=False))

        def spoil(connection: sqlite3.Connection) -> None:
            connection.execute("ROLLBACK")

        with pytest.raises(StoreTrouble):
            await group.do(spoil)
        with pytest.raises(StoreTrouble, match="no such table"):
            await group.do(lambda connection: connection.execute("SELECT * FROM missing"))
        assert await group.do(lambda connection: connection.execute("SELECT 1").fetchone()) == (1,)
        await group.close()

    asyncio.run(run())


def test_one_key_creates_one_game(database: str) -> None:
    async def work(store: Store) -> None:
        other = Secret("e" * 64, "both", claimed=True)
        first = await store.create(
            StoredGame("one", HEADER, (LEFT,), secrets=(SECRET,)), CreateReason(key="k", fingerprint="f")
        )
        again = await store.create(
            StoredGame("two", HEADER, (LEFT,), secrets=(other,)), CreateReason(key="k", fingerprint="f")
        )
        assert (first, again) == ("one", "one")
        kept = await store.read("one")
        assert kept is not None
        assert set(kept.secrets) == {SECRET, other}
        assert await store.read("two") is None
        with pytest.raises(KeyReused):
            await store.create(StoredGame("three", HEADER, ()), CreateReason(key="k", fingerprint="another"))

    with_store(database, work)


def test_a_game_has_one_rematch(database: str) -> None:
    async def work(store: Store) -> None:
        await store.create(StoredGame("one", HEADER, ()), CreateReason(key="k"))
        assert await store.create(StoredGame("two", HEADER, ()), CreateReason(follows="one")) == "two"
        assert await store.create(StoredGame("three", HEADER, ()), CreateReason(follows="one")) == "two"
        kept = await store.read("one")
        assert kept is not None
        assert kept.rematch == "two"

    with_store(database, work)


def test_claiming_a_seat_leaves_the_owner_with_the_other(database: str) -> None:
    async def work(store: Store) -> None:
        await store.create(StoredGame("game", HEADER, ()), CreateReason(key="k"))
        await store.add_link("game", Secret("a" * 64, "player:1", claimed=False))
        await store.add_link("game", Secret("b" * 64, "player:0", claimed=False))
        assert await store.claim("b" * 64, ["ann"]) == Claimed("game", "player:0")
        before = await store.read("game")
        assert await store.claim("a" * 64, ["ben"]) == Claimed("game", "player:1")
        assert await store.claim("c" * 64, ["cat"]) is None
        kept = await store.read("game")
        assert before is not None
        assert kept is not None
        assert (before.owner, kept.owner) == (None, 0)
        opening = {secret.digest for secret in kept.secrets if secret.claimed}  # a link opens nothing by itself
        assert opening == {key_digest("ann", "game", "player:0"), key_digest("ben", "game", "player:1")}

    with_store(database, work)


def test_revoked_secrets_are_gone_and_the_spared_one_stays(database: str) -> None:
    async def work(store: Store) -> None:
        await store.create(StoredGame("game", HEADER, (), secrets=(SECRET,)), CreateReason(key="k"))
        for letter in "abc":
            await store.grant("game", [Secret(letter * 64, "both", claimed=True)])
        assert await store.revoke("game", "both", SECRET.digest) == 3
        kept = await store.read("game")
        assert kept is not None
        assert kept.secrets == (SECRET,)

    with_store(database, work)


def test_an_offer_is_stored_until_a_command_cancels_it(database: str) -> None:
    async def work(store: Store) -> None:
        await store.create(StoredGame("game", HEADER, ()), CreateReason(key="k"))
        await store.put_offer("game", 0, None, "{}")
        offered = await store.read("game")
        for ply, before in ((1, "{}"), (0, None)):
            with pytest.raises(Stale):
                await store.put_offer("game", ply, before, "[]")
        await store.append("game", 0, [LEFT])
        moved = await store.read("game")
        assert offered is not None
        assert moved is not None
        assert (offered.offer, moved.offer) == ("{}", None)

    with_store(database, work)


def test_many_links_and_watchers_never_block_invitations_or_players(database: str) -> None:
    async def work(store: Store) -> None:
        await store.create(StoredGame("game", HEADER, (), secrets=(SECRET,)), CreateReason(key="k"))
        await store.add_link("game", Secret("e" * 64, "player:1", claimed=False))
        for number in range(MOST_SECRETS + 2):
            await store.add_link("game", Secret(f"{number:064}", "watch", claimed=False))
            await store.claim(f"{number:064}", [f"watcher {number}"])
            store.clock.set(store.clock.now() + 1)
        kept = await store.read("game")
        assert kept is not None
        assert len(kept.secrets) == 2 * MOST_SECRETS + 2
        digests = {secret.digest for secret in kept.secrets}
        assert {f"{0:064}", f"{1:064}", key_digest("watcher 1", "game", "watch")}.isdisjoint(digests)
        assert {f"{2:064}", key_digest(f"watcher {MOST_SECRETS + 1}", "game", "watch")} <= digests
        assert await store.claim("e" * 64, ["ben"]) == Claimed("game", "player:1")

    with_store(database, work)


def test_a_playing_role_has_a_key_limit_but_known_keys_are_readmitted(database: str) -> None:
    async def work(store: Store) -> None:
        await store.create(StoredGame("game", HEADER, ()), CreateReason(key="k"))
        keys = [Secret(f"k{number:063}", "both", claimed=True) for number in range(MOST_SECRETS)]
        await store.grant("game", keys)
        with pytest.raises(Full):
            await store.grant("game", [SECRET])
        await store.grant("game", keys[:1])

    with_store(database, work)


def test_every_change_raises_the_version_and_only_what_is_new_is_read(database: str) -> None:
    async def work(store: Store) -> None:
        await store.create(StoredGame("game", HEADER, (LEFT,), secrets=(SECRET,)), CreateReason(key="k"))
        link = Secret("a" * 64, "player:1", claimed=False)
        changes: list[Callable[[], Awaitable[object]]] = [
            lambda: store.append("game", 1, [UP]),
            lambda: store.put_offer("game", 2, None, "{}"),
            lambda: store.add_link("game", link),
            lambda: store.claim(link.digest, ["ben"]),
            lambda: store.grant("game", [Secret("b" * 64, "watch", claimed=True)]),
            lambda: store.revoke("game", "watch", ""),
            lambda: store.create(StoredGame("next", HEADER, ()), CreateReason(follows="game")),
        ]
        known = await store.read("game")
        for change in changes:
            assert known is not None
            assert await store.read_since("game", known.version, 2) is None
            await change()
            before, known = known.version, await store.read_since("game", known.version, 1)
            assert known is not None
            assert known.version > before
            assert known.entries == (UP,)
        whole = await store.read("game")
        assert known is not None
        assert whole is not None
        assert (known.owner, known.rematch, known.secrets) == (whole.owner, whole.rematch, whole.secrets)

    with_store(database, work)


def test_deleting_a_game_deletes_all_its_data(database: str) -> None:
    async def work(store: Store) -> None:
        link = Secret("a" * 64, "watch", claimed=False)
        for name in ("one", "two"):
            await store.create(StoredGame(name, HEADER, (LEFT,)), CreateReason(key=name))
        await store.add_link("one", link)
        await store.delete("one")
        assert await store.read("one") is None
        assert await store.claim(link.digest, ["ann"]) is None
        for change in (store.delete("one"), store.grant("one", [SECRET]), store.read_since("one", 1, 1)):
            with pytest.raises(Gone):
                await change
        with pytest.raises(Stale):
            await store.append("one", 1, [UP])
        assert await store.read("two") is not None

    with_store(database, work)


def test_only_games_that_were_not_played_for_long_are_deleted(database: str) -> None:
    async def work(store: Store) -> None:
        names = [f"game-{number:03}" for number in range(120)]
        for name in names:
            await store.create(StoredGame(name, HEADER, (LEFT,)), CreateReason(key=name))
        assert await store.forget(1) == []
        await store.change(lambda connection: connection.execute("UPDATE games SET changed = 1 WHERE id < 'game-110'"))
        await store.append("game-007", 1, [UP])
        gone = [game for _ in range(3) for game in await store.forget(1)]
        assert sorted(gone) == [name for name in names[:110] if name != "game-007"]
        assert await store.read("game-007") is not None

    with_store(database, work)


def test_a_clock_jump_deletes_no_game_even_after_a_restart_and_a_move(database: str) -> None:
    async def usual(store: Store) -> None:
        await store.create(StoredGame("game", HEADER, ()), CreateReason(key="k"))
        assert await store.forget(30) == []

    async def jumped(store: Store) -> None:
        store.clock.set(time.time() + 400 * 86400)
        with pytest.raises(ClockJumped, match="400 days ahead"):
            await store.forget(30)
        await store.create(StoredGame("later", HEADER, (LEFT,)), CreateReason(key="later"))
        with pytest.raises(ClockJumped):
            await store.forget(30)
        store.clock.set(time.time() - 400 * 86400)
        with pytest.raises(ClockJumped, match="400 days behind"):
            await store.forget(30)
        assert await store.read("game") is not None

    async def trusted(store: Store) -> None:
        store.clock.set(time.time() + 400 * 86400)
        await store.change(lambda connection: check_clock(connection, trust=True))
        assert await store.forget(30) == ["game"]

    for work in (usual, jumped, jumped, trusted):
        with_store(database, work)


def test_a_jump_of_the_system_clock_does_not_reach_the_stores_clock(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: Store) -> None:
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 1e6)
        await store.set_clock()
        assert abs(store.clock.now() - now) < 30

    with_store(database, work)


def test_a_seat_can_be_claimed_only_once(database: str) -> None:
    async def work(store: Store) -> None:
        await store.create(StoredGame("game", HEADER, ()), CreateReason(key="k"))
        await store.add_link("game", Secret("a" * 64, "player:1", claimed=False))
        people = [store.claim("a" * 64, [name]) for name in ("ann", "ben", "cat", "dan")]
        answers = await asyncio.gather(*people, return_exceptions=True)
        assert sorted(type(answer).__name__ for answer in answers) == ["Claimed", *["SeatTaken"] * 3]
        winner = ["ann", "ben", "cat", "dan"][next(n for n, one in enumerate(answers) if isinstance(one, Claimed))]
        for keys in ([winner], ["a new cookie", winner], ["a new cookie"]):
            assert await store.claim("a" * 64, keys) == Claimed("game", "player:1")  # as often as it asks

    with_store(database, work)
