"""What is proven about every move of a Connect-4 position, by the best method available.

    the solver              gravity and four in a row on boards that fit one word
    full search             other rules, if few enough cells are free to reach every end; all of free 4x4
    limited search          the rest: an estimate, and labelled as one

Win, draw or loss is proven first and the distance after it, so that a short time limit gives the more important one.
"""

import time
from dataclasses import dataclass, field
from typing import Any, Final

from slidedrop.connect4 import Move, Position, Rules
from slidedrop.connect4.engine.perfect import analyse, has_solver, solver_for
from slidedrop.connect4.evaluation import evaluate
from slidedrop.connect4.exhaustive import analyse_fully
from slidedrop.connect4.values import Solution, Value, intersect
from slidedrop.core.search import WIN, SearchResult, is_decided, largest_levels, search

_NODES: Final = 20_000
_MOST_LEVELS: Final = 8


@dataclass(frozen=True, slots=True)
class Answers:
    """The proven value of each legal move for the side to move, and how the search rates the others."""

    solutions: dict[Move, Solution]
    looks: dict[Move, float] = field(default_factory=dict)
    """The estimated value of each move, if not all is proven and the solver does not support the rules."""
    levels: int = 0
    """The search depth of the estimates, in moves."""

    @property
    def best_first(self) -> list[Move]:
        """The moves, best first: by proven result, then by the search's rating, then by distance."""
        return sorted(self.solutions, key=self.rank, reverse=True)

    @property
    def best(self) -> list[Move]:
        ranks = {move: self.rank(move) for move in self.solutions}
        return [move for move, rank in ranks.items() if rank == max(ranks.values())]

    @property
    def is_proven(self) -> bool:
        return all(solution.is_exact for solution in self.solutions.values())

    def rank(self, move: Move) -> tuple[float, ...]:
        """Return the sort key of a move; the width of an open range does not count."""
        solution = self.solutions[move]
        result = (sign(solution.low), sign(solution.high))
        if solution.verdict is None:
            return (*result, self.looks.get(move, 0), 0, 0)
        return (*result, 0, solution.low, solution.high)

    @property
    def position_solution(self) -> Solution | None:
        """The proven value of the position itself, which is its best move's; None after the end."""
        known = list(self.solutions.values())
        if not known:
            return None
        low, high = max(one.low for one in known), max(one.high for one in known)
        return Solution(low, high, known[0].discs, known[0].cells)


def answers_for(position: Position, seconds: float, *, threads: int = 1) -> Answers:
    """Return what can be proven about every move in this time."""
    if position.is_over:
        return Answers({})
    return _by_solver(position, seconds, threads) if has_solver(position.rules) else _by_looking(position, seconds)


def best_play(position: Position, seconds: float, *, length: int, known: Answers | None = None) -> list[Move]:
    """Return up to `length` moves of best play from a position, as far as they are proven within the time.

    `known` holds the answers of the position, if they were computed before.
    """
    end = time.monotonic() + seconds
    line: list[Move] = []
    while len(line) < length and (known is not None or time.monotonic() < end):
        answers = answers_for(position, end - time.monotonic()) if known is None else known
        whole, known = answers.position_solution, None
        if whole is None or (whole.verdict is None and whole.low < 0):
            break
        line.append(answers.best_first[0])
        position = position.play(line[-1])
    return line


def notice_for(rules: Rules) -> str:
    """Return a warning for the user about a damaged book, or an empty text."""
    return solver_for(rules).notice if has_solver(rules) else ""


def _by_solver(position: Position, seconds: float, threads: int) -> Answers:
    end = time.monotonic() + seconds
    verdicts = analyse(position, seconds=seconds, verdict_only=True, threads=threads).values
    left = max(0.0, end - time.monotonic())
    values = analyse(position, seconds=left, threads=threads).values if left else verdicts
    solutions: dict[Move, Solution] = {move: intersect(verdicts[move], values[move]) for move in verdicts}
    return Answers(solutions)


def _by_looking(position: Position, seconds: float) -> Answers:
    end = time.monotonic() + seconds
    solutions = analyse_fully(position, seconds=seconds / 2)
    if all(solution.is_exact for solution in solutions.values()):
        return Answers(solutions)
    found = looked_ahead(position, max(0.0, end - time.monotonic()))
    proven = {move: intersect(solution, _seen(found.values[move], solution)) for move, solution in solutions.items()}
    return Answers(proven, dict(found.values), found.levels)


def looked_ahead(position: Position, seconds: float) -> SearchResult[Any]:
    """Return how a short search rates every move."""
    levels = min(_MOST_LEVELS, largest_levels(position, _NODES, pruned=True))
    return search(position, evaluate, levels, seconds=seconds, every_move=True)


def _seen(worth: float, solution: Solution) -> Solution:
    """Return what a search proves of a move: a forced win or loss."""
    if not is_decided(worth):
        return solution
    value = Value("win" if worth > 0 else "loss", int(WIN - abs(worth)))
    score = value.score(solution.discs, solution.cells)
    return Solution(score, score, solution.discs, solution.cells)


def sign(number: float) -> int:
    """Return 1, 0 or -1 for a win, draw or loss."""
    return (number > 0) - (number < 0)


def plain(value: Any) -> Any:  # noqa: ANN401 - whatever JSON can hold
    """Return the value with tuples replaced by lists, as in JSON."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, (list, tuple)) else value
