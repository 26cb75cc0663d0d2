"""The solver as it answers people: a built program, asked in slices so that a clock or Ctrl+C can end it.

    ask_columns   the position after each column becomes a place on the program's desk
    go_on         10,000 nodes, a look at the clock, 10,000 nodes, ...
    low, high     what is proven of each place

The program's table keeps what was found out, so the same question again is answered at once. Where a deep book knows
the answer, the program is not asked. It needs neither NumPy nor a compiler.
`tools/portable/connect4` says what a program does.
"""

import struct
from typing import Final

from slidedrop.connect4.book.stored import StoredBook
from slidedrop.connect4.budget import Budget
from slidedrop.connect4.deep_book import DeepBook
from slidedrop.connect4.values import Solution
from slidedrop.core.errors import RecordError
from slidedrop.portable.program import PortableProgram

_FIRST_SHARE: Final = 20_000
"""The nodes that each column gets first when they are limited, before any gets more."""
_ENDLESS: Final = 1 << 60
_LEAST_ROOM: Final = 1 << 14


class AskedSolver:
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
            self._unfold(min(plies))
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
            self._unfold(ply + 1)
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
            self._unfold((mover | other).bit_count() + 1)
            return self._program.call("opponent", mover, other, level, state)

    def _go_on(self, budget: Budget) -> None:
        while (share := budget.share()) and not self._program.call("go_on", share):
            budget.spend(share)

    def _told(self, count: int) -> list[tuple[int, int, int]]:
        low, high, nodes = (self._program.read(array, count) for array in ("low", "high", "nodes"))
        return [(int(least), int(most), int(spent)) for least, most, spent in zip(low, high, nodes, strict=True)]

    def _unfold(self, ply: int) -> None:
        """Unfold the book when it is first needed; a book that does not fit its board is left out and said."""
        if self._book is None or self._is_unfolded or ply > self._book.depth:
            return
        self._is_unfolded = True
        try:
            _unfold(self._program, self._book, self.columns)
        except RecordError as error:
            self.notice = str(error)
            self._program.call("set_up", self.columns, self.cells // self.columns)


def _unfold(program: PortableProgram, book: StoredBook, columns: int) -> None:
    """Write the openings of a book and their scores on the desk, the deepest ply first."""
    most = max(_LEAST_ROOM, *map(len, book.sections.values()))
    for array, factor in {"keys": 3, "scores": 3, "scratch": columns, "spare": columns}.items():
        program.grow(array, factor * most)
    start = 0
    for ply in range(book.depth, -1, -1):
        count = program.call("open_level", ply)
        scores = book.sections.get(ply)
        if count < 0 or (scores is not None and len(scores) != count):
            size = f"{book.columns}x{book.rows}"
            raise RecordError(f"the book for {size} does not have {count} scores for ply {ply}; it is not used")
        if scores is None:
            program.call("derive_level", ply)
        else:
            program.write("scores", scores, start)
        start += count
