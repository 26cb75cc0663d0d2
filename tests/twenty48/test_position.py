"""2048 as a game against chance."""

from __future__ import annotations

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import GameOver, IllegalMove
from slidedrop.core.position import CHANCE
from slidedrop.twenty48 import Board, Direction, Game, Position, Rules
from tests.twins.boards2048 import boards, directions

STUCK = Board.from_rows([[2, 4], [4, 2]])


@given(boards(sizes=st.integers(2, 4)), directions, st.integers(1, 3))
def test_the_player_slides_and_then_chance_puts_the_tiles_that_are_due(
    board: Board, direction: Direction, tiles: int
) -> None:
    position = Position(board, Rules(size=board.size, tiles_per_move=tiles))
    if direction in position.legal_moves():
        after = position.play(direction)
        slide = board.slide(direction)
        assert (position.turn, after.turn) == (0, CHANCE)
        assert after.board == slide.board
        assert after.score == slide.gained
        assert after.due == min(tiles, slide.board.tiles.count(0))
        assert after.legal_moves() == []


@given(boards(sizes=st.integers(2, 3)), st.sampled_from([(90, 10), (50, 50), (100,), (1, 0, 3)]))
def test_the_outcomes_of_chance_are_all_there_is_and_add_up_to_one(board: Board, weights: tuple[int, ...]) -> None:
    position = Position(board, Rules(size=board.size, spawn_weights=weights), due=1)
    outcomes = list(position.chance_outcomes())
    kinds = sum(weight > 0 for weight in weights)
    assert len(outcomes) == len({after for after, _ in outcomes}) == kinds * board.tiles.count(0)
    if outcomes:
        assert isclose(sum(chance for _, chance in outcomes), 1)
        assert all(after.due == 0 and after.score == position.score for after, _ in outcomes)


def test_a_four_comes_once_in_ten_times() -> None:
    position = Position(Board.from_rows([[2, 2], [2, 0]]), due=1)
    assert [(after.board.tile((1, 1)), chance) for after, chance in position.chance_outcomes()] == [(2, 0.9), (4, 0.1)]


def test_at_the_players_turn_chance_has_nothing_to_do() -> None:
    assert list(Position(Board.empty(4)).chance_outcomes()) == []


def test_the_start_is_an_empty_board_with_the_first_tiles_due() -> None:
    position = Position.start(Rules(size=3, start_tiles=4))
    assert position.board == Board.empty(3)
    assert position.due == 4
    assert position.turn == CHANCE


def test_what_a_game_plays_is_one_of_the_outcomes_of_its_position() -> None:
    game = Game(seed=5)
    for _ in range(60):
        before = game.position
        turn = game.move(before.legal_moves()[0])
        assert turn is not None
        after = [position for position, _ in before.play(turn.slide.direction).chance_outcomes()]
        assert game.position in after


def test_a_slide_that_moves_nothing_is_refused_with_those_that_do() -> None:
    position = Position(Board.empty(2).with_tile((0, 0), 2))
    with pytest.raises(IllegalMove, match="nothing moves left here; legal: down, right"):
        position.play(Direction.LEFT)


def test_a_slide_before_chance_has_put_its_tile_is_refused() -> None:
    with pytest.raises(IllegalMove, match="a new tile is due"):
        Position(Board.from_rows([[2, 2], [0, 0]]), due=1).play(Direction.LEFT)


def test_a_slide_after_the_end_is_refused_as_the_end() -> None:
    with pytest.raises(GameOver, match="nothing can move"):
        Position(STUCK).play(Direction.LEFT)


def test_it_ends_when_nothing_can_move_and_is_won_if_the_winning_tile_was_made() -> None:
    assert Position(Board.empty(2)).outcome is None
    assert Position(STUCK, due=1).outcome is None
    lost, won = Position(STUCK).outcome, Position(STUCK, won=True).outcome
    assert lost is not None
    assert won is not None
    assert (lost.winner, lost.reason) == (None, "no move left")
    assert won.winner == 0


@pytest.mark.requirement("R-002-9")
def test_a_merge_that_reaches_2048_wins_and_the_win_stays() -> None:
    position = Position(Board.from_rows([[1024, 1024], [2, 4]])).play(Direction.LEFT)
    assert position.won
    (after, _), *_ = position.chance_outcomes()
    assert after.won
