"""What every action is worth, told by whoever knows: exact in Connect-4 and on solved boards of 2048, else by search.

    info["value"]     for each action its value before the next step; NaN where it is not legal
    info["regret"]    how much the last action gave away: 0 for a best one

In Connect-4 a value is the public score that best play leads to, by proof; in 2048 the points still to come: exactly
where `twenty48/exact` has solved the board, else as the network sees them some plies ahead. With `as_reward` the reward
is minus the regret, so that a learner is told at once.
"""

from contextlib import suppress
from functools import lru_cache
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from slidedrop.connect4.engine.perfect import analyse
from slidedrop.connect4.position import Position as Drops
from slidedrop.core.errors import NotationError
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.engine.expectimax import best_move
from slidedrop.twenty48.exact.values import exact_for
from slidedrop.twenty48.position import Position as Slides

Values = npt.NDArray[np.float64]
_solved = lru_cache(maxsize=8)(exact_for)


class Oracle(gymnasium.Wrapper[Any, Any, Any, Any]):
    """An environment of ours, with values."""

    def __init__(self, env: gymnasium.Env[Any, Any], *, as_reward: bool = False, plies: int = 2) -> None:
        super().__init__(env)
        self._game: Any = env.unwrapped
        self._as_reward, self._plies = as_reward, plies
        self._values = np.zeros(0)

    def reset(self, **options: Any) -> tuple[Any, dict[str, Any]]:  # noqa: ANN401 - Gymnasium's
        """Begin, with the values of the first actions."""
        seen, info = self.env.reset(**options)
        self._values = self._valued()
        return seen, {**info, "value": self._values.copy()}

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:  # noqa: ANN401 - Gymnasium's
        """Step, and say what the action gave away; one that is not legal counts as the worst."""
        known, chosen = self._values[np.isfinite(self._values)], self._values[action]
        regret = float(known.max() - (chosen if np.isfinite(chosen) else known.min())) if known.size else 0.0
        seen, reward, over, cut, info = self.env.step(action)
        self._values = self._valued()
        info = {**info, "value": self._values.copy(), "regret": regret}
        return seen, -regret if self._as_reward else reward, over, cut, info

    def _valued(self) -> Values:
        values = np.full(self._game.game.actions, np.nan)
        for action, value in values_of(self._game.position, self._plies).items():
            values[action] = value
        return values


def values_of(position: Drops | Slides, plies: int = 2) -> dict[int, float]:
    """Return the value of each legal action; none after the end."""
    if position.is_over:
        return {}
    if isinstance(position, Drops):
        return {column: float(solution.low) for column, solution in analyse(position).items()}
    found = _slides_of(position, plies)
    return {number: found[direction] for number, direction in enumerate(Direction) if direction in found}


def _slides_of(position: Slides, plies: int) -> dict[Direction, float]:
    exact = _solved(position.rules)
    with suppress(KeyError, NotationError):  # a start of one's own that no game leads to
        if exact is not None:
            return exact.slides(position.board)
    return best_move(position.board, position.rules, plies=plies).values
