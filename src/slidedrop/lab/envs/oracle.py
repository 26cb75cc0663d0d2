"""The value of every action: exact in Connect-4 and on solved boards of 2048, else by search.

    info["value"]     the value of each action before the next step; NaN if it is illegal
    info["regret"]    the value that the last action lost: 0 for a best one

In Connect-4 a value is the proven public score; in 2048 it is the expected points to come: exact if `twenty48/exact`
has solved the board, otherwise by the network. With `as_reward` the reward is minus the regret.
"""

from typing import Any

import gymnasium
import numpy as np

from slidedrop.core.arguments import require_count, require_type
from slidedrop.lab.envs.env import GameEnv, checked_action
from slidedrop.lab.envs.stepping import Values
from slidedrop.lab.envs.vector import GameVectorEnv


class Oracle(gymnasium.Wrapper[Any, Any, Any, Any]):
    """A slidedrop environment with values."""

    def __init__(self, env: gymnasium.Env[Any, Any], *, as_reward: bool = False, plies: int = 2) -> None:
        super().__init__(require_type(env, gymnasium.Env, "an environment"))
        self._game = require_type(env.unwrapped, GameEnv, "an environment of slidedrop")
        self._as_reward, self._plies = as_reward, require_count(plies, "the number of plies", 1)
        self._values = np.zeros(0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start an episode, with the values of the first actions."""
        seen, info = self.env.reset(seed=seed, options=options)
        self._values = self._valued()
        return seen, {**info, "value": self._values.copy()}

    def step(self, action: object) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Step, and return the action's regret; an illegal action counts as the worst."""
        number = checked_action(self._game.game, action)
        known, chosen = self._values[np.isfinite(self._values)], self._values[number]
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


class VectorOracle(gymnasium.vector.VectorWrapper):
    """Many environments with the values of every action, computed together on all cores."""

    def __init__(self, env: gymnasium.vector.VectorEnv[Any, Any, Any], *, plies: int = 2) -> None:
        super().__init__(require_type(env, gymnasium.vector.VectorEnv, "a vector of environments"))
        self._many = require_type(env.unwrapped, GameVectorEnv, "a compiled vector of environments")
        self._plies, self._values = require_count(plies, "the number of plies", 1), np.zeros((0, 0))

    def values(self) -> Values:
        """Return the value of every action in every environment; NaN for illegal ones."""
        positions = [self._many.position(number) for number in range(self.num_envs)]
        game: Any = self._many.game  # a compiled vector computes its own values
        values: Values = game.values_of(positions, self._plies)
        return values

    def reset(self, **asked: Any) -> tuple[Any, dict[str, Any]]:  # noqa: ANN401 - those of the vector
        """Start episodes, with the values of the first actions."""
        seen, infos = self.env.reset(**asked)
        self._values = self.values()
        return seen, {**infos, "value": self._values.copy()}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:  # noqa: ANN401 - an array
        """Step, and return each action's regret: NaN if it did not count or was illegal."""
        seen, rewards, over, cut, infos = self.env.step(actions)
        regret = np.fmax.reduce(self._values, axis=1) - self._values[np.arange(self.num_envs), actions]
        self._values = self.values()
        return seen, rewards, over, cut, {**infos, "value": self._values.copy(), "regret": regret}
