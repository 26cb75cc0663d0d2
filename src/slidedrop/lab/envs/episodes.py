"""The state of every episode except its board, and the rules for its end: compiled, the same for both games.

    NEXT_STEP    an ended episode restarts at the next step, whose action is ignored
    SAME_STEP    it restarts in the same step; `final_seen` has its last observation, `final_env` its environment,
                 row after row from the first row of the thread's environments; the last legal actions are in
                 `final_legal`, in the environment's own row
    DISABLED     it stays until the caller resets it

An episode terminates when the game is over, or at an illegal action if the options say so. It is truncated after `cap`
consecutive illegal actions, or after `limit` steps; 0 means never.

The state of an environment is four words: two for its board, the counter of its random numbers, and a clock:

    steps so far    upper 32 bits; the highest of them, DUE, says that the episode has ended and was not restarted
    idle            lower 32 bits: the number of consecutive illegal actions up to now

A game's kernel moves all boards of a block, updates their clocks and records rewards and finished games; `settle`
decides which episodes end. The loops have no branches and use few arrays, so that LLVM can vectorise them.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from slidedrop.engine.kernel import inlined, lean

NEXT_STEP, SAME_STEP, DISABLED = range(3)
ILLEGAL_REWARD: Final = -1.0
"""The reward of an illegal action that ends the episode."""
BLOCK: Final = np.uint64(128)
"""The number of environments stepped together: their data fits the first-level cache."""
DUE: Final = np.uint64(1 << 63)
LARGEST: Final = (1 << 31) - 1
"""The maximum number of steps that a clock counts."""

Word = np.uint64
Env = int | np.uint64
"""The number of an environment; in a kernel always a Word, so that indexing does not check its sign."""
Words = npt.NDArray[np.uint64]
Buffer = npt.NDArray[Any]
"""Observations or legal actions, in whole words."""
Moves = npt.NDArray[np.int64]

_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_FOUR: Final = np.uint64(4)
CLOCK: Final = np.uint64(3)
_STEPS: Final = np.uint64(32)
_IDLE: Final = np.uint64(0xFFFF_FFFF)


class Episodes(NamedTuple):
    """The arrays of all environments, and their shared options."""

    rewards: npt.NDArray[np.float64]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    final_env: Moves
    final_seen: Buffer
    final_legal: Buffer
    mode: int
    illegal_ends: bool
    cap: int
    limit: int


@inlined
def is_due(words: Words, env: Env) -> bool:
    """Return whether an episode has ended and was not restarted."""
    return bool(words[_FOUR * env + CLOCK] >= DUE)


@inlined
def tick(clock: Word, legal: Word) -> Word:
    """Return the clock after an action; `legal` is all ones or 0. A due clock does not change."""
    after = (clock & ~(_IDLE & legal)) + (_ONE << _STEPS) + (_ONE & ~legal)
    return clock if clock >= DUE else after & ~DUE


@inlined
def has_ended(e: Episodes, env: Env) -> bool:
    """Return whether an episode ended in this step."""
    return bool(e.terminated[env] | e.truncated[env])


@inlined
def keep_final(e: Episodes, final: Env, seen: Buffer, legal: Buffer, env: Env) -> None:
    """Copy the last observation of an ended episode to row `final` before the restart."""
    across = np.uint64(len(seen)) // np.uint64(len(e.terminated))
    for place in range(across):
        e.final_seen[across * final + place] = seen[across * env + place]
    e.final_env[final], e.final_legal[env] = env, legal[env]


@lean
def settle(words: Words, e: Episodes, first: Env, last: Env) -> None:
    """Decide which episodes end; `e.terminated` holds the finished games."""
    for env in range(first, last):
        clock = words[_FOUR * env + CLOCK]
        playing, idle = clock < DUE, clock & _IDLE
        done = playing & (e.terminated[env] | (e.illegal_ends & (idle != _ZERO)))
        capped, late = idle == np.uint64(e.cap), clock >> _STEPS == np.uint64(e.limit)
        cut = playing & (not done) & (((e.cap > 0) & capped) | ((e.limit > 0) & late))
        e.terminated[env], e.truncated[env] = done, cut
        words[_FOUR * env + CLOCK] = (clock | (np.uint64(done | cut) << np.uint64(63))) if playing else _ZERO
    if e.illegal_ends:
        for env in range(first, last):
            if e.terminated[env] and words[_FOUR * env + CLOCK] & _IDLE != _ZERO:
                e.rewards[env] = ILLEGAL_REWARD
