"""Small networks of 2048, and their naive evaluation: symmetries by NumPy, tuples read cell by cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from slidedrop.twenty48.engine.ranks import ranks_of
from slidedrop.twenty48.training.training import Plan, Training

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from slidedrop.twenty48 import Board

TUPLES = ((0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 4, 5), (5, 6, 9, 10), (1, 3, 6, 9), (0, 5, 10), (1, 2, 5), (0, 1, 5))
"""Small tuples in the same number and runs as in the bundled network, so that kernels are compiled once for both."""
SMALL_TUPLES = ((0, 1, 2, 4, 5), (0, 1, 4, 5), (0, 1, 2), (4, 5, 6), (0, 2, 5, 8), (0, 5, 10), (1, 2, 5), (0, 1, 5))
"""The same for a board of 3x3."""


def random_training(seed: int = 1) -> Training:
    """Return a training with random weights, so that no two boards have the same value."""
    training = Training.begin(Plan(tuples=TUPLES))
    weights = training.learner.weights
    weights[:] = np.random.default_rng(seed).normal(100, 50, len(weights)).astype(np.float32)
    return training


def naive_value(board: Board, weights: npt.NDArray[np.float32], tuples: Sequence[Sequence[int]] = TUPLES) -> float:
    """Return the value of a board by definition."""
    return sum(float(weights[place]) for place in naive_places(board, tuples))


def naive_places(board: Board, tuples: Sequence[Sequence[int]] = TUPLES) -> list[int]:
    """Return the indices of the weights of a board: one for each symmetry and tuple."""
    ranks = np.array(ranks_of(board)).reshape(board.size, board.size)
    sizes = [16 ** len(cells) for cells in tuples]
    places = []
    for turned in (np.rot90(side, turn) for side in (ranks, ranks.T) for turn in range(4)):
        for number, cells in enumerate(tuples):
            found = [int(turned[cell // 4, cell % 4]) for cell in sorted(cells)]
            index = sum(rank * 16**place for place, rank in enumerate(found))
            places.append(sum(sizes[:number]) + index)
    return places
