"""The native solver of one board size, the twin of the built one: it uses its book or a search.

All searches share one transposition table, which stays valid, so a known result is not searched again. Any number of
threads may use the solver at the same time.
"""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol

from slidedrop.connect4.engine.solver.bitboard import geometry, has_four, playable, word
from slidedrop.connect4.engine.solver.narrowing import advance, new_searches, proven, put
from slidedrop.connect4.engine.solver.transpositions import new_table
from slidedrop.connect4.values import FOREVER, Budget, Solution, intersect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from slidedrop.connect4.engine.solver.narrowing import Searches

TABLE_MEGABYTES: Final = 64
_FIRST_SHARE: Final = 20_000
"""With a node limit: the nodes that every column gets in the first round."""


class Book(Protocol):
    """The methods of an opening book that the solver uses."""

    def score(self, mover: int, other: int) -> int | None:
        """Return the score for the side to move, or None if the book has none."""


class NativeSolver:
    """A solver for one board size, with its transposition table and an optional book."""

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
        """A notice for the player: why the book is not used. Empty if it is used."""
        self.table = new_table(megabytes)
        self._idle: deque[Searches] = deque()

    def solve(self, mover: int, other: int, budget: Budget | None = None, *, verdict_only: bool = False) -> Solution:
        """Return the value of a position for the side whose discs are `mover`; the other side moved last."""
        budget = budget or Budget()
        known = self._known(mover, other)
        if known is not None:
            return known
        return self._searched(mover, other, budget, verdict_only)

    def analyse(
        self, mover: int, other: int, budget: Budget | None = None, *, verdict_only: bool = False
    ) -> dict[int, Solution]:
        """Return the value of each legal column for the side that plays it."""
        budget = budget or Budget()
        after = {column: (other, mover | cell) for column, cell in self._moves(mover, other).items()}
        answers: dict[int, Solution] = {}
        share = FOREVER if budget.is_endless else _FIRST_SHARE
        while missing := [column for column in after if not _is_enough(answers.get(column), verdict_only)]:
            for column in missing:
                answer = self.solve(*after[column], budget.part(share), verdict_only=verdict_only)
                answers[column] = intersect(answer, answers[column]) if column in answers else answer
            share *= 4
            if not budget.share():
                break
        return {column: answers[column].for_the_other_side() for column in after}

    def _moves(self, mover: int, other: int) -> dict[int, int]:
        """Return the legal columns, each with the cell where a disc would land."""
        if has_four(word(other), self.g):
            return {}
        free = playable(word(mover | other), self.g)
        cells = {column: free & int(self.g.column) << (column * int(self.g.row)) for column in range(self.g.columns)}
        return {column: cell for column, cell in cells.items() if cell}

    def _known(self, mover: int, other: int) -> Solution | None:
        """Return a result that needs no search: the end of a game or a score from the book."""
        ply, cells = (mover | other).bit_count(), self.g.cells
        if has_four(word(other), self.g):
            score: int | None = -((cells + 2 - ply) // 2)
        else:
            score = self.book.score(mover, other) if self.book else None
        return None if score is None else Solution(score, score, ply, cells)

    def _searched(self, mover: int, other: int, budget: Budget, verdict_only: bool) -> Solution:
        with self._searches() as searches:
            put(searches, word(mover), word(other))
            spent, done = 0, False
            while not done and (share := budget.share()):
                done = advance(searches, share, verdict_only)
                _, _, now = proven(searches)
                budget.spend(now - spent)
                spent = now
            low, high, spent = proven(searches)
        return Solution(low, high, (mover | other).bit_count(), self.g.cells, spent)

    @contextmanager
    def _searches(self) -> Iterator[Searches]:
        """Yield a free pair of searches; a new pair is created only if all pairs are in use."""
        try:
            searches = self._idle.pop()
        except IndexError:
            searches = new_searches(self.g, self.table)
        yield searches
        self._idle.append(searches)


def _is_enough(answer: Solution | None, verdict_only: bool) -> bool:
    return answer is not None and answer.is_enough(verdict_only=verdict_only)
