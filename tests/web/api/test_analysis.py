"""Tests of analysis over HTTP: column values, reviews in pieces, refused requests and limits."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from slidedrop.web.app import Settings
from slidedrop.web.engine import analysis_jobs
from slidedrop.web.http.rate_limits import Rate
from tests.web.in_a_process import said_by
from tests.web.running import PLENTY, UNLIMITED, LiveServer, Person, drop_record, once_within, slide_record, until

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx


MISSED = [int(column) for column in "44354334556271"]
"""A game in which both sides miss wins repeatedly; red can win in column 3."""
WON = [*MISSED, 3]


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server whose compiled solver is ready."""
    with LiveServer(tmp_path_factory.mktemp("school") / "db", Settings(limits=UNLIMITED)) as live:
        yield live


@pytest.fixture
def ann(school: LiveServer) -> Iterator[Person]:
    """A client of the analysis server."""
    with Person(school.url) as person:
        yield person


def scores(person: Person, record: dict[str, Any], **more: object) -> httpx.Response:
    return person.post("/api/v1/scores", json={"record": record, **more})


def review(person: Person, record: dict[str, Any], **more: object) -> httpx.Response:
    return person.post("/api/v1/review", json={"record": record, **more})


def whole_review(person: Person, record: dict[str, Any], seconds: float = 0.5) -> list[dict[str, Any]]:
    """Request a review in pieces from the end of the game, as the page does."""
    moves: list[dict[str, Any]] = []
    before = None
    while before != 0:
        piece = review(person, record, before=before, seconds=seconds).json()
        assert len(piece["moves"]) <= analysis_jobs.MOST_MOVES
        moves = piece["moves"] + moves
        before = piece["before"]
    return moves


def test_every_column_has_its_value_in_words_and_numbers(ann: Person) -> None:
    answer: dict[str, Any] = {}

    def proven() -> bool:
        answer.update(scores(ann, drop_record(*MISSED), seconds=3).json())
        return bool(answer["is_proven"])

    until(proven, 120)
    assert answer["turn"] == 0
    assert answer["best"] == ["3"]
    assert {move["move"]: move["words"] for move in answer["moves"]}["3"] == "win in 1"
    assert all(move["verdict"] == "loss" for move in answer["moves"] if move["move"] != "3")


def test_a_repeated_analysis_request_is_answered_at_once(ann: Person) -> None:
    scores(ann, drop_record(*MISSED), seconds=3)
    answers: list[dict[str, Any]] = []
    assert once_within(3, lambda: answers.append(scores(ann, drop_record(*MISSED), seconds=3).json()))
    assert all(answer["is_proven"] for answer in answers)


def test_values_for_unsolved_rules_are_searched_and_marked_not_proven(ann: Person) -> None:
    record = drop_record(4, 4)
    record["header"]["rules"] = {"columns": 9, "rows": 8}
    answer = scores(ann, record, seconds=0.3).json()
    assert not answer["is_proven"]
    assert "ahead, not proven" in answer["how"]


def test_a_review_grades_every_move_piece_by_piece_from_the_end(ann: Person) -> None:
    moves = whole_review(ann, drop_record(*WON))
    assert [move["ply"] for move in moves] == list(range(1, 16))
    assert [move["move"] for move in moves] == [str(column) for column in WON]
    assert [move["player"] for move in moves] == [0, 1] * 7 + [0]
    assert [move["ply"] for move in moves if move["is_turning_point"]][-2:] == [13, 14]
    assert moves[12]["better_line"] == "3"
    assert moves[12]["better_words"] == "win in 1"
    assert moves[14]["grade"] == "only move"


def test_the_last_part_of_a_review_has_the_ending_and_the_first_the_start(ann: Person) -> None:
    last = review(ann, drop_record(*WON)).json()
    assert last["ending"].startswith("Red won, ")
    assert (last["before"], last["of"]) == (9, 15)
    first = review(ann, drop_record(*WON), before=2).json()
    assert first["ending"] == ""
    assert first["before"] == 0
    assert first["start"]


def test_a_game_given_up_is_reviewed_with_its_resignation(ann: Person) -> None:
    record = drop_record(*MISSED)
    record["commands"].append("resign")
    last = review(ann, record).json()
    assert last["ending"].startswith("Blue won, ")
    assert last["of"] == 14


def test_games_from_a_set_up_position_or_without_moves_can_be_reviewed(ann: Person) -> None:
    record = drop_record(4, 4)
    record["header"]["start"] = {"rows": ["." * 7] * 5 + ["XO....."]}
    assert [move["ply"] for move in review(ann, record).json()["moves"]] == [1, 2]
    assert review(ann, drop_record(), seconds=0.1).json()["moves"] == []


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("scores", {"record": drop_record(1, 2, 1, 2, 1, 2, 1)}, "over"),
    ("scores", {"record": slide_record()}, "2048 has no values"),
    ("scores", {"record": drop_record(4, 4, 4, 4, 4, 4, 4)}, "column 4"),
    ("scores", {"record": drop_record(4), "seconds": 60}, "less than or equal to 3"),
    ("review", {"record": slide_record()}, "2048 has no values"),
    ("review", {"record": drop_record(4), "before": -1}, "greater than or equal to 0"),
    ("review", {"record": drop_record(4), "seconds": 0}, "greater than or equal to 0.1"),
    ("review", {"record": drop_record(4), "depth": 3}, "not permitted"),
]


@pytest.mark.parametrize(("path", "body", "said"), REFUSED)
def test_an_impossible_analysis_request_is_refused_with_the_reason(
    ann: Person, path: str, body: dict[str, Any], said: str
) -> None:
    answer = ann.post(f"/api/v1/{path}", json=body)
    assert answer.status_code == 422
    assert said in answer.json()["detail"]


@pytest.mark.parametrize("path", ["scores", "review"])
def test_analysis_refuses_other_origins_and_large_bodies_and_needs_no_secret(school: LiveServer, path: str) -> None:
    body = {"record": drop_record(*MISSED), "seconds": 0.1}
    for origin, status in (("http://elsewhere.example", 403), (None, 200), ("own", 200)):
        with Person(school.url, origin=origin) as person:
            assert person.post(f"/api/v1/{path}", json=body).status_code == status
    with Person(school.url) as person:
        large = {**body, "record": drop_record(*[4] * 9000)}
        assert person.post(f"/api/v1/{path}", json=large).status_code == 413
        wrong = person.post(f"/api/v1/{path}", json=body, headers={"Authorization": "Bearer nothing"})
        assert wrong.status_code == 200


def test_too_many_analyses_get_429_but_moves_are_still_accepted(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = replace(UNLIMITED, analyses=Rate(2, 0.01), thoughts=PLENTY)
    live = LiveServer(tmp_path_factory.mktemp("busy") / "db", Settings(limits=limits, warm=False))
    with live, Person(live.url) as ann:
        statuses = [scores(ann, drop_record(1, 2, 1, 2, 1, 2, 1)).status_code for _ in range(3)]
        assert statuses == [422, 422, 429]
        game = ann.begin(drop_record())["id"]
        assert ann.do(game, 0, "4").status_code == 200


def test_a_running_analysis_does_not_delay_move_requests(school: LiveServer, ann: Person) -> None:
    asked = threading.Thread(target=lambda: review(ann, drop_record(), seconds=3))
    asked.start()
    with Person(school.url) as ben:
        answer = ben.post("/api/v1/choose", json={"record": drop_record(4), "player": "random"})
    assert answer.status_code == 200
    assert school.app.state.pools.analysts is not school.app.state.pools.engine
    asked.join(60)


@pytest.mark.parametrize("player", ["perfect", "winner", "beginner", "master"])
def test_players_that_use_the_solver_take_a_win(ann: Person, player: str) -> None:
    answer = ann.post("/api/v1/choose", json={"record": drop_record(1, 2, 1, 2, 1, 2), "player": player})
    assert answer.json() == {"move": "1"}


def test_the_network_plays_2048_and_gives_hints(ann: Person) -> None:
    listed = ann.get("/api/v1/players", params={"game": "2048"}).json()
    assert "network" in listed["players"]
    (network,) = (one for one in listed["declarations"] if one["name"] == "network")
    assert (network["levels"], network["timed"]) == ([1, 6], True)
    chosen = ann.post("/api/v1/choose", json={"record": slide_record("left"), "player": "network"})
    assert chosen.json()["move"] in ("up", "down", "left", "right")
    assert ann.post("/api/v1/hint", json={"record": slide_record("left")}).json()["reason"]


def test_without_wasmtime_the_server_hides_solver_players_and_names_the_package(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = ann.get("/api/v1/players", params={"game": "connect4"}).json()["players"]
    assert {"perfect", "beginner"} <= set(here)
    for module in ("web.api.thinking", "web.engine.analysis_jobs", "connect4.engine.perfect"):
        monkeypatch.setattr(f"slidedrop.{module}.is_portable", lambda: False)
    there = ann.get("/api/v1/players", params={"game": "connect4"}).json()["players"]
    assert there == [name for name in here if name not in ("perfect", "winner")]
    answer = analysis_jobs.scores(json.dumps(drop_record(1, 2, 1, 2, 1, 2)), 0.1)
    assert "pip install wasmtime" in answer["notice"]


def test_an_analysis_beyond_its_cpu_time_is_aborted() -> None:
    hasty = "import sys; from slidedrop.web.engine import analysis_jobs as work; work.ALL_SECONDS = 0.05; "
    said = said_by(hasty + "print(work.review(sys.argv[1], None, 3.0))", json.dumps(drop_record(*[2, 4, 4, 3] * 3)))
    assert said == "{'late': 'yes'}\n"


SLOW = """
import sys, time
from slidedrop.twenty48.engine import expectimax
from slidedrop.web.engine import move_jobs
def slowly(*_, **__):
    end = time.process_time() + 0.6
    while time.process_time() < end: pass
    loaded.add("network")
def think(game):
    move_jobs.load_engine(game)
    return {"kind": game.kind, "loaded": loaded}
loaded, expectimax.searcher = set(), slowly
move_jobs.answered(sys.argv[1], lambda game: {}, 60)
print(move_jobs.answered(sys.argv[1], think, 0.3))
"""


def test_loading_the_network_does_not_count_towards_the_answer_time() -> None:
    said = said_by(SLOW, json.dumps(slide_record("left")))
    assert said == "{'kind': '2048', 'loaded': {'network'}}\n"
