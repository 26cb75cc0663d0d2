"""Solve a position with several threads that share one transposition table (extra "ai").

Each thread searches the whole position, but prefers children that no other thread is searching, and skips a node when
another thread has stored its value (`solver/null_window.py`). Every second thread tries the columns in mirrored order:
two threads of the same speed and the same order would search the same nodes at the same time. The first thread that
solves the position ends the search. The score does not depend on the timing of the threads; the number of nodes does.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from threading import Event, Lock, Thread
from typing import Final

import numpy as np

from slidedrop.connect4.engine.solver.bitboard import Words, geometry, word
from slidedrop.connect4.engine.solver.narrowing import Searches, advance, new_searches, proven, put
from slidedrop.connect4.engine.solver.null_window import MARKS
from slidedrop.connect4.engine.solver.transpositions import new_table
from slidedrop.connect4.values import FOREVER, Budget, Solution, intersect

Place = tuple[int, int]
"""The discs of the side to move, and of the opponent."""
TABLE_MEGABYTES: Final = 256
_FIRST_SHARE: Final = 80_000
"""The first share of nodes of each position, if nodes or seconds are limited."""
_SLICE: Final = 1 << 40
_ALONE: Final = 18
"""Nodes with at most this many empty cells are not marked."""


class ParallelSolver:
    """A board size, and the transposition table that all threads share."""

    def __init__(self, columns: int, rows: int, megabytes: float = TABLE_MEGABYTES) -> None:
        self.g, self.table = geometry(columns, rows), new_table(megabytes)
        self.solve((0, 0), Budget(nodes=1), 1)  # compile now, so that it does not use up a time limit

    def solve(self, place: Place, budget: Budget, threads: int, *, verdict_only: bool = False) -> Solution:
        """Return the value of an unfinished position for the side to move; Ctrl+C stops it after a slice."""
        marks, over = np.zeros(MARKS, dtype=np.uint64), Event()
        searches = [self._searches(place, marks, number) for number in range(threads)]
        work = partial(_advance, budget, over, verdict_only=verdict_only)
        others = [Thread(target=work, args=(one,)) for one in searches[1:]]
        for thread in others:
            thread.start()
        try:
            work(searches[0])
        finally:
            over.set()
            for thread in others:
                thread.join()
        low, high, nodes = zip(*map(proven, searches), strict=True)
        return Solution(max(low), min(high), (place[0] | place[1]).bit_count(), self.g.cells, sum(nodes))

    def _searches(self, place: Place, marks: Words, number: int) -> Searches:
        """Return the searches of a thread; only the first has a quick mode, every second one mirrors the columns."""
        searches = new_searches(self.g, self.table, quickly=number == 0)
        if number % 2:
            _swap_pairs(searches.sure.columns)
        g = self.g._replace(shared_below=max(0, self.g.cells - _ALONE))
        searches = searches._replace(sure=searches.sure._replace(marks=marks, g=g))
        put(searches, *map(word, place))
        return searches

    def solve_all(
        self, places: list[Place], budget: Budget, threads: int, *, verdict_only: bool = False
    ) -> list[Solution]:
        """Return the values of several positions; with a limited budget, each gets a share before any gets more."""
        share = FOREVER if budget.is_endless else _FIRST_SHARE
        answers: dict[Place, Solution] = {}
        missing = places
        while missing:
            for at in missing:
                answer = self.solve(at, budget.part(share), threads, verdict_only=verdict_only)
                answers[at] = intersect(answer, answers[at]) if at in answers else answer
            missing = [at for at in missing if not answers[at].is_enough(verdict_only=verdict_only) and budget.share()]
            share *= 4
        return [answers[at] for at in places]

    def solve_each(self, places: list[Place], threads: int) -> list[Solution]:
        """Return the values of several positions, each searched by one thread; all share the table."""
        left, answers = iter(enumerate(places)), dict[int, Solution]()

        def work() -> None:
            searches = new_searches(self.g, self.table)
            while (following := next(left, None)) is not None:
                number, place = following
                put(searches, *map(word, place))
                while not advance(searches, _SLICE, False):  # noqa: FBT003 - a kernel takes no keywords
                    pass
                low, high, nodes = proven(searches)
                answers[number] = Solution(low, high, (place[0] | place[1]).bit_count(), self.g.cells, nodes)

        with ThreadPoolExecutor(threads) as pool:
            for done in [pool.submit(work) for _ in range(min(threads, len(places)))]:
                done.result()
        return [answers[number] for number in range(len(places))]


parallel_solver = lru_cache(maxsize=1)(ParallelSolver)


_spending: Final = Lock()


def _swap_pairs(columns: Words) -> None:
    """Put the right column of each pair before the left one; the middle column of an odd number stays first."""
    pairs = columns[len(columns) % 2 :].reshape(-1, 2)
    pairs[:] = pairs[:, ::-1].copy()


def _advance(budget: Budget, over: Event, searches: Searches, *, verdict_only: bool) -> None:
    """Search until this thread or another one has finished, or the budget is used up."""
    while not over.is_set() and (share := budget.share()):
        if advance(searches, share, verdict_only):
            over.set()
        with _spending:
            budget.spend(share)
