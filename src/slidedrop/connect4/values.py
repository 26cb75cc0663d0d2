"""Values of positions: a win in n discs, a draw, or a loss in n; proven bounds; limits of a search.

    loss in 0 < loss in 2 < loss in 12 < ... < draw < ... < win in 9 < win in 3 < win in 1

Discs of both sides are counted, the winning one included: a side that wins does so with its own disc (an odd number),
one that loses does so by the other's (an even number); a loss in 0 has just happened. The public score is derived
from it. Positive: the side to move wins; negative: it loses; 0: a draw. It is one more for each disc that the winner
still holds in hand when he wins: on 7x6, 1 for a win with his last disc, 2 for the one before.

    the whole, 1 s ─┬─ part, 40,000 nodes ── column 1      A part of a budget ends when its own nodes are spent
                    └─ part, 40,000 nodes ── column 2      or when the whole is, whichever comes first.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import total_ordering
from typing import Final, Literal

from slidedrop.core.errors import RulesError

Verdict = Literal["win", "draw", "loss"]

_FAR: Final = 1 << 16
"""More discs than any game has."""
FOREVER: Final = float("inf")
_SLICE: Final = 10_000
"""Nodes between two looks at the clock: some milliseconds."""


@total_ordering
@dataclass(frozen=True, slots=True)
class Value:
    """The result of best play, for the side to move."""

    verdict: Verdict
    discs: int = 0
    """The number of discs of both sides until the end; 0 for a draw."""

    def __post_init__(self) -> None:
        lawful = {"win": self.discs % 2 == 1, "draw": self.discs == 0, "loss": self.discs % 2 == 0}
        if self.discs < 0 or not lawful.get(self.verdict, False):
            raise RulesError(f"a win takes an odd number of discs, a loss an even one, a draw none; not {self}")

    @classmethod
    def from_score(cls, score: int, discs: int, cells: int) -> Value:
        """Return the value behind a public score, with some discs on a board of some cells."""
        if score == 0:
            return DRAW
        parity = int(score > 0)
        most = cells + 2 - discs - 2 * abs(score)
        return cls("win" if score > 0 else "loss", most if most % 2 == parity else most - 1)

    def score(self, discs: int, cells: int) -> int:
        """Return the public score, with some discs on a board of some cells."""
        in_hand = (cells + 2 - discs - self.discs) // 2
        return {"win": in_hand, "draw": 0, "loss": -in_hand}[self.verdict]

    def for_the_other_side(self) -> Value:
        """Return the value of a move that leads to this value for the opponent."""
        if self.verdict == "draw":
            return self
        return Value("loss" if self.verdict == "win" else "win", self.discs + 1)

    @property
    def rank(self) -> int:
        """The sort key of a value: greater is better."""
        return {"win": _FAR - self.discs, "draw": 0, "loss": self.discs - _FAR}[self.verdict]

    def __lt__(self, other: Value) -> bool:
        return self.rank < other.rank if isinstance(other, Value) else NotImplemented

    def __str__(self) -> str:
        return "draw" if self.verdict == "draw" else f"{self.verdict} in {self.discs}"


DRAW: Final = Value("draw")


@dataclass(frozen=True, slots=True, repr=False)
class Solution:
    """The result of a search: the proven value, or its range if time or nodes ran out.

    Solutions are ordered by what is proven at least, then by what is still possible: the greatest is the best move.
    """

    low: int
    """The least public score that is possible."""
    high: int
    """The greatest public score that is possible."""
    discs: int
    """The discs on the board."""
    cells: int
    """The cells of the board."""
    nodes: int = 0
    """The positions searched for it."""

    @property
    def is_exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high

    @property
    def score(self) -> int | None:
        """The public score, or None where only a range is proven."""
        return self.low if self.is_exact else None

    @property
    def value(self) -> Value | None:
        """The value, or None where only a range is proven."""
        return self.worst if self.is_exact else None

    @property
    def worst(self) -> Value:
        """The lower bound of the value."""
        return Value.from_score(self.low, self.discs, self.cells)

    @property
    def best(self) -> Value:
        """The upper bound of the value."""
        return Value.from_score(self.high, self.discs, self.cells)

    @property
    def verdict(self) -> Verdict | None:
        """Win, draw or loss, once that much is proven; the number of discs may still be open."""
        return self.worst.verdict if self.worst.verdict == self.best.verdict else None

    def is_enough(self, *, verdict_only: bool) -> bool:
        """Tell whether the value is known, or at least win, draw or loss if that is enough."""
        return self.is_exact or (verdict_only and self.verdict is not None)

    def for_the_other_side(self) -> Solution:
        """Return the bounds of the move that led here, for the side that played it."""
        return Solution(-self.high, -self.low, self.discs - 1, self.cells, self.nodes)

    def _ranks(self) -> tuple[int, int]:
        return self.worst.rank, self.best.rank

    def __lt__(self, other: Solution) -> bool:
        return self._ranks() < other._ranks() if isinstance(other, Solution) else NotImplemented

    def __le__(self, other: Solution) -> bool:
        return self._ranks() <= other._ranks() if isinstance(other, Solution) else NotImplemented

    def __repr__(self) -> str:
        return f"<Solution: {self}>"

    def __str__(self) -> str:
        if self.is_exact:
            return str(self.worst)
        return self.verdict or f"between {self.worst} and {self.best}"


def intersect(one: Solution, other: Solution) -> Solution:
    """Return the range that agrees with two proofs: the greater lower and the smaller upper bound."""
    return Solution(max(one.low, other.low), min(one.high, other.high), one.discs, one.cells, one.nodes + other.nodes)


class Budget:
    """The limits of a search."""

    def __init__(self, seconds: float = FOREVER, nodes: float = FOREVER, whole: Budget | None = None) -> None:
        self.end = time.monotonic() + seconds
        self.nodes = nodes
        self._whole = whole

    @property
    def is_endless(self) -> bool:
        return self.end == self.nodes == FOREVER

    def part(self, nodes: float) -> Budget:
        """Return a budget of at most some nodes, within this one."""
        return Budget(nodes=nodes, whole=self)

    def share(self) -> int:
        """Return the nodes that may be searched before asking again; 0 when the budget is used up."""
        if time.monotonic() >= self.end:
            return 0
        return max(0, int(min(self.nodes, self._whole.share() if self._whole else _SLICE)))

    def spend(self, nodes: int) -> None:
        """Subtract searched nodes from the budget."""
        self.nodes -= nodes
        if self._whole:
            self._whole.spend(nodes)
