"""Tests of `slidedrop admin` on a running server: rooms, games and addresses."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from slidedrop.cli.main import program
from slidedrop.web.store.at import admin_connection
from slidedrop.web.tokens import new_id
from tests.cli.talking import names
from tests.web.rooms.people import join, look, opened, sit, watching
from tests.web.running import LiveServer, Person, drop_record, until


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def keeper(request: pytest.FixtureRequest) -> str:
    """The kind of database: SQLite, then PostgreSQL."""
    return str(request.param)


def admin(server: LiveServer, *words: str) -> tuple[int, str]:
    """Run the command on a server's database, and return its exit code and output."""
    ended = CliRunner().invoke(program, ["admin", "--database", str(server.database), *words])
    return ended.exit_code, ended.output


def test_rooms_are_listed_cleaned_and_closed_while_the_server_runs(
    server: LiveServer, ann: Person, ben: Person
) -> None:
    code = opened(ann, title="Class 7b")
    join(ann, code, "Ann")
    join(ben, code, "Rude Name")
    assert (code in admin(server, "rooms")[1], "Class 7b" in admin(server, "rooms")[1]) == (True, True)
    with watching(ann, code) as events:
        assert len(next(events).data["standings"]) == 2
        assert admin(server, "clean-room", code, "--name", "Rude Nane")[0] == 1
        assert admin(server, "clean-room", code.lower(), "--name", "rude name")[0] == 0
        assert next(events).data["gone"] == [2]
        assert ben.post(f"/api/v1/rooms/{code}/players", json={"name": "Ruder"}).status_code == 422
        assert names(str(admin(server, "clean-room", code)), "(0, ", "1 player ", code)
        assert admin(server, "close-room", code)[0] == 0
        assert [event.name for event in events][-1] == "closed"
    assert admin(server, "close-room", code)[0] == admin(server, "clean-room", code)[0] == 1
    assert ann.get(f"/api/v1/rooms/{code}").status_code == 404


def test_a_damaged_room_is_listed_and_can_be_closed(server: LiveServer, ann: Person) -> None:
    codes = [opened(ann, title=f"Class {number}") for number in range(3)]
    with admin_connection(str(server.database)) as connection:
        connection.execute("UPDATE rooms SET content = substr(content, 2) WHERE code = ?", (codes[0],))
        connection.execute("UPDATE rooms SET expires = 1000000000000000 WHERE code = ?", (codes[1],))
    status, output = admin(server, "rooms")
    assert (status, [code in output for code in codes]) == (0, [True, True, True])
    assert admin(server, "clean-room", codes[0])[0] == 1
    assert [admin(server, "close-room", code)[0] for code in codes] == [0, 0, 0]


def test_an_admin_can_clean_the_room_of_the_day(server: LiveServer, ann: Person) -> None:
    today = look(ann, "today")["code"]
    join(ann, today, "Flood")
    sit(ann, today)
    assert admin(server, "clean-room", today)[0] == 0
    assert look(ann, today)["people"] == 0


def test_no_game_id_looks_like_an_option() -> None:
    assert not [name for name in (new_id() for _ in range(2_000)) if name.startswith("-")]


def test_a_removed_game_is_gone_for_everyone_within_seconds(server: LiveServer, ann: Person) -> None:
    game = ann.begin(drop_record(4))["id"]
    with ann.watching(game) as events:
        assert next(events).name == "command"
        assert admin(server, "remove-game", game)[0] == 0
        assert list(events)[-1].name == "bye"
    assert ann.get(f"/api/v1/games/{game}").status_code == 404
    assert admin(server, "remove-game", game)[0] == 1


def test_a_blocked_address_is_refused_until_it_is_unblocked(server: LiveServer, ann: Person) -> None:
    assert admin(server, "block", "127.0.0.0/30")[0] == 0
    try:
        until(lambda: ann.get("/healthz").status_code == 403, 10)
        assert ann.get("/api/v1/rooms/today").status_code == 403
        assert admin(server, "blocked")[1] == "127.0.0.0/30\n1 blocked.\n"
    finally:
        assert admin(server, "unblock", "127.0.0.1/30")[0] == 0
    until(lambda: ann.get("/healthz").status_code == 200, 10)
    assert admin(server, "unblock", "127.0.0.1")[0] == 1
    assert admin(server, "block", "nobody")[0] == 1


def test_an_ipv6_address_is_blocked_as_the_limits_count_it(server: LiveServer) -> None:
    assert admin(server, "block", "2001:db8::7") == (0, "Blocked 2001:db8::/64.\n")
    assert admin(server, "unblock", "2001:db8::9")[0] == 0
    assert admin(server, "block", "::FFFF:203.0.113.7") == (0, "Blocked 203.0.113.7/32.\n")
    assert admin(server, "unblock", "203.0.113.7")[0] == 0


def test_trust_clock_works_and_a_missing_database_is_refused(server: LiveServer) -> None:
    assert "UTC" in admin(server, "trust-clock")[1]
    ended = CliRunner().invoke(program, ["admin", "--database", "nowhere.sqlite3", "rooms"])
    assert (ended.exit_code, "nowhere.sqlite3" in ended.output) == (1, True)
