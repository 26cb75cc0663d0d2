from __future__ import annotations

from slidedrop.analysis.connect4.likeness import likeness
from slidedrop.analysis.connect4.review import review
from slidedrop.connect4.game import Game


def played(columns: str) -> Game:
    game = Game()
    for column in columns:
        game.move(int(column) - 1)
    return game


def test_each_side_has_a_sentence_about_its_play() -> None:
    game = played("44444426655773135")
    found = review(game, seconds_a_move=0.2)
    red, blue = (likeness(game, found, player) for player in (0, 1))
    assert red.startswith("Red: played like ")
    assert blue.startswith("Blue: played like ")
    assert "% of moves could not be bettered; " in red


def test_a_side_without_a_move_has_no_sentence() -> None:
    game = played("4")
    assert likeness(game, review(game, seconds_a_move=0.2), 1) == ""


def test_the_moves_that_turned_the_game_are_named() -> None:
    game = played("1122334")
    found = review(game, seconds_a_move=2.0)
    assert likeness(game, found, 0).endswith("the game turned at 1, 3, 5.")
    assert likeness(game, found, 1).endswith("the game turned at 2, 6.")
