"""Several threads that find out together what a position is worth, on one transposition table (extra "ai").

    root ─┬─ a ─┬─ c     A thread searches a position for some thousand nodes; what it has not answered by then it takes
          │     └─ d     apart, and goes on with the first move. A later move that another thread is at comes last, so
          └─ b           the threads part where they can, and help each other by the table where they cannot.

Whoever has an answer writes it down, and all who looked for it, or for something below it, turn to the next. The score
does not depend on who was quicker; the number of nodes does.
"""

from collections import Counter
from functools import lru_cache
from threading import Lock, Thread
from typing import Final

from slidedrop.connect4.solver.bitboard import geometry, word
from slidedrop.connect4.solver.narrowing import HIGH, LOW, MODE, SPENT, SURE, TURN, Searches, advance, new_searches, put
from slidedrop.connect4.solver.narrowing import ask as search_for
from slidedrop.connect4.solver.null_window import NODES, VALUE, open_moves
from slidedrop.connect4.solver.transpositions import new_table
from slidedrop.connect4.values import FOREVER, Budget, Solution, together

Place = tuple[int, int]
"""The discs of the side to move, and of the other side."""
Question = tuple[Place, int]
"""A position, and the number that its score may exceed."""
TABLE_MEGABYTES: Final = 256
_FIRST_SHARE: Final = 80_000
"""The nodes that each position gets first when they are limited, before any gets more."""
_ANY: Final = (-99, 99)


class ParallelSolver:
    """A board size, and the table that all threads fill for it."""

    def __init__(self, columns: int, rows: int, megabytes: float = TABLE_MEGABYTES) -> None:
        self.g, self.table = geometry(columns, rows), new_table(megabytes)
        one = new_searches(self.g, self.table)  # compiles, so that no budget pays for it
        search_for(one, word(0), word(0), 0, 1)
        advance(one, 1, False)  # noqa: FBT003 - a kernel takes no keywords

    def solve(self, place: Place, budget: Budget, threads: int, *, verdict_only: bool = False) -> Solution:
        """Return what an unfinished position is worth to the side to move; Ctrl+C ends it after a slice."""
        team = _Team([new_searches(self.g, self.table) for _ in range(threads)], budget)
        low, high = team.narrowed(place, verdict_only=verdict_only)
        return Solution(low, high, (place[0] | place[1]).bit_count(), self.g.cells, team.nodes)

    def solve_all(
        self, places: list[Place], budget: Budget, threads: int, *, verdict_only: bool = False
    ) -> list[Solution]:
        """Return what several are worth; where the budget has an end, each gets a share before any gets more."""
        share = FOREVER if budget.is_endless else _FIRST_SHARE
        answers: dict[Place, Solution] = {}
        missing = places
        while missing:
            for at in missing:
                answer = self.solve(at, budget.part(share), threads, verdict_only=verdict_only)
                answers[at] = together(answer, answers[at]) if at in answers else answer
            missing = [at for at in missing if not answers[at].is_enough(verdict_only=verdict_only) and budget.share()]
            share *= 4
        return [answers[at] for at in places]


parallel_solver = lru_cache(maxsize=1)(ParallelSolver)


class _Team:
    """The threads that narrow the bounds of one position."""

    def __init__(self, searches: list[Searches], budget: Budget) -> None:
        self.searches, self.budget = searches, budget
        self.nodes = 0
        self.is_over = False
        self.lock = Lock()
        self.bounds: dict[Place, tuple[int, int]] = {}
        self.threads_at: Counter[Place] = Counter()

    def narrowed(self, place: Place, *, verdict_only: bool) -> tuple[int, int]:
        """Return the least and the greatest score that are possible: one thread looks quickly, then all look surely."""
        turn, low, high = self._looked_quickly(place, verdict_only=verdict_only)
        mover, other = self.searches[0].sure.words[:2]
        root, alpha = (int(mover), int(other)), 0
        while low < high and not (verdict_only and (low > 0 or high < 0)):
            alpha = min(max(alpha, low), high - 1)
            self._ask((root, alpha))
            value = self._answer((root, alpha))
            if value is None:
                break
            low, high, alpha = (value, high, value) if value > alpha else (low, value, value - 1)
        return min(turn * low, turn * high), max(turn * low, turn * high)

    def _looked_quickly(self, place: Place, *, verdict_only: bool) -> list[int]:
        """Return whose turn it is after the forced moves (-1: the other side's), and the bounds there."""
        one, is_done = self.searches[0], False
        put(one, *map(word, place))
        while not is_done and one.state[int(MODE)] < SURE and (share := self.budget.share()):
            is_done = advance(one, share, verdict_only)
            self.budget.spend(share)
        self.nodes = int(one.state[int(SPENT)])
        return [int(one.state[int(at)]) for at in (TURN, LOW, HIGH)]

    def _ask(self, question: Question) -> None:
        """Have all threads look for an answer; an interrupt ends them."""
        others = [Thread(target=self._look, args=(searches, [question])) for searches in self.searches[1:]]
        for thread in others:
            thread.start()
        try:
            self._look(self.searches[0], [question])
        except BaseException:
            self.is_over = True
            raise
        finally:
            for thread in others:
                thread.join()

    def _look(self, searches: Searches, path: list[Question]) -> None:
        """Look for an answer to the last question of a path, until there is one or nobody needs it."""
        alpha = path[-1][1]
        if self._search(searches, path[-1]):
            return
        best, moves = open_moves(searches.sure)
        for is_last in (False, True):
            for number, (mover, other, sign) in enumerate(moves):
                question = (mover, other), alpha if sign > 0 else -alpha - 1
                self._look_below(searches, [*path, question], may_wait=number > 0 and not is_last)
                if self._is_needless(path):
                    return
                value = self._answer(question)
                best = best if value is None else max(best, sign * value)
                if best > alpha:
                    break
        self._note(path[-1], best)

    def _look_below(self, searches: Searches, path: list[Question], *, may_wait: bool) -> None:
        place = path[-1][0]
        if self._is_needless(path) or (may_wait and self.threads_at[place]):
            return
        self.threads_at[place] += 1
        self._look(searches, path)
        self.threads_at[place] -= 1

    def _search(self, searches: Searches, question: Question) -> bool:
        """Search a position until the next look at the clock; True when it is answered, or when time is up."""
        (mover, other), alpha = question
        share = self.budget.share()
        if not share:
            self.is_over = True
            return True
        is_answered = search_for(searches, word(mover), word(other), alpha, share)
        with self.lock:
            self.nodes += int(searches.state[int(NODES)])
            self.budget.spend(int(searches.state[int(NODES)]))
        if is_answered:
            self._note(question, int(searches.state[int(VALUE)]))
        return is_answered

    def _note(self, question: Question, value: int) -> None:
        place, alpha = question
        with self.lock:
            low, high = self.bounds.get(place, _ANY)
            self.bounds[place] = (max(low, value), high) if value > alpha else (low, min(high, value))

    def _answer(self, question: Question) -> int | None:
        place, alpha = question
        low, high = self.bounds.get(place, _ANY)
        return low if low > alpha else high if high <= alpha else None

    def _is_needless(self, path: list[Question]) -> bool:
        return self.is_over or any(self._answer(question) is not None for question in path)
