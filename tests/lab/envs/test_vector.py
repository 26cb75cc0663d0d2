"""Tests of vector environments: every step equals single environments and the plain rules."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from slidedrop.core.errors import GameOver, IllegalMove, NotationError
from slidedrop.lab.envs import env, vector
from slidedrop.lab.envs.twenty48_kernel import slid
from slidedrop.twenty48.engine.bitboard import lines_for
from slidedrop.twenty48.engine.wide import slid_with_points, words_of
from slidedrop.twenty48.rules import Rules
from tests.lab.envs.twins import MODES, Make, both, check_equal, step_both

CLASSIC = {"illegal_cap": 4}
SLIDES = {
    "4x4": CLASSIC,
    "4x4 one-hot and masked": {"observation": "one-hot", "masked": True},
    "3x3 of threes": {"rules": "mis", "size": 3, "base": 3, "illegal": "end"},
    "2x2 of twos": {"rules": "twos", "size": 2},
}
DROPS = {
    size: {"columns": int(size.split("x")[0]), "rows": int(size.split("x")[1])}
    for size in ("7x6", "4x4", "8x7", "9x6", "12x4", "4x15")
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("options", SLIDES.values(), ids=list(SLIDES))
def test_2048_steps_match_the_plain_rules(options: dict[str, Any], mode: AutoresetMode) -> None:
    assert step_both(both(env.twenty48, 5, mode, **options), 150) > 0


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("options", DROPS.values(), ids=list(DROPS))
def test_connect4_steps_match_the_plain_rules(options: dict[str, Any], mode: AutoresetMode) -> None:
    assert step_both(both(env.connect4, 4, mode, illegal="noop", illegal_cap=3, **options), 60) > 0
    assert step_both(both(env.connect4, 3, mode, **options), 30) > 0


@pytest.mark.parametrize(
    "start",
    ["32768,32768,0,2/65536,0,0,4/2,2,0,2/0,4,8,0", "131072,65536,0,2/16384,32768,0,4/2,2,0,2/0,4,8,0"],
)
def test_play_continues_past_65536(start: str) -> None:
    twins = both(env.twenty48, 8, AutoresetMode.DISABLED, start=start)
    step_both(twins, 120, legally=True)
    assert twins[0]._seen.max() == 17


@pytest.mark.parametrize("size", [2, 3, 4])
def test_arithmetic_slides_match_the_engine(size: int) -> None:
    lines, random = lines_for(size), Random(size)
    for _ in range(2000):
        most = random.randint(1, 14)
        low, high = words_of([random.randint(0, most) for _ in range(size * size)], size)
        for way in range(4):
            after, _, points = slid_with_points(low, high, way, lines)
            assert [*map(int, slid(low, way, np.uint64(size)))] == [int(after), points // 2]


def test_a_move_that_makes_65536_scores_65536_points() -> None:
    start = "/".join(["32768,32768,0,0", *["0,0,0,0"] * 3])
    many = gymnasium.make_vec("slidedrop.lab.envs:slidedrop/Twenty48-v0", start=start)
    many.reset(seed=1)
    seen, rewards, *_ = many.step(np.array([2]))
    assert (rewards.tolist(), seen[0, 0, 0]) == ([65536], 16)


def trajectory(count: int, threads: int, seed: int) -> list[Any]:
    """Return the observations of the first of some environments; the actions depend only on its observations."""
    many, seen = vector.twenty48(count, threads=threads), []
    told = many.reset(seed=seed)[0]
    for _ in range(300):
        told, *_ = many.step((told.astype(np.int64).sum((1, 2)) * 7) % 4)
        seen.append(told[0].tolist())
    many.close()
    return seen


def test_trajectories_do_not_depend_on_vector_size_or_threads() -> None:
    alone = trajectory(1, 1, seed=3)
    assert alone == trajectory(7, 1, seed=3) == trajectory(4096, 1, seed=3) == trajectory(4096, 3, seed=3)
    assert alone != trajectory(1, 1, seed=4)


@pytest.mark.parametrize("make", [vector.twenty48, vector.connect4])
def test_returned_arrays_are_never_overwritten(make: Make) -> None:
    many = make(3)
    random = np.random.default_rng(1)
    handed = [many.reset(seed=1)]
    copies = [(handed[0][0].copy(), handed[0][1]["action_mask"].copy())]
    for _ in range(50):
        told = many.step(random.integers(0, 4, 3))
        told[0][0] = 7  # writing to a returned array must not change the game
        handed.append((told[0], told[-1]))
        copies.append((told[0].copy(), told[-1]["action_mask"].copy()))
    for (seen, info), (copy, mask) in zip(handed, copies, strict=True):
        assert np.array_equal(seen, copy)
        assert np.array_equal(info["action_mask"], mask)


def test_copy_false_reuses_the_same_arrays() -> None:
    many = vector.twenty48(3, copy=False)
    seen = many.reset(seed=1)[0]
    assert many.step(np.zeros(3, dtype=np.int64))[0].base is seen.base


def test_an_episode_is_truncated_after_its_limit_of_steps() -> None:
    many = gymnasium.make_vec("slidedrop/Twenty48-v0", num_envs=2, max_episode_steps=5)
    many.reset(seed=1)
    cuts = [many.step(np.full(2, step % 4))[3].tolist() for step in range(6)]
    assert cuts == [[False, False]] * 4 + [[True, True], [False, False]]


def test_rules_without_a_kernel_use_the_plain_implementation() -> None:
    many = vector.twenty48(2, size=5, autoreset_mode="SameStep", max_episode_steps=50)
    many.reset(seed=1)
    assert many.step(np.array([0, 1]))[0].shape == (2, 5, 5)
    assert vector.twenty48(2, rules=Rules(tiles_per_move=2)).reset(seed=1)[0].shape == (2, 4, 4)


def test_invalid_actions_and_reset_masks_are_refused_without_effect() -> None:
    many: Any = vector.twenty48(2, illegal="error", start="2,0/0,0", size=2, autoreset_mode=AutoresetMode.DISABLED)
    many.reset(seed=1)
    for actions in ([0, 4], [0, -1], [0], [[0, 1]]):
        with pytest.raises(NotationError, match=r"actions .*2 .*from 0 to 3"):
            many.step(np.array(actions))
    with pytest.raises(IllegalMove, match=r"action 2 \(left\) .*legal: 1, 3$"):
        many.step(np.array([1, 2]))
    for mask in ([True, False], np.ones(3, dtype=np.bool_), np.ones(2)):
        with pytest.raises(NotationError, match=r"reset_mask .*2 booleans"):
            many.reset(options={"reset_mask": mask})
    assert (many.action_masks() == [[False, True, False, True]] * 2).all()


def test_a_step_after_the_end_of_an_episode_is_refused() -> None:
    many = vector.connect4(1, autoreset_mode=AutoresetMode.DISABLED)
    many.reset(seed=1, options={"start": "112233"})
    _, rewards, over, *_ = many.step(np.array([3]))
    assert (rewards.tolist(), over.tolist()) == ([1.0], [True])
    with pytest.raises(GameOver, match="reset"):
        many.step(np.array([0]))


def test_every_board_of_a_vector_is_rendered() -> None:
    many: Any = vector.connect4(2, render_mode="ansi")
    many.reset(seed=1)
    many.step(np.array([3, 0]))
    assert [text.count("X") for text in many.render()] == [1, 1]


def test_gymnasiums_own_statistics_count_the_episodes() -> None:
    many = gymnasium.wrappers.vector.RecordEpisodeStatistics(vector.connect4(4))
    many.reset(seed=1)
    random = np.random.default_rng(1)
    infos = [many.step(random.integers(0, 7, 4))[-1] for _ in range(60)]
    assert any("episode" in info for info in infos)


@pytest.mark.parametrize("make", [vector.twenty48, vector.connect4])
def test_threads_and_final_obs_false_do_not_change_same_step_results(make: Make) -> None:
    kinds = [make(2048, autoreset_mode="SameStep", threads=threads) for threads in (1, 2)]
    silent = make(2048, autoreset_mode="SameStep", final_obs=False)
    random, ended = np.random.default_rng(1), 0
    for many in (*kinds, silent):
        many.reset(seed=1, options={"start": None if make is vector.connect4 else "2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,0"})
    for _ in range(12):
        actions = random.integers(0, 4, 2048)
        one, other, short = (many.step(actions) for many in (*kinds, silent))
        check_equal(one, other)
        check_equal(one[:4], short[:4])
        assert set(short[4]) == {"action_mask", "_action_mask"}
        ended += int(one[4].get("_final_obs", np.zeros(1)).sum())
    assert ended > 20
    kinds[1].close()


@pytest.mark.parametrize(("make", "starts"), [
    (vector.twenty48, ["2,0,0,0/0,0,0,0/0,0,0,0/0,0,0,4", "65536,0,0,0/0,0,0,0/0,0,0,0/0,0,0,4", None]),
    (vector.connect4, ["4453", "112233", None]),
])  # fmt: skip
def test_each_environment_of_a_vector_can_start_from_its_own_position(make: Make, starts: list[Any]) -> None:
    many, chosen = make(3), np.array([True, True, False])
    many.reset(seed=1)
    third = many.position(2)
    seen, info = many.reset(options={"starts": starts, "reset_mask": chosen})
    for number in (0, 1):
        one = make(1)
        alone, told = one.reset(seed=1, options={"start": starts[number]})
        assert many.position(number) == one.position(0)
        assert np.array_equal(seen[number], alone[0])
        assert np.array_equal(info["action_mask"][number], told["action_mask"][0])
    before = many.state()
    for wrong in (
        {"starts": starts[:2]},
        {"starts": "445"},
        {"starts": [1, 2, 3]},
        {"starts": starts, "start": starts[0]},
    ):
        with pytest.raises(NotationError):
            many.reset(seed=7, options=wrong)
    assert np.array_equal(many.state(), before)
    assert many.position(2) == third


@pytest.mark.parametrize("make", [vector.twenty48, vector.connect4])
def test_a_saved_state_continues_identically_in_another_vector(make: Make) -> None:
    many, other, random = make(5), make(5), np.random.default_rng(2)
    many.reset(seed=1)
    for _ in range(20):
        many.step(random.integers(0, 4, 5))
    told = other.set_state(many.state())
    assert np.array_equal(told[0], many._seen)
    for _ in range(60):
        actions = random.integers(0, 4, 5)
        check_equal(many.step(actions), other.step(actions))
    wrongs: list[Any] = [None, many.state()[:4], many.state().astype(np.int64), []]
    for wrong in wrongs:
        with pytest.raises(NotationError, match="what state"):
            other.set_state(wrong)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("make", [vector.twenty48, vector.connect4])
def test_a_stepped_vector_can_be_pickled_and_continues_the_same(make: Make, mode: AutoresetMode) -> None:
    many, random = make(5, autoreset_mode=mode, illegal="noop"), np.random.default_rng(2)
    many.reset(seed=1)
    for _ in range(5):
        many.step(random.integers(0, 4, 5))
    other = pickle.loads(pickle.dumps(many))  # noqa: S301 - our own
    assert np.array_equal(other.action_masks(), many.action_masks())
    for _ in range(80):
        actions = random.integers(0, 4, 5)
        check_equal(told := many.step(actions), other.step(actions))
        if mode is AutoresetMode.DISABLED and (told[2] | told[3]).any():
            mask = {"reset_mask": told[2] | told[3]}
            check_equal(many.reset(options=mask), other.reset(options=mask))
    check_equal(many.reset(seed=9), other.reset(seed=9))


def test_a_vector_with_threads_pickles_too() -> None:
    many = vector.connect4(4096, threads=2)
    many.reset(seed=1)
    other = pickle.loads(pickle.dumps(many))  # noqa: S301 - our own
    check_equal(many.step([3] * 4096), other.step([3] * 4096))
    many.close()
    other.close()


@pytest.mark.parametrize("make", [vector.twenty48, vector.connect4])
def test_observations_are_aligned_to_64_bytes_for_zero_copy_use(make: Make) -> None:
    many = make(3)
    many.reset(seed=1)
    for _ in range(5):
        assert many.step(np.zeros(3, dtype=np.int64))[0].ctypes.data % 64 == 0
