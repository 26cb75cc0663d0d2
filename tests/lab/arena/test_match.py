"""Tests of matches: equal games for every player, in any order and on any worker."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from slidedrop.connect4 import Position
from slidedrop.connect4 import Rules as Drops
from slidedrop.core.errors import NotationError, RulesError
from slidedrop.lab.arena.match import OPENING, Entrant, Match, Unit, opening, opening_moves
from slidedrop.lab.work.place import working
from slidedrop.twenty48 import Game
from slidedrop.twenty48 import Rules as Slides
from tests.twins.weights2048 import random_weights

if TYPE_CHECKING:
    from pathlib import Path

SMALL = Match(Slides(size=2), (Entrant("greedy"), Entrant("random")), seed=5)
DROPS = Match(Drops(), (Entrant("greedy"), Entrant("random")), seed=5)


def test_every_player_plays_the_game_with_the_seed_of_the_round() -> None:
    match = Match(Slides(), (Entrant("random"), Entrant("greedy")), seed=40)
    result, game = match.play(Unit(2, 1)), Game(seed=match.seed_of(2))
    player = Entrant("greedy").seated("2048", 42)
    moves = 0
    while not game.is_over:
        game.play(player.choose(game.position))
        moves += 1
    assert (result.score, result.largest, result.moves) == (game.score, game.board.largest, moves)


@pytest.mark.parametrize("match", [SMALL, DROPS])
def test_a_replayed_match_game_is_identical(match: Match) -> None:
    for unit in match.units(3):
        one, other = match.play(unit), match.play(unit)
        assert (one.score, one.winner, one.moves) == (other.score, other.winner, other.moves)


def test_two_processes_play_the_same_games_as_one() -> None:
    units = list(SMALL.units(4))
    with working("local", 1) as alone, working("local", 2) as shared:
        one, two = ({result.unit: result.score for result in work(SMALL.play, units)} for work in (alone, shared))
        assert one == two
    assert list(one) == units


def test_the_games_of_a_match_start_from_different_boards() -> None:
    boards = {Game(seed=SMALL.seed_of(number)).board for number in range(60)}
    assert len(boards) > 45


def test_openings_are_random_and_have_up_to_the_maximum_length() -> None:
    openings = [opening_moves(Position(), DROPS.seed_of(number)) for number in range(60)]
    assert {len(moves) for moves in openings} == set(range(OPENING + 1))
    assert opening(Position(), 3) == opening(Position(), 3)


def test_each_opening_is_played_with_both_colours() -> None:
    results = [Match(Drops(), (Entrant("search:3"), Entrant("random"))).play(unit) for unit in DROPS.units(3)]
    assert [result.unit for result in results] == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    assert {result.winner for result in results} == {0}


def test_an_invalid_player_is_refused_before_the_first_game() -> None:
    with pytest.raises(RulesError, match="2 players, not 3"):
        Match(Drops(), (Entrant("greedy"),) * 3).prepare()
    with pytest.raises(NotationError, match=r"no player .*'frob'"):
        Match(Slides(), (Entrant("frob"),)).prepare()


def test_a_missing_network_for_the_rules_is_reported_once(tmp_path: Path) -> None:
    match = Match(Slides(size=3), (Entrant("network"), Entrant("network"), Entrant("greedy")))
    assert ["heuristic" in remark for remark in match.prepare()] == [True]
    own = Entrant("network:1", str(random_weights(tmp_path / "own.weights")))
    assert own.label == "network:1 (own.weights)"
    assert Match(Slides(), (own,)).prepare() == []
