"""Tests of loading, resetting and recording a game of 2048."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.command import Command
from slidedrop.core.errors import IllegalMove, NotationError, RulesError
from slidedrop.core.randomness import LARGEST_SEED, SMALLEST_SEED
from slidedrop.twenty48 import Board, Direction, Game, Rules, Spawn, State
from tests.attempt import tried
from tests.twins.boards2048 import boards, directions
from tests.twins.games2048 import RULES, OneAfterAnother, game_of, listening, walk

UP, DOWN, LEFT, RIGHT = Direction
SEEDS = st.integers(SMALLEST_SEED, LARGEST_SEED)
MOVES = st.lists(directions, max_size=40)
WALKS = st.lists(st.sampled_from([*Direction, "undo", "redo", "hint"]), max_size=50)


# --- load, state, reset -----------------------------------------------------------------------------------------------


@pytest.mark.requirement("R-002-16", "R-002-17", "R-000-6", "R-000-5")
def test_a_state_is_copied_in_and_out() -> None:
    game = Game(seed=1)
    values = {"board": [2, 4, 8, 16], "score": 80, "won": True, "over": False}
    game.load(values)
    values["board"][0] = 0  # type: ignore[index]
    assert game.state.to_dict() == {"board": [2, 4, 8, 16], "score": 80, "won": True, "over": True}
    game.state.to_dict()["board"][0] = 0
    assert game.board.tiles == (2, 4, 8, 16)


@pytest.mark.requirement("R-002-32", "R-002-16", "R-000-2")
@given(boards(), st.integers(0, 999), st.booleans(), directions)
def test_a_game_continues_from_a_loaded_state_of_any_size(
    board: Board, score: int, won: bool, direction: Direction
) -> None:
    game = Game(seed=1)
    game.load(State(board, score, won))
    assert game.state == State(board, score, won, board.is_over)
    assert game.rules.size == board.size
    assert (tried(game, direction) is not None) == (direction in board.legal_moves())


@pytest.mark.requirement("R-002-10", "R-002-16")
def test_over_is_derived_from_the_board_that_was_loaded() -> None:
    game = Game(seed=1)
    game.load({"board": [2, 2, 4, 8], "over": True})
    assert not game.is_over
    game.load({"board": [2, 4, 4, 2], "over": False})
    assert game.is_over


def test_loading_a_state_restarts_the_random_numbers_of_the_seed() -> None:
    start = State(Board.from_rows([[2, 2, 0], [0, 0, 0], [0, 0, 0]]))
    games = [Game(seed=7, start=start), Game(seed=7), Game(seed=1)]
    games[1].play(UP)
    games[1].load(start)
    games[2].load(start, seed=7)
    boards_after = {(game.play(LEFT), game.board)[1] for game in games}
    assert len(boards_after) == 1
    assert {game.seed for game in games} == {7}


@pytest.mark.parametrize("state", [{}, {"board": [2]}, {"board": [0] * 16, "score": -4}])
def test_an_invalid_state_is_refused_and_leaves_the_game_unchanged(state: dict[str, object]) -> None:
    game = Game(seed=1)
    before = game.state
    with pytest.raises(NotationError):
        game.load(state)
    assert game.state == before


@pytest.mark.requirement("R-002-15", "R-002-4")
def test_a_reset_starts_a_new_game_and_keeps_the_listeners() -> None:
    game = game_of([1024, 1024, 0], [0, 0, 0], [0, 0, 0], score=100)
    heard = listening(game)
    game.play(LEFT)
    game.undo()
    game.reset(seed=5)
    assert game.state == Game(Rules(size=3), seed=5).state
    assert (game.take_backs, game.hints, game.line()) == (0, 0, [])
    heard.clear()
    assert game.play(game.board.legal_moves()[0])
    assert [name for name, _ in heard] == ["move"]


@pytest.mark.requirement("R-002-15")
def test_a_reset_without_a_seed_takes_another() -> None:
    game = Game(seed=1)
    game.reset()
    assert game.seed != 1
    assert sum(tile > 0 for tile in game.board.tiles) == 2


# --- records ----------------------------------------------------------------------------------------------------------


@given(RULES, SEEDS, WALKS, st.booleans())
def test_a_game_is_restored_from_its_header_and_commands(
    rules: Rules, seed: int, steps: list[Direction | str], own: bool
) -> None:
    game = Game(rules, random=OneAfterAnother()) if own else Game(rules, seed=seed)
    first = game.header()
    commands = walk(game, steps)
    again = Game.from_header(game.header())
    assert game.header() == first
    assert [bool(again.do(command)) for command in commands] == [True] * len(commands)
    assert again.state == game.state
    assert again.summary() == game.summary()
    assert again.line() == game.line()
    assert again.turns == game.turns


@given(boards(), st.integers(0, 99), st.booleans(), WALKS, st.booleans())
def test_a_given_start_is_restored_from_the_header(
    board: Board, score: int, won: bool, steps: list[Direction | str], own: bool
) -> None:
    start = State(board, score, won)
    game = Game(random=OneAfterAnother(), start=start) if own else Game(seed=3, start=start)
    commands = walk(game, steps)
    again = Game.from_header(game.header())
    for command in commands:
        again.do(command)
    assert again.state == game.state


def test_a_game_with_its_own_generator_records_the_tiles() -> None:
    random = OneAfterAnother()
    assert Game(random=random).records_tiles
    assert random.drawn == 4
    assert not Game(seed=1).records_tiles


@pytest.mark.parametrize(
    ("spawns", "message"),
    [
        ([Spawn((0, 0), 2)], "tile 2 .*row 1, column 1"),
        ([Spawn((2, 0), 2)], "row 3, column 1"),
        ([Spawn((0, -1), 2)], "row 1, column 0"),
        ([Spawn((1, 1), 1024)], "tile 1024 .*row 2, column 2"),
        ([Spawn((1, 1), 2), Spawn((1, 0), 2)], "number of new .*1, not 2"),
        ([], "number of new .*1, not 0"),
    ],
)
def test_impossible_spawns_are_refused(spawns: list[Spawn], message: str) -> None:
    game = game_of([2, 2], [0, 0])
    before = game.state
    with pytest.raises(IllegalMove, match=message):
        game.play(LEFT, spawns=spawns)
    assert game.state == before


def test_different_spawns_after_an_undo_are_refused() -> None:
    game = game_of([2, 2], [0, 0])
    game.play(LEFT, spawns=[Spawn((1, 1), 2)])
    game.undo()
    with pytest.raises(IllegalMove, match=r"move left .*tiles"):
        game.play(LEFT, spawns=[Spawn((1, 1), 4)])
    assert game.play(LEFT, spawns=[Spawn((1, 1), 2)]) is not None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 7}, "seed .*text, not 7"),
        ({"seed": "7.5"}, r"seed .*text.*7\.5"),
        ({"seed": "9" * 19}, "seed .*from -?[0-9]+ to"),
        ({"start": [1]}, "game starts from"),
        ({"start": {"board": [2] * 65 * 65}}, "size 64 .*65"),
        ({"rules": None}, "table .* not None"),
    ],
)
def test_an_invalid_header_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Game.from_header({**Game(seed=1).header(), **change})


def test_a_header_with_invalid_rules_is_refused() -> None:
    with pytest.raises(RulesError, match=r"size .* 2 .*1"):
        Game.from_header({**Game(seed=1).header(), "rules": {"size": 1}})


def test_a_command_that_2048_does_not_have_is_refused() -> None:
    with pytest.raises(IllegalMove, match="2048 has no 'resign'"):
        Game(seed=1).do(Command("resign"))


def test_the_summary_holds_rules_standing_and_counts() -> None:
    game = game_of([2, 2], [0, 0], score=8)
    walk(game, [LEFT, "undo", "redo", "hint"])
    summary = game.summary()
    assert (summary.game, summary.rules, summary.standing) == ("2048", "2x2 classic", "score 12, largest 4")
    assert (summary.moves, summary.take_backs, summary.hints, summary.finished) == (1, 1, 1, False)
    assert (summary.score, summary.largest, summary.won) == (12, 4, False)


@pytest.mark.requirement("R-000-5")
@given(SEEDS, MOVES)
def test_looking_at_a_game_changes_nothing(seed: int, moves: list[Direction]) -> None:
    watched, alone = Game(seed=seed), Game(seed=seed)
    for direction in moves:
        _ = str(watched), watched.position, watched.outcome, watched.summary(), watched.header(), watched.turns
        assert (tried(watched, direction) is None) == (tried(alone, direction) is None)
    assert watched.state == alone.state
    assert str(watched).startswith(f"Score: {alone.score}\n")
