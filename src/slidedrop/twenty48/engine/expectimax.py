"""The best slide: the network's judgement, looked ahead from by levels or by the clock.

    analysis = best_move(board, plies=3)          three slides and the tiles between them
    analysis = best_move(board, seconds=0.005)    as far as five milliseconds go; `think` takes a number of boards too
    analysis.best, analysis.values                the slide, and what every slide is worth in points still to come

By levels the same question always has the same answer. By the clock, likely tiles are followed further than unlikely
ones, and the search goes one step deeper again and again until time is up; the last step that was finished holds. By a
number of boards it does the same, and plays the same game again on any machine.
"""

import math
import struct
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from slidedrop.core.arguments import require_int, require_nonnegative, require_type
from slidedrop.core.errors import RulesError
from slidedrop.core.position import Cell
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction, Way
from slidedrop.twenty48.engine.portable_network import SHIPPED, SMALL, Learned, shipped_network, ships_network
from slidedrop.twenty48.engine.ranks import LARGEST_WIDE_RANK, SIDE, numbers_of, ranks_of
from slidedrop.twenty48.heuristic import look_ahead
from slidedrop.twenty48.position import Position
from slidedrop.twenty48.rules import Rules

CLASSIC: Final = Rules()
DIRECTIONS: Final = tuple(Direction)
UNIT: Final = 8
"""Units of a budget by chance for each halving of the chance."""
_LEAST: Final = 12
"""What even a certain tile costs. With 4, lines on full boards went on so far that others waited: three times the
boards were valued for moves no better (docs/decisions/0022-plies-and-chances.md)."""
_SLICE: Final = 700
"""Boards valued between two looks at the clock; about two tenths of a millisecond."""
_STEP: Final = 4
"""Units by which each search by the clock is deeper than the one before; about twice its work."""
_GROWTH: Final = 1.7
"""A next search is begun if it would end in time, were it this many times as long as the last."""
_WITHOUT_END: Final = 1 << 60
_DEEPEST: Final = 64
"""More boards than any budget stacks up, as in `lookahead.py`."""


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
class SpawnOutcome:
    """A tile that may fall after a slide, and what the board is worth then."""

    cell: Cell
    """Row and column, from 0."""
    tile: int
    chance: float
    value: float
    """The points still to come, without those of the slide."""


class Expectimax:
    """A network that looks ahead; it remembers what it saw from one move of a game to the next."""

    def __init__(self, network: Learned, rules: Rules = CLASSIC, table_bits: int = 18) -> None:
        self._largest_known = require_type(network, Learned, "a Network").largest_known
        self._rules = require_type(rules, Rules, "the Rules of 2048")
        four = sum(rules.spawn_weights[1:2]) / sum(rules.spawn_weights)
        self._odds = (0.0, 1 - four, four)
        """Of no tile, of rank 1 and of rank 2."""
        self._costs = [cost_of_chance(max(1, empty), chance) for empty in range(17) for chance in self._odds]
        """For each number of empty cells and each rank, what is taken from the budget of a search by chance."""
        self._program = network.program(_from_one(table_bits, "the bits of a table"))

    def search(self, board: Board, plies: int) -> Analysis:
        """Look `plies` slides ahead, over every tile between them; with 1, the network judges each slide at once."""
        began, plies = time.perf_counter(), _from_one(plies, "the number of plies")
        with self._program.lock:
            words = self._words(board)
            if words is None or not self._program.call("slides", *words, self._largest_known, plies):
                return plain_analysis(board, self._rules)
            return Analysis(self._values(), plies, self._valued(), time.perf_counter() - began)

    def think(self, board: Board, seconds: float = math.inf, *, nodes: float = math.inf) -> Analysis:
        """Look as far ahead as the time allows, or the number of boards that may be valued."""
        began = time.perf_counter()
        seconds, nodes = (
            require_nonnegative(seconds, "the number of seconds"),
            require_nonnegative(nodes, "the number of nodes"),
        )
        if math.inf == seconds == nodes:
            raise RulesError("to think without end brings no answer; give it seconds, or a number of nodes")
        with self._program.lock:
            words = self._words(board)
            if words is None or not self._program.call("put_board", *words, self._largest_known):
                return plain_analysis(board, self._rules)
            depth, valued = self._deepen(began + seconds, nodes)
            return Analysis(self._values(), depth, valued, time.perf_counter() - began)

    def spawn_outcomes(self, board: Board, direction: Way, plies: int = 2) -> Iterator[SpawnOutcome]:
        """Yield each tile that may fall after a slide, with the value of the board that it leaves."""
        plies = max(1, _from_one(plies, "the number of plies") - 1)
        slide = require_type(board, Board, "a Board").slide(direction)
        after = slide.board
        worths = self._spawn_values(board, slide.direction, plies)
        for power, chance in enumerate(self._odds[1:]):
            for cell in after.empty_cells() if chance else ():
                tile = self._rules.base << power
                worth = worths.get((power, cell))
                if worth is None:
                    worth = max(self.search(after.with_tile(cell, tile), plies).values.values(), default=0.0)
                yield SpawnOutcome(cell, tile, chance / len(after.empty_cells()), worth)

    def _spawn_values(self, board: Board, direction: Direction, plies: int) -> dict[tuple[int, Cell], float]:
        """Return what each tile leaves, asked in one call; nothing where some board is too large for the search."""
        way = DIRECTIONS.index(direction)
        with self._program.lock:
            words = self._words(board)
            if words is None or not self._program.call("falls", *words, self._largest_known, way | plies << 4):
                return {}
            worths = self._program.read("falls", 2 * SIDE * SIDE)
        scale = self._rules.base / 2
        cells = [(power, (row, column)) for power in range(2) for row in range(SIDE) for column in range(SIDE)]
        return {cell: worth * scale for cell, worth in zip(cells, worths, strict=True) if worth >= 0}

    def _words(self, board: Board) -> tuple[int, int] | None:
        """Return the words of a board, with the program told of these rules; None where a tile is beyond any word."""
        if require_type(board, Board, "a Board").size != self._rules.size:
            raise RulesError(f"this network knows boards of size {self._rules.size}, not {board.size}")
        if self._program.asked_by is not self:
            self._program.asked_by = self
            self._program.write("odds", struct.pack("<3f", *self._odds))
            self._program.write("costs", struct.pack("<51q", *self._costs))
            self._program.call("forget")
        ranks = ranks_of(board, self._rules.base)
        return numbers_of(ranks, board.size) if max(ranks) <= LARGEST_WIDE_RANK else None

    def _deepen(self, deadline: float, most: float) -> tuple[int, int]:
        """Search with growing budgets; the answers stay those of the last search that was finished."""
        self._program.call("look", 0, 0, _WITHOUT_END)
        depth, nodes, budget, took, valued = 1, self._valued(), 2 * _STEP, 0.0, 0
        in_doubt = len(self._values()) > 1
        while in_doubt and budget < _LEAST * (_DEEPEST - 2):
            began = time.perf_counter()
            if began + _GROWTH * took > deadline or nodes + _GROWTH * valued > most:
                break
            finished = self._finished(budget, deadline, most - nodes)
            _, valued, longest = map(int, self._program.read("stack.counts", 3))
            nodes += valued
            if not finished:
                break
            # Even the unlikeliest line is so long; what was found in the table has no length of its own.
            sure = 1 + math.ceil(budget / max(self._costs))
            depth = max(depth, 1 + longest, sure)
            took = time.perf_counter() - began
            budget += _STEP
        return depth, nodes

    def _finished(self, budget: int, deadline: float, most: float) -> bool:
        done = self._program.call("look", budget, 1, int(min(_SLICE, most)) + 1)
        while not done:
            if time.perf_counter() >= deadline or self._valued() >= most:
                return False
            done = self._program.call("look_on", 1, _SLICE)
        return True

    def _valued(self) -> int:
        return int(self._program.read("stack.counts", 3)[1])

    def _values(self) -> dict[Direction, float]:
        """Return the answers in points of this game."""
        scale = self._rules.base / 2
        answers = zip(DIRECTIONS, self._program.read("answers", 4), strict=True)
        return {direction: worth * scale for direction, worth in answers if worth > -math.inf}


def best_move(board: Board, rules: Rules | None = None, *, plies: int = 3, seconds: float | None = None) -> Analysis:
    """Return the value of every slide, by the best judge that knows the rules: without any, classic ones of its size.

    The network knows 4x4; other sizes are judged by a plain heuristic (`learned` is False then).
    """
    size = require_type(board, Board, "a Board").size
    rules = Rules(size=size) if rules is None else require_type(rules, Rules, "the Rules of 2048")
    Position(board, rules)
    plies = _from_one(plies, "the number of plies")
    seconds = None if seconds is None else require_nonnegative(seconds, "the number of seconds")
    expectimax = expectimax_for(rules)
    if expectimax is None:
        return plain_analysis(board, rules, plies, seconds)
    return expectimax.search(board, plies) if seconds is None else expectimax.think(board, seconds)


@lru_cache(maxsize=8)
def expectimax_for(rules: Rules = CLASSIC, *, small: bool = False, native: bool = False) -> Expectimax | None:
    """Return a search over a network that ships, made once, or None where there is none that knows the rules.

    A native one is compiled for this processor, which pays in many games and needs the extra `ai`.
    """
    if rules.size != SIDE:
        return None
    network: Learned | None = None
    if not native:
        network = shipped_network(SMALL) if small else shipped_network()
    elif ships_network(name := SMALL if small else SHIPPED):
        from slidedrop.twenty48.engine.weights import load_network

        network = load_network(name)
    return Expectimax(network, rules) if network is not None and fits(network, rules) else None


def fits(network: Learned, rules: Rules) -> bool:
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


def _from_one(number: int, what: str) -> int:
    if not 1 <= require_int(number, what) <= _DEEPEST:
        raise RulesError(f"{what} is from 1 to {_DEEPEST}, not {number!r:.40}")
    return number


def cost_of_chance(empty: int, chance: float, least: int = _LEAST) -> int:
    """Return what a tile costs that falls into one of some empty cells: a unit for each eighth of a halving."""
    return max(least, round(UNIT * math.log2(empty / max(chance, 1e-9))))
