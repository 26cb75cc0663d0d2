"""Tests of assignment 002's Game: loading and saving state, moves, events, and the console runner."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import NotationError
from slidedrop.core.randomness import JavaRandom
from slidedrop.editions.a07 import Game, GameState
from tests.editions.talking import talk

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLE: GameState = {
    "board": [0, 0, 2, 4, 0, 2, 0, 4, 0, 0, 4, 8, 2, 4, 8, 16],
    "score": 80,
    "won": False,
    "over": False,
}
NEARLY_WON: GameState = {"board": [1024, 1024] + [0] * 14, "score": 0, "won": False, "over": False}
NEARLY_LOST: GameState = {"board": [2, 2, 8, 16], "score": 0, "won": False, "over": False}


def loaded(state: GameState, seed: int = 1) -> Game:
    """Return a game that continues from this state."""
    game = Game(4, JavaRandom(seed))
    game.loadGame(state)
    return game


def heard(game: Game) -> list[tuple[str, GameState]]:
    """Return the list to which every event of the game is added."""
    events: list[tuple[str, GameState]] = []
    game.onMove(lambda state: events.append(("move", state)))
    game.onWin(lambda state: events.append(("win", state)))
    game.onLose(lambda state: events.append(("lose", state)))
    return events


@pytest.mark.requirement("R-002-1", "R-002-2", "R-002-4", "R-002-17")
@pytest.mark.parametrize("size", [2, 3, 4, 5, 9])
def test_a_new_game_of_any_size_has_two_tiles(size: int) -> None:
    state = Game(size).getGameState()
    assert list(state) == ["board", "score", "won", "over"]
    assert len(state["board"]) == size * size
    assert sum(tile in {2, 4} for tile in state["board"]) == 2
    assert sum(tile != 0 for tile in state["board"]) == 2
    assert (state["score"], state["won"]) == (0, False)


@pytest.mark.requirement("R-002-1")
def test_a_state_can_be_saved_and_loaded_as_json() -> None:
    game = loaded(json.loads(json.dumps(EXAMPLE)))
    assert json.loads(json.dumps(game.getGameState())) == EXAMPLE


@pytest.mark.requirement("R-002-3")
def test_new_tiles_are_90_percent_twos_and_appear_on_any_free_square() -> None:
    game = Game(4, JavaRandom(5))
    values, places = [], set()
    for _ in range(1000):
        game.loadGame({"board": [0, 2] + [0] * 14, "score": 0, "won": False, "over": False})
        game.move("left")
        board = game.getGameState()["board"]
        ((place, value),) = [(place, tile) for place, tile in enumerate(board) if place and tile]
        values.append(value)
        places.add(place)
    assert places == set(range(1, 16))
    assert 870 <= values.count(2) <= 930
    assert set(values) == {2, 4}


@pytest.mark.requirement("R-002-4", "R-002-5")
def test_a_legal_move_adds_one_tile_and_any_other_changes_nothing() -> None:
    game = loaded({**EXAMPLE, "board": [2, 0, 0, 0] * 4})
    before = game.getGameState()
    events = heard(game)
    game.move("left")
    assert game.getGameState() == before
    assert events == []
    game.move("right")
    assert sum(tile != 0 for tile in game.getGameState()["board"]) == 5


@pytest.mark.requirement("R-002-6")
@pytest.mark.parametrize(("direction", "corner"), [("up", 0), ("down", 12), ("left", 4), ("right", 7)])
def test_the_four_words_move_the_four_ways(direction: str, corner: int) -> None:
    game = loaded({**EXAMPLE, "board": [0] * 4 + [0, 2, 0, 0] + [0] * 8})
    game.move(direction)
    column_or_row = {"up": 1, "down": 13}.get(direction, corner)
    assert game.getGameState()["board"][column_or_row] == 2


@pytest.mark.requirement("R-002-31")
@pytest.mark.parametrize("other", ["Up", "w", "", "sideways", None, 3])
def test_any_other_string_is_refused_and_changes_nothing(other: object) -> None:
    game = loaded(EXAMPLE)
    events = heard(game)
    with pytest.raises(NotationError, match="'up', 'down', "):
        game.move(other)  # type: ignore[arg-type]
    assert game.getGameState() == EXAMPLE
    assert events == []


@pytest.mark.requirement("R-002-7", "R-002-8")
def test_each_tile_merges_once_and_the_score_grows_by_the_merged_tiles() -> None:
    game = loaded({**EXAMPLE, "board": [2, 2, 2, 2] + [0] * 8 + [128, 128, 0, 0], "score": 10})
    game.move("right")
    state = game.getGameState()
    assert state["board"][2:4] == [4, 4]
    assert state["board"][15] == 256
    assert state["score"] == 10 + 4 + 4 + 256


@pytest.mark.requirement("R-002-9", "R-002-11", "R-002-13")
def test_two_1024s_win_once_and_play_continues() -> None:
    game = loaded(NEARLY_WON)
    events = heard(game)
    game.move("left")
    assert [name for name, _ in events] == ["move", "win"]
    assert events[1][1] == game.getGameState()
    assert game.getGameState()["won"] is True
    game.move("right")
    assert [name for name, _ in events] == ["move", "win", "move"]


@pytest.mark.requirement("R-002-9", "R-002-16")
def test_a_loaded_board_that_merely_shows_a_2048_has_not_won() -> None:
    game = loaded({**EXAMPLE, "board": [2048, 0, 0, 2] + [0] * 12})
    events = heard(game)
    game.move("left")
    assert game.getGameState()["won"] is False
    assert [name for name, _ in events] == ["move"]


@pytest.mark.requirement("R-002-10", "R-002-13")
def test_over_is_judged_after_the_new_tile_and_loses_once() -> None:
    game = loaded(NEARLY_LOST)
    events = heard(game)
    game.move("left")
    state = game.getGameState()
    assert (state["over"], state["score"]) == (True, 4)
    assert [name for name, _ in events] == ["move", "lose"]
    assert events[1][1] == state
    game.move("left")
    assert len(events) == 2


@pytest.mark.requirement("R-002-12", "R-002-14")
def test_all_callbacks_are_called_in_order_with_separate_copies_of_the_state() -> None:
    game = Game(4, JavaRandom(3))
    calls: list[tuple[int, GameState]] = []
    for number in range(3):
        game.onMove(lambda state, number=number: calls.append((number, state)))  # type: ignore[misc]
    before = game.getGameState()
    for direction in ("up", "left", "down", "right"):
        game.move(direction)
        if game.getGameState() != before:
            break
    assert [number for number, _ in calls] == [0, 1, 2]
    assert all(state == game.getGameState() for _, state in calls)
    calls[0][1]["board"][0] = 99
    assert calls[1][1] == game.getGameState()


@pytest.mark.requirement("R-002-4", "R-002-15")
def test_a_new_game_is_random_and_keeps_its_listeners() -> None:
    game = loaded({**NEARLY_WON, "won": True, "score": 99})
    events = heard(game)
    starts = set()
    for _ in range(10):
        game.setupNewGame()
        state = game.getGameState()
        assert (state["score"], state["won"], state["over"]) == (0, False, False)
        assert sum(tile != 0 for tile in state["board"]) == 2
        starts.add(tuple(state["board"]))
    assert len(starts) > 5
    for direction in ("up", "left", "down", "right"):
        game.move(direction)
    assert events


@pytest.mark.requirement("R-002-16", "R-002-17")
@given(st.integers(0, 10**6), st.booleans(), st.booleans())
def test_a_loaded_state_is_returned_unchanged(score: int, won: bool, over: bool) -> None:
    state = {**EXAMPLE, "score": score, "won": won, "over": over}
    assert loaded(state).getGameState() == state


@pytest.mark.requirement("R-002-10", "R-002-16")
def test_a_move_recomputes_over_from_the_board() -> None:
    game = loaded({**EXAMPLE, "over": True})
    seen = []
    game.onMove(lambda state: seen.append((state["over"], game.getGameState()["over"])))
    game.move("left")
    assert seen == [(False, False)]
    game.loadGame({**EXAMPLE, "over": True})
    game.setupNewGame()
    assert game.getGameState()["over"] is False


@pytest.mark.requirement("R-002-16", "R-002-17")
def test_states_are_copied_in_and_out() -> None:
    state = {**EXAMPLE, "board": list(EXAMPLE["board"])}
    game = loaded(state)
    state["board"][0] = 64
    game.getGameState()["board"][1] = 64
    assert game.getGameState() == EXAMPLE


@pytest.mark.requirement("R-002-32")
def test_loading_a_state_of_another_size_resizes_the_game() -> None:
    game = loaded({**EXAMPLE, "board": [2, 0, 0, 0, 0, 0, 0, 0, 2]})
    game.move("left")
    assert len(game.getGameState()["board"]) == 9
    game.setupNewGame()
    assert len(game.getGameState()["board"]) == 9


@pytest.mark.requirement("R-002-16")
@pytest.mark.parametrize(
    "wrong", [{}, {**EXAMPLE, "board": [1, 2, 3]}, {**EXAMPLE, "score": -1}, {**EXAMPLE, "won": 1}, {"board": "2"}]
)
def test_a_wrong_state_is_refused_and_changes_nothing(wrong: GameState) -> None:
    game = loaded(EXAMPLE)
    with pytest.raises(NotationError):
        game.loadGame(wrong)
    assert game.getGameState() == EXAMPLE


@pytest.mark.requirement("R-002-18")
def test_the_board_is_drawn_as_in_the_document() -> None:
    game = loaded(EXAMPLE)
    assert game.toString() == " [ ] [ ] [2] [4]\n [ ] [2] [ ] [4]\n [ ] [ ] [4] [8]\n [2] [4] [8] [16]"
    assert str(game) == game.toString()


@pytest.mark.requirement("R-002-30", "R-002-18")
def test_the_console_runner_shows_the_board_after_every_move() -> None:
    code, screen = talk("a07", ["--seed", "1"], "left", "w", "nonsense", "q")
    assert code == 0
    assert screen.count("Score: ") == 3
    assert re.search(r"'nonsense' .*up, down, .*w, s, a, d", screen)


@pytest.mark.requirement("R-002-13", "R-002-30")
def test_the_console_runner_says_that_the_game_was_won_and_is_over(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text(json.dumps({"board": [1024, 1024, 8, 16], "score": 0, "won": False, "over": False}))
    code, screen = talk("a07", ["--load", str(file)], "left", "left")
    assert code == 0
    assert re.search(r"Score: 2048\nYou won!.*\nGame over\.\n$", screen)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"board": [2, 2]}', '{"board": [2, 2, 2, 2], "score": "x"}'])
def test_a_wrong_state_file_prints_one_error(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "state.json"
    file.write_text(text)
    assert talk("a07", ["--load", str(file)]).code == 1
    error = capsys.readouterr().err
    assert error.startswith(f"the game state '{file}' cannot be used: ")
    assert error.count("\n") == 1


@pytest.mark.requirement("R-002-10", "R-002-13")
def test_a_stuck_board_loaded_as_not_over_loses_once_at_the_next_move() -> None:
    game = loaded({"board": [2, 4, 8, 16], "score": 0, "won": False, "over": False})
    events = heard(game)
    assert not game.getGameState()["over"]
    game.move("left")
    game.move("up")
    assert game.getGameState()["over"]
    assert events == [("lose", game.getGameState())]


@pytest.mark.requirement("R-002-13")
def test_a_board_loaded_as_over_or_with_moves_left_fires_no_lose_event() -> None:
    for state in ({"board": [2, 4, 8, 16], "over": True}, {"board": [2, 0, 0, 0]}):
        game = loaded(state)
        events = heard(game)
        game.move("left")
        assert events == []


@pytest.mark.requirement("R-002-30")
def test_the_console_says_that_a_stuck_board_is_over(tmp_path: Path) -> None:
    path = tmp_path / "stuck.json"
    path.write_text('{"board": [2, 4, 8, 16], "score": 0, "won": false, "over": false}')
    code, said = talk("a07", ["--load", str(path)], "left")
    assert code == 0
    assert said.splitlines()[-1].startswith("Game over")
