"""Compiled 3x3 games, each split into luck and skill by the exact solution."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from benchmarks.selfplay2048 import first_board
from slidedrop.engine.kernel import lean
from slidedrop.twenty48.engine.bitboard import (
    GOLDEN,
    Lines,
    Word,
    drawn,
    empty_cells,
    lines_for,
    points_of,
    slid,
    spawned_at_random,
)
from slidedrop.twenty48.exact.kernels import canonical, place_of
from slidedrop.twenty48.exact.values import layers_of, sums
from slidedrop.twenty48.rules import Rules

if TYPE_CHECKING:
    import numpy.typing as npt

OPTIMAL, RANDOM, GREEDY = range(3)
FOUR = np.uint64(round(0.1 * (1 << 32)))


class Solution(NamedTuple):
    """All boards, layer by layer, with their values."""

    boards: npt.NDArray[np.uint64]
    worths: npt.NDArray[np.float64]
    starts: npt.NDArray[np.int64]
    """The start of the layer of each half sum."""
    lines: Lines


def solution() -> Solution:
    """Return the solution of 3x3 for the score; it must already exist."""
    boards, worths = layers_of(Rules(size=3), 0)
    totals = sums(Rules(size=3))
    sizes = np.zeros(1025, np.int64)
    for total in totals:
        sizes[total // 2 + 1] = len(boards.layer(total)) // 8
    return Solution(
        np.concatenate([np.frombuffer(boards.layer(total), np.uint64) for total in totals]),
        np.concatenate([np.frombuffer(worths.layer(total), np.float64) for total in totals]),
        np.cumsum(sizes),
        lines_for(3),
    )


@lean
def worth(board: Word, solution: Solution) -> float:
    """Return the value of a board at the player's turn."""
    half = 0
    for cell in range(11):
        rank = (board >> np.uint64(4 * cell)) & np.uint64(15)
        if rank:
            half += 1 << (int(rank) - 1)
    start, end = solution.starts[half], solution.starts[half + 1]
    return float(solution.worths[start + place_of(canonical(board, solution.lines), solution.boards[start:end])])


@lean
def mean(after: Word, solution: Solution) -> float:
    """Return the value of a board before its new tile."""
    empty, total, cells = empty_cells(after, solution.lines), 0.0, 0
    while empty:
        cell = empty & (~empty + np.uint64(1))
        total += 0.9 * worth(after | cell, solution) + 0.1 * worth(after | (cell << np.uint64(1)), solution)
        cells += 1
        empty ^= cell
    return total / cells


@lean
def chosen(board: Word, player: int, random: Word, solution: Solution) -> int:
    """Return the slide of a player, or -1 on a stuck board."""
    best, choice, legal = -1.0, -1, 0
    for direction in range(4):
        after = slid(board, direction, solution.lines)
        if after == board:
            continue
        legal += 1
        look = float(points_of(board, direction, solution.lines))
        if player == OPTIMAL:
            look += mean(after, solution)
        elif player == RANDOM:
            look = float(drawn(random + GOLDEN * np.uint64(direction + 1)) >> np.uint64(11))
        if look > best:
            best, choice = look, direction
    return choice


@lean
def parted_games(counter: Word, player: int, expected: float, solution: Solution, out: npt.NDArray[np.float64]) -> None:
    """Play a game for each row of `out`, and write its score, luck and skill."""
    for game in range(len(out)):
        counter = drawn(counter + GOLDEN)
        random = counter
        board = first_board(random, FOUR, solution.lines)
        value = worth(board, solution)
        score, luck, skill = 0.0, value - expected, 0.0
        while True:
            random += GOLDEN
            direction = chosen(board, player, ~random, solution)
            if direction < 0:
                break
            points = points_of(board, direction, solution.lines)
            after = slid(board, direction, solution.lines)
            waiting = mean(after, solution)
            board = spawned_at_random(after, drawn(random), FOUR, solution.lines)
            score += points
            skill += points + waiting - value
            value = worth(board, solution)
            luck += value - waiting
        out[game, 0], out[game, 1], out[game, 2] = score, luck, skill
