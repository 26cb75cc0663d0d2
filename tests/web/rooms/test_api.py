"""Tests of rooms over HTTP: results, permissions, time limits, streams and closing."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks.bench_rooms import race
from slidedrop.players.registry import make_player
from slidedrop.records.replay import begin, record_from, replay
from slidedrop.web.app import Settings
from slidedrop.web.http.rate_limits import Buckets, Rate
from slidedrop.web.rooms.rooms import Room, room_of_the_day
from slidedrop.web.tokens import new_token
from tests.attempt import tried
from tests.web.rooms.people import comes_to, join, look, opened, points, sit, watching
from tests.web.rooms.tampering import DIRECTIONS, WAYS, tamper
from tests.web.running import UNLIMITED, LiveServer, Person, slide_record, until

if TYPE_CHECKING:
    from pathlib import Path


def raced(person: Person, game: str, moves: int = 8) -> int:
    """Play some moves of a race and return the score."""
    record = person.look(game)["record"]
    mirror: Any = begin(record["header"])
    done: list[str] = []
    while len(done) < moves and not mirror.is_over:
        move = next(move for move in DIRECTIONS if tried(mirror, move))
        done.append(move)
    assert person.do(game, 0, *done).status_code == 200
    return int(mirror.score)


def test_a_race_on_the_same_tiles_is_ranked_by_the_servers_replay(ann: Person, ben: Person) -> None:
    code = opened(ann, title="Class 7b")
    assert look(ben, code)["you"] is None
    assert join(ben, code.lower(), "Ben")["you"]["state"] == "joined"
    join(ann, code, "Ann")
    games = [sit(person, code) for person in (ann, ben)]
    assert games[0]["role"] == "both"
    headers = [person.look(game["id"])["record"]["header"] for person, game in zip((ann, ben), games, strict=True)]
    assert headers[0]["seed"] == headers[1]["seed"]
    scores = raced(ann, games[0]["id"], 30), raced(ben, games[1]["id"], 5)
    comes_to(ann, code, Ann=scores[0], Ben=scores[1])
    assert ben.do(games[1]["id"], 5, "undo", "hint").status_code == 200
    until(lambda: look(ann, code)["standings"][1]["hints"])
    assert look(ann, code)["standings"][1]["take_backs"] == 1
    assert sit(ann, code)["id"] == games[0]["id"] == look(ann, code)["you"]["game"]


def test_a_game_started_outside_the_room_never_counts(ann: Person) -> None:
    code = opened(ann)
    join(ann, code, "Ann")
    own = sit(ann, code)["id"]
    forged = ann.look(own)["record"] | {"commands": []}
    other = ann.begin(forged)["id"]
    assert "room" not in ann.look(other)["record"]["header"]
    raced(ann, other)
    raced(ann, ann.begin(slide_record(seed=99))["id"], 40)
    time.sleep(0.5)
    assert points(ann, code) == {"Ann": 0}
    assert raced(ann, own) > 0
    until(lambda: points(ann, code)["Ann"] > 0)


@pytest.mark.parametrize("how", WAYS)
def test_a_forged_cut_foreign_or_edited_record_never_counts(server: LiveServer, how: str) -> None:
    for seed in range(3):
        tamper(server.url, how, seed)


def test_waiting_players_are_paired_and_everyone_meets_once(ann: Person, ben: Person, stranger: Person) -> None:
    code = opened(ann, "round-robin")
    people = {"Ann": ann, "Ben": ben, "Cat": stranger}
    for name, person in people.items():
        join(person, code, name)
    assert sit(ann, code) == {"id": None, "role": None}
    assert look(ann, code)["you"]["waiting"]
    game = sit(ben, code)["id"]
    assert game == sit(ann, code)["id"]
    assert {sit(ann, code)["role"], sit(ben, code)["role"]} == {"player:0", "player:1"}
    assert sit(stranger, code)["id"] is None
    assert stranger.get(f"/api/v1/games/{game}").status_code in (401, 404)
    assert [look(ann, code)["standings"][0][name] for name in ("state", "count", "against")] == ["against", 0, "Ben"]
    red, blue = (ann, ben) if sit(ann, code)["role"] == "player:0" else (ben, ann)
    for ply, column in enumerate((1, 2, 1, 2, 1, 2, 1)):
        assert (red, blue)[ply % 2].do(game, ply, str(column)).status_code == 200
    until(lambda: max(points(ann, code).values()) == 1)
    assert sit(red, code)["id"] == sit(stranger, code)["id"] not in (None, game)
    assert sit(blue, code)["id"] is None


def against(person: Person, code: str, *, honest: bool) -> None:
    """Play a game of a room against its computer, with the computer's own moves or with the worst ones."""
    game = sit(person, code)["id"]
    header = person.look(game)["record"]["header"]
    mirror: Any = begin(header)
    computer = make_player(header["players"][1], "connect4", seed=int(header["seed"]))
    best = make_player("master", "connect4", seed=1)
    ply = 0
    while not mirror.is_over:
        if mirror.position.turn == 0:
            column = best.choose(mirror.position)
        else:
            column = computer.choose(mirror.position) if honest else mirror.legal_moves()[-1]
        assert person.do(game, ply, mirror.spell(column)).status_code == 200
        mirror.play(column)
        ply += 1
    assert mirror.outcome.winner == 0


def test_a_game_with_forged_computer_moves_does_not_count(ann: Person, ben: Person) -> None:
    code = opened(ann, "opponent", opponent="beginner")
    join(ann, code, "Ann")
    join(ben, code, "Ben")
    against(ann, code, honest=True)
    against(ben, code, honest=False)
    until(lambda: look(ann, code)["standings"][1]["state"] == "uncounted", 60)
    comes_to(ann, code, Ann=1, Ben=0)


def test_no_game_starts_before_the_clock_and_nothing_counts_after_it(
    server: LiveServer, ann: Person, ben: Person
) -> None:
    code = opened(ann, minutes=1)
    join(ben, code, "Ben")
    refused = ben.post(f"/api/v1/rooms/{code}/games")
    assert (refused.status_code, "not started" in refused.json()["detail"]) == (422, True)
    assert ben.post(f"/api/v1/rooms/{code}/start").status_code == 403
    assert ann.post(f"/api/v1/rooms/{code}/start").json()["phase"] == "open"
    room = look(ben, code)
    assert 58 < room["ends"] - room["now"] <= 60
    game = sit(ben, code)["id"]
    score = raced(ben, game, 20)
    comes_to(ann, code, Ben=score)
    _put_back(server, code, 61)
    assert look(ann, code)["phase"] == "over"
    now = ben.look(game)["record"]
    mirror: Any = replay(record_from([now["header"], *now["commands"]], "the record"))
    assert ben.do(game, 20, *[next(m for m in DIRECTIONS if tried(mirror, m)) for _ in range(30)]).status_code == 200
    time.sleep(0.6)
    assert points(ann, code) == {"Ben": score}
    assert ben.post(f"/api/v1/rooms/{code}/games").json()["code"] == "time-over"


def _put_back(server: LiveServer, code: str, seconds: float) -> None:
    """Move the start of a room into the past."""
    path = server.database
    with sqlite3.connect(path) as database:
        (text,) = database.execute("SELECT content FROM rooms WHERE code = ?", (code,)).fetchone()
        content = json.loads(text)
        content[7] -= seconds
        database.execute(
            "UPDATE rooms SET version = version + 1, content = ? WHERE code = ?", (json.dumps(content), code)
        )


def test_a_room_stream_shows_scores_within_a_second_and_that_the_room_closed(ann: Person, ben: Person) -> None:
    assert any(seconds_until_shown(ann, ben) < 1 for _ in range(8))  # a crowded machine takes a few attempts


def seconds_until_shown(ann: Person, ben: Person) -> float:
    """Play a race in a new room with a watcher, and return the time until the watcher sees the score."""
    code = opened(ann, title="Club")
    with watching(ben, code) as events:
        assert next(events).data["title"] == "Club"
        join(ann, code, "Ann")
        assert next(events).data["lines"] == [[1, 1, 0, "Ann", "joined", 0, "", False, 0, 0]]
        score = raced(ann, sit(ann, code)["id"], 20)
        began = time.monotonic()
        assert any(line[:3] == [1, 1, score] for event in events for line in event.data["lines"])
        seconds = time.monotonic() - began
        assert ann.delete(f"/api/v1/rooms/{code}").json() == {"ended": 1}
        assert [event.name for event in events][-1] == "closed"
    return seconds


def test_a_closed_room_leaves_no_name_in_the_database(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "db") as server, Person(server.url) as ann, Person(server.url) as ben:
        code = opened(ann)
        join(ben, code, "Benjamin the Second")
        sit(ben, code)
        assert ben.delete(f"/api/v1/rooms/{code}").status_code == 403
        assert ann.delete(f"/api/v1/rooms/{code}").status_code == 200
        assert ann.get(f"/api/v1/rooms/{code}").status_code == 404
        assert ben.post(f"/api/v1/rooms/{code}/games").status_code == 404
    with sqlite3.connect(tmp_path / "db") as database:
        assert "Benjamin" not in "".join(database.iterdump())


def test_the_owner_removes_a_player_and_a_taken_name_is_refused(ann: Person, ben: Person) -> None:
    code = opened(ann)
    join(ann, code, "Ann")
    number = join(ben, code, "Rude")["you"]["number"]
    taken = ben.post(f"/api/v1/rooms/{code}/players", json={"name": "ann"})
    assert (taken.status_code, taken.json()["code"]) == (422, "name-taken")
    assert ben.delete(f"/api/v1/rooms/{code}/players/1").status_code == 403
    assert len(ann.delete(f"/api/v1/rooms/{code}/players/{number}").json()["standings"]) == 1
    assert ben.post(f"/api/v1/rooms/{code}/games").status_code == 403


def test_the_room_of_the_day_opens_by_itself_and_has_no_owner(ann: Person) -> None:
    today = datetime.now(UTC).date().isoformat()
    room = look(ann, "today")
    assert (room["code"], room["kind"], room["owner"]) == (today, "race", False)
    join(ann, today, "Ann")
    game = sit(ann, "today")["id"]
    assert sit(ann, today)["id"] == game
    assert ann.look(game)["record"]["header"]["seed"] == room_of_the_day(today).seed
    assert ann.delete(f"/api/v1/rooms/{today}").status_code == 403
    for code in ("2020-01-01", "BCDFGH", "nonsense", "------", "%00"):
        assert ann.get(f"/api/v1/rooms/{code}").status_code == 404, code


def test_guessing_room_codes_is_limited_but_a_right_code_costs_nothing(tmp_path: Path) -> None:
    limited = Settings(limits=replace(UNLIMITED, claims=Rate(5, 0.01)), warm=False)
    with LiveServer(tmp_path / "db", limited) as server, Person(server.url) as ann:
        code = opened(ann)
        assert {ann.get(f"/api/v1/rooms/{code}").status_code for _ in range(20)} == {200}
        tried = [
            ann.get(f"/api/v1/rooms/{wrong}").status_code for wrong in ("BCDFGH", "BCDFGJ", "x", "y", "z", "BCDFGK")
        ]
        assert tried == [404] * 5 + [429]
        assert ann.get(f"/api/v1/rooms/{code}").status_code == 429


def test_a_result_missed_by_a_killed_server_is_recorded_when_the_player_returns(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "db") as server, Person(server.url) as ann:
        server.app.state.games.on_kept = lambda _: None  # as if it were killed before it could note anything
        code = opened(ann)
        join(ann, code, "Ann")
        game = sit(ann, code)["id"]
        score = raced(ann, game, 20)
        assert points(ann, code) == {"Ann": 0}
        sit(ann, code)
        comes_to(ann, code, Ann=score)


def test_a_stopping_server_records_every_result_first(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "db") as server, Person(server.url) as ann:
        code = opened(ann)
        join(ann, code, "Ann")
        score = raced(ann, sit(ann, code)["id"], 20)
    with sqlite3.connect(tmp_path / "db") as database:
        (text,) = database.execute("SELECT content FROM rooms WHERE code = ?", (code,)).fetchone()
    assert Room.from_text(text).games[0].result.score == score


def test_every_screen_of_a_room_full_of_people_sees_every_score(server: LiveServer) -> None:
    """A short form of benchmarks/bench_rooms.py, which measures how long it takes."""
    seen = asyncio.run(race(int(server.url.rpartition(":")[2]), people=20, seconds=4))
    assert (seen.errors, len(seen.milliseconds)) == ([], 80)
    assert seen.complete, str(seen)


def test_a_stream_opened_later_has_the_current_server_time(ann: Person, ben: Person) -> None:
    """The clock of a page opened later must not show the time that was left when the room last changed."""
    code = opened(ann, minutes=1)
    assert ann.post(f"/api/v1/rooms/{code}/start").status_code == 200
    seen = []
    for pause in (0, 1.2):
        time.sleep(pause)
        with watching(ben, code) as events:
            seen.append(next(events).data)
    assert seen[0]["ends"] == seen[1]["ends"]
    assert 1.1 < seen[1]["now"] - seen[0]["now"] < 20
    assert [event["phase"] for event in seen] == ["open", "open"]


def test_a_stream_opened_after_the_end_says_that_the_race_is_over(server: LiveServer, ann: Person, ben: Person) -> None:
    code = opened(ann, minutes=1)
    ann.post(f"/api/v1/rooms/{code}/start")
    with watching(ben, code) as events:
        assert next(events).data["phase"] == "open"
    clock = server.app.state.games.store.clock
    try:
        clock.set(clock.now() + 61)
        with watching(ben, code) as events:
            assert next(events).data["phase"] == "over"
    finally:
        clock.set(clock.now() - 61)


def test_a_flood_of_changes_does_not_block_the_owner(
    server: LiveServer, ann: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = opened(ann)
    monkeypatch.setattr(server.app.state.rooms, "changes", Buckets(Rate(2, 0.001)))
    named = [ben.post(f"/api/v1/rooms/{code}/players", json={"name": f"Ben {n}"}).status_code for n in range(3)]
    assert named == [200, 200, 429]
    assert ann.delete(f"/api/v1/rooms/{code}/players/1").status_code == 200
    assert ann.post(f"/api/v1/rooms/{code}/door", json={"open": False}).json()["shut"] is True


def test_a_jump_of_the_system_clock_does_not_change_a_race(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    code = opened(ann, minutes=1)
    ann.post(f"/api/v1/rooms/{code}/start")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 1e6)
    room = look(ann, code)
    assert (room["phase"], 50 < room["ends"] - room["now"] <= 60) == ("open", True)


def test_one_address_cannot_fill_the_room_of_the_day(server: LiveServer, ann: Person) -> None:
    rooms = server.app.state.rooms
    limit = rooms.joins_of_day._rate.burst
    assert limit <= 60
    today = look(ann, "today")["code"]
    statuses = []
    for number in range(limit + 5):
        ann.cookies.clear()
        answer = ann.post(f"/api/v1/rooms/{today}/players", json={"name": f"Flood {number}"})
        statuses.append(answer.status_code)
    assert (statuses.count(200) <= limit, statuses[-1]) == (True, 429)
    code = opened(ann)
    assert ann.post(f"/api/v1/rooms/{code}/players", json={"name": "Class"}).status_code == 200


def test_the_owner_closes_the_room_to_new_players_and_reopens_it(ann: Person, ben: Person) -> None:
    code = opened(ann)
    assert ben.post(f"/api/v1/rooms/{code}/door", json={"open": False}).status_code == 403
    assert ann.post(f"/api/v1/rooms/{code}/door", json={"open": False}).json()["shut"] is True
    refused = ben.post(f"/api/v1/rooms/{code}/players", json={"name": "Ben"})
    assert (refused.status_code, refused.json()["code"]) == (422, "door-closed")
    assert ann.post(f"/api/v1/rooms/{code}/door", json={"open": True}).json()["shut"] is False
    assert join(ben, code, "Ben")["you"]["name"] == "Ben"


def test_a_lost_response_to_joining_does_not_use_up_the_name(server: LiveServer, ann: Person, ben: Person) -> None:
    code, wanted = opened(ann), {"name": "Ben", "key": new_token()}
    with Person(server.url) as lost:
        assert lost.post(f"/api/v1/rooms/{code}/players", json=wanted).status_code == 200
    assert ben.post(f"/api/v1/rooms/{code}/players", json=wanted).json()["you"]["number"] == 1
    assert sit(ben, code)["id"]


def test_checks_of_a_game_are_merged_and_bounded(server: LiveServer, ann: Person) -> None:
    rooms, code = server.app.state.rooms, opened(ann, "opponent", opponent="beginner")
    join(ann, code, "Ann")
    game, before = sit(ann, code)["id"], rooms.checked
    for number in range(5):  # give up, wait for the check, and take it back
        assert ann.do(game, 2 * number, "resign").status_code == 200
        until(lambda: not rooms.checks or rooms.checked == before + 3)
        assert ann.do(game, 2 * number + 1, "undo").status_code == 200
    for number in range(5, 25):
        assert ann.do(game, 2 * number, "resign").status_code == 200
        assert ann.do(game, 2 * number + 1, "undo").status_code == 200
    assert (rooms.checked - before, len(rooms.checks)) == (3, 1)
