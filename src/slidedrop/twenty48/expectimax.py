"""The best slide: the network's judgement, looked ahead from by levels or by the clock.

    analysis = best_move(board, plies=3)          three slides and the tiles between them
    analysis = best_move(board, seconds=0.005)    as far as five milliseconds go
    analysis.best, analysis.values                the slide, and what every slide is worth in points still to come

By levels the same question always has the same answer. By the clock, likely tiles are followed further than unlikely
ones, and the search goes one step deeper again and again until time is up; the last step that was finished holds.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Final

import numpy as np

from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.downgrade import downgraded
from slidedrop.twenty48.heuristic import look_ahead
from slidedrop.twenty48.lookahead import LEVELS, Chances, begin, fresh_stack, fresh_table, go_on
from slidedrop.twenty48.position import Position
from slidedrop.twenty48.rules import Rules
from slidedrop.twenty48.weights import Network, load_network, ships_network
from slidedrop.twenty48.wide import ranks_of, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from slidedrop.core.outcome import Cell
    from slidedrop.twenty48.board import Board

CLASSIC: Final = Rules()
DIRECTIONS: Final = tuple(Direction)
UNIT: Final = 8
"""Units of a budget by chance for each halving of the chance."""
_LEAST: Final = 4
"""What even a certain tile costs, so that no line goes on for ever."""
_SLICE: Final = 700
"""Boards valued between two looks at the clock; about two tenths of a millisecond."""
_STEP: Final = 4
"""Units by which each search by the clock is deeper than the one before; about twice its work."""
_GROWTH: Final = 1.7
"""A next search is begun if it would end in time, were it this many times as long as the last."""
_WITHOUT_END: Final = 1 << 60


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search found."""

    values: dict[Direction, float]
    """For each legal slide the points still to come, its own among them."""
    depth: int
    """The slides in the longest line that was looked at."""
    nodes: int
    """The boards that were valued."""
    seconds: float
    learned: bool = True
    """Whether a network judged; False where the plain heuristic had to."""

    @property
    def best(self) -> Direction | None:
        """The slide of highest value, the first of equals; None when the game is over."""
        return max(self.values, key=self.values.__getitem__, default=None)


@dataclass(frozen=True, slots=True)
class Fall:
    """A tile that may fall after a slide, and what the board is worth then."""

    cell: Cell
    """Row and column, from 0."""
    tile: int
    chance: float
    value: float
    """The points still to come, without those of the slide."""


class Expectimax:
    """A network that looks ahead; it remembers what it saw from one move of a game to the next."""

    def __init__(self, network: Network, rules: Rules = CLASSIC, table_bits: int = 18) -> None:
        self._network = network
        self._rules = rules
        self._four = _chance_of_four(rules)
        self._stack = fresh_stack(len(network.evaluator.shape.offsets))
        self._table = fresh_table(table_bits)
        self._by_plies = _chances(self._four, lambda _empty, _chance: 1)
        self._by_chance = _chances(self._four, _cost_of_chance)
        self._by_chance_table = fresh_table(table_bits)
        self._turn = Lock()

    def search(self, board: Board, plies: int) -> Analysis:
        """Look so many slides ahead, over every tile between them; with 1, the network judges each slide at once."""
        began = time.perf_counter()
        with self._turn:
            return self._answered(board, began, self._ask_plies, plies)

    def think(self, board: Board, seconds: float) -> Analysis:
        """Look as far ahead as the time allows."""
        began = time.perf_counter()
        with self._turn:
            return self._answered(board, began, self._ask_clock, began + seconds)

    def falls(self, board: Board, direction: Direction, plies: int = 2) -> Iterator[Fall]:
        """Yield each tile that may fall after a slide, with the value of the board that it leaves."""
        after = board.slide(direction).board
        empty = after.empty_cells()
        for power, chance in enumerate((1 - self._four, self._four)):
            for cell in empty if chance else ():
                tile = self._rules.base << power
                answer = self.search(after.with_tile(cell, tile), max(1, plies - 1))
                yield Fall(cell, tile, chance / len(empty), max(answer.values.values(), default=0.0))

    def _answered(
        self, board: Board, began: float, ask: Callable[[np.uint64, float], tuple[int, int]], measure: float
    ) -> Analysis:
        ranks = ranks_of(board, self._rules.base)
        lower = downgraded(ranks, self._network.largest_known) if any(ranks) else ranks
        if lower is None:
            return plain_analysis(board, self._rules)
        word, _ = words_of(lower, board.size)
        depth, nodes = ask(word, measure)
        values = self._values(board, lower)
        return Analysis(values, depth, nodes, time.perf_counter() - began)

    def _ask_plies(self, word: np.uint64, plies: float) -> tuple[int, int]:
        begin(self._stack, word, int(plies) - 1)
        go_on(self._stack, self._table, self._network.evaluator, self._by_plies, _WITHOUT_END)
        return int(plies), int(self._stack.counts[1])

    def _ask_clock(self, word: np.uint64, deadline: float) -> tuple[int, int]:
        """Search with growing budgets; answers of a search that time cuts short are put back to those before."""
        depth, nodes = self._ask_plies(word, 1)
        budget, took = 2 * _STEP, 0.0
        while budget < _LEAST * (LEVELS - 2):
            began, answers = time.perf_counter(), self._stack.answers.copy()
            if began + _GROWTH * took > deadline:
                break
            finished = self._finished(word, budget, deadline)
            nodes += int(self._stack.counts[1])
            if not finished:
                self._stack.answers[:] = answers
                break
            depth = max(depth, 1 + int(self._stack.counts[2]), self._sure_depth(budget))
            took = time.perf_counter() - began
            budget += _STEP
        return depth, nodes

    def _finished(self, word: np.uint64, budget: int, deadline: float) -> bool:
        begin(self._stack, word, budget)
        while not go_on(self._stack, self._by_chance_table, self._network.evaluator, self._by_chance, _SLICE):
            if time.perf_counter() >= deadline:
                return False
        return True

    def _sure_depth(self, budget: int) -> int:
        """Return how long even the unlikeliest line is; what was found in the table has no length of its own."""
        return 1 + math.ceil(budget / int(self._by_chance.costs.max()))

    def _values(self, board: Board, lower: list[int]) -> dict[Direction, float]:
        """Return the answers in points of this game; a slide's own are put right where tiles were seen as smaller."""
        answers = {direction: float(worth) for direction, worth in zip(DIRECTIONS, self._stack.answers, strict=True)}
        legal = {direction: worth for direction, worth in answers.items() if worth > -math.inf}
        scale = self._rules.base / 2
        if lower == ranks_of(board, self._rules.base):
            return {direction: worth * scale for direction, worth in legal.items()}
        seen = board.__class__(board.size, tuple(1 << rank if rank else 0 for rank in lower))
        return {
            direction: (worth - seen.slide(direction).gained) * scale + board.slide(direction).gained
            for direction, worth in legal.items()
        }


def best_move(board: Board, rules: Rules = CLASSIC, *, plies: int = 3, seconds: float | None = None) -> Analysis:
    """Return the value of every slide, by the best judge that knows these rules."""
    expectimax = expectimax_for(rules)
    if expectimax is None:
        return plain_analysis(board, rules, plies, seconds)
    return expectimax.search(board, plies) if seconds is None else expectimax.think(board, seconds)


@lru_cache(maxsize=4)
def expectimax_for(rules: Rules = CLASSIC) -> Expectimax | None:
    """Return a search over the network that ships, made once, or None where there is none that knows the rules."""
    if not ships_network():
        return None
    network = load_network()
    return Expectimax(network, rules) if fits(network, rules) else None


def fits(network: Network, rules: Rules) -> bool:
    """Tell whether a network can judge these rules: its size of board, and one new tile a move, base or twice that."""
    known = rules.size == network.size and rules.tiles_per_move == 1
    return known and not any(rules.spawn_weights[2:])


def plain_analysis(board: Board, rules: Rules, plies: int = 2, seconds: float | None = None) -> Analysis:
    """Return the value of every slide as the plain heuristic sees it."""
    began = time.perf_counter()
    if board.is_stuck:
        return Analysis({}, 0, 0, 0.0, learned=False)
    result = look_ahead(Position(board, rules), min(plies, 2), seconds)
    return Analysis(result.values, (result.levels + 1) // 2, result.nodes, time.perf_counter() - began, learned=False)


def _chance_of_four(rules: Rules) -> float:
    return sum(rules.spawn_weights[1:2]) / sum(rules.spawn_weights)


def _chances(four: float, cost: Callable[[int, float], int]) -> Chances:
    odds = (0.0, 1 - four, four)
    costs = [[cost(max(1, empty), chance) for chance in odds] for empty in range(17)]
    return Chances(np.array(costs, np.int64), np.array(odds, np.float32), np.uint64(round(four * (1 << 32))))


def _cost_of_chance(empty: int, chance: float) -> int:
    """Return what a tile costs that falls into one of some empty cells: a unit for each eighth of a halving."""
    return max(_LEAST, round(UNIT * math.log2(empty / max(chance, 1e-9))))
