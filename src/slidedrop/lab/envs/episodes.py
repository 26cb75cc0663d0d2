"""What is kept of every episode beside its board, and when it ends: the same for both games, compiled.

    NEXT_STEP    an episode that has ended begins again with the next step, whose action is not looked at
    SAME_STEP    it begins again in the same step; what was seen last is kept in `final_seen` and `final_legal`
    DISABLED     it stays until the caller resets it

An episode terminates when the game is over, or at an illegal action where those end it. It is truncated after `cap`
illegal actions one after the other, or after `limit` steps; 0 stands for never.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from slidedrop.kernel import inlined

NEXT_STEP, SAME_STEP, DISABLED = range(3)
ILLEGAL_REWARD: Final = -1.0
"""What an illegal action earns where it ends the episode."""


class Episodes(NamedTuple):
    """One entry an environment, and what all have in common."""

    rewards: npt.NDArray[np.float64]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    over: npt.NDArray[np.bool_]
    """Whether the episode has ended and was not begun again."""
    idle: npt.NDArray[np.int32]
    """How many illegal actions came last, one after the other."""
    steps: npt.NDArray[np.int32]
    final_seen: npt.NDArray[Any]
    final_legal: npt.NDArray[Any]
    mode: int
    illegal_ends: bool
    cap: int
    limit: int


@inlined
def is_due(e: Episodes, env: int) -> bool:
    """Tell whether this step only begins a new episode, and if so note that it has begun."""
    if not e.over[env]:
        return False
    e.over[env] = e.terminated[env] = e.truncated[env] = False
    e.idle[env] = e.steps[env] = 0
    e.rewards[env] = 0.0
    return True


@inlined
def ended(e: Episodes, env: int, reward: float, legal: bool, over: bool) -> bool:  # noqa: FBT001 - kernels take no names
    """Note a step; tell whether a new episode begins in the same step."""
    refused = e.illegal_ends and not legal
    done, cut = over or refused, False
    if e.cap > 0:
        e.idle[env] = 0 if legal else e.idle[env] + 1
        cut = e.idle[env] == e.cap
    if e.limit > 0:
        e.steps[env] += 1
        cut = cut or e.steps[env] == e.limit
    e.rewards[env] = ILLEGAL_REWARD if refused else reward
    e.terminated[env] = done
    e.truncated[env] = cut and not done
    if not (done or cut):
        return False
    if e.mode == SAME_STEP:
        e.idle[env] = e.steps[env] = 0
        return True
    e.over[env] = True
    return False
