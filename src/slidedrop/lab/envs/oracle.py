"""What every action is worth, told by whoever knows: exact in Connect-4 and on solved boards of 2048, else by search.

    info["value"]     for each action its value before the next step; NaN where it is not legal
    info["regret"]    how much the last action gave away: 0 for a best one

In Connect-4 a value is the public score that best play leads to, by proof; in 2048 the points still to come: exactly
where `twenty48/exact` has solved the board, else as the network sees them some plies ahead. With `as_reward` the reward
is minus the regret, so that a learner is told at once.
"""

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from slidedrop.core.arguments import require_int

Values = npt.NDArray[np.float64]


class Oracle(gymnasium.Wrapper[Any, Any, Any, Any]):
    """An environment of ours, with values."""

    def __init__(self, env: gymnasium.Env[Any, Any], *, as_reward: bool = False, plies: int = 2) -> None:
        super().__init__(env)
        self._game: Any = env.unwrapped
        self._as_reward, self._plies = as_reward, plies
        self._values = np.zeros(0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin, with the values of the first actions."""
        seen, info = self.env.reset(seed=seed, options=options)
        self._values = self._valued()
        return seen, {**info, "value": self._values.copy()}

    def step(self, action: object) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Step, and say what the action gave away; one that is not legal counts as the worst."""
        known, chosen = self._values[np.isfinite(self._values)], self._values[require_int(action, "an action")]
        regret = float(known.max() - (chosen if np.isfinite(chosen) else known.min())) if known.size else 0.0
        seen, reward, over, cut, info = self.env.step(action)
        self._values = self._valued()
        info = {**info, "value": self._values.copy(), "regret": regret}
        return seen, -regret if self._as_reward else reward, over, cut, info

    def _valued(self) -> Values:
        values = np.full(self._game.game.actions, np.nan)
        for action, value in self._game.game.values(self._game.position, self._plies).items():
            values[action] = value
        return values
