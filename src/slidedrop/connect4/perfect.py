"""Perfect play: what any position is worth by proof, and every move in it; the solver with its opening book.

    >>> from slidedrop.connect4 import Position
    >>> print(solve(Position.from_moves("33445")))
    loss in 2

`solve` answers one position, `analyse` every legal move of it. Both take a budget of seconds or nodes; when it ends,
the answer says what is proven so far and what is not.
"""

from functools import lru_cache

from slidedrop.connect4.asking import AskedSolver
from slidedrop.connect4.book.stored import book_in_use, shipped_book
from slidedrop.connect4.budget import FOREVER, Budget
from slidedrop.connect4.deep_book import shipped_deep_book
from slidedrop.connect4.layout import fits
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.connect4.values import Solution
from slidedrop.core.arguments import amount, wanted, whole
from slidedrop.core.errors import RulesError


def solve(
    position: Position,
    *,
    seconds: float = FOREVER,
    nodes: float = FOREVER,
    verdict_only: bool = False,
    threads: int = 1,
) -> Solution:
    """Return what best play is worth to the side to move, as far as the budget goes.

    With `verdict_only` it is enough to know win, draw or loss, which is much quicker than in how many discs. One thread
    answers, however many are offered.
    """
    budget = _budget(seconds, nodes, threads)
    mover, other = discs(position)
    only = wanted(verdict_only, bool, "verdict_only, True or False,")
    return solver_for(position.rules).solve(mover, other, budget, verdict_only=only)


def analyse(
    position: Position,
    *,
    seconds: float = FOREVER,
    nodes: float = FOREVER,
    verdict_only: bool = False,
    threads: int = 1,
) -> dict[int, Solution]:
    """Return what each legal column, from 0, is worth to the side that plays it; nothing once the game is over."""
    budget = _budget(seconds, nodes, threads)
    mover, other = discs(position)
    only = wanted(verdict_only, bool, "verdict_only, True or False,")
    return solver_for(position.rules).analyse(mover, other, budget, verdict_only=only)


def _budget(seconds: float, nodes: float, threads: int) -> Budget:
    if whole(threads, "the number of threads") < 1:
        raise RulesError(f"the number of threads is 1 or more, not {threads}")
    return Budget(amount(seconds, "the number of seconds"), amount(nodes, "the number of nodes"))


def is_solvable(rules: Rules) -> bool:
    """Tell whether the solver knows these rules: four in a row with gravity, on a board that fits one word."""
    return rules.gravity and rules.connect == 4 and fits(rules.columns, rules.rows)


def discs(position: Position) -> tuple[int, int]:
    """Return the discs of the side to move and of the other side: the one boundary to the plain engine."""
    boards = wanted(position, Position, "a Position of Connect-4").bitboards
    return boards[position.turn], boards[1 - position.turn]


@lru_cache(maxsize=8)
def solver_for(rules: Rules) -> AskedSolver:
    """Return the solver that all questions about these rules share, or say what it can solve."""
    _check(rules)
    found, (deep_book, wrong) = book_in_use(rules.columns, rules.rows), shipped_deep_book(rules.columns, rules.rows)
    notice = "; ".join(filter(None, (found.notice, wrong)))
    return AskedSolver(rules.columns, rules.rows, book=found.book, deep_book=deep_book, notice=notice)


@lru_cache(maxsize=8)
def opponents_for(rules: Rules) -> AskedSolver:
    """Return what chooses the moves of opponents: it knows the book that ships and no other, so all play alike."""
    _check(rules)
    return AskedSolver(rules.columns, rules.rows, book=shipped_book(rules.columns, rules.rows))


def _check(rules: Rules) -> None:
    if not is_solvable(rules):
        known = "four in a row with gravity where columns x (rows + 1) <= 64"
        asked = f"{rules.connect} in a row on {rules.size}{'' if rules.gravity else ' with free placement'}"
        raise RulesError(f"the solver knows {known}, not {asked}; play by search instead")
