"""Tests of learning with the environments: the example learner, maskable PPO and a CleanRL-style loop."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import slidedrop.lab.envs  # noqa: F401 - registers

EXAMPLE = Path(__file__).parents[3] / "examples" / "learn_2048.py"


@pytest.mark.soak
def test_the_example_beats_greedy_within_two_minutes() -> None:
    learner = runpy.run_path(str(EXAMPLE))
    table, curve = learner["trained"](110)
    assert curve[-1][1] > curve[0][1]
    assert learner["mean_score"](table, 100) > learner["greedy_score"](100)


def test_maskable_ppo_learns_by_action_masks() -> None:
    sb3 = pytest.importorskip("sb3_contrib", reason="not a dependency; the recipe of docs/how-to/environments.md")
    model: Any = sb3.MaskablePPO("MlpPolicy", gymnasium.make("slidedrop/Connect4-v0", opponent="random"), n_steps=64)
    model.learn(128)


def test_a_cleanrl_style_loop_fills_its_buffers() -> None:
    many = gymnasium.make_vec("slidedrop/Connect4-v0", num_envs=8, autoreset_mode="SameStep")
    steps, random = 32, np.random.default_rng(1)
    seen = np.zeros((steps, 8, *many.single_observation_space.shape), dtype=np.uint8)  # type: ignore[misc]
    masks, dones = np.zeros((steps, 8, 7), dtype=np.int8), np.zeros((steps, 8), dtype=np.bool_)
    told, info = many.reset(seed=1)
    for step in range(steps):
        seen[step], masks[step] = told, info["action_mask"]
        actions = (masks[step] * (1 + random.random((8, 7)))).argmax(1)
        told, _, over, cut, info = many.step(actions)
        dones[step] = over | cut
    assert dones.any()
    assert (masks.sum(-1) > 0).all()
    assert seen[1:].any()
