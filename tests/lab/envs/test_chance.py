"""Tests of chance and masks: frequencies of new tiles, and action masks equal to the plain engine's."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from slidedrop.lab.envs import env, vector
from slidedrop.twenty48.board import Board
from tests.compile_kernels import PROJECT
from tests.lab.envs.twins import MODES, Make, both, step_both

LIMIT_15, LIMIT_1 = 44.3, 15.1
"""Chi-square limits with probability 1 in 10,000, for 15 degrees of freedom and for 1."""


def chi_square(counts: list[int], chances: list[float]) -> float:
    """Return the chi-square statistic of counts for the expected chances."""
    total = sum(counts)
    return sum((n - total * chance) ** 2 / (total * chance) for n, chance in zip(counts, chances, strict=True))


def check_tiles(count: int) -> None:
    """Draw the first tiles of some episodes, and compare the frequencies of cells and values with their chances."""
    many = vector.twenty48(count)
    boards = many.reset(seed=5)[0].reshape(count, 16)
    places = [int(np.count_nonzero(boards[:, cell])) for cell in range(16)]
    assert chi_square(places, [1 / 16] * 16) < LIMIT_15
    assert chi_square([int(np.count_nonzero(boards == rank)) for rank in (1, 2)], [0.9, 0.1]) < LIMIT_1
    assert (np.count_nonzero(boards, axis=1) == 2).all()


def check_masks(boards: int) -> None:
    """Play random legal slides, and compare every mask with the plain engine's."""
    many, random = vector.twenty48(100), np.random.default_rng(3)
    seen, info = many.reset(seed=9)
    for _ in range(boards // 100):
        for ranks, mask in zip(seen, info["action_mask"], strict=True):
            board = Board(4, tuple(int(2**rank) if rank else 0 for rank in ranks.ravel().tolist()))
            legal = board.legal_moves()
            assert mask.tolist() == [int(way in legal) for way in ("up", "down", "left", "right")]
        chosen = (info["action_mask"] * (1 + random.random((100, 4)))).argmax(1)
        seen, *_, info = many.step(chosen)


def test_new_tiles_have_the_right_cell_and_value_frequencies() -> None:
    check_tiles(50_000)


def test_action_masks_match_the_plain_engine() -> None:
    check_masks(2_000)


DIGEST = """
import hashlib, numpy as np
from slidedrop.lab.envs import vector
many, random, digest = vector.twenty48({count}, threads={threads}), np.random.default_rng(1), hashlib.sha256()
many.reset(seed=7)
for _ in range(200):
    told = many.step(random.integers(0, 4, 4096)[:{count}])
    digest.update(told[0][:64].tobytes() + told[1][:64].tobytes())
print(digest.hexdigest())
"""


def digest(count: int, threads: int) -> str:
    """Return a digest of the observations of 64 environments, played in another process."""
    code = DIGEST.format(count=count, threads=threads)
    home = {**os.environ, "SLIDEDROP_HOME": str(PROJECT / ".pytest_cache" / "home")}  # the compiled kernels
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=home)
    return done.stdout.strip()


def test_a_seed_means_the_same_in_every_process() -> None:
    one = digest(64, 1)
    assert one == digest(4096, 2)
    assert len(one) == len(hashlib.sha256().hexdigest())


@pytest.mark.soak
def test_a_million_tiles_have_the_right_cell_and_value_frequencies() -> None:
    check_tiles(500_000)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_a_million_action_masks_match_the_plain_engine() -> None:
    check_masks(1_000_000)


@pytest.mark.soak
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("make", [env.twenty48, env.connect4])
def test_a_vector_matches_single_environments_for_100_000_steps(make: Make, mode: AutoresetMode) -> None:
    assert step_both(both(make, 50, mode), 2_000) > 0


@pytest.mark.soak
@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("make", [env.twenty48, env.connect4])
def test_threads_change_nothing_in_a_hundred_thousand_steps(make: Make, mode: AutoresetMode, threads: int) -> None:
    alone, shared = (vector.vector(make, 3072, autoreset_mode=mode, threads=count) for count in (1, threads))
    random, over = np.random.default_rng(2), np.zeros(3072, dtype=np.bool_)
    told = [many.reset(seed=3) for many in (alone, shared)]
    assert np.array_equal(told[0][0], told[1][0])
    for _ in range(35):
        if mode == AutoresetMode.DISABLED and over.any():
            for many in (alone, shared):
                many.reset(options={"reset_mask": over.copy()})
        actions = random.integers(0, 4, 3072)
        one, other = (many.step(actions) for many in (alone, shared))
        assert all(np.array_equal(*pair) for pair in zip(one[:4], other[:4], strict=True))
        over = one[2] | one[3]
