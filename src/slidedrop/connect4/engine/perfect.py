"""Perfect play: what any position is worth by proof, and every move in it; the solver with its opening books.

    >>> from slidedrop.connect4 import Position
    >>> print(solve(Position.from_moves("33445")))
    loss in 2

`solve` answers one position, `analyse` every legal move of it. Both take a budget of seconds or nodes; when it ends,
the answer says what is proven so far and what is not.

The solver is a built program (`tools/portable/connect4` says what it does), which needs neither NumPy nor a compiler.
It is asked in slices so that a clock or Ctrl+C can end it:

    ask_columns   the position after each column becomes a place on the program's desk
    go_on         10,000 nodes, a look at the clock, 10,000 nodes, ...
    low, high     what is proven of each place

Its table keeps what was found out, so the same question again is answered at once. Where a deep book knows the answer,
the program is not asked.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from slidedrop.connect4.engine.book.stored import StoredBook, book_in_use, shipped_book
from slidedrop.connect4.engine.deep_book import DeepBook, shipped_deep_book
from slidedrop.connect4.layout import fits
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.connect4.values import FOREVER, Budget, Solution, intersect
from slidedrop.core.arguments import require_int, require_nonnegative, require_type
from slidedrop.core.errors import RulesError
from slidedrop.engine.wasm import PortableProgram, is_portable

if TYPE_CHECKING:
    from slidedrop.connect4.engine.parallel import ParallelSolver

_FIRST_SHARE: Final = 20_000
"""The nodes that each column gets first when they are limited, before any gets more."""
_ENDLESS: Final = 1 << 60
_LEAST_ROOM: Final = 1 << 14


def solve(
    position: Position,
    *,
    seconds: float = FOREVER,
    nodes: float = FOREVER,
    verdict_only: bool = False,
    threads: int = 1,
) -> Solution:
    """Return what best play is worth to the side to move, as far as the budget goes.

    With `verdict_only` it is enough to know win, draw or loss, which is much quicker than in how many discs. Several
    threads need the extra "ai"; without it one answers, however many are offered.
    """
    (mover, other), team, budget = _question(position, seconds, nodes, threads, verdict_only)
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
) -> dict[int, Solution]:
    """Return what each legal column, from 0, is worth to the side that plays it; nothing once the game is over."""
    (mover, other), team, budget = _question(position, seconds, nodes, threads, verdict_only)
    solver = solver_for(position.rules)
    if team is None:
        return solver.analyse(mover, other, budget, verdict_only=verdict_only)
    known = solver.analyse(mover, other, Budget(nodes=0), verdict_only=verdict_only)
    missing = [column for column, answer in known.items() if not answer.is_enough(verdict_only=verdict_only)]
    places = [discs(position.play(column)) for column in missing]
    found = team.solve_all(places, budget, threads, verdict_only=verdict_only)
    return known | {
        column: intersect(known[column], answer.for_the_other_side())
        for column, answer in zip(missing, found, strict=True)
    }


def _question(
    position: Position, seconds: float, nodes: float, threads: int, verdict_only: object
) -> tuple[tuple[int, int], ParallelSolver | None, Budget]:
    """Return the discs of who is to move and of the other side, who searches, and what the answer may cost."""
    if require_int(threads, "the number of threads") < 1:
        raise RulesError(f"the number of threads is 1 or more, not {threads}")
    require_type(verdict_only, bool, "verdict_only, True or False,")
    place, limits = (
        discs(position),
        (require_nonnegative(seconds, "the number of seconds"), require_nonnegative(nodes, "the number of nodes")),
    )
    return place, _team(position.rules, threads), Budget(*limits)


def _team(rules: Rules, threads: int) -> ParallelSolver | None:
    """Return what several threads search with, compiled; None where one is enough, or nothing can be compiled."""
    if threads == 1 or find_spec("numba") is None:
        return None
    _check(rules)
    from slidedrop.connect4.engine.parallel import parallel_solver

    return parallel_solver(rules.columns, rules.rows)


def is_solvable(rules: Rules) -> bool:
    """Tell whether the solver knows these rules: four in a row with gravity, on a board that fits one word."""
    return rules.gravity and rules.connect == 4 and fits(rules.columns, rules.rows)


def has_solver(rules: Rules) -> bool:
    """Tell whether the solver runs on this platform and knows these rules: asked by whoever can do without it."""
    return is_solvable(rules) and is_portable()


def discs(position: Position) -> tuple[int, int]:
    """Return the discs of the side to move and of the other side: the one boundary to the plain engine."""
    boards = require_type(position, Position, "a Position of Connect-4").bitboards
    return boards[position.turn], boards[1 - position.turn]


@lru_cache(maxsize=8)
def solver_for(rules: Rules) -> Solver:
    """Return the solver that all questions about these rules share, or say what it can solve."""
    _check(rules)
    found, (deep_book, wrong) = book_in_use(rules.columns, rules.rows), shipped_deep_book(rules.columns, rules.rows)
    notice = "; ".join(filter(None, (found.notice, wrong)))
    return Solver(rules.columns, rules.rows, book=found.book, deep_book=deep_book, notice=notice)


@lru_cache(maxsize=8)
def opponents_for(rules: Rules) -> Solver:
    """Return what chooses the moves of opponents: it knows the book that ships and no other, so all play alike."""
    _check(rules)
    return Solver(rules.columns, rules.rows, book=shipped_book(rules.columns, rules.rows))


def _check(rules: Rules) -> None:
    if not is_solvable(rules):
        known = "four in a row with gravity where columns x (rows + 1) <= 64"
        asked = f"{rules.connect} in a row on {rules.size}{'' if rules.gravity else ' with free placement'}"
        raise RulesError(f"the solver knows {known}, not {asked}; play by search instead")


class Solver:
    """A program that was set up for one board size, and perhaps books."""

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
        """What a player should be told, in one sentence: why the book is not used; empty where all is well."""
        self._book, self._deep_book = book, deep_book
        self._is_unfolded = False
        self._program = PortableProgram("connect4")
        self._program.call("set_up", columns, rows)

    def solve(self, mover: int, other: int, budget: Budget | None = None, *, verdict_only: bool = False) -> Solution:
        """Return what a position is worth to the side whose discs are `mover`; the other side moved last."""
        ply = (mover | other).bit_count()
        known = self._deep_book.score(mover, other) if self._deep_book and self._deep_book.knows(ply) else None
        if known is not None:
            return Solution(known, known, ply, self.cells)
        return self.solve_all([(mover, other)], budget, verdict_only=verdict_only)[0]

    def solve_all(
        self, positions: list[tuple[int, int]], budget: Budget | None = None, *, verdict_only: bool = False
    ) -> list[Solution]:
        """Ask the program what several positions are worth, at most 1024, one after the other on the same table."""
        plies = [(mover | other).bit_count() for mover, other in positions]
        count = len(positions)
        with self._program.lock:
            self._load_book(min(plies))
            self._program.write("movers", struct.pack(f"<{count}Q", *(mover for mover, _ in positions)))
            self._program.write("others", struct.pack(f"<{count}Q", *(other for _, other in positions)))
            self._program.call("ask", count, verdict_only, _ENDLESS)
            self._go_on(budget or Budget())
            return [
                Solution(low, high, ply, self.cells, nodes)
                for ply, (low, high, nodes) in zip(plies, self._told(count), strict=True)
            ]

    def analyse(
        self, mover: int, other: int, budget: Budget | None = None, *, verdict_only: bool = False
    ) -> dict[int, Solution]:
        """Return what each legal column is worth to the side that plays it."""
        budget, ply = budget or Budget(), (mover | other).bit_count()
        share = _ENDLESS if budget.is_endless else _FIRST_SHARE
        known = self._deep_book.column_scores(mover, other) if self._deep_book else None
        if known is not None:
            return {column: Solution(score, score, ply, self.cells) for column, score in known.items()}
        bounds = self._deep_book.column_bounds(mover, other) if self._deep_book else {}
        with self._program.lock:
            self._load_book(ply + 1)
            self._program.call("ask_columns", mover, other, verdict_only, share)
            if bounds:
                low = enumerate(map(int, self._program.read("low", self.columns)))
                raised = [max(least, bounds.get(column, least)) for column, least in low]
                self._program.write("low", struct.pack(f"<{self.columns}q", *raised))
                self._program.call("bound", min(bounds.values()))
            self._go_on(budget)
            told = enumerate(self._told(self.columns))
        return {
            column: Solution(-high, -low, ply, self.cells, nodes) for column, (low, high, nodes) in told if low <= high
        }

    def opponent(self, mover: int, other: int, level: int, state: int) -> int:
        """Return the column that the opponent of a level plays; `state` is that of a `JavaRandom`."""
        with self._program.lock:
            self._load_book((mover | other).bit_count() + 1)
            return self._program.call("opponent", mover, other, level, state)

    def _go_on(self, budget: Budget) -> None:
        while (share := budget.share()) and not self._program.call("go_on", share):
            budget.spend(share)

    def _told(self, count: int) -> list[tuple[int, int, int]]:
        low, high, nodes = (self._program.read(array, count) for array in ("low", "high", "nodes"))
        return [(int(least), int(most), int(spent)) for least, most, spent in zip(low, high, nodes, strict=True)]

    def _load_book(self, ply: int) -> None:
        """Write the book on the desk when it is first needed, its deepest ply first; one that does not fit is said."""
        if self._book is None or self._is_unfolded or ply > self._book.depth:
            return
        self._is_unfolded = True
        most = max(_LEAST_ROOM, *map(len, self._book.sections.values()))
        for array, factor in {"keys": 3, "scores": 3, "scratch": self.columns, "spare": self.columns}.items():
            self._program.grow(array, factor * most)
        start = 0
        for level in range(self._book.depth, -1, -1):
            count = self._program.call("open_level", level)
            scores = self._book.sections.get(level)
            if count < 0 or (scores is not None and len(scores) != count):
                size = f"{self._book.columns}x{self._book.rows}"
                self.notice = f"the book for {size} does not have {count} scores for ply {level}; it is not used"
                self._program.call("set_up", self.columns, self.cells // self.columns)
                return
            if scores is None:
                self._program.call("derive_level", level)
            else:
                self._program.write("scores", scores, start)
            start += count
