"""The native solver of one board size, the twin of the built one: from its book or by search.

All searches share one transposition table, which stays valid, so that what was once found out is not searched again;
any number of threads may ask at the same time.
"""

from __future__ import annotations

import threading
from collections import defaultdict, deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from slidedrop.connect4.solver.bitboard import geometry, has_four, playable, word
from slidedrop.connect4.solver.narrowing import advance, new_searches, proven, put
from slidedrop.connect4.solver.null_window import CENTRE_WEIGHTS
from slidedrop.connect4.solver.transpositions import new_table
from slidedrop.connect4.values import FOREVER, Budget, Solution

if TYPE_CHECKING:
    from collections.abc import Iterator

    from slidedrop.connect4.solver.narrowing import Searches

TABLE_MEGABYTES: Final = 64
_FIRST_SHARE: Final = 20_000
"""The nodes that each column gets first when they are limited, before any gets more."""


class Book(Protocol):
    """What the solver asks of an opening book."""

    def score(self, mover: int, other: int) -> int | None:
        """Return the score for the side to move, or None where the book does not know."""


class Solver:
    """A board size, the table that is filled for it, and perhaps a book."""

    def __init__(
        self,
        columns: int,
        rows: int,
        *,
        megabytes: float = TABLE_MEGABYTES,
        book: Book | None = None,
        notice: str = "",
    ) -> None:
        self.g = geometry(columns, rows)
        self.book = book
        self.notice = notice
        """What a player should be told, in one sentence: why the book is not used; empty where all is well."""
        self.table = new_table(megabytes)
        self._idle: defaultdict[int, deque[Searches]] = defaultdict(deque)

    def solve(
        self, mover: int, other: int, budget: Budget | None = None, *, verdict_only: bool = False, threads: int = 1
    ) -> Solution:
        """Return what a position is worth to the side whose discs are `mover`; the other side moved last."""
        budget = budget or Budget()
        known = self._known(mover, other)
        if known is not None:
            return known
        if threads == 1:
            return self._searched(mover, other, budget, verdict_only, 0)
        return self._raced(mover, other, budget, verdict_only, threads)

    def analyse(
        self, mover: int, other: int, budget: Budget | None = None, *, verdict_only: bool = False, threads: int = 1
    ) -> dict[int, Solution]:
        """Return what each legal column is worth to the side that plays it."""
        budget = budget or Budget()
        after = {column: (other, mover | cell) for column, cell in self._moves(mover, other).items()}
        answers: dict[int, Solution] = {}
        share = FOREVER if budget.is_endless else _FIRST_SHARE
        with ThreadPoolExecutor(threads) as pool:
            while missing := [column for column in after if not _is_enough(answers.get(column), verdict_only)]:
                asked = [
                    pool.submit(self.solve, *after[column], budget.part(share), verdict_only=verdict_only)
                    for column in missing
                ]
                for column, answer in zip(missing, asked, strict=True):
                    answers[column] = _combined([answer.result(), *filter(None, [answers.get(column)])])
                share *= 4
                if not budget.share():
                    break
        return {column: answers[column].for_the_other_side() for column in after}

    def _moves(self, mover: int, other: int) -> dict[int, int]:
        """Return the legal columns, each with the cell that a disc would take."""
        if has_four(word(other), self.g):
            return {}
        free = playable(word(mover | other), self.g)
        cells = {column: free & int(self.g.column) << (column * int(self.g.row)) for column in range(self.g.columns)}
        return {column: cell for column, cell in cells.items() if cell}

    def _known(self, mover: int, other: int) -> Solution | None:
        """Return what needs no search: the end of a game, and what the book holds."""
        ply, cells = (mover | other).bit_count(), self.g.cells
        if has_four(word(other), self.g):
            score: int | None = -((cells + 2 - ply) // 2)
        else:
            score = self.book.score(mover, other) if self.book else None
        return None if score is None else Solution(score, score, ply, cells)

    def _searched(self, mover: int, other: int, budget: Budget, verdict_only: bool, jitter: int) -> Solution:
        with self._searches(jitter) as searches:
            put(searches, word(mover), word(other))
            spent, done = 0, False
            while not done and (share := budget.share()):
                done = advance(searches, share, verdict_only)
                _, _, now = proven(searches)
                budget.spend(now - spent)
                spent = now
            low, high, spent = proven(searches)
        return Solution(low, high, (mover | other).bit_count(), self.g.cells, spent)

    def _raced(self, mover: int, other: int, budget: Budget, verdict_only: bool, threads: int) -> Solution:
        """Let several threads search one position, each in a slightly different order, until one has the answer."""
        race = threading.Lock()
        answers: list[Solution] = []

        def run(jitter: int) -> None:
            answer = self._searched(mover, other, budget, verdict_only, jitter)
            with race:
                answers.append(answer)
                budget.end = 0.0

        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(run, range(threads)))
        return _combined(answers)

    @contextmanager
    def _searches(self, jitter: int) -> Iterator[Searches]:
        """Lend a pair of searches; as many pairs of one jitter are made as are used at the same time."""
        idle = self._idle[jitter]
        try:
            searches = idle.pop()
        except IndexError:
            searches = jittered(new_searches(self.g, self.table), jitter)
        yield searches
        idle.append(searches)


def jittered(searches: Searches, jitter: int) -> Searches:
    """Change the order of moves a little: the worth of each column, which stands behind all else."""
    for weights in (searches.sure.weights, searches.quick.weights) if jitter else ():
        centre = int(CENTRE_WEIGHTS)
        weights[centre:] += np.random.default_rng(jitter).integers(0, 5, len(weights) - centre)
    return searches


def _is_enough(answer: Solution | None, verdict_only: bool) -> bool:
    return answer is not None and (answer.is_exact or (verdict_only and answer.verdict is not None))


def _combined(answers: list[Solution]) -> Solution:
    """Return what several searches of one position have proven together."""
    one = answers[0]
    low, high = max(answer.low for answer in answers), min(answer.high for answer in answers)
    return Solution(low, high, one.discs, one.cells, sum(answer.nodes for answer in answers))
