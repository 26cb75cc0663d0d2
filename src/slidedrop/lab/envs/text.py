"""The games as plain text, for language models: the observation is the board and the legal moves, the action a move.

       2    .    .    4
       .    .    8    .            Text(gymnasium.make("slidedrop/Twenty48-v0"))
       ...
    Legal moves: up, left          "left", "Move: LEFT" and "I choose left." all mean the same

The last word that is a move counts. An answer without a move counts as an illegal action.
"""

import re
import string
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces

from slidedrop.core.arguments import require_type
from slidedrop.core.errors import NotationError
from slidedrop.lab.envs.env import GameEnv

_LONGEST: Final = 10_000


class Text(gymnasium.Wrapper[Any, Any, Any, Any]):
    """A slidedrop environment, with or without an `Oracle`, as text."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(require_type(env, gymnasium.Env, "an environment"))
        self._game = require_type(env.unwrapped, GameEnv, "an environment of slidedrop")
        self.observation_space = spaces.Text(_LONGEST, charset=string.printable)
        self.action_space = spaces.Text(_LONGEST, min_length=0, charset=string.printable)
        self._unread = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Start an episode and return the board."""
        self._unread = 0
        _, info = self.env.reset(seed=seed, options=options)
        return self._observation(), info

    def step(self, action: str) -> tuple[str, Any, bool, bool, dict[str, Any]]:
        """Read a move, make it, and return the board."""
        require_type(action, str, "an answer in words")
        try:
            number = self._read(action)
        except NotationError as error:
            self._unread += 1
            mask = self._game.action_masks().astype(np.int8)
            cut = self._unread == self._game.cap > 0
            return f"{error}\n\n{self._observation()}", 0.0, False, cut, {"action_mask": mask}
        self._unread = 0
        _, reward, over, cut, info = self.env.step(number)
        return self._observation(), reward, over, cut, info

    def _read(self, text: str) -> int:
        for word in reversed(re.findall(r"[\w.]*\w", text)):
            try:
                return int(self._game.game.named(word))
            except NotationError:
                continue
        raise NotationError("No move was found; answer with one of the legal moves.")

    def _observation(self) -> str:
        position, game = self._game.position, self._game.game
        legal = ", ".join(game.name(int(action)) for action in np.flatnonzero(self._game.action_masks()))
        return f"{game.text(position)}\n\nLegal moves: {legal or 'none, the game is over'}"
