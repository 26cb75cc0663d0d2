"""The value of a board of 2048: from the exact solution if there is one, otherwise from the network's search.

The value of a slide is its points plus the mean of `arrived` over all possible tiles. So the luck of a game is 0 on
average, even if the network is wrong.

`compare` compares two slides more closely by playing on from both:

    the better slide   ──> 100 slides by the network ──> points, plus the expected points of the last board
    the played slide   ──> 100 slides by the network ──> ...                       again and again with other tiles

Both games draw from the same generator, so much of the luck is the same in both and cancels in the difference.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev
from typing import Final

from slidedrop.core.errors import MissingEngine, RecordError, RulesError
from slidedrop.core.randomness import JavaRandom
from slidedrop.players.registry import make_player
from slidedrop.twenty48 import Board, Rules
from slidedrop.twenty48.direction import Direction, Way
from slidedrop.twenty48.engine.expectimax import Expectimax, SpawnOutcome, has_network, searcher
from slidedrop.twenty48.exact.values import Exact, exact_for, is_solvable
from slidedrop.twenty48.position import Position, draw_spawn, spawned

PLIES: Final = 4
"""One ply more than the strongest strength that a review names."""
LENGTH: Final = 100
_SURE: Final = 2.0
_GREEDY: Final = make_player("greedy", Position.kind)


@dataclass(frozen=True)
class Judge:
    """The values that a review needs."""

    slides: Callable[[Board], dict[Direction, float]]
    """The value of each legal slide: its points plus the expected points after it."""
    arrived: Callable[[Board], float]
    """The value of a board at the player's turn, in the search that was made before the tile."""
    start: Callable[[Board], float]
    """The value of a game before its first tiles, if it is known."""
    falls: Callable[[Board, Direction], Iterable[SpawnOutcome]]
    """Each possible tile after a slide, with its chance and value."""
    choices: Callable[[Board], dict[str, Direction]]
    """The slides that known players would choose, the weakest player first."""
    is_exact: bool = False


def judge_for(rules: Rules) -> Judge:
    """Return the judge for these rules, or raise an error that names what is missing."""
    exact = exact_for(rules)
    if exact is not None:
        return exact_judge(exact)
    if is_solvable(rules):
        raise RecordError("a review of 3x3 needs its solution; run 'slidedrop solve 2048 --size 3' once, a few minutes")
    expectimax = searcher(rules)
    if expectimax is None and not has_network():
        raise MissingEngine
    if expectimax is None:
        raise RulesError("these rules cannot be reviewed; a review works on 2x2 to 4x4 with one new tile per move")
    return search_judge(expectimax)


def exact_judge(exact: Exact) -> Judge:
    """Return the judge of exact values."""

    def choices(board: Board) -> dict[str, Direction]:
        slides = exact.slides(board)
        greedy = _GREEDY.choose(Position(board))
        return {"the greedy player": greedy, "the exact player": max(slides, key=slides.__getitem__)}

    def falls(board: Board, direction: Direction) -> Iterable[SpawnOutcome]:
        after, weights = board.slide(direction).board, exact.rules.spawn_weights
        cells = after.empty_cells()
        for cell in cells:
            for power, weight in enumerate(weights):
                tile = exact.rules.base << power
                if weight:
                    chance = weight / sum(weights) / len(cells)
                    yield SpawnOutcome(cell, tile, chance, exact.worth(after.with_tile(cell, tile)))

    return Judge(exact.slides, exact.worth, lambda _first: exact.start, falls, choices, is_exact=True)


def search_judge(expectimax: Expectimax, plies: int = PLIES) -> Judge:
    """Return the judge that searches some plies ahead and uses the network."""

    def arrived(board: Board) -> float:
        return max(expectimax.search(board, plies - 1).values.values(), default=0.0)

    def choices(board: Board) -> dict[str, Direction]:
        nearer = {f"the {fewer}-ply engine": expectimax.search(board, fewer).best for fewer in range(1, plies)}
        known = {who: best for who, best in nearer.items() if best is not None}
        return {"the greedy player": _GREEDY.choose(Position(board)), **known}

    return Judge(
        slides=lambda board: expectimax.search(board, plies).values,
        arrived=arrived,
        start=arrived,
        falls=lambda board, direction: expectimax.spawn_outcomes(board, direction, min(3, plies)),
        choices=choices,
    )


@dataclass(frozen=True, slots=True)
class Difference:
    """How much one slide is better than another, in points."""

    mean: float
    error: float
    """The standard error of the mean."""

    @property
    def is_significant(self) -> bool:
        """Whether the mean is more than two standard errors from zero."""
        return abs(self.mean) > _SURE * self.error


def compare(
    board: Board, better: Way, played: Way, rules: Rules, expectimax: Expectimax, number: int, first: int = 0
) -> Difference:
    """Play on from both slides this many times with the same tiles; another `first` gives other tiles."""
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
