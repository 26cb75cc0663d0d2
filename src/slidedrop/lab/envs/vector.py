"""Many environments of either game for Gymnasium, stepped together by a kernel on one thread or several.

Environment i of a vector with seed s equals the single environment with seed s + i, step for step, for any number of
environments and threads. With `copy` (the default) the caller owns every returned array; without it the next step
overwrites the same arrays. Rules without a kernel use Gymnasium's own SyncVectorEnv.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any, Final, cast

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers import TimeLimit

from slidedrop.core.arguments import require_count, require_int
from slidedrop.core.errors import GameOver, NotationError
from slidedrop.core.position import Position
from slidedrop.lab.envs import env
from slidedrop.lab.envs.episodes import CLOCK, DISABLED, DUE, LARGEST, NEXT_STEP, SAME_STEP, Buffer, Episodes, Words
from slidedrop.lab.envs.stepping import Kernel, Mask, Seen, checked_options, drawn

MODES: Final = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}
_LEAST_SHARE: Final = 1024
"""The smallest number of environments per thread."""


class GameVectorEnv(VectorEnv[Any, Any, Any]):
    """Games in a few arrays; episodes end as in a single environment (`episodes.py`)."""

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
        final_obs: bool,
    ) -> None:
        self.num_envs, self.copy, self.render_mode = num_envs, copy, single.render_mode
        self._tells_finals = final_obs
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
        self._pool = _pool(self._threads)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out everything that cannot be copied: the kernel's functions and the threads."""
        return {**vars(self), "_kernel": None, "_pool": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        kernel, seen, legal = self.game.kernel(), self._seen, self._legal
        self._kernel, self._pool = cast("Kernel", kernel), _pool(self._threads)
        self._renew()
        self._seen[...], self._legal[...] = seen, legal

    def _new_episodes(self, cap: int, limit: int) -> Episodes:
        count, mode = self.num_envs, MODES[self.metadata["autoreset_mode"]]
        flags, ends = np.zeros((2, count), dtype=np.bool_), self.illegal == "end"
        numbers, finals = np.zeros(count, dtype=np.int64), self._kernel.seen(count if mode == SAME_STEP else 0)[0]
        none = self._kernel.legal(0)[0]
        return Episodes(np.zeros(count), flags[0], flags[1], numbers, finals, none, mode, ends, cap, limit)

    def _renew(self) -> None:
        """Allocate new arrays; the old ones belong to the caller."""
        count = self.num_envs
        self._seen_words, self._seen = self._kernel.seen(count)
        self._legal_words, self._legal = self._kernel.legal(count)
        last = self._episodes.final_legal
        if self._episodes.mode == SAME_STEP:
            last, self._last_legal = self._kernel.legal(count, np.zeros(len(self._legal_words), last.dtype))
        over, cut = np.empty((2, count), dtype=np.bool_)
        self._episodes = self._episodes._replace(
            rewards=np.empty(count), terminated=over, truncated=cut, final_legal=last
        )

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start episodes: all, or those of `options["reset_mask"]`.

        `options["start"]` is one start for all environments, `options["starts"]` a list with one for each.
        """
        asked = checked_options(options, "start", "starts", "reset_mask")
        seeds = self._seeds(seed)
        super().reset(seed=seeds[0] if seeds and not isinstance(seed, list) else None)
        chosen = self._chosen(asked.get("reset_mask"))
        starts = self._starts(asked, chosen)
        if seeds is None and not self._seeded:
            seeds = self.np_random.integers(1 << 63, size=self.num_envs).tolist()
        for number, own in enumerate(seeds or ()):
            if own is not None and chosen[number]:
                self._words[number, 2] = drawn(own)
        self._seeded = True
        if self.copy:
            self._renew()
        self._words[chosen, CLOCK] = 0
        if starts is not None:
            self._words[chosen, :2] = starts
        self._show(chosen if starts is None else np.zeros(self.num_envs, dtype=np.bool_))
        return self._observed(chosen)

    def _show(self, begun: npt.NDArray[np.bool_]) -> None:
        """Write the observations, and start new episodes in the marked environments."""
        self._kernel.begin(begun, self._words.reshape(-1), self._seen_words, self._legal_words, self._kernel.tables)

    def _starts(self, asked: dict[str, Any], chosen: npt.NDArray[np.bool_]) -> Words | None:
        """Return the words of the given start positions of the chosen environments."""
        start, starts = asked.get("start"), asked.get("starts")
        if starts is None:
            return None if start is None else np.array(self._kernel.words(self.game.start_of(start)), dtype=np.uint64)
        if start is not None or not isinstance(starts, (list, tuple)) or len(starts) != self.num_envs:
            raise NotationError(f"starts are a list of {self.num_envs} positions, without a start for all")
        given = [self._kernel.words(self.game.start_of(starts[number])) for number in np.flatnonzero(chosen)]
        return np.array(given, dtype=np.uint64).reshape(-1, 2)

    def state(self) -> Words:
        """Return the state of all games: boards, random counters and clocks, four words each."""
        return self._words.copy()

    def set_state(self, state: Words) -> tuple[Any, dict[str, Any]]:
        """Continue every game from a `state` of this or another vector; return the observations."""
        if not isinstance(state, np.ndarray) or state.dtype != np.uint64 or state.shape != self._words.shape:
            raise NotationError(f"a state is what state() returned for {self.num_envs} environments")
        if self.copy:
            self._renew()
        self._words[:], self._seeded = state, True
        self._show(np.zeros(self.num_envs, dtype=np.bool_))
        return self._observed(np.ones(self.num_envs, dtype=np.bool_))

    def _seeds(self, seed: object) -> list[int | None] | None:
        """Return the seed of every environment; None if none is given."""
        if seed is None:
            return None
        if not isinstance(seed, list):
            first = require_count(seed, "a seed")
            return [first + number for number in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise NotationError(f"there are {self.num_envs} environments, not {len(seed)} as there are seeds")
        return [None if own is None else require_count(own, "a seed") for own in seed]

    def _chosen(self, mask: object) -> npt.NDArray[np.bool_]:
        if mask is None:
            return np.ones(self.num_envs, dtype=np.bool_)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise NotationError(f"a reset_mask is a NumPy array of {self.num_envs} booleans, not {mask!r:.60}")
        return mask

    def step(self, actions: npt.ArrayLike) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make a move in every environment; ended episodes restart."""
        if self.closed or not self._seeded:
            raise NotationError("these environments are closed" if self.closed else "call reset before step")
        actions = self._checked(actions)
        self._renew() if self.copy else self._episodes.final_legal.fill(0)
        e, step, shares = self._episodes, self._kernel.step, deque([*self._shares, *[None] * self._threads])
        shared = (actions, self._words.reshape(-1), self._seen_words, self._legal_words, e, self._kernel.tables)
        ended = list[tuple[int, int]]()

        def work() -> None:
            for first, last in iter(shares.popleft, None):
                if count := step(*shared, first, last):
                    ended.append((first, first + count))

        others = [self._pool.submit(work) for _ in range(1, self._threads) if self._pool]
        work()
        for other in others:
            other.result()
        seen, infos = self._observed(np.ones(self.num_envs, dtype=np.bool_))
        if ended and self._tells_finals:
            infos |= self._finals(sorted(ended))
        return seen, e.rewards, e.terminated, e.truncated, infos

    def _checked(self, given: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Raise an error for wrong actions before anything changes."""
        try:
            numbers = np.asarray(given)
        except ValueError:  # rows of different lengths
            numbers = np.empty(0)
        actions = np.ascontiguousarray(numbers if numbers.dtype.kind in "iu" else [], dtype=np.int64)
        if actions.shape != (self.num_envs,) or actions.view(np.uint64).max() >= self.game.actions:
            raise NotationError(f"actions are {self.num_envs} numbers from 0 to {self.game.actions - 1}")
        if self._episodes.mode == DISABLED and self._over().any():
            raise GameOver("some episodes are over; restart them with reset(options={'reset_mask': ...})")
        if self.illegal == "error":
            wrong = (self._legal[np.arange(self.num_envs), actions] == 0) & ~self._over()
            for number in np.flatnonzero(wrong)[:1]:
                raise env.illegal_action(self.game, int(actions[number]), self._legal[number])
        return actions

    def _over(self) -> npt.NDArray[np.bool_]:
        return self._words[:, CLOCK] >= DUE

    def _observed(self, told: npt.NDArray[np.bool_]) -> tuple[Any, dict[str, Any]]:
        seen, infos = self.game.observed(self._seen), {"action_mask": self._legal, "_action_mask": told}
        return ({"observation": seen, "action_mask": self._legal.copy()} if self.masked else seen), infos

    def _finals(self, rows: list[tuple[int, int]]) -> dict[str, Any]:
        """Return the last observations and legal actions of ended episodes; the observations are contiguous."""
        e, legal, last = self._episodes, self._last_legal, np.empty(self.num_envs, dtype=object)
        over = _joined(e.final_env, rows, 1)
        words = _joined(e.final_seen, rows, len(e.final_seen) // self.num_envs)
        seen = self.game.observed(self._kernel.seen(len(over), words)[1])
        each = map(_masked, seen, legal[over]) if self.masked else seen
        last[over] = np.fromiter(each, dtype=object, count=len(over))  # keeps an array of arrays from being unpacked
        done = np.empty((3, self.num_envs), dtype=np.bool_)
        np.logical_or(e.terminated, e.truncated, out=done)
        told = {"action_mask": legal, "_action_mask": done[0]}
        return {"final_obs": last, "_final_obs": done[1], "final_info": told, "_final_info": done[2]}

    def position(self, number: int) -> Position[Any]:
        """Return the position of one environment."""
        if not 0 <= require_int(number, "an environment") < self.num_envs:
            raise NotationError(f"the environments are 0 to {self.num_envs - 1}, not {number!r:.40}")
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


def _pool(threads: int) -> ThreadPoolExecutor | None:
    return ThreadPoolExecutor(threads - 1) if threads > 1 else None


def vector(
    make: Callable[..., env.GameEnv],
    num_envs: int = 1,
    *,
    autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
    max_episode_steps: int | None = None,
    threads: int = 1,
    copy: bool = True,
    final_obs: bool = True,
    **options: object,
) -> VectorEnv[Any, Any, Any]:
    """Return many environments; the options are those of a single environment, plus how they are stepped.

    With `final_obs=False` SameStep leaves out `final_obs` and `final_info`, which are expensive if games are short.
    """
    single = make(**options)
    kernel, num_envs = single.game.kernel(), require_count(num_envs, "the number of environments", 1, LARGEST)
    threads = require_count(threads, "the number of threads", 1)
    limit = require_count(0 if max_episode_steps is None else max_episode_steps, "max_episode_steps", 0, LARGEST)
    known = [mode.value for mode in AutoresetMode]
    if not isinstance(autoreset_mode, str | AutoresetMode) or autoreset_mode not in (*known, *AutoresetMode):
        raise NotationError(f"autoreset_mode is {', '.join(known)}, not {autoreset_mode!r:.40}")
    if kernel is None:
        limited = partial(_limited, make, max_episode_steps, options)
        return SyncVectorEnv([limited] * num_envs, copy=copy, autoreset_mode=autoreset_mode)
    return GameVectorEnv(single, kernel, num_envs, autoreset_mode, limit, threads, copy=copy, final_obs=final_obs)


def _joined(array: Buffer, rows: list[tuple[int, int]], across: int) -> Buffer:
    """Return some rows of an array as a new contiguous array."""
    if len(rows) == 1:
        return array[rows[0][0] * across : rows[0][1] * across].copy()
    return np.concatenate([array[first * across : end * across] for first, end in rows])


def _masked(seen: Seen, legal: Mask) -> dict[str, Seen | Mask]:
    return {"observation": seen, "action_mask": legal}


def _limited(
    make: Callable[..., env.GameEnv], limit: int | None, options: dict[str, object]
) -> gymnasium.Env[Any, Any]:
    single = make(**options)
    return single if limit is None else TimeLimit(single, limit)


twenty48 = partial(vector, env.twenty48)
connect4 = partial(vector, env.connect4)
