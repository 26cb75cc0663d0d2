"""How much a search may cost, in seconds or in nodes, and who may spend it.

the whole, 1 s ─┬─ part, 40,000 nodes ── column 1      A part ends when its own nodes are spent or
└─ part, 40,000 nodes ── column 2      when the whole is, whichever comes first.
"""

from __future__ import annotations

import time
from typing import Final

FOREVER: Final = float("inf")
_SLICE: Final = 10_000
"""Nodes between two looks at the clock: some milliseconds."""


class Budget:
    """How long a search may take."""

    def __init__(self, seconds: float = FOREVER, nodes: float = FOREVER, whole: Budget | None = None) -> None:
        self.end = time.monotonic() + seconds
        self.nodes = nodes
        self._whole = whole

    @property
    def is_endless(self) -> bool:
        """Whether neither time nor nodes are limited."""
        return self.end == self.nodes == FOREVER

    def part(self, nodes: float) -> Budget:
        """Return a budget of some nodes at most, within this one."""
        return Budget(nodes=nodes, whole=self)

    def share(self) -> int:
        """Return the nodes that may be searched before asking again; 0 when the budget is used up."""
        if time.monotonic() >= self.end:
            return 0
        return max(0, int(min(self.nodes, self._whole.share() if self._whole else _SLICE)))

    def spend(self, nodes: int) -> None:
        """Take searched nodes off the budget."""
        self.nodes -= nodes
        if self._whole:
            self._whole.spend(nodes)
