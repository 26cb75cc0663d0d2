"""Tests against seeded games of a Java program with java.util.Random: tiles and board files are equal.

tests/data/psa3_java/Seeded2048.java is that program; its header describes how the games in its folder were printed.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import NamedTuple

import pytest

from slidedrop.editions.psa3 import Board, Direction, GameManager, Random

GAMES = sorted((Path(__file__).parents[1] / "data" / "psa3_java").glob("*.txt"))
KEYS = {"w": Direction.UP, "s": Direction.DOWN, "a": Direction.LEFT, "d": Direction.RIGHT}


class Printed(NamedTuple):
    """A game in the output of the Java program."""

    seed: int
    size: int
    keys: str
    boards: list[str]
    file: str


def printed(path: Path) -> Printed:
    """Read a printed game: its arguments, a board for the start and each key, and the board file."""
    arguments, *lines = path.read_text().splitlines(keepends=True)
    seed, size, keys = arguments.split()
    count = len(keys) + 1
    boards = [line.rstrip("\n") for line in lines[:count]]
    return Printed(int(seed), int(size), keys, boards, "".join(lines[count:]))


def line_of(board: Board) -> str:
    """Return the board as the Java program prints it."""
    return " ".join(map(str, [board.score, *(tile for row in board.grid for tile in row)]))


def test_there_are_at_least_three_java_games() -> None:
    assert len(GAMES) >= 3


@pytest.mark.requirement("R-001-1", "R-001-6", "R-001-7", "R-001-8", "R-001-9", "R-001-12", "R-001-13")
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_seeded_game_matches_java_tile_for_tile(path: Path) -> None:
    game = printed(path)
    board = Board(Random(game.seed), game.size)
    boards = [line_of(board)]
    for key in game.keys:
        if board.move(KEYS[key]):
            board.addRandomTile()
        boards.append(line_of(board))
    assert boards == game.boards


@pytest.mark.requirement("R-001-3", "R-001-15", "R-001-20")
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_saved_file_matches_java_byte_for_byte(path: Path, tmp_path: Path) -> None:
    game, output = printed(path), tmp_path / "out.board"
    typed = io.StringIO("".join(f"{key}\n" for key in f"{game.keys}q"))
    GameManager(str(output), game.size, Random(game.seed), stdin=typed, stdout=io.StringIO()).play()
    assert output.read_bytes() == game.file.encode()
