"""Self-play for training: the learner plays one side of every game, your own policy the other.

    many = SelfPlayVector(gymnasium.make_vec("slidedrop/Connect4-v0", num_envs=64), opponent)
    many.opponent = a_newer_copy                          at any time, for all games from the next step

The policy gets the observations and action masks of the side to move, and returns an action for every environment. The
first player is random. A step is your move and the reply; a win earns 1, a loss -1. An ended game restarts in the same
step, and `final_obs` has its last board, your own pieces first.
"""

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from slidedrop.core.arguments import require_type
from slidedrop.core.errors import NotationError
from slidedrop.lab.envs.two_players import TwoPlayers
from slidedrop.lab.envs.vector import GameVectorEnv

Policy = Callable[[Any, Any], npt.ArrayLike]
Flags = npt.NDArray[np.bool_]


class SelfPlayVector(gymnasium.vector.VectorWrapper):
    """A vector of two-player games in which a policy plays the other side."""

    def __init__(self, env: gymnasium.vector.VectorEnv[Any, Any, Any], opponent: Policy) -> None:
        super().__init__(require_type(env, gymnasium.vector.VectorEnv, "a vector of environments"))
        self._many = require_type(env.unwrapped, GameVectorEnv, "a compiled vector of environments")
        is_next = self._many.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
        if not isinstance(self._many.game, TwoPlayers) or self._many.masked or not is_next or not callable(opponent):
            raise NotationError("self-play takes NextStep games of two without masked=True, and a policy to call")
        self.metadata = {**env.metadata, "autoreset_mode": AutoresetMode.SAME_STEP}
        self.opponent = opponent
        self._latest: tuple[Any, dict[str, Any]] = (None, {})

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start games; the opponent moves first in some."""
        self._latest = self.env.reset(seed=seed, options=options)  # type: ignore[arg-type] # a list too, as in Gymnasium
        mask = (options or {}).get("reset_mask")
        self._begin(np.ones(self.num_envs, dtype=np.bool_) if mask is None else mask)
        return self._latest

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:  # noqa: ANN401 - an array
        """Make your moves, then the replies."""
        everywhere = np.ones(self.num_envs, dtype=np.bool_)
        rewards, over, cut = self._moved(actions, everywhere)
        own = over | cut
        replies = self._moved(self.opponent(*self._seen()), ~own)
        rewards, over, cut = rewards - replies[0], over | replies[1], cut | replies[2]
        done = over | cut
        if not done.any():
            return self._latest[0], rewards, over, cut, self._latest[1]
        last = np.empty(self.num_envs, dtype=object)
        for number in np.flatnonzero(done):  # after your own move the observation shows the opponent's pieces first
            last[number] = self._latest[0][number][:: -1 if own[number] else 1].copy()
        masks = {"action_mask": self._latest[1]["action_mask"] * done[:, None], "_action_mask": done.copy()}
        self._latest = self.env.reset(options={"reset_mask": done})
        self._begin(done)
        finals = {"final_obs": last, "_final_obs": done, "final_info": masks, "_final_info": done.copy()}
        return self._latest[0], rewards, over, cut, {**self._latest[1], **finals}

    def _seen(self) -> tuple[Any, Any]:
        return self._latest[0], self._latest[1]["action_mask"]

    def _begin(self, begun: Flags) -> None:
        """Draw which side starts, and let the opponent make its first moves."""
        second = begun & (self._many.np_random.random(self.num_envs) < 0.5)
        if second.any():
            self._moved(self.opponent(*self._seen()), second)

    def _moved(self, actions: npt.ArrayLike, moving: Flags) -> tuple[Any, Flags, Flags]:
        """Move in the marked games and leave the others unchanged."""
        before = self._many.state()
        seen, rewards, over, cut, infos = self.env.step(actions)
        if not moving.all():
            after = self._many.state()
            after[~moving] = before[~moving]
            seen, infos = self._many.set_state(after)
        self._latest = seen, infos
        return rewards * moving, over & moving, cut & moving
