"""Expectimax with a network: the best slide and the value of every slide.

    analysis = best_move(board, plies=3)          search depth 3: three slides and the tiles between them
    analysis = best_move(board, seconds=0.005)    as deep as 5 ms allow; `think` also accepts a limit of boards
    analysis.best, analysis.values                the best slide, and the expected points to come for every slide

With a fixed depth the same board always has the same values. With a time limit, the search follows likely tiles further
than unlikely ones (search by probability) and is repeated with a growing budget (iterative deepening); the values are
those of the last finished search. A limit of boards does the same, and gives the same values on any machine.
"""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from slidedrop.core.arguments import require_count, require_nonnegative, require_type
from slidedrop.core.errors import MissingExtra, RulesError
from slidedrop.core.position import Cell
from slidedrop.engine.wasm import is_portable
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction, Way
from slidedrop.twenty48.engine.exports import CELLS
from slidedrop.twenty48.engine.portable_network import (
    SHIPPED,
    SMALL,
    Learned,
    read_portable,
    shipped_network,
    ships_network,
)
from slidedrop.twenty48.engine.ranks import LARGEST_WIDE_RANK, SIDE, on_four_columns, ranks_of
from slidedrop.twenty48.heuristic import look_ahead
from slidedrop.twenty48.position import Position
from slidedrop.twenty48.rules import Rules

CLASSIC: Final = Rules()
DIRECTIONS: Final = tuple(Direction)
UNIT: Final = 8
"""Budget units for each halving of a probability."""
_LEAST: Final = 12
"""The minimum cost of a new tile, even a certain one. With 4, lines on full boards became so long that the search
valued three times the boards for moves no better (docs/project/decisions/0022-plies-and-chances.md)."""
_SLICE: Final = 700
"""Boards valued between two checks of the clock; about 0.2 ms."""
_STEP: Final = 4
"""Units by which the budget grows from one search to the next; each search is about twice the work."""
_GROWTH: Final = 1.7
"""The next search starts only if it would end in time, assuming it takes this many times as long as the last."""
_UNLIMITED: Final = 1 << 60
_DEEPEST: Final = 64
"""The maximum depth of the stack, as in `lookahead.py`."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of a search."""

    values: dict[Direction, float]
    """The expected points of each legal slide, including its own."""
    depth: int
    """The number of slides in the longest line searched."""
    nodes: int
    """The number of boards valued."""
    seconds: float
    learned: bool = True
    """Whether the values come from a network; False for the heuristic."""

    @property
    def best(self) -> Direction | None:
        """The slide with the highest value (the first if several are equal); None when the game is over."""
        return max(self.values, key=self.values.__getitem__, default=None)

    def __repr__(self) -> str:
        values = ", ".join(f"{direction.value} {value:,.1f}" for direction, value in self.values.items())
        return f"<Analysis: best {self.best and self.best.value}; {values}; {self.depth} plies>"


@dataclass(frozen=True, slots=True)
class SpawnOutcome:
    """A new tile after a slide, and the value of the board with it."""

    cell: Cell
    """The row and column, from 0."""
    tile: int
    chance: float
    value: float
    """The expected points after the slide."""


class Expectimax:
    """A search with a network; its transposition table is reused for the next moves of a game."""

    def __init__(self, network: Learned, rules: Rules = CLASSIC, table_bits: int = 18) -> None:
        self._largest_known = require_type(network, Learned, "a Network").largest_known
        self._rules = require_type(rules, Rules, "the Rules of 2048")
        four = sum(rules.spawn_weights[1:2]) / sum(rules.spawn_weights)
        self._odds = (0.0, 1 - four, four)
        """The probability of no tile, of rank 1 and of rank 2."""
        self._costs = [cost_of_chance(max(1, empty), chance) for empty in range(17) for chance in self._odds]
        """The budget that a new tile uses in a search by probability, by number of empty cells and rank."""
        self._engine = network.engine(require_count(table_bits, "the number of bits of a table", 1, _DEEPEST))
        self._ranks, self._slide_values = self._engine.ranks, self._engine.values

    def search(self, board: Board, plies: int) -> Analysis:
        """Search to a depth of `plies` slides and every tile between them; with 1, the network values each slide."""
        began, plies = time.perf_counter(), require_count(plies, "the number of plies", 1, _DEEPEST)
        with self._engine.lock:
            if not (self._write_board(board) and self._engine.search_plies(self._largest_known, plies)):
                return plain_analysis(board, self._rules)
            return Analysis(self._values(), plies, self._engine.progress().nodes, time.perf_counter() - began)

    def think(self, board: Board, seconds: float = math.inf, *, nodes: float = math.inf) -> Analysis:
        """Search as deep as a time limit or a number of boards allows."""
        began = time.perf_counter()
        seconds = require_nonnegative(seconds, "the number of seconds")
        nodes = require_nonnegative(nodes, "the number of nodes")
        if math.inf == seconds == nodes:
            raise RulesError("to think without end brings no answer; give it seconds, or a number of nodes")
        with self._engine.lock:
            if not (self._write_board(board) and self._engine.set_root(self._largest_known)):
                return plain_analysis(board, self._rules)
            depth, valued = self._deepen(began + seconds, nodes)
            return Analysis(self._values(), depth, valued, time.perf_counter() - began)

    def spawn_outcomes(self, board: Board, direction: Way, plies: int = 2) -> Iterator[SpawnOutcome]:
        """Yield each tile that can follow a slide, with the value of the board with it."""
        plies = max(1, require_count(plies, "the number of plies", 1, _DEEPEST) - 1)
        slide = require_type(board, Board, "a Board").slide(direction)
        after = slide.board
        values = self._spawn_values(board, slide.direction, plies)
        for power, chance in enumerate(self._odds[1:]):
            for cell in after.empty_cells() if chance else ():
                tile = self._rules.base << power
                value = values.get((power, cell))
                if value is None:
                    value = max(self.search(after.with_tile(cell, tile), plies).values.values(), default=0.0)
                yield SpawnOutcome(cell, tile, chance / len(after.empty_cells()), value)

    def _spawn_values(self, board: Board, direction: Direction, plies: int) -> dict[tuple[int, Cell], float]:
        """Return the value of each tile that can follow a slide; empty if a board is too large for the search."""
        with self._engine.lock:
            number = DIRECTIONS.index(direction)
            if not (self._write_board(board) and self._engine.value_spawns(self._largest_known, number, plies)):
                return {}
            values = self._engine.spawn_values.read(2 * CELLS)
        scale = self._rules.base / 2
        cells = [(power, (row, column)) for power in range(2) for row in range(SIDE) for column in range(SIDE)]
        return {cell: value * scale for cell, value in zip(cells, values, strict=True) if value >= 0}

    def _write_board(self, board: Board) -> bool:
        """Write a board, and the rules if another search wrote different ones; False if a tile is too large."""
        if require_type(board, Board, "a Board").size != self._rules.size:
            raise RulesError(f"this network knows boards of size {self._rules.size}, not {board.size}")
        if self._engine.last_caller is not self:
            self._engine.last_caller = self
            self._engine.odds.write(self._odds)
            self._engine.costs.write(self._costs)
            self._engine.clear_tables()
        ranks = ranks_of(board, self._rules.base)
        if max(ranks) > LARGEST_WIDE_RANK:
            return False
        self._ranks.write_bytes(on_four_columns(ranks, board.size))
        return True

    def _deepen(self, deadline: float, most: float) -> tuple[int, int]:
        """Search with growing budgets; the values are those of the last finished search."""
        self._engine.start_search(0, by_probability=False, limit=_UNLIMITED)
        depth, nodes, budget, took, valued = 1, self._engine.progress().nodes, 2 * _STEP, 0.0, 0
        in_doubt = len(self._values()) > 1
        while in_doubt and budget < _LEAST * (_DEEPEST - 2):
            began = time.perf_counter()
            if began + _GROWTH * took > deadline or nodes + _GROWTH * valued > most:
                break
            finished = self._finished(budget, deadline, most - nodes)
            progress = self._engine.progress()
            valued = progress.nodes
            nodes += valued
            if not finished:
                break
            # Even a line of the unlikeliest tiles is this long; values from the table do not record their depth.
            sure = 1 + math.ceil(budget / max(self._costs))
            depth = max(depth, 1 + progress.deepest, sure)
            took = time.perf_counter() - began
            budget += _STEP
        return depth, nodes

    def _finished(self, budget: int, deadline: float, most: float) -> bool:
        done = self._engine.start_search(budget, by_probability=True, limit=int(min(_SLICE, most)) + 1)
        while not done:
            if time.perf_counter() >= deadline or self._engine.progress().nodes >= most:
                return False
            done = self._engine.continue_search(by_probability=True, limit=_SLICE)
        return True

    def _values(self) -> dict[Direction, float]:
        scale = self._rules.base / 2
        values = zip(DIRECTIONS, self._slide_values.read(4), strict=True)
        return {direction: value * scale for direction, value in values if value > -math.inf}


def best_move(board: Board, rules: Rules | None = None, *, plies: int = 3, seconds: float | None = None) -> Analysis:
    """Return the value of every slide; without rules, those of the classic game of the board's size.

    The bundled network supports 4x4; on other sizes the values are those of the heuristic (`learned` is False).
    """
    size = require_type(board, Board, "a Board").size
    rules = Rules(size=size) if rules is None else require_type(rules, Rules, "the Rules of 2048")
    Position(board, rules)
    plies = require_count(plies, "the number of plies", 1, _DEEPEST)
    seconds = None if seconds is None else require_nonnegative(seconds, "the number of seconds")
    expectimax = expectimax_for(rules)
    if expectimax is None:
        return plain_analysis(board, rules, plies, seconds)
    return expectimax.search(board, plies) if seconds is None else expectimax.think(board, seconds)


@lru_cache(maxsize=8)
def expectimax_for(rules: Rules = CLASSIC, *, small: bool = False, native: bool = False) -> Expectimax | None:
    """Return the cached search with a bundled network, or None if no network supports the rules.

    A native one is compiled for this processor: faster for many games, but it needs the extra `ai`.
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


@lru_cache(maxsize=4)
def searcher(
    rules: Rules, weights: Path | None = None, *, native: bool = False, small: bool = False
) -> Expectimax | None:
    """Return a search with a bundled network or one from a file; None if no network supports the rules.

    Raise an error if a file does not fit the rules. `native` compiles the engine, which is faster for many games; it
    needs the extra `ai`, and so does a network of another shape.
    """
    if weights is None:
        return expectimax_for(rules, small=small, native=native)
    network = _read(weights, native=native)
    if not fits(network, rules):
        size = f"{network.size}x{network.size}"
        message = f"'{weights}' was trained for boards of {size} with one new tile per move, the base tile or twice it"
        raise RulesError(message)
    return Expectimax(network, rules)


def _read(weights: Path, *, native: bool) -> Learned:
    if not native and (found := read_portable(weights)) is not None:
        return found
    try:
        from slidedrop.twenty48.engine.weights import read_network
    except ImportError as error:
        raise MissingExtra(
            f"a network of another shape or packing than those that ship, as in '{weights}',", "ai"
        ) from error
    return read_network(weights)


def hint_engine(rules: Rules, weights: Path | None = None) -> Expectimax | None:
    """Return the search for a hint: the first hint of a process uses the small network, which loads faster."""
    quick = searcher(rules, small=True) if weights is None and is_first_hint() else None
    return quick or searcher(rules, weights)


def is_first_hint() -> bool:
    """Return whether no network has been loaded in this process yet."""
    return shipped_network.cache_info().misses == 0


def has_network() -> bool:
    """Return whether the bundled network is installed and can run, without reading it."""
    return is_portable() and ships_network()


def fits(network: Learned, rules: Rules) -> bool:
    """Return whether a network supports these rules: its board size, and one new tile per move, base or twice that."""
    known = rules.size == network.size and rules.tiles_per_move == 1
    return known and not any(rules.spawn_weights[2:])


def plain_analysis(board: Board, rules: Rules, plies: int = 2, seconds: float | None = None) -> Analysis:
    """Return the heuristic value of every slide."""
    began = time.perf_counter()
    if board.is_over:
        return Analysis({}, 0, 0, 0.0, learned=False)
    result = look_ahead(Position(board, rules), min(plies, 2), seconds)
    return Analysis(result.values, (result.levels + 1) // 2, result.nodes, time.perf_counter() - began, learned=False)


def cost_of_chance(empty: int, chance: float, least: int = _LEAST) -> int:
    """Return the cost of a new tile in one of `empty` cells: one unit per eighth of a halving of its probability."""
    return max(least, round(UNIT * math.log2(empty / max(chance, 1e-9))))
