"""Tests of the exact values of small 2048 boards."""

from __future__ import annotations

import pytest

from slidedrop.twenty48 import Board, Rules
from slidedrop.twenty48.exact.values import exact_for, reachable, solve_plainly

TWO = Rules(size=2)


def test_a_2x2_game_has_its_known_mean_score_and_chance_of_32() -> None:
    score, tile = exact_for(TWO), exact_for(TWO, 32)
    assert score is not None
    assert tile is not None
    assert score.start == pytest.approx(66.9641, abs=5e-5)
    assert tile.start == pytest.approx(0.0829, abs=5e-5)


def test_a_stuck_board_has_value_0_and_a_tile_on_the_board_has_chance_1() -> None:
    assert solve_plainly(TWO)[Board.from_rows([[2, 4], [4, 2]])] == 0
    chances = solve_plainly(TWO, 8)
    assert chances[Board.from_rows([[8, 2], [2, 4]])] == 1
    assert all(0 <= chance <= 1 for chance in chances.values())


def test_unordered_value_iteration_gives_the_same_values() -> None:
    """Sweep over all boards again and again from nothing until nothing changes."""
    boards = sorted(reachable(TWO), key=lambda board: board.tiles)
    worths = dict.fromkeys(boards, 0.0)
    swept: dict[Board, float] = {}
    while swept != worths:
        swept = dict(worths)
        for board in boards:
            slides = [slide for way in board.legal_moves() if (slide := board.slide(way)).moved]
            worths[board] = max((slide.gained + mean(slide.board, worths) for slide in slides), default=0.0)
    solved = solve_plainly(TWO)
    assert max(abs(worths[board] - solved[board]) for board in boards) < 1e-12


def mean(after: Board, worths: dict[Board, float]) -> float:
    cells = after.empty_cells()
    tiles = ((2, 0.9), (4, 0.1))
    return sum(p * worths[after.with_tile(cell, tile)] for cell in cells for tile, p in tiles) / len(cells)
