"""Connect-4 for PettingZoo: two agents in turn, `player_0` first; the same shapes as its own connect_four_v3.

    observation    rows x columns x 2, the agent's own discs first, row 0 on top
    action_mask    1 for each column that is not full; all 0 for the agent whose turn it is not

The winner gets 1 and the loser -1; an illegal move loses. Any size, and any number in a row.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from slidedrop.core.arguments import require_count
from slidedrop.lab.envs.connect4 import drops
from slidedrop.lab.envs.env import METADATA, checked_action, illegal_action, rendered
from slidedrop.lab.envs.picture import Pixels


def env(**options: object) -> AECEnv:
    """Return the environment with PettingZoo's usual wrappers."""
    made = wrappers.TerminateIllegalWrapper(raw_env(**cast("dict[str, Any]", options)), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801 - PettingZoo has no types, and its names
    """The environment itself."""

    metadata = {**METADATA, "name": "connect4_v0", "is_parallelizable": False}  # noqa: RUF012 - PettingZoo's

    def __init__(
        self, columns: int = 7, rows: int = 6, connect: int = 4, max_cycles: int = 0, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.game, self.max_cycles, self.render_mode = drops(columns, rows, connect), max_cycles, render_mode
        self._stepper = self.game.stepper()
        self.possible_agents = ["player_0", "player_1"]
        seen, mask = spaces.Box(0, 1, (rows, columns, 2), np.int8), spaces.Box(0, 1, (columns,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict(observation=seen, action_mask=mask) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(columns) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; `options={"start": ...}` sets the start. The seed has no effect: the game has no randomness."""
        if seed is not None:
            require_count(seed, "a seed")
        start = (options or {}).get("start")  # PettingZoo's own test passes unknown options
        self._stepper.begin(None if start is None else self.game.start_of(start))
        self.agents = self.possible_agents[:]
        self._cycles, self.agent_selection = 0, self.agents[self._stepper.position.turn]
        self.rewards, self._cumulative_rewards = dict.fromkeys(self.agents, 0), dict.fromkeys(self.agents, 0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation."""
        to_move = agent == self.agent_selection
        planes, mask = self._stepper.seen(), self._stepper.legal()
        seen = np.moveaxis(planes if to_move else planes[::-1], 0, -1).astype(np.int8)
        return {"observation": seen, "action_mask": mask if to_move else np.zeros_like(mask)}

    def step(self, action: object) -> None:
        """Drop a disc for the agent to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = checked_action(self.game, action)
        reward, legal, over = self._stepper.step(number)
        if not legal:
            raise illegal_action(self.game, number, self._stepper.legal())
        other = self.possible_agents[1 - self.possible_agents.index(agent)]
        self.rewards = {agent: int(reward), other: -int(reward)}
        self._cycles += agent == self.possible_agents[1]
        cut = self._cycles == self.max_cycles > 0 and not over
        self.terminations, self.truncations = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        self._cumulative_rewards[agent], self.agent_selection = 0, other
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | Pixels | None:
        """Return the board as text or as a picture, or print it."""
        return rendered(self.game, self._stepper.position, self.render_mode)

    def close(self) -> None:
        """Do nothing: no window is open."""
