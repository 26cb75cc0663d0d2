"""Tests of the players `perfect` for Connect-4 and `exact` for small 2048 boards."""

from __future__ import annotations

import pytest

from slidedrop.connect4 import Position, Rules, solve
from slidedrop.core.errors import NotationError, RecordError, RulesError
from slidedrop.players.registry import check_player, make_player
from slidedrop.twenty48 import Board, Direction, Game
from slidedrop.twenty48 import Position as Slides
from slidedrop.twenty48 import Rules as SlideRules

SMALL = Rules(columns=5, rows=4)


@pytest.mark.parametrize("name", ["perfect", "winner", "perfect@5s"])
def test_a_solving_player_never_throws_away_a_win_or_a_draw(name: str) -> None:
    player = make_player(name, "connect4", seed=3)
    position = Position(SMALL)
    while position.outcome is None:
        before = solve(position).verdict
        after = position.play(player.choose(position))
        answer = solve(after).verdict
        assert {"win": "loss", "draw": "draw", "loss": "win"}[before or ""] == answer
        position = after


def test_the_perfect_player_wins_as_soon_as_it_can() -> None:
    position = Position.from_moves("112233")
    assert make_player("perfect", "connect4").choose(position) == 3


def test_a_board_or_level_the_solver_does_not_support_is_refused() -> None:
    with pytest.raises(RulesError, match="cannot solve"):
        check_player(make_player("perfect", "connect4"), Position(Rules(gravity=False)))
    with pytest.raises(NotationError, match="has none"):
        make_player("perfect:3", "connect4")


def test_the_connect4_package_exports_the_solver() -> None:
    import slidedrop.connect4

    assert str(solve(Position.from_moves("112233"))) == "win in 1"
    with pytest.raises(AttributeError, match="no attribute"):
        _ = slidedrop.connect4.nothing


def test_the_exact_player_makes_the_move_with_the_highest_value() -> None:
    player = make_player("exact", "2048")
    assert player.choose(Slides(Board.from_rows([[2, 4], [0, 2]]))) in {Direction.DOWN, Direction.LEFT}


def test_the_mean_score_of_the_exact_player_on_2x2_matches_the_expected_one() -> None:
    player, scores = make_player("exact", "2048"), []
    for seed in range(300):
        game = Game(SlideRules(size=2), seed=seed)
        while not game.is_over:
            game.play(player.choose(game.position))
        scores.append(game.score)
    mean = sum(scores) / len(scores)
    error = (sum((score - mean) ** 2 for score in scores) ** 0.5) / len(scores)
    assert abs(mean - 66.9641) < 3 * error


def test_an_unsolved_or_too_large_board_is_refused_with_the_solve_command() -> None:
    with pytest.raises(RulesError, match="2x2 and 3x3"):
        check_player(make_player("exact", "2048"), Slides(Board.empty(4)))
    with pytest.raises(RecordError, match="slidedrop solve 2048 --size 3"):
        check_player(make_player("exact", "2048"), Slides(Board.empty(3)))
