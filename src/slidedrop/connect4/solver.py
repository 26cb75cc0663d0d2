"""The perfect player's knowledge: what any position is worth, and every move in it.

    >>> from slidedrop.connect4 import Position
    >>> print(solve(Position.from_moves("33445")))
    loss in 2

`solve` answers one position, `analyse` every legal move of it. Both take a budget of seconds or nodes; when it ends,
the answer says what is proven so far and what is not. All searches of a board size share one table, which stays valid,
so that what was once found out is not searched again; any number of threads may ask at the same time.
"""

from __future__ import annotations

import threading
from collections import defaultdict, deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from slidedrop.connect4.bitboard import fits, geometry, has_four, playable, word
from slidedrop.connect4.book import book_in_use
from slidedrop.connect4.budget import FOREVER, Budget
from slidedrop.connect4.table import new_table
from slidedrop.connect4.values import Solution
from slidedrop.connect4.windows import advance, new_memory, proven, put
from slidedrop.core.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from slidedrop.connect4.book import Book
    from slidedrop.connect4.position import Position
    from slidedrop.connect4.rules import Rules
    from slidedrop.connect4.windows import Memory

TABLE_MEGABYTES: Final = 64
_FIRST_SHARE: Final = 20_000
"""The nodes that each column gets first when they are limited, before any gets more."""


def solve(
    position: Position,
    *,
    seconds: float = FOREVER,
    nodes: float = FOREVER,
    verdict_only: bool = False,
    threads: int = 1,
) -> Solution:
    """Return what best play is worth to the side to move, as far as the budget goes.

    With `verdict_only` it is enough to know win, draw or loss, which is much quicker than in how many discs.
    """
    mover, other = stones(position)
    budget = Budget(seconds, nodes)
    return solver_for(position.rules).solve(mover, other, budget, verdict_only=verdict_only, threads=threads)


def analyse(
    position: Position,
    *,
    seconds: float = FOREVER,
    nodes: float = FOREVER,
    verdict_only: bool = False,
    threads: int = 1,
) -> dict[int, Solution]:
    """Return what each legal column, from 0, is worth to the side that plays it; nothing once the game is over."""
    mover, other = stones(position)
    budget = Budget(seconds, nodes)
    return solver_for(position.rules).analyse(mover, other, budget, verdict_only=verdict_only, threads=threads)


def is_solvable(rules: Rules) -> bool:
    """Tell whether the compiled solver knows these rules: four in a row with gravity, on a board that fits one word."""
    return rules.gravity and rules.connect == 4 and fits(rules.columns, rules.rows)


def stones(position: Position) -> tuple[int, int]:
    """Return the discs of the side to move and of the other side: the one boundary to the plain engine."""
    boards = position.bitboards
    return boards[position.turn], boards[1 - position.turn]


@lru_cache(maxsize=8)
def _solver(columns: int, rows: int) -> Solver:
    found = book_in_use(columns, rows)
    return Solver(columns, rows, book=found.book, notice=found.notice)


def solver_for(rules: Rules) -> Solver:
    """Return the solver that all questions about these rules share, or say what it can solve."""
    if not is_solvable(rules):
        message = (
            "the solver knows four in a row with gravity where columns x (rows + 1) <= 64, "
            f"not {rules.connect} in a row on {rules.size}{'' if rules.gravity else ' with free placement'}; "
            "play by search instead"
        )
        raise RulesError(message)
    return _solver(rules.columns, rules.rows)


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
        self._idle: defaultdict[int, deque[Memory]] = defaultdict(deque)

    def solve(
        self, mover: int, other: int, budget: Budget | None = None, *, verdict_only: bool = False, threads: int = 1
    ) -> Solution:
        """Return what a position is worth to the side whose stones are `mover`; the other side moved last."""
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
                    answers[column] = _combined([answer.result(), answers.get(column, answer.result())])
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
        discs, cells = (mover | other).bit_count(), self.g.cells
        if has_four(word(other), self.g):
            score: int | None = -((cells + 2 - discs) // 2)
        else:
            score = self.book.score(mover, other) if self.book else None
        return None if score is None else Solution(score, score, discs, cells)

    def _searched(self, mover: int, other: int, budget: Budget, verdict_only: bool, jitter: int) -> Solution:  # noqa: FBT001 - handed on
        with self._memory(jitter) as memory:
            put(memory, word(mover), word(other))
            spent, done = 0, False
            while not done and (share := budget.share()):
                done = advance(memory, share, verdict_only)
                _, _, now = proven(memory)
                budget.spend(now - spent)
                spent = now
            low, high, spent = proven(memory)
        return Solution(low, high, (mover | other).bit_count(), self.g.cells, spent)

    def _raced(self, mover: int, other: int, budget: Budget, verdict_only: bool, threads: int) -> Solution:  # noqa: FBT001 - handed on
        """Let several threads search one position, each in a slightly different order, until one has the answer."""
        race = threading.Lock()
        answers: list[Solution] = []

        def run(jitter: int) -> None:
            answer = self._searched(mover, other, budget, verdict_only, jitter)
            with race:
                answers.append(answer)
                budget.stopped = True

        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(run, range(threads)))
        return _combined(answers)

    @contextmanager
    def _memory(self, jitter: int) -> Iterator[Memory]:
        """Lend the memory of a search; as many are made as there are searches of one jitter at the same time."""
        idle = self._idle[jitter]
        try:
            memory = idle.pop()
        except IndexError:
            memory = new_memory(self.g, self.table, jitter=jitter)
        yield memory
        idle.append(memory)


def _is_enough(answer: Solution | None, verdict_only: bool) -> bool:  # noqa: FBT001 - handed on
    return answer is not None and (answer.is_exact or (verdict_only and answer.verdict is not None))


def _combined(answers: list[Solution]) -> Solution:
    """Return what several searches of one position have proven together."""
    one = answers[0]
    low, high = max(answer.low for answer in answers), min(answer.high for answer in answers)
    return Solution(low, high, one.discs, one.cells, sum(answer.nodes for answer in answers))
