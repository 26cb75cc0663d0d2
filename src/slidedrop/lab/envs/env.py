"""One environment of any game for Gymnasium.

    illegal="noop"     an illegal action changes nothing; after `illegal_cap` of them in a row the episode is truncated
    illegal="end"      it ends the episode with a reward of -1
    illegal="error"    it raises IllegalMove

The seed of `reset` determines all random numbers until the next seed; a reset without one continues the generator. The
caller owns every returned array.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

import gymnasium
import numpy as np
from gymnasium import spaces

from slidedrop.core.arguments import require_count, require_int, require_type
from slidedrop.core.errors import IllegalMove, NotationError
from slidedrop.core.position import Position
from slidedrop.lab.envs.connect4 import drops
from slidedrop.lab.envs.episodes import ILLEGAL_REWARD, LARGEST
from slidedrop.lab.envs.picture import Pixels
from slidedrop.lab.envs.stepping import Mask, checked_options, drawn
from slidedrop.lab.envs.twenty48 import Slides, slides
from slidedrop.lab.envs.two_players import TwoPlayers, board_game

EnvGame = Slides | TwoPlayers
"""The parts of a game that an environment needs."""
Word = TypeVar("Word", str, str | None)
METADATA: dict[str, Any] = {"render_modes": ["ansi", "rgb_array", "human"], "render_fps": 4}


class GameEnv(gymnasium.Env[Any, Any]):
    """An environment of one game; `unwrapped.position` is its position for search and players."""

    metadata = METADATA

    def __init__(
        self, game: EnvGame, *, masked: bool, illegal: str, illegal_cap: int, render_mode: str | None = None
    ) -> None:
        modes: list[str | None] = [None, *METADATA["render_modes"]]
        self.game, self.masked = game, require_type(masked, bool, "masked, True or False,")
        self.render_mode = _checked(render_mode, modes, "a render mode")
        self.illegal = _checked(illegal, ["noop", "end", "error"], "an illegal action")
        self.action_space = spaces.Discrete(game.actions)
        self.observation_space = observation_space(game, masked=masked)
        self._stepper = game.stepper()
        self.cap, self._idle, self._seeded = require_count(illegal_cap, "illegal_cap", 0, LARGEST), 0, False

    @property
    def position(self) -> Position[Any]:
        """The current position."""
        return self._stepper.position

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start an episode; `options={"start": ...}` sets its start."""
        start: Any = checked_options(options, "start").get("start")
        seed = None if seed is None else require_count(seed, "a seed")
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self._stepper.counter = drawn(int(self.np_random.integers(1 << 63)) if seed is None else seed)
            self._seeded = True
        self._idle = 0
        if start is not None:
            start = self.game.start_of(start)
        self._stepper.begin(start)
        return self._observed()

    def step(self, action: object) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a move."""
        action = checked_action(self.game, action)
        if not self._seeded:
            raise NotationError("call reset before step")
        if self.illegal == "error" and not self._stepper.legal()[action]:
            raise illegal_action(self.game, action, self._stepper.legal())
        reward, legal, over = self._stepper.step(action)
        self._idle = 0 if legal else self._idle + 1
        if self._idle and self.illegal == "end":
            reward, over = ILLEGAL_REWARD, True
        if self.render_mode == "human":
            self.render()
        seen, info = self._observed()
        return seen, reward, over, self._idle == self.cap > 0 and not over, info

    def _observed(self) -> tuple[Any, dict[str, Any]]:
        mask, seen = self._stepper.legal(), self.game.observed(self._stepper.seen())
        if self.masked:
            return {"observation": seen, "action_mask": mask.copy()}, {"action_mask": mask}
        return seen, {"action_mask": mask}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return which actions are legal; the method name is the one that MaskablePPO expects."""
        return self._stepper.legal().astype(np.bool_)

    def render(self) -> str | Pixels | None:
        """Return the board as text or as a picture, or print it."""
        return rendered(self.game, self.position, self.render_mode)


def rendered(game: EnvGame, position: Position[Any], mode: str | None) -> str | Pixels | None:
    """Return a position in a render mode."""
    text = game.text(position)
    if mode == "human":
        print(text, end="\n\n")  # noqa: T201 - printing was requested
    return text if mode == "ansi" else game.pixels(position) if mode == "rgb_array" else None


def observation_space(game: EnvGame, *, masked: bool) -> spaces.Space[Any]:
    """Return the observation space of one environment."""
    shape = game.observed(np.zeros(game.shape, dtype=np.uint8)).shape
    box = spaces.Box(0, game.highest if shape == game.shape else 1, shape, np.uint8)
    return spaces.Dict(observation=box, action_mask=spaces.MultiBinary(game.actions)) if masked else box


def checked_action(game: EnvGame, action: object) -> int:
    """Return the number of an action, or raise an error for an invalid one."""
    if 0 <= (number := require_int(action, "an action")) < game.actions:
        return number
    raise NotationError(f"an action is a number from 0 to {game.actions - 1}, not {action!r:.40}")


def _checked(value: Word, known: list[Word], what: str) -> Word:
    if isinstance(value, str | None) and value in known:
        return value
    raise NotationError(f"{what} is one of {', '.join(map(str, known))}, not {value!r:.40}")


def illegal_action(game: EnvGame, action: int, mask: Mask) -> IllegalMove:
    """Return the error for an illegal action, which lists the legal actions."""
    legal = ", ".join(str(number) for number in np.flatnonzero(mask)) or "none: the game is over"
    return IllegalMove(f"action {action} ({game.name(action)}) is not legal here; legal: {legal}")


def made(
    game_of: Callable[..., EnvGame],
    *,
    illegal: str,
    masked: bool = False,
    illegal_cap: int = 100,
    render_mode: str | None = None,
    **game: object,
) -> GameEnv:
    """Return an environment; `twenty48.slides` and `connect4.drops` list the options of each game."""
    return GameEnv(game_of(**game), masked=masked, illegal=illegal, illegal_cap=illegal_cap, render_mode=render_mode)


twenty48 = partial(made, slides, illegal="noop")
connect4 = partial(made, drops, illegal="end")
any_game = partial(made, board_game, illegal="end")


class Environment(NamedTuple):
    """The entry points of a game's environments for Gymnasium."""

    name: str
    single: str
    vector: str


TWENTY48: Final = Environment("Twenty48", "slidedrop.lab.envs.env:twenty48", "slidedrop.lab.envs.vector:twenty48")
CONNECT4: Final = Environment("Connect4", "slidedrop.lab.envs.env:connect4", "slidedrop.lab.envs.vector:connect4")
