from __future__ import annotations

import pytest

from slidedrop.core.errors import RecordError, RulesError
from slidedrop.players.registry import check_player, player_called
from slidedrop.twenty48 import Board, Direction, Rules
from slidedrop.twenty48.game import Game
from slidedrop.twenty48.position import Position


def test_the_exact_player_makes_the_slide_that_is_worth_most() -> None:
    player = player_called("exact", "2048")
    assert player.choose(Position(Board.from_rows([[2, 4], [0, 2]]))) in {Direction.DOWN, Direction.LEFT}


def test_on_2x2_it_comes_as_near_to_its_expected_score_as_luck_allows() -> None:
    player, scores = player_called("exact", "2048"), []
    for seed in range(300):
        game = Game(Rules(size=2), seed=seed)
        while not game.over:
            game.move(player.choose(game.position))
        scores.append(game.score)
    mean = sum(scores) / len(scores)
    error = (sum((score - mean) ** 2 for score in scores) ** 0.5) / len(scores)
    assert abs(mean - 66.9641) < 3 * error


def test_a_board_that_is_too_large_or_not_solved_yet_is_refused_with_the_way_out() -> None:
    with pytest.raises(RulesError, match="2x2 and 3x3"):
        check_player(player_called("exact", "2048"), Position(Board.empty(4)))
    with pytest.raises(RecordError, match="slidedrop solve 2048 --size 3"):
        check_player(player_called("exact", "2048"), Position(Board.empty(3)))
