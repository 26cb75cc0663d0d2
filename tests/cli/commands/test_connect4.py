"""Tests of `slidedrop connect4`: on a pipe, at a line terminal, and with wrong options."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from slidedrop.connect4 import Game
from slidedrop.records.library import Library, Opened
from slidedrop.records.share import write_code
from slidedrop.twenty48 import Direction
from slidedrop.twenty48 import Game as Twenty48
from tests.cli.talking import Said, at_a_terminal, names, slidedrop

if TYPE_CHECKING:
    from pathlib import Path

HUMANS = ("--red", "human", "--blue", "human")


def connect4(*arguments: object, typed: str = "") -> Said:
    """Run `slidedrop connect4` with each word typed on a separate line."""
    return slidedrop("connect4", *arguments, typed="".join(f"{word}\n" for word in typed.split()))


def kept(number: int) -> Opened:
    """Return a saved game without continuing it."""
    opened = Library().take(number)
    opened.journal.close()
    return opened


def opening(*moves: int) -> str:
    game = Game()
    for move in moves:
        game.play(move)
    return write_code(game)


def test_a_move_after_a_finished_two_person_game_is_refused() -> None:
    said = connect4(*HUMANS, typed="1 2 1 2 1 2 1 5 q")
    assert "after 7 moves" in said.out
    assert said.out.lower().count("red won, ") == 2
    assert said.out.endswith(" game 1.\n")
    assert kept(1).game.line() == list("1212121")


def test_two_computers_play_to_the_end_without_input() -> None:
    said = connect4("--red", "tree:2", "--blue", "greedy", typed="q")
    assert said.code == 0
    assert names(said.out, "tree:2", "greedy")
    assert " game 1.\n" in said.out
    assert kept(1).game.outcome is not None


@pytest.mark.requirement("R-003-24")
@pytest.mark.parametrize(
    ("arguments", "seats"),
    [
        ((), ["human", "tree:4"]),
        (("--level", "2"), ["human", "tree:2"]),
        (("--first", "me"), ["human", "tree:4"]),
        (("--first", "computer", "--level", "0"), ["tree:0", "human"]),
        (("--blue", "search:3"), ["human", "search:3"]),
        (("--red", " Human ", "--blue", "search@1ms"), ["human", "search@1ms"]),
    ],
)
def test_the_options_set_the_seats(arguments: tuple[str, ...], seats: list[str]) -> None:
    connect4(*arguments, typed="q")
    assert list(kept(1).players) == seats


def test_the_first_player_can_be_random() -> None:
    for _ in range(12):
        connect4("--first", "random", "--level", "1", typed="q")
    seats = {kept(number).players for number in Library().numbers()}
    assert seats == {("human", "tree:1"), ("tree:1", "human")}


def test_undo_against_a_computer_takes_both_plies_and_redo_brings_them_back() -> None:
    said = connect4("--level", "1", typed="u 4 u r i q")
    assert said.out.index("nothing to undo") < said.out.index("Undone.") < said.out.index("Redone.")
    game = kept(1).game
    assert len(game.line()) == 2
    assert (game.summary().take_backs, game.summary().hints) == (2, 1)


def test_undo_leaves_the_first_move_of_a_computer() -> None:
    connect4("--first", "computer", "--level", "1", typed="4 u u q")
    assert len(kept(1).game.line()) == 1


def test_resigning_needs_a_confirmation_and_can_be_undone() -> None:
    said = connect4(*HUMANS, typed="4 x n x y u q")
    assert said.out.count("? [y/N]") == 2
    assert names(said.out, "blue resigned", "1 move")
    assert kept(1).game.line() == ["4"]


def test_a_rematch_swaps_the_sides() -> None:
    said = connect4("--level", "1", typed="x y m q")
    assert names(said.out, "game 2", "7x6", "red X is tree:1")
    assert kept(2).players == ("tree:1", "human")
    assert len(kept(2).game.line()) == 1


def test_the_seats_come_back_with_a_resumed_game() -> None:
    connect4("--first", "computer", "--level", "1", "--size", "8x7", typed="3 q")
    said = connect4("--resume", typed="4 q")
    assert names(said.out, "game 1", "8x7", "red X is tree:1")
    assert len(kept(1).game.line()) == 5


def test_a_terminal_offers_to_continue(monkeypatch: pytest.MonkeyPatch) -> None:
    connect4("--level", "1", typed="4 q")
    said = at_a_terminal(monkeypatch, "connect4", typed="y\n4\nq\n")
    assert names(said.out, "game 1 (red", "move 2)", "[Y/n]")
    assert "tree:1 is thinking" in said.out
    assert Library().numbers() == [1]


def test_resuming_a_game_of_the_other_kind_is_refused_with_the_right_command() -> None:
    connect4(*HUMANS, typed="4 q")
    slidedrop("2048", "--seed", "7", typed="q\n")
    said = slidedrop("2048", "--resume", "1")
    assert (said.code, said.err.count("\n")) == (1, 1)
    assert "'slidedrop connect4 --resume 1'" in said.err
    assert "'slidedrop 2048 --resume 2'" in connect4("--resume", "2").err
    assert "Saved as game 1" in connect4("--resume", "1", typed="q").out


def test_a_connect4_record_with_one_player_is_refused(home: Path) -> None:
    connect4(*HUMANS, typed="q")
    opened = Library().put(Game(), ["human"])
    opened.journal.close()
    said = connect4("--resume", str(opened.number))
    assert (said.code, said.err.count("\n")) == (1, 1)
    assert names(said.err, "game 2", "1 player", "Connect-4 has 2")
    assert json.loads((home / "data" / "games" / "2.journal").read_text()[9:])["players"] == ["human"]


def test_spoken_play_prints_every_move_and_draws_no_board() -> None:
    said = connect4("--speak", *HUMANS, typed="4 4 b u q")
    assert re.search("Red .*column 4 .*row 6; blue", said.out)
    assert "Column 4: red, blue" in said.out
    assert " .  . " not in said.out


@pytest.mark.requirement("R-003-10", "R-003-25")
def test_free_placement_takes_row_and_column_and_refuses_a_taken_cell() -> None:
    said = connect4("--free", "--size", "4x4", *HUMANS, typed="1.1 1.1 5.1 4 q")
    refusals = [line for line in said.out.splitlines() if "legal" in line or "row.column" in line]
    assert names(refusals[0], "Row 1, column 1", "1.2, 1.3")
    assert names(refusals[1], "Row 5, column 1", "4x4", "1.2, 1.3")
    assert names(refusals[2], "'4'", "row.column")
    assert kept(1).game.line() == ["1.1"]


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ("1 " * 7, ("olumn 1", " 2, 3, 4, 5, 6, 7")),
        ("9", ("column 9", "7x6", " 1, 2, 3, 4, 5, 6, 7")),
        ("frob", ("'frob'", "1 to 7")),
        ("\x1b[A", ("'\\\\x1b[A'", "1 to 7")),
    ],
)
def test_a_wrong_move_is_refused_with_the_legal_ones(typed: str, values: tuple[str, ...]) -> None:
    said = connect4(*HUMANS, typed=f"{typed} q").out
    assert any(names(line, *values) for line in said.splitlines())


@pytest.mark.parametrize(
    ("arguments", "values"),
    [
        (("--level", "9"), ("9 levels", "47,079,208", "11,769 MB")),
        (("--size", "foo"), ("'foo'", "7x6")),
        (("--size", "3x3"), ("columns", "4 to 32", "not 3")),
        (("--connect", "9"), ("3 to 7", "not 9")),
        (("--red", "frob"), ("'frob'", "connect4")),
        (("--blue", "tree@1s"), ("'tree@1s'", "time limit")),
        (("--shapes", "XX"), ("shapes", "XO")),
        (("--resume", "77"), ("game 77",)),
        (("--resume",), ("'slidedrop connect4'",)),
        (("--size", "7x6", "--resume"), ("--resume",)),
        (("--new", "--resume"), ("--resume",)),
        (("--from", "C1x", "--resume"), ("--resume",)),
        (("--from", "C1x", "--free"), ("--from",)),
        (("--from", "C1x"), ("share code",)),
    ],
)
def test_a_wrong_option_prints_one_error_and_saves_nothing(arguments: tuple[str, ...], values: tuple[str, ...]) -> None:
    said = connect4(*arguments, typed="q")
    assert said.code in {1, 2}
    assert names(said.err, *values)
    assert said.err.count("Error: ") == 1
    assert Library().numbers() == []


def test_a_shared_game_continues_as_a_new_saved_game() -> None:
    said = connect4("--from", opening(3, 3), "--blue", "greedy", typed="5 q")
    assert names(said.out, "game 1", "7x6", "blue O is greedy")
    again = kept(1)
    assert again.game.line()[:3] == ["4", "4", "5"]
    assert again.players == ("human", "greedy")


def test_a_shared_2048_game_continues_with_the_same_tiles() -> None:
    game = Twenty48(seed=7)
    for direction in (Direction.LEFT, Direction.DOWN, Direction.UP):
        game.play(direction)
    game.undo()
    slidedrop("2048", "--from", write_code(game), typed="left\nq\n")
    game.play(Direction.LEFT)
    opened = kept(1)
    assert opened.game.summary() == game.summary()
    assert slidedrop("2048", "--from", write_code(game), "--seed", "3").code == 2


def test_a_code_of_the_other_game_is_refused_with_the_right_command() -> None:
    said = slidedrop("2048", "--from", opening(3))
    assert (said.code, said.err.count("\n")) == (1, 1)
    assert "'slidedrop connect4 --from CODE'" in said.err


def test_a_shared_game_that_cannot_be_saved_can_be_played(home: Path) -> None:
    (home / "data").write_text("no folder")
    said = connect4("--from", opening(3), *HUMANS, typed="4 q")
    assert "not be saved" in said.err
    assert " .  .  . (O) .  .  ." in said.out
