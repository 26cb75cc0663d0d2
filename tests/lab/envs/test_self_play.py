"""Tests of self-play environments: a policy plays the other side, and its losses are your wins."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from slidedrop.core.errors import NotationError
from slidedrop.lab.envs import vector
from slidedrop.lab.envs.self_play import SelfPlayVector


def first_free(seen: npt.NDArray[Any], masks: npt.NDArray[Any]) -> Any:  # noqa: ANN401 - an array
    """Play the first free column, and check that the numbers of discs of both sides differ by at most one."""
    discs = seen.sum((2, 3)).astype(int)
    assert set((discs[:, 1] - discs[:, 0]).tolist()) <= {0, 1}
    return masks.argmax(1)


def test_your_own_discs_come_first_and_rewards_match_the_result() -> None:
    many = SelfPlayVector(vector.connect4(64), first_free)
    seen, info = many.reset(seed=1)
    random, begun, results = np.random.default_rng(1), set[int](), list[float]()
    for _ in range(200):
        discs = seen.sum((2, 3)).astype(int)
        begun |= set((discs[:, 1] - discs[:, 0]).tolist())
        actions = (info["action_mask"] * (1 + random.random((64, 7)))).argmax(1)
        seen, rewards, over, cut, info = many.step(actions)
        assert not cut.any()
        assert (rewards[~over] == 0).all()
        results += rewards[over].tolist()
        for number in np.flatnonzero(over):
            assert info["final_obs"][number].sum() >= 7
            mine, theirs = info["final_obs"][number].sum((1, 2))
            if rewards[number]:  # the winner moved last, and has as many discs as the loser or one more
                assert (mine >= theirs) if rewards[number] > 0 else (theirs >= mine)
    assert begun == {0, 1}
    assert {1.0, -1.0} <= set(results)
    assert np.mean(results) > -0.9


def test_either_side_loses_by_playing_a_full_column() -> None:
    many = SelfPlayVector(vector.connect4(32), lambda seen, _: np.zeros(len(seen), dtype=np.int64))
    many.reset(seed=1)
    ends = list[float]()
    for _ in range(12):  # both play the first column: the starting player makes the seventh move and loses
        _, rewards, over, *_ = many.step(np.zeros(32, dtype=np.int64))
        ends += rewards[over].tolist()
    assert set(ends) == {1.0, -1.0}


def test_unsuitable_self_play_vectors_and_opponents_are_refused() -> None:
    for wrong in (
        vector.twenty48(2),
        vector.connect4(2, autoreset_mode="SameStep"),
        vector.connect4(2, opponent="random"),
    ):
        with pytest.raises(NotationError):
            SelfPlayVector(wrong, first_free)
    with pytest.raises(NotationError):
        SelfPlayVector(vector.connect4(2), None)  # type: ignore[arg-type]
