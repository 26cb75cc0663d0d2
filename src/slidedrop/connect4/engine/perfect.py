"""The perfect solver: the exact value of any position and of each of its moves, from the opening books or by search.

    >>> from slidedrop.connect4 import Position
    >>> print(solve(Position.from_moves("33445")))
    loss in 2

`solve` returns the value of one position, `analyse` that of every legal move. Both take a limit of seconds or nodes;
when it is reached, the result holds the bounds that are proven so far.

The engine behind it (`exports.py`) runs as WebAssembly, without NumPy and without a compiler. It searches in slices of
nodes, so that a time limit or Ctrl+C can end a search. Its transposition table stores the results, so repeating a
position returns at once. Positions in a deep book are not searched.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from slidedrop.connect4.engine.book.stored import StoredBook, book_in_use, shipped_book
from slidedrop.connect4.engine.deep_book import DeepBook, shipped_deep_book
from slidedrop.connect4.engine.exports import SolverExports
from slidedrop.connect4.layout import fits
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.connect4.values import FOREVER, Budget, Solution, intersect
from slidedrop.core.arguments import require_count, require_nonnegative, require_type
from slidedrop.core.errors import NotationError, RulesError
from slidedrop.engine.wasm import WasmBackend, is_portable

if TYPE_CHECKING:
    from slidedrop.connect4.engine.parallel import ParallelSolver

_FIRST_SHARE: Final = 20_000
"""The first share of nodes of each column, if nodes or seconds are limited."""
_NODES_OF_A_LINE: Final = 1_000_000
"""The node limit for each move of a principal line: under a second."""
_UNLIMITED: Final = 1 << 60
_LEAST_ROOM: Final = 1 << 14
"""The minimum number of openings for which a book has room."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The proven values of all legal moves of a position."""

    position: Position
    values: dict[int, Solution]
    """The value of each legal column (from 0) for the side that plays it."""

    @property
    def best(self) -> int | None:
        """The column with the highest value (the first if several are equal); None when the game is over."""
        return max(self.values, key=self.values.__getitem__, default=None)

    @property
    def line(self) -> list[int]:
        """The principal line: best play of both sides, to the end or until a value takes too long to prove."""
        line, here = list[int](), self
        while here.best is not None and here.values[here.best].is_exact:
            line.append(here.best)
            here = analyse(here.position.play(here.best), nodes=_NODES_OF_A_LINE)
        return line

    def __repr__(self) -> str:
        return f"<Analysis: {', '.join(f'column {column} {value}' for column, value in self.values.items())}>"


def solve(
    position: Position,
    *,
    seconds: float = FOREVER,
    nodes: float = FOREVER,
    verdict_only: bool = False,
    threads: int = 1,
) -> Solution:
    """Return the value of a position for the side to move, or its bounds if the limit was reached.

    With `verdict_only` the search proves only win, draw or loss, which is much faster than the exact score. Several
    threads need the extra "ai"; without it one thread searches.
    """
    (mover, other), team, budget = _checked(position, seconds, nodes, threads, verdict_only)
    solver = solver_for(position.rules)
    if team is None:
        return solver.solve(mover, other, budget, verdict_only=verdict_only)
    known = solver.solve(mover, other, Budget(nodes=0), verdict_only=verdict_only)
    if known.is_enough(verdict_only=verdict_only):
        return known
    return intersect(known, team.solve((mover, other), budget, threads, verdict_only=verdict_only))


def analyse(
    position: Position,
    *,
    seconds: float = FOREVER,
    nodes: float = FOREVER,
    verdict_only: bool = False,
    threads: int = 1,
) -> Analysis:
    """Return the value of each legal column (from 0) for the side that plays it; empty once the game is over."""
    (mover, other), team, budget = _checked(position, seconds, nodes, threads, verdict_only)
    solver = solver_for(position.rules)
    if team is None:
        return Analysis(position, solver.analyse(mover, other, budget, verdict_only=verdict_only))
    known = solver.analyse(mover, other, Budget(nodes=0), verdict_only=verdict_only)
    missing = [column for column, answer in known.items() if not answer.is_enough(verdict_only=verdict_only)]
    places = [discs(position.play(column)) for column in missing]
    found = team.solve_all(places, budget, threads, verdict_only=verdict_only)
    proven = {
        column: intersect(known[column], answer.for_the_other_side())
        for column, answer in zip(missing, found, strict=True)
    }
    return Analysis(position, known | proven)


def solve_many(positions: Iterable[Position], *, threads: int | None = None) -> list[Solution]:
    """Return the values of many positions of one board size, in order; `threads` defaults to all cores.

    Several threads need the extra "ai"; without it one thread solves one position after the other.
    """
    try:
        places = [require_type(one, Position, "a Position of Connect-4") for one in positions]
    except TypeError as error:
        raise NotationError(f"positions are expected, not {positions!r:.60}") from error
    if len({place.rules for place in places}) > 1:
        raise RulesError("the positions of solve_many have the same rules")
    threads = require_count(os.cpu_count() or 1 if threads is None else threads, "the number of threads", 1)
    if not places:
        return []
    solver = solver_for(places[0].rules)
    if find_spec("numba") is None:
        return [solver.solve(*discs(place)) for place in places]
    from slidedrop.connect4.engine.parallel import parallel_solver

    answers = [solver.solve(*discs(place), Budget(nodes=0)) for place in places]
    missing = [number for number, answer in enumerate(answers) if not answer.is_exact]
    team = parallel_solver(places[0].rules.columns, places[0].rules.rows)
    found = team.solve_each([discs(places[number]) for number in missing], threads)
    for number, answer in zip(missing, found, strict=True):
        answers[number] = answer
    return answers


def _checked(
    position: Position, seconds: float, nodes: float, threads: int, verdict_only: object
) -> tuple[tuple[int, int], ParallelSolver | None, Budget]:
    """Return the bitboards of the side to move and of the opponent, the parallel solver if any, and the budget."""
    require_count(threads, "the number of threads", 1)
    require_type(verdict_only, bool, "verdict_only, True or False,")
    place = discs(position)
    limits = require_nonnegative(seconds, "the number of seconds"), require_nonnegative(nodes, "the number of nodes")
    return place, _team(position.rules, threads), Budget(*limits)


def _team(rules: Rules, threads: int) -> ParallelSolver | None:
    """Return the solver for several threads; None for one thread, or if kernels cannot be compiled."""
    if threads == 1 or find_spec("numba") is None:
        return None
    _check(rules)
    from slidedrop.connect4.engine.parallel import parallel_solver

    return parallel_solver(rules.columns, rules.rows)


def is_solvable(rules: Rules) -> bool:
    """Return whether the solver supports these rules: four in a row with gravity, on a board that fits one word."""
    return rules.gravity and rules.connect == 4 and fits(rules.columns, rules.rows)


def has_solver(rules: Rules) -> bool:
    """Return whether the solver runs on this platform and supports these rules."""
    return is_solvable(rules) and is_portable()


def discs(position: Position) -> tuple[int, int]:
    """Return the bitboards of the side to move and of the opponent."""
    boards = require_type(position, Position, "a Position of Connect-4").bitboards
    return boards[position.turn], boards[1 - position.turn]


@lru_cache(maxsize=8)
def solver_for(rules: Rules) -> Solver:
    """Return the cached solver for these rules, or raise an error for unsupported rules."""
    _check(rules)
    book, damaged = book_in_use(rules.columns, rules.rows)
    deep_book, wrong = shipped_deep_book(rules.columns, rules.rows)
    notice = "; ".join(filter(None, (damaged, wrong)))
    return Solver(rules.columns, rules.rows, book=book, deep_book=deep_book, notice=notice)


@lru_cache(maxsize=8)
def opponents_for(rules: Rules) -> Solver:
    """Return the solver of the opponents: it uses only the bundled book, so that they play the same everywhere."""
    _check(rules)
    return Solver(rules.columns, rules.rows, book=shipped_book(rules.columns, rules.rows))


def _check(rules: Rules) -> None:
    if not is_solvable(rules):
        known = "four in a row with gravity where columns x (rows + 1) <= 64"
        asked = f"{rules.connect} in a row on {rules.size}{'' if rules.gravity else ' with free placement'}"
        raise RulesError(f"the solver cannot solve {asked}; it needs {known}")


class Solver:
    """An engine for one board size, with its opening book and deep book if any."""

    def __init__(
        self,
        columns: int,
        rows: int,
        *,
        book: StoredBook | None = None,
        deep_book: DeepBook | None = None,
        notice: str = "",
    ) -> None:
        self.columns, self.cells = columns, columns * rows
        self.notice = notice
        """One sentence that says why a book is not used; empty if there is no problem."""
        self._book, self._deep_book = book, deep_book
        self._engine = SolverExports(WasmBackend("connect4"))
        self._engine.set_up(columns, rows)

    def solve(self, mover: int, other: int, budget: Budget | None = None, *, verdict_only: bool = False) -> Solution:
        """Return the value of a position for the side whose discs are `mover`; the opponent moved last."""
        ply = (mover | other).bit_count()
        known = self._deep_book.score(mover, other) if self._deep_book and self._deep_book.knows(ply) else None
        if known is not None:
            return Solution(known, known, ply, self.cells)
        return self.solve_all([(mover, other)], budget, verdict_only=verdict_only)[0]

    def solve_all(
        self, positions: list[tuple[int, int]], budget: Budget | None = None, *, verdict_only: bool = False
    ) -> list[Solution]:
        """Search up to 1024 positions one after the other with the same transposition table."""
        plies = [(mover | other).bit_count() for mover, other in positions]
        with self._engine.lock:
            self._load_book(min(plies))
            self._engine.movers.write(mover for mover, _ in positions)
            self._engine.others.write(other for _, other in positions)
            self._engine.load_positions(len(positions), verdict_only=verdict_only, share=_UNLIMITED)
            self._search(budget or Budget())
            bounds = self._engine.bounds(len(positions))
        return [
            Solution(low, high, ply, self.cells, nodes) for ply, (low, high, nodes) in zip(plies, bounds, strict=True)
        ]

    def analyse(
        self, mover: int, other: int, budget: Budget | None = None, *, verdict_only: bool = False
    ) -> dict[int, Solution]:
        """Return the value of each legal column for the side that plays it."""
        budget, ply = budget or Budget(), (mover | other).bit_count()
        known = self._deep_book.column_scores(mover, other) if self._deep_book else None
        if known is not None:
            return {column: Solution(score, score, ply, self.cells) for column, score in known.items()}
        with self._engine.lock:
            self._load_book(ply + 1)
            share = _UNLIMITED if budget.is_endless else _FIRST_SHARE
            self._engine.load_columns(mover, other, verdict_only=verdict_only, share=share)
            if bounds := self._deep_book.column_bounds(mover, other) if self._deep_book else {}:
                low = enumerate(self._engine.low.read(self.columns))
                self._engine.low.write(max(least, bounds.get(column, least)) for column, least in low)
                self._engine.set_best_bound(min(bounds.values()))
            self._search(budget)
            replies = enumerate(self._engine.bounds(self.columns))
        return {
            column: Solution(-high, -low, ply, self.cells, nodes)
            for column, (low, high, nodes) in replies
            if low <= high
        }

    def opponent(self, mover: int, other: int, level: int, state: int) -> int:
        with self._engine.lock:
            self._load_book((mover | other).bit_count() + 1)
            return self._engine.choose_column(mover, other, level, state)

    def _search(self, budget: Budget) -> None:
        while (share := budget.share()) and not self._engine.search(share):
            budget.spend(share)

    def _load_book(self, ply: int) -> None:
        """Load the book when one of its positions is first searched; a book that does not fit is not used."""
        book = self._book
        if book is None or ply > book.depth:
            return
        self._book = None
        room = max(_LEAST_ROOM, *map(len, book.sections.values()))
        for array, factor in (
            (self._engine.keys, 3),
            (self._engine.scores, 3),
            (self._engine.scratch, self.columns),
            (self._engine.spare, self.columns),
        ):
            array.grow(factor * room)
        start = 0
        for level in range(book.depth, -1, -1):
            count, scores = self._engine.open_book_ply(level), book.sections.get(level)
            if count < 0 or (scores is not None and len(scores) != count):
                size = f"{book.columns}x{book.rows}"
                self.notice = f"the book for {size} does not have {count} scores for ply {level}; it is not used"
                self._engine.set_up(self.columns, self.cells // self.columns)
                return
            if scores is None:
                self._engine.derive_book_ply(level)
            else:
                self._engine.scores.write_bytes(scores, start)
            start += count
