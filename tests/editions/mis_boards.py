"""Boards for the tests of assignment 000, and a game that starts with one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidedrop.core.randomness import JavaRandom
from slidedrop.editions.mis import GameT

if TYPE_CHECKING:
    from collections.abc import Iterable

Matrix = list[list[int]]
EMPTY = [[0] * 4 for _ in range(4)]
CORNERS = [[2, 0, 0, 4], [0, 0, 0, 0], [0, 0, 0, 0], [4, 0, 0, 2]]
ONE_GAP = [[2, 4, 8, 16], [4, 8, 16, 32], [8, 16, 0, 64], [16, 32, 64, 128]]
FULL = [[2, 4, 2, 4], [4, 2, 4, 2], [2, 4, 2, 4], [4, 2, 4, 2]]
ROWS_APART = [[2, 2, 4, 4], [0, 0, 0, 0], [2, 2, 4, 4], [0, 0, 0, 0]]
COLUMNS_APART = [[2, 0, 2, 0], [2, 0, 2, 0], [4, 0, 4, 0], [4, 0, 4, 0]]


def game_with(board: Iterable[Iterable[int]], seed: int = 1) -> GameT:
    """Return a game with this board."""
    game = GameT(JavaRandom(seed))
    game.setBoard(board)
    return game
