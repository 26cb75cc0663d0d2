"""Exhaustive search in plain Python: exact when few cells are left, whatever the rules.

    X  O  .  .      A line that holds discs of both sides is dead. When all of one side's are, that side cannot win
    .  X  O  .      any more; when both sides' are, the game is a draw, however many cells are free. Turned and
    .  .  .  .      mirrored boards count once. That is enough for the whole of free 4x4, and for late positions of
    .  .  .  .      boards that the compiled solver does not know.

Scores are those of values.py; `perfect.py` is the same for the usual boards, and a million times as fast.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from slidedrop.connect4.layout import Layout, Move
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.connect4.values import FOREVER, Budget, Solution
from slidedrop.core.position import Cell

MOST_FREE: Final = 24
"""With more free cells than this there is no search: it would not reach an end."""
_FIRST_SHARE: Final = 500
"""The nodes that each move gets first, before any gets more."""
_MOST_REMEMBERED: Final = 1 << 19
_TURNED_UP_TO: Final = 8
"""With more discs on the board, turning it costs more than it finds."""


def analyse_fully(position: Position, *, seconds: float = FOREVER, nodes: float = FOREVER) -> dict[Move, Solution]:
    """Return the value of each legal move for the side that plays it, as far as the budget allows."""
    budget = Budget(seconds, nodes)
    searches = {move: _Search(position.play(move)) for move in position.legal_moves()}
    share = _FIRST_SHARE
    while budget.share() and (missing := [search for search in searches.values() if not search.is_done]):
        for search in missing:
            search.advance(budget.part(share))
        share *= 4
    return {move: search.solution().for_the_other_side() for move, search in searches.items()}


class _OutOfBudget(Exception):
    """The nodes or the time ran out in the middle of a line."""


@dataclass(frozen=True, slots=True)
class _Side:
    """One side's discs, and the lines that it can still fill."""

    discs: int
    lines: tuple[int, ...]

    def with_disc(self, disc: int) -> _Side:
        return _Side(self.discs | disc, self.lines)

    def against(self, disc: int) -> _Side:
        """Return the lines that are left after the opponent plays a disc."""
        return _Side(self.discs, tuple(line for line in self.lines if not line & disc))

    def wins(self, free: int) -> int:
        """Return a free cell that completes a line, or 0."""
        for line in self.lines:
            left = line & ~self.discs
            if left & free and not left & (left - 1):
                return left
        return 0


class _Search:
    """One position, and the known range of its score."""

    def __init__(self, position: Position) -> None:
        self._layout = position.layout
        self._known: dict[tuple[int, int], tuple[int, int]] = _cache_of(position.rules)
        self._discs = position.discs
        self._over = position.is_over
        first, second = position.bitboards
        mover, other = (second, first) if position.turn else (first, second)
        self._mover = _Side(mover, tuple(line for line in self._layout.winning_lines if not line & other))
        self._other = _Side(other, tuple(line for line in self._layout.winning_lines if not line & mover))
        self._budget = Budget()
        cells = position.rules.cells
        self.low, self.high = -((cells - self._discs) // 2), (cells + 1 - self._discs) // 2
        if self._over:
            won = position.outcome is not None and position.outcome.winner is not None
            self.low = self.high = -((cells + 2 - self._discs) // 2) if won else 0

    @property
    def is_done(self) -> bool:
        hopeless = self._layout.rules.cells - self._discs > MOST_FREE
        return self.low >= self.high or hopeless

    def solution(self) -> Solution:
        return Solution(self.low, self.high, self._discs, self._layout.rules.cells)

    def advance(self, budget: Budget) -> None:
        """Halve the range until one score is left or the budget ends: win, draw or loss first."""
        self._budget = budget
        try:
            while not self.is_done:
                score = self._next_score()
                if self._value(self._mover, self._other, self._discs, score) >= score:
                    self.low = score
                else:
                    self.high = score - 1
        except _OutOfBudget:
            return

    def _next_score(self) -> int:
        if self.low <= 0 < self.high:
            return 1
        if self.low < 0 <= self.high:
            return 0
        return (self.low + self.high + 1) // 2

    def _value(self, mover: _Side, other: _Side, discs: int, score: int) -> int:
        """Return a bound of the mover's score, on the same side of `score`."""
        cells = self._layout.rules.cells
        if not mover.lines and not other.lines:
            return 0
        free = self._free(mover.discs | other.discs)
        if not free or mover.wins(free):
            return (cells + 1 - discs) // 2 if free else 0
        most = (cells - 1 - discs) // 2 if mover.lines else 0
        least = -((cells - discs) // 2) if other.lines else 0
        if most < score or least >= score:
            return most if most < score else least
        self._budget.spend(1)
        if self._budget.nodes <= 0 or (self._budget.nodes % 64 == 0 and not self._budget.share()):
            raise _OutOfBudget
        return self._from_memory(mover, other, discs, score, other.wins(free) or free)

    def _from_memory(self, mover: _Side, other: _Side, discs: int, score: int, moves: int) -> int:
        key = mover.discs, other.discs
        if discs <= _TURNED_UP_TO:
            key = min((_turned(mover.discs, turn), _turned(other.discs, turn)) for turn in _symmetries(self._layout))
        low, high = self._known.get(key, (-self._layout.rules.cells, self._layout.rules.cells))
        if low >= score or high < score:
            return low if low >= score else high
        best = self._best(mover, other, discs, score, moves)
        if len(self._known) >= _MOST_REMEMBERED:
            self._known.clear()  # memory must not grow with the time limit
        self._known[key] = (best, high) if best >= score else (low, best)
        return best

    def _best(self, mover: _Side, other: _Side, discs: int, score: int, moves: int) -> int:
        best = -self._layout.rules.cells
        lines = mover.lines + other.lines  # a disc in many lines of either side decides most
        for disc in sorted(_each(moves), key=lambda disc: -sum(1 for line in lines if line & disc)):
            value = -self._value(other.against(disc), mover.with_disc(disc), discs + 1, 1 - score)
            best = max(best, value)
            if best >= score:
                break
        return best

    def _free(self, taken: int) -> int:
        free = 0
        for lowest, reach in self._layout.slots.values():
            free |= (taken + lowest) & reach
        return free


def _each(discs: int) -> Iterator[int]:
    while discs:
        yield discs & -discs
        discs &= discs - 1


@lru_cache(maxsize=4)
def _cache_of(rules: Rules) -> dict[tuple[int, int], tuple[int, int]]:
    """Return what is known about the positions of these rules; it stays valid."""
    del rules
    return {}


def _turned(discs: int, turn: dict[int, int]) -> int:
    return sum(turn[disc] for disc in _each(discs))


@lru_cache(maxsize=4)
def _symmetries(layout: Layout) -> Sequence[dict[int, int]]:
    """Return the symmetries of the board, each as a table of bits."""
    rules = layout.rules
    last_row, last_column = rules.rows - 1, rules.columns - 1

    def turned(cell: Cell, number: int) -> Cell:
        row, column = cell
        column = last_column - column if number & 1 else column
        row = last_row - row if number & 2 else row
        return (column, row) if number & 4 else (row, column)

    ways = 2 if rules.gravity else 8 if rules.rows == rules.columns else 4
    cells = layout.cells
    return [{bit: layout.bit(turned(cell, number)) for bit, cell in cells.items()} for number in range(ways)]
