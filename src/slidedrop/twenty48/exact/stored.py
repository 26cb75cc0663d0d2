"""A board that was solved before, read from its two files without NumPy: the boards, and what they are worth.

    cache folder/exact/3x3-9-1.boards         canonical words, layer by layer, each layer sorted
    cache folder/exact/3x3-9-1-score.worths   what each is worth, in the same order within a layer

A board of 2x2 needs no file: it is solved in a moment when it is first asked about.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from math import gcd
from pathlib import Path
from typing import Any, NamedTuple

from slidedrop.core.errors import NotationError
from slidedrop.places import cache_folder
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.engine.ranks import SIDE, ranks_of
from slidedrop.twenty48.exact.goal import SCORE, Goal
from slidedrop.twenty48.exact.layers import Layers
from slidedrop.twenty48.exact.plain import solve_plainly
from slidedrop.twenty48.exact.values import Exact, is_solvable
from slidedrop.twenty48.rules import Rules


class Files(NamedTuple):
    """Where a solution is kept, and what the headers of its files say."""

    boards: Path
    worths: Path
    about: dict[str, Any]
    goal: str

    @property
    def about_worths(self) -> dict[str, Any]:
        """The header of the worths."""
        return {**self.about, "goal": self.goal}


def files_of(rules: Rules, goal: Goal, folder: Path | None = None) -> Files:
    """Return where the solution of these rules is kept: in units of the base tile 2, so one file does for all bases."""
    weights = (*rules.spawn_weights, 0)[:2]
    chances = [weight // gcd(*weights) for weight in weights]
    name = f"{rules.size}x{rules.size}-{chances[0]}-{chances[1]}"
    aim = f"tile-{2 * goal.tile // rules.base}" if goal.tile else "score"
    place = folder or cache_folder() / "exact"
    about = {"size": rules.size, "chances": chances}
    return Files(place / f"{name}.boards", place / f"{name}-{aim}.worths", about, aim)


def exact_for(rules: Rules, goal: Goal = SCORE) -> Exact | None:
    """Return what is known of a board that is solved, or None where it is too large or was not solved yet."""
    if not is_solvable(rules):
        return None
    if rules.size == 2:
        return Exact(rules, goal, _plain(rules, goal).__getitem__)
    return read_exact(rules, goal)


def read_exact(rules: Rules, goal: Goal, folder: Path | None = None) -> Exact | None:
    """Return the solution that two files hold, or None where they are not there or not complete."""
    files = files_of(rules, goal, folder)
    boards, worths = Layers(files.boards, files.about), Layers(files.worths, files.about_worths)
    if not boards.is_complete or not worths.is_complete:
        return None
    scale = 1.0 if goal.tile else rules.base / 2

    @lru_cache(maxsize=1 << 16)
    def worth(board: Board) -> float:
        total, word = 2 * sum(board.tiles) // rules.base, canonical_word(board, rules.base)
        layer = boards.layer(total).cast("Q")
        place = bisect_left(layer, word)
        if place == len(layer) or layer[place] != word:
            raise NotationError("this board cannot come up in a game that begins with two tiles, so it was not solved")
        return float(worths.layer(total).cast("d")[place]) * scale

    return Exact(rules, goal, worth)


def canonical_word(board: Board, base: int = 2) -> int:
    """Return the smallest word of a board under mirrors and turns, as the kernels find it."""
    ranks = ranks_of(board, base)
    return min(sum(rank << place for rank, place in zip(ranks, places, strict=True)) for places in _places(board.size))


@lru_cache(maxsize=2)
def _places(size: int) -> list[list[int]]:
    """Return by how many bits each cell is shifted, in each of the eight views of a board."""
    views = [[(row, column) for row in range(size) for column in range(size)]]
    views += [[(column, row) for row, column in view] for view in views]
    views += [[(size - 1 - row, column) for row, column in view] for view in views]
    views += [[(row, size - 1 - column) for row, column in view] for view in views]
    return [[4 * (SIDE * row + column) for row, column in view] for view in views]


@lru_cache(maxsize=8)
def _plain(rules: Rules, goal: Goal) -> dict[Board, float]:
    return solve_plainly(rules, goal)
