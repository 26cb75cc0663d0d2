"""Tests of the standings of a room."""

from __future__ import annotations

from typing import Any

from slidedrop.connect4 import Game as Connect4
from slidedrop.twenty48 import Game
from slidedrop.web.rooms.rooms import Kind, Played, Player, Result, Room
from slidedrop.web.rooms.standings import result_of, standings

PEOPLE = (Player(1, "Ann", "a"), Player(2, "Ben", "b"), Player(3, "Cat", "c"))
WON, LOST, DRAWN = (Result(moves=20, finished=True, winner=winner) for winner in (0, 1, None))


def lines(kind: Kind, *games: tuple[tuple[int, ...], Result]) -> list[tuple[Any, ...]]:
    """Return place, name, points, state, count and opponent of each line."""
    played = tuple(Played(str(number), seats, 1, result) for number, (seats, result) in enumerate(games))
    room = Room("BCDFGH", kind, "7", players=PEOPLE, games=played)
    names = ("place", "name", "points", "state", "count", "against")
    return [tuple(line[name] for name in names) for line in standings(room)]


def test_a_race_is_ranked_by_score_and_ties_share_a_place() -> None:
    assert lines("race", ((2,), Result(400, 64)), ((1,), Result(400, 32, finished=True))) == [
        (1, "Ann", 400, "raced", 32, ""),
        (1, "Ben", 400, "races", 64, ""),
        (3, "Cat", 0, "joined", 0, ""),
    ]


def test_quicker_wins_rank_higher_and_forged_wins_do_not_count() -> None:
    quick, forged = WON._replace(moves=11), WON._replace(moves=7, faithful=False)
    assert lines("opponent", ((1,), WON), ((2,), quick), ((3,), forged)) == [
        (1, "Ben", 1, "won", 11, ""),
        (2, "Ann", 1, "won", 20, ""),
        (3, "Cat", 0, "uncounted", 7, ""),
    ]
    assert lines("opponent", ((1,), DRAWN), ((2,), LOST), ((3,), Result(moves=1))) == [
        (1, "Ann", 0.5, "drawn", 20, ""),
        (2, "Ben", 0, "lost", 20, ""),
        (2, "Cat", 0, "playing", 1, ""),
    ]


def test_a_round_robin_adds_wins_and_draws() -> None:
    assert lines("round-robin", ((1, 2), LOST), ((2, 3), DRAWN), ((3, 1), Result())) == [
        (1, "Ben", 1.5, "between", 2, ""),
        (2, "Cat", 0.5, "against", 1, "Ann"),
        (3, "Ann", 0, "against", 1, "Cat"),
    ]


def test_undos_and_hints_are_shown_but_do_not_change_the_ranking() -> None:
    helped = Result(500, 64, take_backs=3, hints=2)
    games = (Played("1", (1,), 1, helped), Played("2", (2,), 1, Result(400, 64)))
    first, second, _ = standings(Room("BCDFGH", "race", "7", players=PEOPLE, games=games))
    assert (first["name"], first["take_backs"], first["hints"], first["playing"]) == ("Ann", 3, 2, True)
    assert (second["name"], second["take_backs"], second["hints"]) == ("Ben", 0, 0)


def test_a_result_describes_the_current_state_of_its_game() -> None:
    game = Game(seed=7)
    for move in ("left", "up", "left"):
        game.play(move)
    game.undo()
    assert result_of(game) == Result(game.score, game.board.largest, 2, take_backs=1)
    won = Connect4()
    for column in (0, 1, 0, 1, 0, 1, 0):
        won.play(column)
    assert result_of(won) == Result(moves=7, finished=True, winner=0)
