"""Tests of the rules of a room as pure functions."""

from __future__ import annotations

import json
import random
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slidedrop.core.errors import NotationError
from slidedrop.records.replay import begin
from slidedrop.web.rooms.rooms import (
    MOST_PLAYERS,
    Played,
    Player,
    Result,
    Room,
    RoomError,
    header_for,
    joined,
    next_pairs,
    removed,
    room_of_the_day,
    seated,
    with_results,
)

RACE = Room("BCDFGH", "race", "7")
ROBIN = Room("BCDFGH", "round-robin", "7")
NAMES = [f"new-game-{number:03}" for number in range(100)]


def test_a_room_is_restored_from_its_json() -> None:
    room = seated(joined(joined(RACE, "a", "Ann"), "b", "Ben"), "a", NAMES)
    assert Room.from_text(json.dumps(room)) == room
    older = json.dumps(json.loads(json.dumps(RACE))[:3])  # as an earlier version might have written it
    assert Room.from_text(older) == RACE


def test_a_name_belongs_to_one_player_of_a_room_and_can_be_changed() -> None:
    room = joined(RACE, "a", "  Ann \n Lee ")
    assert room.players == (Player(1, "Ann Lee", "a"),)
    for like in ("ANN LEE", "\uff21nn Lee", "Ann\u034f Lee", "A\ufe0fnn Lee", "Ann Lee\U000e0100", "Ann L\u17b4ee"):
        with pytest.raises(RoomError, match="has that name"):
            joined(room, "b", like)
    for other in ("Zo\u0308e", "Nguy\u1ec5n", "\u05d3\u05d5\u05d3", "\U0001f600", "\u674e\u56db"):
        assert joined(room, "b", other).players[1].name == unicodedata.normalize("NFC", other)
    room = joined(joined(room, "b", "Ben"), "a", "ann lee")
    assert [(player.number, player.name) for player in room.players] == [(1, "ann lee"), (2, "Ben")]


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\u202eb", "a\x00b", "\ud800", "\u3164", "\u2800 \u2800",
    "\u200b", "\u0301", "a \u0301", "Z\u0335\u0336\u0337", "a\u2067b", "\ufeff"])  # fmt: skip
def test_an_unreadable_or_long_name_is_refused(name: str) -> None:
    with pytest.raises(NotationError, match="1 to 24 characters"):
        joined(RACE, "a", name)


def test_a_full_room_refuses_new_players() -> None:
    full = RACE._replace(players=tuple(Player(n, str(n), str(n)) for n in range(1, MOST_PLAYERS + 1)))
    with pytest.raises(RoomError, match="at most 1000 people"):
        joined(full, "new", "New")
    assert joined(full, "1", "Renamed").player("1") == Player(1, "Renamed", "1")


def test_a_timed_room_opens_at_its_start_and_ends_after_its_minutes() -> None:
    room = RACE._replace(minutes=10)
    assert (room.phase(1000), room.ends) == ("waiting", None)
    room = room._replace(began=1000)
    assert (room.phase(1000), room.ends) == ("open", 1600)
    assert (room.phase(1599.9), room.phase(1600)) == ("open", "over")
    assert (RACE.phase(0), RACE.phase(1e12), RACE.ends) == ("open", "open", None)


def test_each_player_has_one_race_game_and_all_start_alike() -> None:
    room = joined(joined(RACE, "a", "Ann"), "b", "Ben")
    room = seated(seated(seated(room, "a", ["one"]), "b", ["two"]), "a", ["three"])
    assert [(game.game, game.seats) for game in room.games] == [("one", (1,)), ("two", (2,))]
    with pytest.raises(RoomError, match="join the room"):
        seated(room, "stranger", ["four"])
    assert begin(header_for(room)).header() == begin(header_for(RACE)).header()
    assert (header_for(room)["seed"], header_for(room)["room"]) == ("7", "BCDFGH")


def test_a_removed_player_leaves_no_data_behind() -> None:
    room = seated(seated(joined(joined(ROBIN, "a", "Ann"), "b", "Ben"), "a", NAMES), "b", NAMES)
    assert len(room.games) == 1
    after = removed(room, {2})
    assert (after.players, after.games) == ((Player(1, "Ann", "a"),), ())
    with pytest.raises(RoomError, match="removed you"):
        joined(after, "b", "Benny")
    assert Room.from_text(json.dumps(after)) == after


def test_a_room_closed_to_new_players_still_admits_its_own() -> None:
    shut = joined(RACE, "a", "Ann")._replace(shut=True)
    assert joined(shut, "a", "Anna").players[0].name == "Anna"
    with pytest.raises(RoomError, match="new players"):
        joined(shut, "b", "Ben")


def test_a_browser_that_lost_the_answer_joins_again_under_the_same_name() -> None:
    room = joined(RACE, "drawn", "Ann")
    again = joined(room, "cookie", "Ann", "drawn")
    assert again.players == (Player(1, "Ann", "cookie"),)


def test_late_or_out_of_order_results_change_nothing() -> None:
    room = seated(joined(RACE._replace(minutes=1, began=100), "a", "Ann"), "a", ["one"])
    first, second = Played("one", (), 5, Result(score=40), 120), Played("one", (), 9, Result(score=80), 130)
    room = with_results(room, {"one": second})
    assert room.games[0] == second._replace(seats=(1,))
    assert with_results(room, {"one": first}) == room
    assert with_results(room, {"one": Played("one", (), 10, Result(score=99), 160)}) == room
    assert with_results(room, {"foreign": second}) == room


def test_the_room_of_the_day_is_the_same_everywhere_and_changes_daily() -> None:
    assert room_of_the_day("2026-11-17") == room_of_the_day("2026-11-17")
    assert room_of_the_day("2026-11-17").seed == "3131360539878682062"
    assert len({room_of_the_day(f"2026-11-{day:02}").seed for day in range(1, 31)}) == 30


@given(st.integers(2, 9), st.integers(0, 10**9))
@settings(max_examples=25)
def test_a_round_robin_pairs_everyone_once_and_no_player_twice_at_a_time(people: int, seed: int) -> None:
    room, dice = ROBIN, random.Random(seed)
    for number in range(people):
        room = joined(room, f"key{number}", f"name{number}")
    for step in range(people * people * 20):
        busy = {seat for game in room.games if not game.result.finished for seat in game.seats}
        if busy and dice.random() < 0.5:
            game = dice.choice([game for game in room.games if not game.result.finished])
            room = with_results(room, {game.game: game._replace(ply=9, result=Result(finished=True, winner=0))})
            continue
        before = room
        room = seated(room, f"key{dice.randrange(people)}", [f"{step}-{number}" for number in range(people)])
        fresh = room.games[len(before.games) :]
        seats = [seat for game in fresh for seat in game.seats]
        assert len(seats) == len(set(seats))
        assert busy.isdisjoint(seats)
        if len(room.games) == people * (people - 1) // 2 and all(game.result.finished for game in room.games):
            break
    met = [frozenset(game.seats) for game in room.games]
    assert len(met) == len(set(met)) == people * (people - 1) // 2
    reds = [sum(game.seats[0] == number for game in room.games) for number in range(1, people + 1)]
    assert max(reds) - min(reds) <= 1 + people // 2


def test_the_player_with_the_fewest_games_is_paired_first() -> None:
    assert next_pairs([1, 2, 3], [(1, 2)]) == [(3, 1)]
    assert next_pairs([1, 2], [(2, 1)]) == []
    assert next_pairs([4], []) == []
