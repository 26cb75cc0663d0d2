from __future__ import annotations

import json
from pathlib import Path

import pytest

from slidedrop.analysis.puzzle import Puzzle, puzzles_from, shipped
from slidedrop.connect4.game import Game
from slidedrop.places import data_folder
from tests.cli.talking import slidedrop


def test_a_solved_puzzle_does_not_come_again() -> None:
    first, second = [puzzle for puzzle in shipped() if puzzle.game == "connect4"][:2]
    said = slidedrop("puzzle", "--game", "connect4", typed=f"{first.best}\n{second.best}\nq\n").out
    assert said.count("Right.") == 2


def test_a_missed_puzzle_is_refuted_and_comes_again_later() -> None:
    ones = [puzzle for puzzle in shipped() if puzzle.game == "connect4"][:4]
    wrong = next(move for move in "1234567" if move != ones[0].best and is_move(ones[0], move))
    typed = "".join(f"{puzzle.best}\n" for puzzle in ones[1:])
    said = slidedrop("puzzle", "--game", "connect4", typed=f"9\n{wrong}\n{typed}{ones[0].best}\n").out
    assert f" is {ones[0].best}." in said
    assert "better was" in said
    assert said.count("Right.") == 4
    kept = json.loads((data_folder() / "puzzles.json").read_text())
    assert kept["due"][ones[0].position][1] > 0


def is_move(puzzle: Puzzle, move: str) -> bool:
    try:
        return bool(puzzle.read(move))
    except ValueError:
        return False


def test_a_wrong_2048_move_is_refuted_by_its_cost() -> None:
    puzzle = next(puzzle for puzzle in shipped() if puzzle.game == "2048")
    wrong = next(way for way in ("up", "down", "left", "right") if way != puzzle.best and is_move(puzzle, way))
    assert puzzle.refuted(wrong)[-1].startswith(wrong)


def test_your_own_mistakes_come_first() -> None:
    game = Game()
    for column in (0, 0, 1, 1, 2, 2):  # blue must block column 4 and does not
        game.play(column)
    assert Puzzle("connect4", "11223", "4", 3) in puzzles_from(game)
    said = slidedrop("puzzle", "--from", "moves:112233", typed="4\n4\nq\n").out
    assert "2 puzzles" in said
    assert said.count("Right.") == 2


def test_a_damaged_puzzle_file_is_refused_and_not_overwritten(home: Path) -> None:
    path = data_folder() / "puzzles.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{")
    said = slidedrop("puzzle", typed="q\n")
    assert said.code != 0
    assert "is damaged" in said.err
    assert path.read_text() == "{"


def test_each_of_the_hundred_bundled_puzzles_has_a_legal_best_move() -> None:
    puzzles = shipped()
    assert len(puzzles) == 100
    assert [puzzle.game for puzzle in puzzles].count("2048") == 25
    assert all(puzzle.read(puzzle.best) == puzzle.best and 1 <= puzzle.grade <= 5 for puzzle in puzzles)
    assert [puzzle.grade for puzzle in puzzles] == sorted(puzzle.grade for puzzle in puzzles)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_no_bundled_puzzle_is_refuted_by_a_longer_search() -> None:
    from tools.puzzles.__main__ import check

    assert check() == 0
