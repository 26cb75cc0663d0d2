"""Tests of the Connect-4 review: grades from proven values, and better moves."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from slidedrop.analysis.connect4.review import Review, likeness, review
from slidedrop.analysis.connect4.scores import Grade, graded, told
from slidedrop.analysis.sentences import say
from slidedrop.connect4 import Game, Position, Rules, solve
from slidedrop.connect4.notation import read_moves
from slidedrop.connect4.values import Solution

SMALL = Rules(5, 4)


def played(moves: str, rules: Rules | None = None, start: Position | None = None) -> Game:
    """Return the game after these moves."""
    game = Game(rules, start=start)
    for move in read_moves(moves, game.rules):
        game.play(move)
    return game


def some_game(seed: int, rules: Rules) -> Game:
    """Return a random finished game."""
    rng, game = Random(seed), Game(rules)
    while game.outcome is None:
        game.play(rng.choice(game.position.legal_moves()))
    return game


def exact(score: int) -> Solution:
    return Solution(score, score, 20, 42)


@pytest.mark.parametrize(
    ("own", "others", "grade"),
    [
        (exact(3), [exact(3), exact(-2)], Grade.BEST),
        (exact(3), [exact(0), exact(-2)], Grade.ONLY_MOVE),
        (exact(3), [], Grade.ONLY_MOVE),
        (exact(2), [exact(3), exact(-2)], Grade.SLOWER_WIN),
        (exact(-4), [exact(-3)], Grade.GAVE_UP_SOONER),
        (exact(0), [exact(1)], Grade.THREW_AWAY_WIN),
        (exact(-1), [exact(1)], Grade.THREW_AWAY_WIN),
        (exact(-1), [exact(0)], Grade.LOST_DRAW),
        (exact(0), [Solution(0, 5, 20, 42)], Grade.NOT_PROVEN),
        (Solution(1, 3, 20, 42), [exact(4)], Grade.SLOWER_WIN),
        (Solution(1, 5, 20, 42), [exact(4)], Grade.NOT_PROVEN),
        (Solution(-5, 5, 20, 42), [exact(7)], Grade.NOT_PROVEN),
        (exact(-4), [Solution(-3, 2, 20, 42)], Grade.NOT_PROVEN),
        (exact(-4), [Solution(0, 2, 20, 42)], Grade.LOST_DRAW),
        (Solution(-4, 0, 20, 42), [exact(1)], Grade.THREW_AWAY_WIN),
    ],
)
def test_a_grade_needs_proven_values(own: Solution, others: list[Solution], grade: Grade) -> None:
    assert graded(own, others) == grade
    assert told(grade, own, others)


def test_a_grade_text_shows_the_value_before_and_after() -> None:
    assert told(Grade.THREW_AWAY_WIN, exact(0), [exact(1)]) == "threw away the win: now a draw"
    assert told(Grade.SLOWER_WIN, exact(1), [exact(3)]) == "wins more slowly: win in 21 instead of 17"
    assert told(Grade.GAVE_UP_SOONER, exact(-5), [exact(-2)]) == "loses faster: loss in 14 instead of 20"
    assert told(Grade.ONLY_MOVE, exact(0), []) == "only move left: draw"


@pytest.mark.parametrize("seed", range(4))
def test_grades_match_the_solver_values_of_every_position(seed: int) -> None:
    game = some_game(seed, SMALL)
    told_of: list[tuple[int, int]] = []
    found = review(game, seconds_a_move=5, tell=lambda done, of: told_of.append((done, of)))
    assert told_of == [(done, len(game.turns) + 1) for done in range(1, len(game.turns) + 2)]
    position = Position(SMALL)
    for turn, move in zip(game.turns, found.moves, strict=True):
        before, after = solve(position), solve(turn.position).for_the_other_side()
        assert (move.grade in {Grade.BEST, Grade.ONLY_MOVE}) is (before.score == after.score)
        assert move.is_turning_point is (before.verdict != after.verdict)
        first = after.low if turn.player == 0 else -after.low
        assert move.low == move.high == first
        position = turn.position
    assert found.unproven == 0


def test_a_better_line_is_best_play_from_the_position_before_the_mistake() -> None:
    lines = 0
    for seed in range(6):
        game = some_game(seed, SMALL)
        found = review(game, seconds_a_move=5)
        positions = [Position(SMALL), *(turn.position for turn in game.turns)]
        for move in found.moves:
            if not move.better_line:
                assert move.grade in {Grade.BEST, Grade.ONLY_MOVE}
                continue
            lines += 1
            position = positions[move.ply - 1]
            score = solve(position).score or 0
            assert move.better_line[0] in move.best
            for column in read_moves(move.better_line, SMALL):
                position = position.play(column)
                score = -score
                assert (solve(position).score or 0) == score
    assert lines > 5


def test_the_graph_has_a_point_for_the_start_and_for_every_ply_up_to_the_end() -> None:
    found = review(played("1414", start=Position.from_moves("414")), seconds_a_move=0.1)
    assert len(found.heights) == 5
    assert (found.moves[0].player, found.heights[-1]) == (1, 1.0)
    assert all(height is None or -1 <= height <= 1 for height in found.heights)
    assert review(some_game(1, Rules(4, 4)), seconds_a_move=5).heights[0] == 0.0


def test_a_missed_win_is_shown_with_the_winning_line() -> None:
    missed = review(played("511", start=Position.from_moves("4433")), seconds_a_move=0.5).moves[-1]
    assert missed.grade in {Grade.SLOWER_WIN, Grade.THREW_AWAY_WIN}
    assert missed.before == missed.better_words == "win in 1"
    assert missed.better_line in {"2", "6"}


def test_a_resignation_is_not_a_move_but_its_position_is_evaluated() -> None:
    game = played("33", start=Position.from_moves("1122"))
    game.resign()
    found = review(game, seconds_a_move=0.5)
    assert len(found.moves) == 2
    assert found.ending == say("game resigned", ending="Blue won, red resigned", worth="win in 1")


def test_an_open_game_shows_the_side_to_move_and_an_empty_one_has_no_moves() -> None:
    assert review(played("33", start=Position.from_moves("1122")), seconds_a_move=0.3).ending == say(
        "game open", side="red", worth="win in 1"
    )
    empty = review(Game(SMALL), seconds_a_move=5)
    assert (empty.moves, empty.start, empty.summary) == ((), "draw", ())


def test_the_summary_counts_moves_left_unproven_by_the_time_limit() -> None:
    found = review(played("4444", Rules(7, 8)), seconds_a_move=0.02)
    assert found.unproven > 0
    assert found.summary[-1] == say("grades open", open=found.unproven, all=len(found.moves))


def test_a_review_survives_a_json_round_trip() -> None:
    found: Review = review(some_game(2, SMALL), seconds_a_move=5)
    again = json.loads(json.dumps(found.to_json()))
    assert again == found.to_json()
    assert again["turning_points"] == [move.ply for move in found.turning_points]
    assert len(again["heights"]) == len(again["moves"]) + 1


def test_free_placement_is_reviewed_too() -> None:
    rules = Rules(4, 4, gravity=False)
    start = Position.from_moves("2.2,3.3,1.1,4.4,2.3", rules)
    found = review(played("2.1,1.2,3.2,1.3", start=start), seconds_a_move=60)
    assert (found.start, found.unproven) == ("draw", 0)


def test_each_side_is_compared_with_an_opponent() -> None:
    game = played("44444426655773135")
    found = review(game, seconds_a_move=0.2)
    red, blue = (likeness(game, found, player) for player in (0, 1))
    assert red.startswith("Red: ")
    assert blue.startswith("Blue: ")
    turns = [str(move.ply) for move in found.turning_points if move.player == 0]
    assert [number for number in re.findall(r"\d+", red) if number not in turns] == []


def test_a_side_without_moves_is_compared_with_no_opponent() -> None:
    game = played("4")
    assert likeness(game, review(game, seconds_a_move=0.2), 1) == ""


def test_the_turning_points_of_each_side_are_listed() -> None:
    game = played("1122334")
    found = review(game, seconds_a_move=2.0)
    assert likeness(game, found, 0).endswith(say("turned at", moves="1, 3, 5") + ".")
    assert likeness(game, found, 1).endswith(say("turned at", moves="2, 6") + ".")
