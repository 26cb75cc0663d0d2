"""Tests of games over HTTP: start, commands, repeated requests, conflicts and undo."""

from __future__ import annotations

import random
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from slidedrop.records.replay import record_from, replay
from slidedrop.twenty48 import Game
from tests.web.running import Person, commands_in, drop_record, shared_game, slide_record

if TYPE_CHECKING:
    from tests.web.running import LiveServer


def test_a_game_starts_from_the_record_that_was_sent(ann: Person) -> None:
    begun = ann.begin(slide_record("left", "up"))
    assert (begun["ply"], begun["role"]) == (2, "both")
    now = ann.look(begun["id"])
    assert commands_in(now["record"]) == ["left", "up"]
    assert (now["ply"], now["role"], now["offer"], now["rematch"]) == (2, "both", None, None)
    assert now["record"]["header"]["seed"] == "7"


def test_commands_are_saved_in_order_and_replay_to_the_same_board(ann: Person) -> None:
    game = ann.begin()["id"]
    ply, moves = 0, random.Random(4)
    mirror = Game(seed=7)
    while ply < 60:
        move = moves.choice(["up", "down", "left", "right"])
        legal = mirror.do(record_from([slide_record()["header"], {"move": move}], "x").commands[0])
        answer = ann.do(game, ply, move)
        assert answer.status_code == (200 if legal else 422)
        ply += bool(legal)
    record = ann.look(game)["record"]
    kept = replay(record_from([record["header"], *record["commands"]], "the record"))
    assert kept.summary() == mirror.summary()


def test_a_solo_player_may_undo_redo_and_take_hints(ann: Person) -> None:
    game = ann.begin()["id"]
    assert ann.do(game, 0, "left", "undo", "redo", "hint").json() == {"ply": 4}


def test_the_same_key_starts_one_game_and_readmits_its_owner(ann: Person, ben: Person) -> None:
    key = uuid.uuid4().hex
    first, again = ann.begin(key=key), ben.begin(key=key)
    assert first["id"] == again["id"]
    assert ben.do(first["id"], 0, "left").status_code == 200
    assert ann.look(first["id"])["ply"] == 1


def test_the_same_key_for_another_record_is_refused(ann: Person) -> None:
    key = uuid.uuid4().hex
    ann.begin(key=key)
    answer = ann.post(
        "/api/v1/games", json={"record": slide_record(seed=8), "token": False}, headers={"Idempotency-Key": key}
    )
    assert answer.status_code == 422
    assert "Idempotency-Key" in answer.json()["detail"]


def test_a_stale_command_gets_409_with_the_current_game(ann: Person) -> None:
    game = ann.begin()["id"]
    ann.do(game, 0, "left")
    for ply in (0, 2, 99):
        answer = ann.do(game, ply, "up")
        assert answer.status_code == 409
        assert answer.json()["ply"] == 1
        assert commands_in(answer.json()["record"]) == ["left"]


@pytest.mark.parametrize("times", range(1, 6))
def test_a_repeated_request_counts_once(ann: Person, times: int) -> None:
    game = ann.begin()["id"]
    request = uuid.uuid4().hex
    for _ in range(times):
        assert ann.do(game, 0, "left", "up", request=request).json() == {"ply": 2}
    assert ann.look(game)["ply"] == 2


def test_requests_repeated_out_of_order_count_once(ann: Person) -> None:
    game = ann.begin()["id"]
    requests = [(ply, move, uuid.uuid4().hex) for ply, move in enumerate(["left", "up", "left", "up"])]
    for ply, move, request in requests:
        ann.do(game, ply, move, request=request)
    mixed = requests * 3
    random.Random(5).shuffle(mixed)
    for ply, move, request in mixed:
        assert ann.do(game, ply, move, request=request).json() == {"ply": ply + 1}
    assert commands_in(ann.look(game)["record"]) == ["left", "up", "left", "up"]


def test_the_same_request_from_five_tabs_moves_once(server: LiveServer, ann: Person) -> None:
    game = ann.begin()["id"]
    request = uuid.uuid4().hex

    def send(_: int) -> int:
        with Person(server.url, cookies=ann.cookies) as tab:
            return tab.do(game, 0, "left", request=request).status_code

    with ThreadPoolExecutor(5) as tabs:
        assert list(tabs.map(send, range(5))) == [200] * 5
    assert ann.look(game)["ply"] == 1


def test_of_two_tabs_with_different_moves_one_gets_409(server: LiveServer, ann: Person) -> None:
    game = ann.begin()["id"]

    def send(move: str) -> int:
        with Person(server.url, cookies=ann.cookies) as tab:
            return tab.do(game, 0, move).status_code

    with ThreadPoolExecutor(2) as tabs:
        assert sorted(tabs.map(send, ["left", "up"])) == [200, 409]
    assert ann.look(game)["ply"] == 1


def test_a_request_id_is_for_one_request_only(ann: Person) -> None:
    game = ann.begin()["id"]
    request = uuid.uuid4().hex
    ann.do(game, 0, "left", request=request)
    answer = ann.do(game, 1, "up", request=request)
    assert answer.status_code == 422
    assert "new one" in answer.json()["detail"]


def test_a_command_batch_is_applied_completely_or_not_at_all(ann: Person) -> None:
    game = ann.begin(drop_record())["id"]
    answer = ann.do(game, 0, "4", "4", "9")
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("command 3 ")
    assert ann.look(game)["ply"] == 0
    assert ann.do(game, 0, "4", "4").json() == {"ply": 2}


def test_a_move_that_changes_nothing_is_refused(ann: Person) -> None:
    game = ann.begin(slide_record("left", "up"))["id"]
    record = ann.look(game)["record"]
    mirror = replay(record_from([record["header"], *record["commands"]], "x"))
    legal = [mirror.spell(move) for move in mirror.position.legal_moves()]
    for move in {"up", "down", "left", "right"} - set(legal):
        assert ann.do(game, 2, move).status_code == 422


def test_tiles_chosen_by_the_client_are_refused(ann: Person) -> None:
    game = ann.begin()["id"]
    tiles = {"ply": 0, "commands": [{"move": "left", "tiles": [[3, 3, 4]]}], "request": uuid.uuid4().hex}
    assert ann.post(f"/api/v1/games/{game}/commands", json=tiles).status_code == 422
    record = slide_record()
    record["commands"] = [{"move": "left", "tiles": [[3, 3, 4]]}]
    answer = ann.post("/api/v1/games", json={"record": record}, headers={"Idempotency-Key": uuid.uuid4().hex})
    assert answer.status_code == 422
    assert "seed" in answer.json()["detail"]


def bad_records() -> list[dict[str, Any]]:
    header = slide_record()["header"]
    return [
        {"header": {**header, "rules": {"size": 1}}, "commands": []},
        {"header": {**header, "rules": {"size": "4"}}, "commands": []},
        {"header": {**header, "seed": "x"}, "commands": []},
        {"header": {**header, "start": {"board": [2, 3]}}, "commands": []},
        {"header": {**header, "rules": {"size": 60}}, "commands": ["hint"] * 300},
        slide_record(*["left"] * 40),
        drop_record(4, 4, 4, 4, 4, 4, 4),
        {"header": {**header, "game": "connect4", "rules": {"columns": True}}, "commands": []},
    ]


@pytest.mark.parametrize("record", bad_records())
def test_a_record_that_breaks_the_rules_starts_no_game(ann: Person, record: dict[str, Any]) -> None:
    answer = ann.post("/api/v1/games", json={"record": record}, headers={"Idempotency-Key": uuid.uuid4().hex})
    assert answer.status_code == 422, answer.text
    assert len(answer.json()["detail"]) > 10


def test_a_solo_game_continues_on_another_device_through_a_link(ann: Person, ben: Person) -> None:
    game = ann.begin()["id"]
    assert ben.claim(ann.link(game, "both")) == {"id": game, "role": "both"}
    assert ben.do(game, 0, "left").status_code == 200
    assert ann.do(game, 1, "up").status_code == 200
    assert ann.look(game)["role"] == "both"


def test_two_players_each_move_at_their_own_turn(ann: Person, ben: Person) -> None:
    game = shared_game(ann, ben)
    assert ann.look(game)["role"] == "player:0"
    assert ben.do(game, 0, "4").status_code == 403
    assert ann.do(game, 0, "4").status_code == 200
    assert ann.do(game, 1, "4").status_code == 403
    assert ben.do(game, 1, "3", "3").status_code == 403
    assert ann.look(game)["ply"] == 1
    assert ben.do(game, 1, "3").status_code == 200
    assert ann.do(game, 2, "undo").status_code == 403
    assert ben.do(game, 2, "redo").status_code == 403


def test_the_owner_has_both_seats_until_the_invitation_is_claimed(ann: Person) -> None:
    game = ann.begin(drop_record())["id"]
    ann.link(game, "player:1")
    assert ann.do(game, 0, "4", "4").status_code == 200
    assert ann.look(game)["role"] == "both"


def test_a_link_for_the_owners_seat_does_not_give_away_the_guests_seat(
    ann: Person, ben: Person, stranger: Person
) -> None:
    game = ann.begin(drop_record())["id"]
    invitation, phone = ann.link(game, "player:1"), ann.link(game, "player:0")
    assert stranger.claim(phone)["role"] == "player:0"
    assert ann.look(game)["role"] == "both"
    assert ben.claim(invitation)["role"] == "player:1"
    assert ann.look(game)["role"] == "player:0"
    assert stranger.do(game, 0, "4").status_code == 200


def test_opening_your_own_watch_link_keeps_your_rights(ann: Person) -> None:
    game = ann.begin()["id"]
    ann.claim(ann.link(game, "watch"))
    assert ann.do(game, 0, "left").status_code == 200


def test_an_invitation_to_a_seat_admits_one_person_and_a_third_may_watch(
    ann: Person, ben: Person, stranger: Person
) -> None:
    game = ann.begin(drop_record())["id"]
    secret = ann.link(game, "player:1")
    assert ben.claim(secret)["role"] == "player:1"
    assert ben.claim(secret)["role"] == "player:1"
    refused = stranger.post("/api/v1/claims", json={"secret": secret})
    assert (refused.status_code, refused.json()["taken"]) == (409, True)
    assert stranger.get(f"/api/v1/games/{game}").status_code in (401, 404)
    watching = stranger.post("/api/v1/claims", json={"secret": secret, "watch": True})
    assert watching.json() == {"id": game, "role": "watch"}
    assert stranger.look(game)["role"] == "watch"


@pytest.mark.parametrize("role", ["player:1", "player:0", "watch", "both"])
def test_opening_your_own_link_keeps_your_rights(ann: Person, ben: Person, role: str) -> None:
    game = ann.begin(drop_record())["id"]
    secret = ann.link(game, role)
    assert ann.claim(secret) == {"id": game, "role": "both"}
    assert ann.do(game, 0, "4", "4", "undo").status_code == 200
    assert ben.claim(secret)["role"] == role


def test_a_browser_has_one_key_however_many_games_it_plays(ann: Person) -> None:
    games = [ann.begin()["id"] for _ in range(30)]
    assert len(list(ann.cookies.jar)) == 1
    assert all(ann.look(game)["role"] == "both" for game in games)


def test_a_game_that_is_over_takes_no_move_and_says_so(ann: Person, ben: Person) -> None:
    game = shared_game(ann, ben, 1, 2, 1, 2, 1, 2, 1)
    for person in (ann, ben):
        answer = person.do(game, 7, "2")
        assert answer.status_code == 422
        assert "over" in answer.json()["detail"]


def test_a_role_can_create_links_only_for_its_own_rights(ann: Person, ben: Person, stranger: Person) -> None:
    game = shared_game(ann, ben)
    stranger.claim(ann.link(game, "watch"))
    for person, refused in ((ann, ["both"]), (ben, ["both", "player:0"]), (stranger, ["both", "player:0"])):
        for role in refused:
            assert person.post(f"/api/v1/games/{game}/links", json={"role": role}).status_code == 403
    assert stranger.link(game, "watch")
    solo = ann.begin()["id"]
    assert ann.post(f"/api/v1/games/{solo}/links", json={"role": "player:1"}).status_code == 422


def test_the_oldest_of_too_many_links_is_removed(ann: Person, ben: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slidedrop.web.store.sql.MOST_SECRETS", 3)
    game = ann.begin()["id"]
    links = [ann.link(game, "watch") for _ in range(4)]
    assert [ben.post("/api/v1/claims", json={"secret": link}).status_code for link in links] == [404, 200, 200, 200]
    assert ann.delete(f"/api/v1/games/{game}/links", params={"role": "watch"}).json() == {"ended": 4}


def test_the_players_of_both_games_are_listed(stranger: Person) -> None:
    for game in ("2048", "connect4"):
        names = stranger.get("/api/v1/players", params={"game": game}).json()["players"]
        assert {"random", "greedy", "tree", "search"} <= set(names)
    assert stranger.get("/api/v1/players", params={"game": "chess"}).status_code == 422


def test_games_survive_a_restart_of_the_server(database: str) -> None:
    from tests.web.running import LiveServer

    with LiveServer(database) as first, Person(first.url) as ann:
        begun = ann.begin(token=True)
        ann.do(begun["id"], 0, "left", request="the-first-request")
    with LiveServer(database) as second, Person(second.url, origin=None) as ann:
        ann.headers["Authorization"] = f"Bearer {begun['token']}"
        assert ann.do(begun["id"], 0, "left", request="the-first-request").json() == {"ply": 1}
        assert ann.do(begun["id"], 1, "up").json() == {"ply": 2}
        assert commands_in(ann.look(begun["id"])["record"]) == ["left", "up"]


def test_a_long_game_is_read_in_parts_and_its_record_is_made_once(server: LiveServer, ann: Person) -> None:
    record = slide_record()
    record["commands"] = ["hint"] * 2_000
    game = ann.begin(record)["id"]
    whole = ann.look(game)["record"]
    assert len(whole["commands"]) == 2_000
    live = server.app.state.games._live[game]
    assert live.record() is live.record()
    ann.do(game, 2_000, "left")
    assert commands_in(ann.look(game)["record"])[-1] == "left"
    part = ann.get(f"/api/v1/games/{game}", params={"after": 1_999, "most": 5}).json()
    assert (part["ply"], commands_in(part["record"])) == (2_001, ["hint", "left"])
    assert part["record"]["header"] == whole["header"]
    assert ann.get(f"/api/v1/games/{game}", params={"most": 0}).status_code == 422
