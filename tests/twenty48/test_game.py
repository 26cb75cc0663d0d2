"""Tests of a game of 2048: start, moves, events, undo and redo."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import NotationError
from slidedrop.core.randomness import LARGEST_SEED, SMALLEST_SEED, JavaRandom
from slidedrop.twenty48 import Board, Direction, Game, Rules, State
from slidedrop.twenty48.position import draw_spawn, spawned
from tests.attempt import tried
from tests.twins.boards2048 import boards, directions, grid_of
from tests.twins.games2048 import RULES, OneAfterAnother, game_of, listening
from tests.twins.naive2048 import naive_can_slide, naive_slide, naive_spawn_cell

UP, DOWN, LEFT, RIGHT = Direction
SEEDS = st.integers(SMALLEST_SEED, LARGEST_SEED)
MOVES = st.lists(directions, max_size=40)


# --- the start --------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("R-000-3", "R-001-1", "R-002-2", "R-002-4")
@given(RULES, SEEDS)
def test_a_new_game_has_no_score_and_two_tiles(rules: Rules, seed: int) -> None:
    game = Game(rules, seed=seed)
    tiles = [tile for tile in game.board.tiles if tile]
    assert len(tiles) == 2
    assert all(map(rules.is_spawn, tiles))
    assert (game.score, game.won, game.is_over, game.turns) == (0, False, False, [])
    assert game.board.size == rules.size


@pytest.mark.requirement("R-001-1", "R-001-6", "R-001-9")
@given(SEEDS)
def test_the_first_tiles_are_drawn_as_the_terminal_assignment_asks(seed: int) -> None:
    random, grid = JavaRandom(seed), [[0] * 4 for _ in range(4)]
    for empties in (16, 15):
        row, column = naive_spawn_cell(grid, random.next_int(empties))
        grid[row][column] = 2 if random.next_int(100) < 90 else 4
    assert grid_of(Game(seed=seed).board) == grid


@pytest.mark.requirement("R-001-2")
@given(boards(), st.integers(0, 9999))
def test_a_game_from_a_given_start_adds_no_tile_and_draws_no_number(board: Board, score: int) -> None:
    random = OneAfterAnother()
    game = Game(random=random, start=State(board, score))
    assert (game.board, game.score) == (board, score)
    assert game.rules.size == board.size
    assert random.drawn == 0


def test_games_without_a_seed_get_different_seeds() -> None:
    assert len({Game().seed for _ in range(5)}) == 5


def test_a_seed_out_of_range_is_refused() -> None:
    with pytest.raises(NotationError, match="seed"):
        Game(seed=LARGEST_SEED + 1)


# --- moves ------------------------------------------------------------------------------------------------------------


@pytest.mark.requirement(
    "R-000-7", "R-000-9", "R-000-31", "R-001-6", "R-001-11", "R-001-12", "R-001-13", "R-002-4", "R-002-5"
)
@given(RULES, SEEDS, MOVES)
def test_a_whole_game_matches_the_reference_implementation(rules: Rules, seed: int, moves: list[Direction]) -> None:
    game, random = Game(rules, seed=seed), JavaRandom(seed)
    grid, score = [[0] * rules.size for _ in range(rules.size)], 0
    naive_spawn(grid, rules, random, 2)
    for direction in moves:
        turn = tried(game, direction)
        assert (turn is not None) == naive_can_slide(grid, direction.value)
        if turn is not None:
            grid, points = naive_slide(grid, direction.value)
            naive_spawn(grid, rules, random, rules.tiles_per_move)
            score += points
        assert (grid_of(game.board), game.score) == (grid, score)
        assert game.is_over == (all(map(all, grid)) and not any(naive_can_slide(grid, way.value) for way in Direction))


def naive_spawn(grid: list[list[int]], rules: Rules, random: JavaRandom, count: int) -> None:
    """Place tiles by two draws each: a cell, then a value from a list that repeats each value by its weight."""
    values = [rules.base * 2**power for power, weight in enumerate(rules.spawn_weights) for _ in range(weight)]
    for _ in range(count):
        empties = sum(tile == 0 for row in grid for tile in row)
        if empties:
            row, column = naive_spawn_cell(grid, random.next_int(empties))
            grid[row][column] = values[random.next_int(len(values))]


@given(SEEDS, MOVES)
def test_a_turn_holds_the_slide_the_spawned_tile_and_the_new_state(seed: int, moves: list[Direction]) -> None:
    game = Game(seed=seed)
    for direction in moves:
        before = game.state
        turn = tried(game, direction)
        if turn is not None:
            assert turn.slide.before == before.board
            assert turn.spawn == turn.spawns[0]
            assert turn.slide.board.with_tile(*turn.spawns[0]) == turn.state.board == game.board
            assert turn.state.score == before.score + turn.slide.gained
    assert [turn.slide.direction.value for turn in game.turns] == game.line()


@pytest.mark.requirement("R-000-7", "R-001-11", "R-002-5", "R-002-12")
def test_a_move_that_moves_no_tile_changes_nothing_and_sends_no_event() -> None:
    random = OneAfterAnother()
    game = Game(random=random, start=State(Board.from_rows([[2, 4], [0, 0]])))
    heard: list[object] = []
    game.on_turn(heard.append)
    before = game.state
    assert tried(game, LEFT) is None
    assert game.state == before
    assert (heard, random.drawn, game.turns) == ([], 0, [])


@pytest.mark.requirement("R-000-33", "R-002-6")
@pytest.mark.parametrize("move", ["LEFT", "sideways", "", None, 0, (0, -1), [], True])
def test_a_move_must_be_a_direction_or_its_word(move: object) -> None:
    game = Game(seed=1)
    before = game.state
    with pytest.raises(NotationError, match=r"direction .*up, .* not"):
        game.play(move)  # type: ignore[arg-type]
    assert game.state == before
    assert game.play("down") == Game(seed=1).play(Direction.DOWN) is not None


@pytest.mark.requirement("R-000-31")
def test_more_tiles_than_fit_fill_the_board() -> None:
    game = Game(Rules(size=2, tiles_per_move=4), seed=1, start=State(Board.from_rows([[2, 2], [0, 0]])))
    turn = game.play(LEFT)
    assert turn is not None
    assert len(turn.spawns) == 3
    assert 0 not in game.board.tiles


# --- events -----------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("R-002-12", "R-002-13", "R-002-14", "R-002-10", "R-002-9")
def test_a_last_move_that_wins_and_loses_sends_move_win_and_lose_in_order() -> None:
    game = Game(Rules(spawn_weights=(1,)), seed=1, start=State(Board.from_rows([[1024, 1024], [8, 16]])))
    heard = listening(game)
    turn = game.play(LEFT)
    assert turn is not None
    assert game.board == Board.from_rows([[2048, 2], [8, 16]])
    assert heard == [("move", turn.state), ("win", turn.state), ("lose", turn.state)]
    assert game.state == turn.state == State(game.board, 2048, won=True, over=True)
    assert game.outcome is not None


@pytest.mark.requirement("R-002-12", "R-002-13")
@given(SEEDS, st.integers(8, 64), MOVES)
def test_every_legal_move_sends_one_event_and_win_and_lose_when_they_occur(
    seed: int, winning: int, moves: list[Direction]
) -> None:
    game = Game(Rules(size=3, winning_tile=winning), seed=seed)
    heard = listening(game)
    expected = []
    for direction in moves:
        before = game.state
        if tried(game, direction):
            expected += [("move", game.state)]
            expected += [("win", game.state)] if game.won and not before.won else []
            expected += [("lose", game.state)] if game.is_over else []
    assert heard == expected
    assert sum(name == "win" for name, _ in heard) <= 1


@pytest.mark.requirement("R-002-11", "R-000-32")
def test_play_continues_after_a_win_and_the_win_event_is_sent_once() -> None:
    game = game_of([1024, 1024, 0], [1024, 1024, 0], [0, 0, 0])
    heard = listening(game)
    game.play(LEFT)
    assert game.won
    assert not game.is_over
    game.play(UP)
    assert 4096 in game.board.tiles
    assert game.won
    assert [name for name, _ in heard] == ["move", "win", "move"]


@pytest.mark.requirement("R-002-9", "R-002-13", "R-000-32")
def test_with_base_3_the_merge_that_crosses_2048_wins() -> None:
    game = Game(Rules(base=3), seed=1, start=State(Board.from_rows([[768, 768], [0, 0]])))
    heard = listening(game)
    game.play(LEFT)
    assert (game.board.largest, game.won) == (1536, False)
    game.load(State(Board.from_rows([[1536, 1536], [0, 0]])))
    game.play(LEFT)
    assert (game.board.largest, game.won) == (3072, True)
    assert [name for name, _ in heard] == ["move", "move", "win"]


@pytest.mark.requirement("R-002-9", "R-002-16")
def test_a_loaded_2048_tile_is_not_a_win_but_a_loaded_win_flag_is() -> None:
    assert not game_of([2048, 0], [0, 0]).won
    game = game_of([1024, 1024], [0, 0], won=True)
    heard = listening(game)
    game.play(LEFT)
    assert [name for name, _ in heard] == ["move"]


# --- undo and redo ----------------------------------------------------------------------------------------------------


@given(SEEDS, MOVES, st.booleans())
def test_undo_reaches_the_start_and_redo_the_end(seed: int, moves: list[Direction], own: bool) -> None:
    game = Game(random=OneAfterAnother()) if own else Game(seed=seed)
    states = [game.state] + [game.state for direction in moves if tried(game, direction)]
    for state in states[-2::-1]:
        assert game.undo()
        assert game.state == state
    assert not game.undo()
    assert game.take_backs == len(states) - 1
    for state in states[1:]:
        assert game.redo()
        assert game.state == state
    assert not game.redo()


@given(SEEDS, MOVES, st.integers(0, 40), st.booleans())
def test_repeating_undone_moves_spawns_the_same_tiles(seed: int, moves: list[Direction], back: int, own: bool) -> None:
    game = Game(random=OneAfterAnother()) if own else Game(seed=seed)
    played = [(direction, game.state) for direction in moves if tried(game, direction)]
    for _ in range(back):
        game.undo()
    again = played[max(0, len(played) - back) :]
    for direction, state in again:
        assert game.play(direction) is not None
        assert game.state == state


@given(SEEDS, MOVES, MOVES)
def test_undone_moves_do_not_change_the_tiles_to_come(
    seed: int, moves: list[Direction], detour: list[Direction]
) -> None:
    straight, winding = Game(seed=seed), Game(seed=seed)
    for direction in moves:
        tried(straight, direction)
        steps = sum(tried(winding, step) is not None for step in detour)
        for _ in range(steps):
            winding.undo()
        tried(winding, direction)
        assert winding.state == straight.state


def test_undoing_a_win_sends_no_event() -> None:
    game = game_of([1024, 1024, 0], [0, 0, 0], [0, 0, 0])
    heard = listening(game)
    game.play(LEFT)
    assert game.undo()
    assert not game.won
    assert game.redo()
    assert game.won
    assert [name for name, _ in heard] == ["move", "win"]


def test_a_notebook_turn_shows_the_board_after_it() -> None:
    game = game_of([2, 2, 0], [0, 0, 0], [0, 0, 0])
    turn = game.play(LEFT)
    assert turn is not None
    assert turn._repr_svg_() == game.state._repr_svg_()


def test_the_last_turn_says_how_the_game_ended() -> None:
    game = Game(Rules(size=2), seed=1)
    while not game.is_over:
        turn = game.play(game.legal_moves()[0])
    assert turn is not None
    assert turn.outcome == game.outcome
    assert game.turns[0].outcome is None


def test_an_invalid_start_state_is_refused() -> None:
    with pytest.raises(NotationError, match="a score from 0"):
        Game(start=State(Board.from_rows([[2, 0], [0, 2]]), -4, won=False, over=False))


def test_spawning_thousands_of_tiles_is_fast_and_matches_single_spawns() -> None:
    rules = Rules(size=64, tiles_per_move=4096, start_tiles=4000)
    began = time.process_time()
    game = Game(rules, seed=7)
    turn = game.play(LEFT)
    assert time.process_time() - began < 1  # an implementation that copies the board for every tile takes seconds
    random, board = JavaRandom(7), Board.empty(64)
    for _ in range(40):
        board = spawned(board, draw_spawn(board, rules, random))
    assert Game(replace(rules, start_tiles=40), seed=7).board == board
    assert turn is not None
    assert 0 not in game.board.tiles
