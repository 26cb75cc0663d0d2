"""Tests of the 2048 position with its chance nodes."""

from __future__ import annotations

from collections import Counter
from math import isclose
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import GameOver, IllegalMove, NotationError
from slidedrop.core.position import CHANCE, Termination
from slidedrop.core.randomness import JavaRandom
from slidedrop.twenty48 import Board, Direction, Game, Position, Rules, Spawn, State
from slidedrop.twenty48.position import draw_spawn, drawn_value, spawned
from tests.twins.boards2048 import boards, directions, grid_of
from tests.twins.naive2048 import naive_spawn_cell

STUCK = Board.from_rows([[2, 4], [4, 2]])


@given(boards(sizes=st.integers(2, 4)), directions, st.integers(1, 3))
def test_after_a_move_the_position_waits_for_the_new_tiles(board: Board, direction: Direction, tiles: int) -> None:
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
def test_chance_outcomes_are_complete_and_add_up_to_1(board: Board, weights: tuple[int, ...]) -> None:
    position = Position(board, Rules(size=board.size, spawn_weights=weights), due=1)
    outcomes = list(position.chance_outcomes())
    kinds = sum(weight > 0 for weight in weights)
    assert len(outcomes) == len({after for after, _ in outcomes}) == kinds * board.tiles.count(0)
    if outcomes:
        assert isclose(sum(chance for _, chance in outcomes), 1)
        assert all(after.due == 0 and after.score == position.score for after, _ in outcomes)


def test_a_4_has_a_chance_of_one_in_ten() -> None:
    position = Position(Board.from_rows([[2, 2], [2, 0]]), due=1)
    assert [(after.board.tile((1, 1)), chance) for after, chance in position.chance_outcomes()] == [(2, 0.9), (4, 0.1)]


def test_chance_has_no_outcomes_on_the_players_turn() -> None:
    assert list(Position(Board.empty(4)).chance_outcomes()) == []


def test_the_start_is_an_empty_board_with_the_first_tiles_due() -> None:
    position = Position.start(Rules(size=3, start_tiles=4))
    assert position.board == Board.empty(3)
    assert position.due == 4
    assert position.turn == CHANCE


def test_every_new_game_position_is_one_of_the_chance_outcomes() -> None:
    game = Game(seed=5)
    for _ in range(60):
        before = game.position
        turn = game.play(before.legal_moves()[0])
        assert turn is not None
        after = [position for position, _ in before.play(turn.slide.direction).chance_outcomes()]
        assert game.position in after


def test_a_move_that_moves_no_tile_is_refused_with_the_legal_moves() -> None:
    position = Position(Board.empty(2).with_tile((0, 0), 2))
    with pytest.raises(IllegalMove, match=r"left .*legal: down, right$"):
        position.play(Direction.LEFT)


def test_a_move_before_the_new_tile_is_placed_is_refused() -> None:
    with pytest.raises(IllegalMove, match="tile is due"):
        Position(Board.from_rows([[2, 2], [0, 0]]), due=1).play(Direction.LEFT)


def test_a_move_after_the_end_raises_game_over() -> None:
    with pytest.raises(GameOver, match="nothing can move"):
        Position(STUCK).play(Direction.LEFT)


def test_a_game_ends_without_moves_and_is_won_if_the_win_flag_is_set() -> None:
    assert Position(Board.empty(2)).outcome is None
    assert Position(STUCK, due=1).outcome is None
    lost, won = Position(STUCK).outcome, Position(STUCK, won=True).outcome
    assert lost is not None
    assert won is not None
    assert (lost.winner, lost.reason) == (None, Termination.NO_MOVE)
    assert won.winner == 0


@pytest.mark.requirement("R-002-9")
def test_a_merge_that_reaches_2048_wins_and_the_win_stays() -> None:
    position = Position(Board.from_rows([[1024, 1024], [2, 4]])).play(Direction.LEFT)
    assert position.won
    (after, _), *_ = position.chance_outcomes()
    assert after.won


class Watched:
    """A generator that records the requested bounds and returns numbers from a list."""

    def __init__(self, *answers: int) -> None:
        self.bounds: list[int] = []
        self._answers = list(answers)

    def next_int(self, bound: int, /) -> int:
        self.bounds.append(bound)
        return self._answers.pop(0)


EXAMPLE = Board.from_rows([[0, 0, 2, 0], [0, 0, 4, 0], [8, 4, 2, 2], [0, 2, 4, 2]])


@pytest.mark.requirement("R-001-38", "R-001-7", "R-001-6")
def test_location_1_of_the_numbered_empties_is_the_second_cell_of_the_top_row() -> None:
    assert draw_spawn(EXAMPLE, Rules(), Watched(1, 0)) == Spawn((0, 1), 2)


@pytest.mark.requirement("R-001-6", "R-001-7")
@given(boards(), st.data())
def test_the_cell_is_drawn_first_then_the_value_and_nothing_else(board: Board, data: st.DataObject) -> None:
    empties = board.tiles.count(0)
    if empties:
        location, value = data.draw(st.integers(0, empties - 1)), data.draw(st.integers(0, 99))
        random = Watched(location, value)
        spawn = draw_spawn(board, Rules(), random)
        assert random.bounds == [empties, 100]
        assert spawn == Spawn(naive_spawn_cell(grid_of(board), location), 2 if value < 90 else 4)


@pytest.mark.requirement("R-000-9", "R-001-5")
def test_on_a_full_board_nothing_is_drawn_and_nothing_changes() -> None:
    board, random = Board.from_rows([[2, 4], [4, 2]]), Watched()
    assert draw_spawn(board, Rules(), random) is None
    assert random.bounds == []
    assert spawned(board, None) == board


@pytest.mark.requirement("R-000-8", "R-001-8", "R-002-3")
def test_below_90_comes_a_two_and_from_90_a_four() -> None:
    values = [drawn_value(Rules(), Watched(number)) for number in range(100)]
    assert values == [2] * 90 + [4] * 10


@pytest.mark.requirement("R-000-20", "R-000-8")
@given(st.integers(1, 9), st.lists(st.integers(0, 5), min_size=1, max_size=4).filter(any))
def test_each_value_comes_as_often_as_its_weight_says(base: int, weights: list[int]) -> None:
    rules = Rules(base=base, spawn_weights=tuple(weights))
    values = Counter(drawn_value(rules, Watched(number)) for number in range(sum(weights)))
    assert values == Counter({base << power: weight for power, weight in enumerate(weights) if weight})


@pytest.mark.requirement("R-000-8", "R-002-3", "R-001-9")
@given(boards(), st.integers(0, 1000))
def test_a_seeded_tile_lands_on_a_cell_that_was_empty_and_changes_no_other(board: Board, seed: int) -> None:
    spawn = draw_spawn(board, Rules(), JavaRandom(seed))
    if spawn is not None:
        after = spawned(board, spawn)
        assert board.tile(spawn.cell) == 0
        assert after.tile(spawn.cell) == spawn.value in {2, 4}
        assert after.with_tile(spawn.cell, 0) == board


@pytest.mark.requirement("R-002-3")
def test_all_free_cells_are_equally_likely() -> None:
    random = JavaRandom(1)
    board = EXAMPLE
    drawn = [draw_spawn(board, Rules(), random) for _ in range(7000)]
    cells = Counter(spawn.cell for spawn in drawn if spawn)
    assert set(cells) == set(board.empty_cells())
    assert all(850 < count < 1150 for count in cells.values())
    assert 600 < sum(spawn.value == 4 for spawn in drawn if spawn) < 800


STATES = st.builds(State, boards(), st.integers(0, 10**6), st.booleans(), st.booleans())


@pytest.mark.requirement("R-002-1")
def test_a_state_dict_has_a_flat_board_row_by_row() -> None:
    state = State(Board.from_rows([[0, 2], [4, 8]]), 80, won=True)
    assert state.to_dict() == {"board": [0, 2, 4, 8], "score": 80, "won": True, "over": False}


@pytest.mark.requirement("R-002-1", "R-002-16", "R-002-17")
@given(STATES)
def test_a_state_round_trips_through_dict_and_json(state: State) -> None:
    assert State.from_dict(state.to_dict()) == state
    assert State.from_json(state.to_json()) == state


@pytest.mark.requirement("R-002-17")
@given(STATES)
def test_changing_the_dictionary_changes_nothing_in_the_state(state: State) -> None:
    values = state.to_dict()
    values["board"][0] = 999
    assert state.board.tiles[0] != 999
    assert state.to_dict()["board"][0] != 999


def test_score_won_and_over_may_be_missing() -> None:
    assert State.from_dict({"board": [2, 0, 0, 2]}) == State(Board(2, (2, 0, 0, 2)))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "'board'.* None$"),
        ({"board": "2048"}, "'board'.* '2048'$"),
        ({"board": [2, 2, 2]}, "square .*3"),
        ({"board": [2, 2, 2, -2]}, "tile .*-2"),
        ({"board": [0] * 4, "score": -1}, "'score' .*0.* -1$"),
        ({"board": [0] * 4, "score": 1.5}, r"'score' .*0.* 1\.5$"),
        ({"board": [0] * 4, "score": True}, "'score' .*0.* True$"),
        ({"board": [0] * 4, "score": 10**2001}, "'score' .*0.* 1000"),
        ({"board": [0] * 4, "won": 1}, "'won' .*'over' .* 1 and False"),
        ({"board": [0] * 4, "over": None}, "'won' .*'over' .* False and None"),
    ],
)
def test_invalid_state_values_are_refused_with_their_names(values: dict[str, Any], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        State.from_dict(values)


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "null", "[" * 100_000, "\ud800"])
def test_text_that_is_not_a_state_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="a state is"):
        State.from_json(text)
