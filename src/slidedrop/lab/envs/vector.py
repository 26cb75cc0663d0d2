"""Many environments of either game for Gymnasium, stepped together by a kernel on one thread or several.

Environment i of a vector with seed s is the single environment with seed s + i, step for step, whatever the number of
environments and threads. With `copy` (the usual) every array that is handed out is the caller's own; without it the
same arrays are written again by the next step. Rules that no kernel knows are Gymnasium's own SyncVectorEnv.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers import TimeLimit

from slidedrop.core.arguments import require_int
from slidedrop.core.errors import GameOver, NotationError
from slidedrop.core.position import Position
from slidedrop.lab.envs import env
from slidedrop.lab.envs.episodes import CLOCK, DISABLED, DUE, NEXT_STEP, SAME_STEP, Buffer, Episodes
from slidedrop.lab.envs.stepping import Buffers, Kernel, Mask, Seen, checked_options, drawn

MODES: Final = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}
_LEAST_SHARE: Final = 1024
"""Fewer environments than this are not worth a thread."""


class GameVectorEnv(VectorEnv[Any, Any, Any]):
    """Games in a few arrays; `episodes.py` says when an episode ends, in a vector as in a single environment."""

    def __init__(
        self,
        single: env.GameEnv,
        kernel: Kernel,
        num_envs: int,
        autoreset_mode: str | AutoresetMode,
        limit: int,
        threads: int,
        *,
        copy: bool,
    ) -> None:
        self.num_envs, self.copy, self.render_mode = num_envs, copy, single.render_mode
        self.game, self.masked, self.illegal = single.game, single.masked, single.illegal
        self.metadata = {**env.METADATA, "autoreset_mode": AutoresetMode(autoreset_mode)}
        self.single_action_space, self.single_observation_space = single.action_space, single.observation_space
        self.action_space = batch_space(single.action_space, num_envs)
        self.observation_space = batch_space(single.observation_space, num_envs)
        self._kernel = kernel
        self._words = np.zeros((num_envs, 4), dtype=np.uint64)
        self._seeded = False
        self._episodes = self._new_episodes(single.cap, limit)
        self._renew()
        self._threads = max(1, min(threads, num_envs // _LEAST_SHARE))
        shares = 1 if self._threads == 1 else min(4 * self._threads, num_envs // _LEAST_SHARE)
        self._shares = list(pairwise(num_envs * share // shares for share in range(shares + 1)))
        self._pool = ThreadPoolExecutor(self._threads - 1) if self._threads > 1 else None

    def _new_episodes(self, cap: int, limit: int) -> Episodes:
        count, mode = self.num_envs, MODES[self.metadata["autoreset_mode"]]
        flags = np.zeros((2, count), dtype=np.bool_)
        finals = count if mode == SAME_STEP else 0
        seen, legal = self._kernel.seen(finals)[0], self._kernel.legal(finals)[0]
        return Episodes(np.zeros(count), flags[0], flags[1], seen, legal, mode, self.illegal == "end", cap, limit)

    def _renew(self) -> None:
        """Go on in new arrays; the old ones belong to whoever has seen them."""
        count = self.num_envs
        self._seen_words, self._seen = self._kernel.seen(count)
        self._legal_words, self._legal = self._kernel.legal(count)
        flags = np.empty((2, count), dtype=np.bool_)
        self._episodes = self._episodes._replace(rewards=np.empty(count), terminated=flags[0], truncated=flags[1])

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin episodes: all, or those of `options["reset_mask"]`; `options["start"]` begins them elsewhere."""
        asked = checked_options(options, "start", "reset_mask")
        seed = seed if seed is None or isinstance(seed, list) else require_int(seed, "a seed")
        super().reset(seed=seed if isinstance(seed, int) else None)
        chosen, start = self._chosen(asked.get("reset_mask")), asked.get("start")
        seeds = [seed + number for number in range(self.num_envs)] if isinstance(seed, int) else seed
        if seeds is None and not self._seeded:
            seeds = self.np_random.integers(1 << 63, size=self.num_envs).tolist()
        for number, own in enumerate(seeds or ()):
            if own is not None and chosen[number]:
                self._words[number, 2] = drawn(own)
        self._seeded = True
        if self.copy:
            self._renew()
        self._words[chosen, CLOCK] = 0
        tables = self._kernel.tables if start is None else self._kernel.tables_at(self.game.start_of(start))
        self._kernel.begin(chosen, self._words.reshape(-1), self._seen_words, self._legal_words, tables)
        return self._told(chosen)

    def _chosen(self, mask: object) -> npt.NDArray[np.bool_]:
        if mask is None:
            return np.ones(self.num_envs, dtype=np.bool_)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise NotationError(f"a reset_mask is a NumPy array of {self.num_envs} booleans, not {mask!r:.60}")
        return mask

    def step(self, actions: npt.ArrayLike) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make a move in every environment; those that wait for a new episode begin it."""
        actions = self._checked(np.ascontiguousarray(actions, dtype=np.int64))
        if self.copy:
            self._renew()
        e, step, shares = self._episodes, self._kernel.step, deque([*self._shares, *[None] * self._threads])
        shared = (actions, self._words.reshape(-1), self._seen_words, self._legal_words, e, self._kernel.tables)

        def work() -> None:
            for first, last in iter(shares.popleft, None):
                step(*shared, first, last)

        others = [self._pool.submit(work) for _ in range(1, self._threads) if self._pool]
        work()
        for other in others:
            other.result()
        seen, infos = self._told(np.ones(self.num_envs, dtype=np.bool_))
        if e.mode == SAME_STEP and (done := e.terminated | e.truncated).any():
            infos |= self._finals(done)
        return seen, e.rewards, e.terminated, e.truncated, infos

    def _checked(self, actions: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Refuse actions before one of them changes anything."""
        if actions.shape != (self.num_envs,) or actions.view(np.uint64).max() >= self.game.actions:
            raise NotationError(f"actions are {self.num_envs} numbers from 0 to {self.game.actions - 1}")
        if self._episodes.mode == DISABLED and self._over().any():
            raise GameOver("some episodes are over; begin them again by reset(options={'reset_mask': ...})")
        if self.illegal == "error":
            wrong = (self._legal[np.arange(self.num_envs), actions] == 0) & ~self._over()
            for number in np.flatnonzero(wrong)[:1]:
                raise env.illegal_action(self.game, int(actions[number]), self._legal[number])
        return actions

    def _over(self) -> npt.NDArray[np.bool_]:
        return self._words[:, CLOCK] >= DUE

    def _told(self, told: npt.NDArray[np.bool_]) -> tuple[Any, dict[str, Any]]:
        seen, infos = self.game.observed(self._seen), {"action_mask": self._legal, "_action_mask": told}
        return ({"observation": seen, "action_mask": self._legal.copy()} if self.masked else seen), infos

    def _finals(self, done: npt.NDArray[np.bool_]) -> dict[str, Any]:
        over, last = np.flatnonzero(done), np.empty(self.num_envs, dtype=object)
        legal = self._ended(self._kernel.legal, self._episodes.final_legal, done)
        masks = np.zeros(self._legal.shape, dtype=np.int8)
        if legal.any():  # of a game that is over nothing is legal
            masks[over] = legal
        seen = self.game.observed(self._ended(self._kernel.seen, self._episodes.final_seen, done))
        each = map(_masked, seen, legal) if self.masked else iter(seen)
        last[over] = np.fromiter(each, dtype=object, count=len(over))  # an array of arrays is not unpacked here
        told = {"action_mask": masks, "_action_mask": done}
        return {"final_obs": last, "_final_obs": done.copy(), "final_info": told, "_final_info": done.copy()}

    def _ended(self, new: Buffers, source: Buffer, done: npt.NDArray[np.bool_]) -> Buffer:
        """Return the first rows of each share in an array of their own; whole words are copied, faster than cells."""
        words = source.reshape(self.num_envs, -1)
        rows = [words[first : first + np.count_nonzero(done[first:last])] for first, last in self._shares]
        copied, ended = new(sum(map(len, rows)))
        np.concatenate(rows, out=copied.reshape(-1, words.shape[1]))
        return ended

    def position(self, number: int) -> Position[Any]:
        """Return the position of one environment."""
        return self._kernel.position(*self._words[number, :2].tolist())

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal."""
        return np.asarray(self._legal, dtype=np.bool_)

    def render(self) -> tuple[Any, ...]:
        """Return every board as text or as a picture."""
        return tuple(
            env.rendered(self.game, self.position(number), self.render_mode) for number in range(self.num_envs)
        )

    def close_extras(self, **_: object) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()


def vector(
    make: Callable[..., env.GameEnv],
    num_envs: int = 1,
    *,
    autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
    max_episode_steps: int | None = None,
    threads: int = 1,
    copy: bool = True,
    **options: object,
) -> VectorEnv[Any, Any, Any]:
    """Return many environments; the options are those of one, and how they are stepped."""
    single = make(**options)
    kernel = single.game.kernel()
    if kernel is None:
        limited = partial(_limited, make, max_episode_steps, options)
        return SyncVectorEnv([limited] * num_envs, copy=copy, autoreset_mode=autoreset_mode)
    return GameVectorEnv(single, kernel, num_envs, autoreset_mode, max_episode_steps or 0, threads, copy=copy)


def _masked(seen: Seen, legal: Mask) -> dict[str, Seen | Mask]:
    return {"observation": seen, "action_mask": legal}


def _limited(
    make: Callable[..., env.GameEnv], limit: int | None, options: dict[str, object]
) -> gymnasium.Env[Any, Any]:
    single = make(**options)
    return single if limit is None else TimeLimit(single, limit)


twenty48 = partial(vector, env.twenty48)
connect4 = partial(vector, env.connect4)
