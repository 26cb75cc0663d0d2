"""Tests of undo and rematch offers, and of resignation."""

from __future__ import annotations

import pytest

from slidedrop.web.api import offers
from tests.web.running import Person, commands_in, drop_record, shared_game, slide_record, until


def test_an_agreed_undo_gives_the_turn_back_to_the_player(ann: Person, ben: Person) -> None:
    game = shared_game(ann, ben)
    ann.do(game, 0, "4")
    ben.do(game, 1, "3")
    offer = ann.post(f"/api/v1/games/{game}/offers", json={"kind": "take-back", "ply": 2})
    assert offer.status_code == 201
    assert ben.look(game)["offer"] == {"kind": "take-back", "by": "player:0", "ply": 2}
    own = ann.post(f"/api/v1/games/{game}/offers/answer", json={"accept": True, "ply": 2})
    assert own.status_code == 422
    answer = ben.post(f"/api/v1/games/{game}/offers/answer", json={"accept": True, "ply": 2})
    assert answer.json() == {"ply": 4}
    now = ann.look(game)
    assert commands_in(now["record"]) == ["4", "3", "undo", "undo"]
    assert now["offer"] is None
    assert ann.do(game, 4, "5").status_code == 200


def test_an_agreed_undo_right_after_your_own_move_undoes_one_move(ann: Person, ben: Person) -> None:
    game = shared_game(ann, ben)
    ann.do(game, 0, "4")
    ann.post(f"/api/v1/games/{game}/offers", json={"kind": "take-back", "ply": 1})
    ben.post(f"/api/v1/games/{game}/offers/answer", json={"accept": True, "ply": 1})
    assert commands_in(ann.look(game)["record"]) == ["4", "undo"]


def test_a_resignation_can_be_undone_by_agreement(ann: Person, ben: Person) -> None:
    game = shared_game(ann, ben)
    ann.do(game, 0, "resign")
    ann.post(f"/api/v1/games/{game}/offers", json={"kind": "take-back", "ply": 1})
    ben.post(f"/api/v1/games/{game}/offers/answer", json={"accept": True, "ply": 1})
    assert ann.do(game, 2, "4").status_code == 200


def test_a_player_can_resign_on_the_opponents_turn_too(ann: Person, ben: Person) -> None:
    game = shared_game(ann, ben)
    early = ben.post(f"/api/v1/games/{game}/resign", json={})
    assert (early.status_code, "first move" in early.json()["detail"]) == (422, True)
    ann.do(game, 0, "4")
    assert ann.post(f"/api/v1/games/{game}/resign", json={"side": "own"}).json() == {"ply": 3}
    assert commands_in(ben.look(game)["record"]) == ["4", "undo", "resign"]
    assert ben.post(f"/api/v1/games/{game}/resign", json={}).status_code == 422


def test_a_game_that_the_opponent_has_left_can_be_claimed(
    ann: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = shared_game(ann, ben)
    wanted = {"side": "other"}
    ann.do(game, 0, "4")
    assert "for 10 min" in ann.post(f"/api/v1/games/{game}/resign", json=wanted).json()["detail"]
    monkeypatch.setattr(offers, "AWAY_SECONDS", 0.05)
    with ben.watching(game) as events:
        assert next(events)
        assert ann.post(f"/api/v1/games/{game}/resign", json=wanted).status_code == 422
    until(lambda: ann.post(f"/api/v1/games/{game}/resign", json=wanted).status_code == 200)
    assert commands_in(ann.look(game)["record"]) == ["4", "resign"]


@pytest.mark.parametrize("who", ["ann", "ben"])
def test_a_refused_or_withdrawn_offer_changes_nothing(ann: Person, ben: Person, who: str) -> None:
    game = shared_game(ann, ben)
    ann.do(game, 0, "4")
    ann.post(f"/api/v1/games/{game}/offers", json={"kind": "take-back", "ply": 1})
    person = ann if who == "ann" else ben
    answer = person.post(f"/api/v1/games/{game}/offers/answer", json={"accept": False, "ply": 1})
    assert answer.json() == {"ply": 1}
    assert ben.look(game)["offer"] is None


def test_a_move_cancels_a_pending_offer(ann: Person, ben: Person) -> None:
    game = shared_game(ann, ben)
    ann.do(game, 0, "4")
    ann.post(f"/api/v1/games/{game}/offers", json={"kind": "take-back", "ply": 1})
    ben.do(game, 1, "3")
    assert ann.look(game)["offer"] is None
    late = ben.post(f"/api/v1/games/{game}/offers/answer", json={"accept": True, "ply": 1})
    assert late.status_code == 409


def test_invalid_offers_are_refused(ann: Person, ben: Person) -> None:
    solo = ann.begin(drop_record(4))["id"]
    assert ann.post(f"/api/v1/games/{solo}/offers", json={"kind": "take-back", "ply": 1}).status_code == 422
    game = shared_game(ann, ben)
    ann.do(game, 0, "4")
    assert ben.post(f"/api/v1/games/{game}/offers", json={"kind": "take-back", "ply": 1}).status_code == 422
    assert ann.post(f"/api/v1/games/{game}/offers", json={"kind": "take-back", "ply": 0}).status_code == 409
    ben.do(game, 1, "3")
    assert ann.post(f"/api/v1/games/{game}/offers", json={"kind": "take-back", "ply": 2}).status_code == 201
    assert ben.post(f"/api/v1/games/{game}/offers", json={"kind": "take-back", "ply": 2}).status_code == 422


def test_a_rematch_swaps_the_sides_and_is_one_game_for_both(ann: Person, ben: Person) -> None:
    game = shared_game(ann, ben, 1, 2, 1, 2, 1, 2, 1)
    first = ann.post(f"/api/v1/games/{game}/rematch", json={})
    assert first.status_code == 201
    again = ben.post(f"/api/v1/games/{game}/rematch", json={})
    following = first.json()["id"]
    assert first.json() == {"id": following, "role": "player:1"}
    assert again.json() == {"id": following, "role": "player:0"}
    assert ben.look(game)["rematch"] == following
    assert ann.do(following, 0, "4").status_code == 403
    assert ben.do(following, 0, "4").status_code == 200
    assert ann.look(following)["record"]["header"]["players"] == ["guest", "human"]


def test_on_one_screen_a_rematch_keeps_both_seats(ann: Person) -> None:
    game = ann.begin(drop_record(1, 2, 1, 2, 1, 2, 1))["id"]
    following = ann.post(f"/api/v1/games/{game}/rematch", json={"token": True}).json()
    assert following["role"] == "both"
    assert len(following["token"]) == 43
    assert ann.do(following["id"], 0, "4", "4").status_code == 200


def test_a_rematch_needs_a_game_of_connect_4_that_is_over(ann: Person) -> None:
    for record in (slide_record("left"), drop_record(4)):
        game = ann.begin(record)["id"]
        assert ann.post(f"/api/v1/games/{game}/rematch", json={}).status_code == 422
