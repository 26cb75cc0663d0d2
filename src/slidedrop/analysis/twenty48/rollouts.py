"""Two slides compared by playing on from both, on the same tiles: a difference with its interval.

    the better slide   ──> 100 slides by the network ──> points made, and what the network expects then
    the played slide   ──> 100 slides by the network ──> ...                       again and again with other tiles

Both games draw from the same generator, so much of the luck is the same in both and cancels in the difference.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev
from typing import Final

from slidedrop.core.randomness import JavaRandom
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction, Way
from slidedrop.twenty48.engine.expectimax import Expectimax
from slidedrop.twenty48.rules import Rules
from slidedrop.twenty48.spawn import draw_spawn, spawned

LENGTH: Final = 100
_SURE: Final = 2.0


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much one slide is better than another, in points."""

    mean: float
    error: float
    """The standard error of the mean."""

    @property
    def is_significant(self) -> bool:
        """Whether the mean is more than two standard errors from nothing."""
        return abs(self.mean) > _SURE * self.error


def compare(
    board: Board, better: Way, played: Way, rules: Rules, expectimax: Expectimax, number: int, first: int = 0
) -> Difference:
    """Play on from both slides this many times, the same tiles for both; another first number brings other tiles."""
    draw = Random(first)  # noqa: S311 - no secret; seeds that are neighbours would bring the same first place
    seeds = [draw.getrandbits(48) for _ in range(number)]
    both = [[_played_on(board, way, rules, expectimax, seed) for way in (better, played)] for seed in seeds]
    gaps = [one - other for one, other in both]
    return Difference(fmean(gaps), stdev(gaps) / math.sqrt(number))


def _played_on(board: Board, way: Way, rules: Rules, expectimax: Expectimax, seed: int) -> float:
    random, made = JavaRandom(seed), 0
    best: Direction | None = Direction(way)
    for _ in range(LENGTH):
        if best is None:
            return made
        slide = board.slide(best)
        made += slide.gained
        board = spawned(slide.board, draw_spawn(slide.board, rules, random))
        analysis = expectimax.search(board, 1)
        best = analysis.best
    return made + max(analysis.values.values(), default=0.0)
