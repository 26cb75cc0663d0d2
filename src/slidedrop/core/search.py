r"""Looking ahead: the best move within a number of levels, for any game that is a Position.

    level 0             ●             the player to move takes the branch of highest value,
                      / | \
    level 1          ○  ○  ○          the opponent the lowest (minimax); where chance moves, every draw
                    /|\ |  |\         counts by its probability (expectimax);
    level 2         ........          positions at the last level are evaluated

A level is one step of the game: a move, or a draw of chance. Branches that cannot change the choice are skipped
(alpha-beta). Ties go to the first move in legal order, so the result is deterministic. The search deepens one level at
a time: each level orders the moves of the next, and when time runs out the deepest finished level counts.

    -WIN ........ -WIN + n ........ 0 ........ WIN - n ........ WIN        the value of a position for one player
     lost now     lost in n steps   even       won in n steps   won now

A decided game outweighs every evaluation; an early win and a late loss count more. A game of points has no winner, so
its end is evaluated too.

The number of positions is estimated before the memory runs out:

    levels       1    2    3      4        On 7x6 every level is seven times as wide as the one before; on a free
    positions    8   57  400  2,801        4x4 board sixteen times, then fifteen times, and so on.

The widths are those of one line of play, which at each step takes the move with most replies. So the estimate is
usually too high. A search is refused for this number and not for its depth: eight levels are few at the end of a game.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, takewhile
from operator import mul
from time import monotonic
from typing import Any, Final, Generic, TypeVar

from slidedrop.core.errors import GameOver, SlidedropError
from slidedrop.core.position import CHANCE, Outcome, Position

WIN: Final = 10**12
"""Larger than any evaluation; a value near it means that the game is decided."""
DEEPEST: Final = 200
"""The most levels of a search: each takes three of Python's thousand nested calls."""
BYTES_A_NODE: Final = 250
"""What a position takes in memory, with its place in a tree."""
PRUNED: Final = 0.7
"""Alpha-beta leaves out so much that about this power of all positions is left (measured: 0.66 to 0.70)."""
_FAR: Final = 200
_LOOKED_AT: Final = 16
_LONGEST_GAME: Final = 10**6
_LOOKS_AT_CLOCK_EVERY: Final = 256
_MOST_REMEMBERED: Final = 1 << 18

Choice = TypeVar("Choice")
Place = TypeVar("Place", bound="Position[Any]")

Evaluation = Callable[[Place, int], float]
"""How good a position looks to a player, without looking ahead."""


@dataclass(frozen=True, slots=True)
class Judge(Generic[Place]):
    """One player's view of positions."""

    evaluate: Evaluation[Place]
    player: int
    by_points: bool = False
    """Whether the game is played for points, as 2048, and not against an opponent."""

    def worth(self, position: Place, outcome: Outcome | None, win: int) -> float:
        """Return the value of a position at the last level; a win counts as `win`."""
        if outcome is None or outcome.winner is None or self.by_points:
            return self.evaluate(position, self.player)
        return win if outcome.winner == self.player else -win


def is_decided(worth: float) -> bool:
    """Tell whether a value means a forced win or loss."""
    return abs(worth) >= WIN - _LONGEST_GAME


@dataclass(frozen=True, slots=True)
class SearchResult(Generic[Choice]):
    """The result of a search."""

    move: Choice
    value: float
    """The value of the move for the side to move; WIN - n is a win in n steps."""
    values: dict[Choice, float]
    """The value of every legal move; without `every_move`, only an upper bound for moves that are not best."""
    nodes: int
    """The number of positions searched, over all levels."""
    levels: int
    """The number of levels of the answer."""


def search(
    position: Place,
    evaluate: Evaluation[Place],
    levels: int | None = None,
    *,
    seconds: float | None = None,
    every_move: bool = False,
    by_points: bool = False,
) -> SearchResult[Any]:
    """Return the best move within some levels, or as many as the time allows; at least one is always searched.

    With `every_move` the value of each legal move is exact, which takes longer. See `Judge` for `by_points`.
    """
    if levels is None and seconds is None:
        raise ValueError("a search needs a number of levels or a time in seconds, or it would never end")
    moves = position.legal_moves()
    if not moves:
        raise GameOver("no move can be searched for: the game is over in this position")
    judge = Judge(evaluate, position.turn, by_points)
    deadline = math.inf if seconds is None else monotonic() + seconds
    deepening = IterativeDeepening(position, moves, judge, every_move=every_move, deadline=deadline)
    return deepening.result(DEEPEST if levels is None else min(DEEPEST, levels))


class _OutOfTime(Exception):
    """The time ran out in the middle of a level."""


@dataclass(slots=True)
class IterativeDeepening(Generic[Place]):
    """Searches one level deeper each time."""

    position: Place
    moves: Sequence[Any]
    judge: Judge[Place]
    every_move: bool
    deadline: float

    def result(self, most_levels: int) -> SearchResult[Any]:
        look = AlphaBeta(self.judge)  # the first level is searched whatever the time
        values, levels = self._values(look, 1, {}), 1
        look.deadline = self.deadline
        while levels < most_levels and look.met_horizon and not self._decided(values):
            try:
                values = self._values(look, levels + 1, values)
            except _OutOfTime:
                break
            levels += 1
        values = {move: _counted_from_root(values[move], levels) for move in self.moves}
        best = max(self.moves, key=values.__getitem__)
        return SearchResult(best, values[best], values, look.nodes, levels)

    def _values(self, look: AlphaBeta[Place], levels: int, before: dict[Any, float]) -> dict[Any, float]:
        """Return the value of each move; the best moves of the previous level are searched first."""
        look.begin_level()
        values: dict[Any, float] = {}
        for move in sorted(self.moves, key=lambda move: -before.get(move, 0.0)):
            floor = -math.inf if self.every_move else self._floor(values, move)
            values[move] = look.value(self.position.play(move), levels - 1, floor, math.inf)
        return values

    def _floor(self, values: dict[Any, float], move: object) -> float:
        """Return what a move must beat: the best so far, or only equal it if it comes first in legal order."""
        if not values:
            return -math.inf
        best = max(values.values())
        first = min(self.moves.index(other) for other, value in values.items() if value == best)
        return best if first < self.moves.index(move) else math.nextafter(best, -math.inf)

    def _decided(self, values: dict[Any, float]) -> bool:
        # With every move requested, a sure win does not end the search: the other moves still need their values.
        return is_decided(max(values.values())) and (not self.every_move or all(map(is_decided, values.values())))


class AlphaBeta(Generic[Place]):
    """The state of a search."""

    def __init__(self, judge: Judge[Place]) -> None:
        self.judge = judge
        self.deadline = math.inf
        self.nodes = 0
        self.met_horizon = False
        """Whether some game was unfinished at the last level; if not, searching deeper shows nothing new."""
        self.merit: defaultdict[Any, int] = defaultdict(int)
        """How often a move cut off a branch: such moves are tried first elsewhere."""
        self.bounds: dict[tuple[int, Place], tuple[float, float]] = {}
        """The bounds of the value of a position with `levels` left."""

    def begin_level(self) -> None:
        """Clear the bounds of the previous level."""
        self.met_horizon = False
        self.bounds.clear()

    def value(self, position: Place, levels: int, floor: float, ceiling: float) -> float:
        """Return the value for the judge's player; outside floor and ceiling, a bound of it on that side."""
        self.nodes += 1
        if self.nodes % _LOOKS_AT_CLOCK_EVERY == 0 and monotonic() >= self.deadline:
            raise _OutOfTime
        outcome = position.outcome
        if outcome is not None:
            # A win with more levels left came sooner.
            return self.judge.worth(position, outcome, WIN + levels)
        if levels <= 0:
            self.met_horizon = True
            return self.judge.evaluate(position, self.judge.player)
        if position.turn == CHANCE:
            draws = position.chance_outcomes()
            return sum(chance * self.value(after, levels - 1, -math.inf, math.inf) for after, chance in draws)
        return self._remembered(position, levels, floor, ceiling)

    def _remembered(self, position: Place, levels: int, floor: float, ceiling: float) -> float:
        key = (levels, position)
        low, high = self.bounds.get(key, (-math.inf, math.inf))
        if low >= ceiling or low == high:
            return low
        if high <= floor:
            return high
        floor, ceiling = max(floor, low), min(ceiling, high)
        mine = position.turn == self.judge.player
        value = (self._highest if mine else self._lowest)(position, levels, floor, ceiling)
        if len(self.bounds) >= _MOST_REMEMBERED:
            self.bounds.clear()  # memory must not grow with the time limit
        self.bounds[key] = (low if value <= floor else value, high if value >= ceiling else value)
        return value

    def _highest(self, position: Place, levels: int, floor: float, ceiling: float) -> float:
        best = -math.inf
        for move in self._promising_first(position):
            best = max(best, self.value(position.play(move), levels - 1, max(floor, best), ceiling))
            if best >= ceiling:
                self.merit[move] += 1 << levels
                break
        return best

    def _lowest(self, position: Place, levels: int, floor: float, ceiling: float) -> float:
        best = math.inf
        for move in self._promising_first(position):
            best = min(best, self.value(position.play(move), levels - 1, floor, min(ceiling, best)))
            if best <= floor:
                self.merit[move] += 1 << levels
                break
        return best

    def _promising_first(self, position: Place) -> list[Any]:
        return sorted(position.legal_moves(), key=lambda move: -self.merit[move])


def _counted_from_root(value: float, levels: int) -> float:
    """Return a value in which a win counts by its distance from the root, not by the levels left."""
    if value >= WIN:
        return value - levels
    return value + levels if value <= -WIN else value


class TooManyNodes(SlidedropError):
    """The requested levels need more positions than fit into memory."""

    def __init__(self, levels: int, estimate: int, largest: int) -> None:
        count = f"{estimate:,}" if estimate < 10**12 else f"10^{len(str(estimate)) - 1}"
        megabytes = estimate * BYTES_A_NODE // 10**6
        memory = f"{megabytes:,} MB" if megabytes < 10**7 else "more memory than any machine has"
        super().__init__(f"{levels} levels would take about {count} positions ({memory}); use level {largest} or less")
        self.levels = levels
        self.estimate = estimate
        self.largest = largest
        """The most levels that are not refused in the same position."""


def estimated_nodes(position: Position[Any], levels: int, *, pruned: bool = False) -> int:
    """Return the estimated number of positions within some levels; pruned, the number that a search visits."""
    nodes = sum(accumulate(islice(_widths(position), max(0, levels)), mul, initial=1))
    return _pruned(nodes) if pruned else nodes


def largest_levels(position: Position[Any], most_nodes: int, *, pruned: bool = False) -> int:
    """Return the most levels whose estimate is within bounds; at least one."""
    totals = accumulate(accumulate(_widths(position), mul, initial=1))
    within = takewhile(lambda nodes: (_pruned(nodes) if pruned else nodes) <= most_nodes, totals)
    return max(1, sum(1 for _ in within) - 1)


def check_levels(position: Position[Any], levels: int, most_nodes: int, *, pruned: bool = False) -> None:
    """Raise TooManyNodes, with the estimate and the largest allowed number, if there are too many levels."""
    estimate = estimated_nodes(position, levels, pruned=pruned)
    if levels > 1 and estimate > most_nodes:
        raise TooManyNodes(levels, estimate, largest_levels(position, most_nodes, pruned=pruned))


def _widths(position: Position[Any]) -> Iterator[int]:
    """Yield the estimated number of positions per step, along the line with most replies."""
    for _ in range(_FAR):
        following = _following(position)
        if not following:
            return
        yield _width(position)
        position = max(following, key=_width)


def _following(position: Position[Any]) -> Sequence[Position[Any]]:
    """Return a sample of the next positions: on a large board all of them would take too long."""
    if position.turn == CHANCE:
        return [after for after, _ in islice(position.chance_outcomes(), _LOOKED_AT)]
    return [position.play(move) for move in position.legal_moves()[:_LOOKED_AT]]


def _width(position: Position[Any]) -> int:
    return len(list(position.chance_outcomes())) if position.turn == CHANCE else len(position.legal_moves())


def _pruned(nodes: int) -> int:
    # too large for a float, so past every bound anyway
    return int(min(nodes, 10**300) ** PRUNED)
