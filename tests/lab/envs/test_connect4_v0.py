"""Tests of the PettingZoo environment of Connect-4."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from slidedrop.core.errors import IllegalMove
from slidedrop.lab.envs import connect4_v0

KNOWN = ("not a NumPy array", "Observation space for each agent probably should be", "array is all zeros")
"""Warnings that PettingZoo gives for every dict observation (also of its own connect_four) and for an empty board."""


@pytest.mark.parametrize("options", [{}, {"columns": 5, "rows": 4, "connect": 3}, {"columns": 9, "rows": 6}], ids=str)
def test_pettingzoos_own_tests_pass(options: dict[str, int], capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(connect4_v0.env(**options), num_cycles=200)
        seed_test(lambda: connect4_v0.env(**options), num_cycles=50)
        render_test(lambda **mode: connect4_v0.env(**options, **mode))
    assert [str(one.message) for one in told if not any(known in str(one.message) for known in KNOWN)] == []


def test_the_environment_is_created_by_its_registered_name() -> None:
    made: Any = pettingzoo.make("aec", "slidedrop/connect4_v0", columns=8)
    made.reset()
    assert made.observe("player_0")["observation"].shape == (6, 8, 2)


def test_the_environment_matches_pettingzoos_connect_four() -> None:
    connect_four = pytest.importorskip("pettingzoo.classic.connect_four_v3", reason="needs pygame")
    ours, theirs = connect4_v0.env(), connect_four.env()
    random = np.random.default_rng(1)
    for _ in range(20):
        ours.reset()
        theirs.reset()
        for agent in ours.agent_iter():
            assert agent == theirs.agent_selection
            (seen, *one), (other, *two) = ours.last(), theirs.last()
            assert (seen["observation"] == other["observation"]).all()
            assert one[:3] == two[:3]
            over = one[1] or one[2]
            action = None if over else random.choice(np.flatnonzero(seen["action_mask"]))
            ours.step(action)
            theirs.step(action)


def test_the_number_of_cycles_can_be_limited() -> None:
    limited = connect4_v0.env(max_cycles=4)
    limited.reset()
    counts = dict.fromkeys(limited.possible_agents, 0)
    for agent, column in zip(limited.agent_iter(), [0, 1, 2, 3, 4, 5, 6, 0, None, None], strict=False):
        counts[agent] += 1
        limited.step(column)
    assert counts == {"player_0": 5, "player_1": 5}  # four discs each, and one more turn each that reports the end


def test_an_illegal_move_loses() -> None:
    one = connect4_v0.env(columns=4, rows=4)
    one.reset(options={"start": "1111"})
    one.step(0)
    assert one.rewards == {"player_0": -1, "player_1": 0}
    assert all(one.terminations.values())
    raw = connect4_v0.raw_env()
    raw.reset(options={"start": "111111"})
    with pytest.raises(IllegalMove, match=r"action 0 \(1\) .*legal: 1, 2, 3, 4, 5, 6$"):
        raw.step(0)


def test_the_winner_gets_plus_1_and_the_loser_minus_1(capsys: pytest.CaptureFixture[str]) -> None:
    one = connect4_v0.env(render_mode="human")
    one.reset(options={"start": "112233"})
    one.step(3)
    assert one.rewards == {"player_0": 1, "player_1": -1}
    assert "X" in capsys.readouterr().out
    one.close()
