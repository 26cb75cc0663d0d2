"""Estimates how strongly a game was played: which known player would have lost as much on the same boards.

Players are compared on the boards of this one game, so that a game with hard boards does not make its player look weak.
A known player is possible if its loss differs by less than two standard errors of the difference.
"""

import math
from collections.abc import Mapping, Sequence
from statistics import fmean, stdev
from typing import Final

from slidedrop.analysis.sentences import say

_SURE: Final = 2.0
_LEAST: Final = 1e-6
"""A loss per move, in points, that counts as perfect play."""


class Strength:
    """The losses of a game, compared with those of known players."""

    def __init__(self, losses: Sequence[float], others: Sequence[Mapping[str, float]]) -> None:
        self._losses = losses
        self._others = {name: [one[name] for one in others] for name in (others[0] if others else ())}

    @property
    def loss(self) -> float:
        """The mean points lost per slide."""
        return fmean(self._losses) if self._losses else 0.0

    @property
    def levels(self) -> dict[str, float]:
        """The mean points that each known player would have lost per slide."""
        return {name: fmean(losses) for name, losses in self._others.items()}

    @property
    def name(self) -> str:
        """The player with the most similar loss; empty if no move was made."""
        loss, levels = self.loss + _LEAST, self.levels
        return min(levels, key=lambda name: abs(math.log(loss / (levels[name] + _LEAST))), default="")

    @property
    def possible(self) -> list[str]:
        return [name for name in self._others if name == self.name or self._is_near(self._others[name])]

    def _is_near(self, losses: Sequence[float]) -> bool:
        gaps = [mine - other for mine, other in zip(self._losses, losses, strict=True)]
        return len(gaps) < 2 or abs(fmean(gaps)) <= _SURE * stdev(gaps) / math.sqrt(len(gaps))

    @property
    def words(self) -> str:
        if not self._losses:
            return say("nothing played")
        possible = self.possible
        if len(possible) == 1:
            return say("played like", name=self.name)
        if len(possible) == len(self._others):
            return say("too few played")
        return say("played like one of", name=self.name, first=possible[0], last=possible[-1])


def luckier_than(luck: float, parts: Sequence[float]) -> float:
    """Return the share of games with less luck, if luck is a random walk with steps of this size."""
    spread = math.sqrt(sum(part * part for part in parts))
    return 0.5 if not spread else 0.5 * (1 + math.erf(luck / spread / math.sqrt(2)))
