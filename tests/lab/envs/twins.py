"""Environments stepped twice: together by a kernel, and one by one by the plain rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from slidedrop.lab.envs import env, vector
from slidedrop.lab.envs.twenty48 import PlainSlides
from slidedrop.lab.envs.two_players import Duel, SelfPlay, TwoPlayers

MODES: Final = list(AutoresetMode)
Make = Callable[..., Any]


def plain(make: Make, **options: object) -> env.GameEnv:
    """Return a single environment that uses the plain rules even if a kernel supports them."""
    made: env.GameEnv = make(**options)
    game = made.game
    if isinstance(game, TwoPlayers):
        made._stepper = SelfPlay(game) if game.opponent is None else Duel(game)
    else:
        made._stepper = PlainSlides(game)
    return made


def both(
    make: Make,
    count: int,
    mode: AutoresetMode,
    *,
    threads: int = 1,
    **options: Any,  # noqa: ANN401 - those of an environment
) -> tuple[Any, SyncVectorEnv]:
    """Return the same environments as a compiled vector and as a plain vector."""
    many = vector.vector(make, count, autoreset_mode=mode, threads=threads, **options)
    assert isinstance(many, vector.GameVectorEnv)
    return many, SyncVectorEnv([lambda: plain(make, **options)] * count, autoreset_mode=mode)


def check_equal(one: object, other: object) -> None:
    """Compare all results of two steps or resets, including nested ones."""
    if isinstance(one, dict) and isinstance(other, dict):
        assert one.keys() == other.keys()
        for key in one:
            check_equal(one[key], other[key])
    elif isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)):
        for ours, theirs in zip(one, other, strict=True):
            check_equal(ours, theirs)
    elif isinstance(one, np.ndarray) and isinstance(other, np.ndarray) and one.dtype.hasobject:
        check_equal(one.tolist(), other.tolist())
    else:
        assert np.array_equal(one, other), (one, other)  # type: ignore[arg-type] # numbers and arrays
        assert getattr(one, "dtype", None) == getattr(other, "dtype", None)


def step_both(twins: tuple[Any, Any], steps: int, seed: int = 1, *, legally: bool = False) -> int:
    """Step both by the same random actions and compare the results; return the number of finished episodes."""
    one, other = twins
    random, ended = np.random.default_rng(seed), 0
    check_equal(one.reset(seed=seed), (told := other.reset(seed=seed)))
    count, actions = told[1]["action_mask"].shape
    over, mask = np.zeros(count, dtype=np.bool_), told[1]["action_mask"]
    for _ in range(steps):
        if one.metadata["autoreset_mode"] == AutoresetMode.DISABLED and over.any():
            told = [twin.reset(options={"reset_mask": over.copy()}) for twin in twins]
            check_equal(told[0][0], told[1][0])
        chosen = random.integers(0, actions, count)
        if legally:
            chosen = (mask * (1 + random.random((count, actions)))).argmax(1)
        told = [twin.step(chosen) for twin in twins]
        check_equal(*told)
        over, mask = told[0][2] | told[0][3], told[0][4]["action_mask"]
        ended += int(over.sum())
    return ended
