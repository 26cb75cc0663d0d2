"""Tests of the players without search."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import NotationError
from slidedrop.players.player import AnyPlayer, Player
from slidedrop.players.registry import make_player, player_names
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game

seeds = st.integers(-(1 << 63), (1 << 63) - 1)


def test_a_player_is_one_method_and_a_name() -> None:
    players: list[AnyPlayer] = [make_player(name, "2048") for name in ("random", "greedy")]
    assert [player.name for player in players] == ["random", "greedy"]
    assert all(hasattr(player, name) for player in players for name in vars(Player) if not name.startswith("_"))


def played(player: AnyPlayer, seed: int, moves: int) -> Game:
    """Return a game after some moves of one player."""
    game = Game(seed=seed)
    for _ in range(moves):
        if game.outcome is None:
            game.play(player.choose(game.position))
    return game


@given(seeds, st.sampled_from(["random", "greedy"]))
def test_a_player_chooses_a_legal_move(seed: int, name: str) -> None:
    player = make_player(name, "2048", seed=seed)
    assert player.name == name
    assert len(played(player, seed, 20).line()) == 20


@given(seeds)
def test_the_same_seed_draws_the_same_moves(seed: int) -> None:
    games = [played(make_player("random", "2048", seed=seed), 7, 30).line() for _ in range(2)]
    assert games[0] == games[1]


def test_without_a_seed_the_moves_differ() -> None:
    assert len({tuple(played(make_player("random", "2048"), 7, 30).line()) for _ in range(5)}) > 1


def test_the_greedy_player_makes_the_move_with_the_most_points() -> None:
    board = Board.from_rows([[64, 64], [2, 0]])
    game = Game(seed=1)
    game.load({"board": list(board.tiles), "score": 0, "won": False, "over": False})
    assert make_player("greedy", "2048").choose(game.position) in {Direction.LEFT, Direction.RIGHT}


def test_greedy_beats_random() -> None:
    scores = [
        [played(make_player(name, "2048", seed=1), seed, 9999).score for seed in range(4)]
        for name in ("random", "greedy")
    ]
    assert sum(scores[1]) > 2 * sum(scores[0])


@pytest.mark.parametrize("game", ["2048", "connect4"])
def test_an_unknown_player_is_refused_with_the_known_names(game: str) -> None:
    with pytest.raises(NotationError, match=f"'bob' for {game}.*random"):
        make_player("bob", game)
    with pytest.raises(NotationError, match="'greedy'"):
        make_player("gredy", game)
    assert "random" in player_names(game)
