"""Tests of `slidedrop games` and `slidedrop stats`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from slidedrop.records.library import Library
from tests.cli.talking import names, slidedrop


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder during a test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def _two_games() -> None:
    slidedrop("2048", "--seed", "7", typed="w\na\ni\nu\nq\n")
    slidedrop("2048", "--seed", "2", "-s", "2", typed="wasdwasd\nq\n")


@pytest.mark.parametrize("command", ["games", "stats"])
def test_without_saved_games_the_command_prints_how_to_start_one(command: str) -> None:
    said = slidedrop(command)
    assert (said.code, said.out.count("\n")) == (0, 1)
    assert names(said.out, "'slidedrop 2048'")


@pytest.mark.usefixtures("_two_games")
def test_the_list_has_one_line_per_game() -> None:
    first, second = slidedrop("games").out.splitlines()
    assert first.split()[0] == "1"
    assert re.search(r"2048 +4x4 classic +open +score 0, .*\b2, 1 move$", first)
    assert re.search(r"2048 +2x2 classic +finished +score 20, .*\b8, 6 moves$", second)
    assert slidedrop("games", "list").out == slidedrop("games").out


@pytest.mark.usefixtures("_two_games")
def test_an_unreadable_game_is_listed_with_the_reason_and_the_others_follow() -> None:
    Library().path(1).write_bytes(b"garbage\n")
    lines = slidedrop("games").out.splitlines()
    assert names(lines[0], "cannot be read", "game 1")
    assert len(lines) == 2
    assert "1 game, 1 finished" in slidedrop("stats").out


@pytest.mark.usefixtures("_two_games")
def test_show_prints_the_state_of_a_game() -> None:
    said = slidedrop("games", "show", "1").out
    assert said.startswith("Game 1: 2048, 4x4 classic\nbegan 2")
    assert names(said, "seed 7", "1 move,", "1 hint", "Score: 0\n    2    .    .    2\n")


@pytest.mark.usefixtures("_two_games")
def test_a_game_can_be_named_and_called_by_its_name() -> None:
    assert names(slidedrop("games", "rename", "2", "Sunday game").out, "Game 2", "'Sunday game'")
    assert names(slidedrop("games", "show", "Sunday game").out, "Game 2 ", "2048, 2x2 classic\n")
    assert slidedrop("games").out.splitlines()[1].endswith("6 moves  Sunday game")
    assert slidedrop("games", "rename", "2", " ").code == 1


@pytest.mark.usefixtures("_two_games")
def test_a_game_is_removed_only_after_yes() -> None:
    for typed in ("n\n", ""):
        assert names(slidedrop("games", "remove", "1", typed=typed).out, "[y/N]", "Game 1")
        assert Library().numbers() == [1, 2]
    assert names(slidedrop("games", "remove", "1", typed="y\n").out, "[y/N] y", "Game 1")
    assert Library().numbers() == [2]
    assert "[y/N]" not in slidedrop("games", "remove", "2", "--yes").out
    assert Library().numbers() == []
    said = slidedrop("games", "remove", "2", "--yes")
    assert (said.code, said.out, said.err.count("\n")) == (1, "", 1)
    assert names(said.err, "game 2", "'slidedrop games'")


@pytest.mark.usefixtures("_two_games")
def test_a_game_is_exported_to_a_file_or_stdout_and_imported_again() -> None:
    assert "'one.game'" in slidedrop("games", "export", "1", "one.game").out
    assert slidedrop("games", "export", "1").out == Path("one.game").read_text()
    assert names(slidedrop("games", "import", "one.game").out, "game 3", "2048", "score 0", "largest 2")
    assert slidedrop("games", "show", "3").out.splitlines()[1:] == slidedrop("games", "show", "1").out.splitlines()[1:]


@pytest.mark.requirement("C-25")
@pytest.mark.usefixtures("_two_games")
def test_an_export_replaces_a_file_only_with_force() -> None:
    Path("one.game").write_text("precious")
    said = slidedrop("games", "export", "1", "one.game")
    assert (said.code, Path("one.game").read_text()) == (1, "precious")
    assert names(said.err, "'one.game'", "--force")
    assert slidedrop("games", "export", "1", "one.game", "--force").code == 0
    said = slidedrop("games", "export", "1", "nowhere/one.game")
    assert (said.code, said.err.count("\n")) == (1, 1)
    assert names(said.err, "'nowhere/one.game'", "no such file")


@pytest.mark.parametrize("content", [b"", b"garbage", b'00000000 {"game": "2048"}\n'])
def test_an_invalid_game_file_is_not_imported(content: bytes) -> None:
    Path("bad.game").write_bytes(content)
    said = slidedrop("games", "import", "bad.game")
    assert said.code == 1
    assert said.err.startswith("Error: 'bad.game' ")
    assert Library().numbers() == []
    assert names(slidedrop("games", "import", "missing").err, "Error: ", "'missing'")


@pytest.mark.usefixtures("_two_games")
def test_the_statistics_have_a_line_for_each_kind_of_game() -> None:
    slidedrop("2048", "--seed", "8", typed="w\nq\n")
    small, usual = slidedrop("stats").out.splitlines()
    assert names(small, "2x2", "1 game,", "1 finished", "best 20", "mean 20", "tile 8", "0 won", "6 moves")
    assert names(usual, "4x4", "2 games,", "0 finished", "best 0", "mean 0", "tile 2", "0 won", "2 moves")


def test_the_statistics_of_connect4_say_who_won() -> None:
    table = ("connect4", "--red", "human", "--blue", "human", "--new", "--lines")
    for moves in ("1212121", "31212121", "1212121", "4"):
        slidedrop(*table, typed="".join(f"{move}\n" for move in moves) + "q\n")
    (line,) = slidedrop("stats").out.splitlines()
    assert names(line, "7x6", "4 games", "3 finished", "red won 2", "blue won 1", "drawn 0", "23 moves")


def test_games_without_a_move_are_one_line_in_the_list_and_removed_together() -> None:
    for seed in (1, 2):
        slidedrop("2048", "--seed", seed, typed="q\n")
    slidedrop("2048", "--seed", "7", typed="w\nq\n")
    lines = slidedrop("games").out.splitlines()
    assert lines[0].split()[0] == "3"
    assert names(lines[1], "2 games", "--all", "--empty")
    assert len(slidedrop("games", "list", "--all").out.splitlines()) == 3
    assert names(slidedrop("games", "remove", "--empty", "--yes").out, "1 and 2")
    assert Library().numbers() == [3]
    assert slidedrop("games", "remove", "--empty", "--yes").code == 0
    assert Library().numbers() == [3]


def test_several_games_are_removed_at_once() -> None:
    for seed in range(6):
        slidedrop("2048", "--seed", seed, typed="w\nq\n")
    slidedrop("games", "rename", "6", "six")
    said = slidedrop("games", "remove", "1", "3-4", "six", typed="y\n").out
    assert said.count("1, 3, 4 and 6") == 2
    assert Library().numbers() == [2, 5]
    assert "7-9" in slidedrop("games", "remove", "7-9").err
    assert slidedrop("games", "remove").code == 2


def test_a_game_with_a_damaged_end_is_marked_in_the_list() -> None:
    slidedrop("2048", "--seed", "7", typed="w\nq\n")
    with Library().path(1).open("ab") as file:
        file.write(b"torn")
    assert slidedrop("games").out.endswith("(damaged after this)\n")
    for words in (["games", "show"], ["games", "copy", "--at", "1"], ["games", "export"], ["share"], ["review"]):
        said = slidedrop(*words, "1")
        assert (said.code, said.err.count("damaged")) == (0, 1)


def test_the_origin_of_a_game_is_recorded() -> None:
    Path("won.board").write_text("2\n90000\n2048 2 \n0 0 \n")
    slidedrop("2048", "-i", "won.board", typed="left\ndown\nq\n")
    slidedrop("2048", "--seed", "7", "--record", "game.log", typed="w\na\nq\n")
    slidedrop("2048", "--replay", "game.log", "--delay", "0", typed="q\n")
    slidedrop("games", "export", "2", "two.game")
    slidedrop("games", "import", "two.game")
    slidedrop("2048", "--from", slidedrop("share", "2").out.strip(), typed="q\n")
    assert [kept.origin for kept in Library().games()] == ["board", "played", "replay", "import", "copy"]
    first, second = slidedrop("stats").out.splitlines()
    assert names(first, "2048 4x4 classic: ", "1 game", "0 finished", "best 4, ")
    assert names(second, "1 replayed", "1 imported", "1 shared", "1 from")
    assert "Best: 90" not in slidedrop("2048", "-i", "won.board", typed="q\n").out
    assert "Best: 0\n" in slidedrop("2048", "-s", "2", "--new", typed="q\n").out


def test_a_copy_starts_at_the_chosen_move_and_is_independent_of_its_game() -> None:
    slidedrop("2048", "--seed", "5", typed="a\nw\nd\ns\na\nq\n")
    said = slidedrop("games", "copy", "1", "--at", "3")
    assert names(said.out, "Game 2", "game 1", "move 3", "slidedrop 2048 --resume 2")
    moves = [slidedrop("games", "show", number).out.splitlines()[1] for number in ("1", "2")]
    assert "3 moves" in moves[1]
    assert "3 moves" not in moves[0]
    slidedrop("2048", "--resume", "2", typed="w\nq\n")
    assert slidedrop("games", "show", "1").out.splitlines()[1] == moves[0]
    refused = slidedrop("games", "copy", "1", "--at", "99")
    assert refused.code != 0
    assert "move 99" in refused.err
