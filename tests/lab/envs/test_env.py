"""Tests of single environments: Gymnasium's API, options and error messages."""

from __future__ import annotations

import itertools
import pickle
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from slidedrop.connect4 import Move, Position
from slidedrop.core.errors import IllegalMove, NotationError, RulesError
from slidedrop.lab.envs import env, vector
from slidedrop.twenty48 import Board, Rules
from tests.lab.envs.twins import Make, check_equal, plain

SLIDES = [
    {"illegal": illegal, "observation": seen, "masked": masked}
    for illegal, seen, masked in itertools.product(("noop", "end"), ("ranks", "one-hot"), (False, True))
]
OTHER_SLIDES = [{"size": 2}, {"size": 3, "base": 3}, {"size": 6}, {"rules": "mis"}, {"rules": Rules(tiles_per_move=2)}]
DROPS = [
    {"illegal": "noop"},
    {"masked": True},
    {"opponent": "random"},
    {"opponent": "greedy", "side": 1},
    {"opponent": "casual", "side": 0, "masked": True},
    {"columns": 9, "rows": 5},
    {"columns": 5, "rows": 4, "connect": 3, "opponent": "search:2"},
    {"columns": 4, "rows": 4, "gravity": False},
]


@pytest.mark.parametrize("options", [*SLIDES, *OTHER_SLIDES], ids=str)
def test_2048_passes_gymnasiums_check_without_a_warning(options: dict[str, Any]) -> None:
    check_env(gymnasium.make("slidedrop.lab.envs:slidedrop/Twenty48-v0", **options).unwrapped)


@pytest.mark.parametrize("options", DROPS, ids=str)
def test_connect4_passes_gymnasiums_check_without_a_warning(options: dict[str, Any]) -> None:
    check_env(gymnasium.make("slidedrop.lab.envs:slidedrop/Connect4-v0", **options).unwrapped)


@pytest.mark.parametrize("make", [env.twenty48, env.connect4])
def test_a_single_environment_matches_the_reference_implementation(make: Make) -> None:
    ours, theirs = make(), plain(make)
    random = np.random.default_rng(1)
    check_equal(ours.reset(seed=2), theirs.reset(seed=2))
    for _ in range(400):
        action = int(random.integers(0, 4))
        told = ours.step(action)
        check_equal(told, theirs.step(action))
        assert ours.position == theirs.position
        if told[2] or told[3]:
            check_equal(ours.reset(), theirs.reset())


def test_actions_are_up_down_left_right() -> None:
    one = env.twenty48(start="0,2/0,0", size=2)
    for action, seen in enumerate(([[0, 1], [0, 0]], [[0, 0], [0, 1]], [[1, 0], [0, 0]], [[0, 1], [0, 0]])):
        one.reset(seed=1)
        after = one.step(action)[0]
        kept = [[rank if rank and seen[y][x] else 0 for x, rank in enumerate(row)] for y, row in enumerate(after)]
        assert kept == seen


def test_seed_2048_always_gives_the_same_start_board() -> None:
    assert env.twenty48().reset(seed=2048)[0].tolist() == [[0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0], [1, 0, 0, 0]]


def test_illegal_actions_in_a_row_truncate_and_a_legal_one_starts_the_count_again() -> None:
    one = env.twenty48(start="2,0/0,0", size=2, illegal_cap=3)
    one.reset(seed=1)
    assert [one.step(2)[3] for _ in range(2)] == [False, False]
    one.step(3)
    mask = one.reset(seed=1)[1]["action_mask"]
    assert mask.tolist() == [0, 1, 0, 1]
    assert [one.step(2)[3] for _ in range(3)] == [False, False, True]


def test_an_illegal_action_loses_or_raises_as_configured() -> None:
    ending = env.connect4(columns=4, rows=4, start="1111")
    ending.reset(seed=1)
    assert ending.step(0)[1:3] == (-1.0, True)
    refusing = env.twenty48(start="2,0/0,0", size=2, illegal="error")
    refusing.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"action 0 \(up\) .*legal: 1, 3$"):
        refusing.step(0)


def test_an_opponent_replies_and_its_win_gives_minus_1() -> None:
    one = env.connect4(opponent="perfect", side=1, start="112233")
    seen, _ = one.reset(seed=1)
    assert one.position.outcome
    assert seen[0].sum() == 3
    other = env.connect4(opponent="greedy", side=0, start="112233")
    other.reset(seed=1)
    assert other.step(3)[1:3] == (1.0, True)
    careless = env.connect4(opponent="perfect", side=1, start="11223")
    careless.reset(seed=1)
    assert careless.step(6)[1:3] == (-1.0, True)


def test_a_custom_player_can_be_the_opponent() -> None:
    class Leftmost:
        name = "leftmost"

        def choose(self, position: Position) -> Move:
            return position.legal_moves()[0]

    one = env.connect4(opponent=Leftmost(), side=0)
    one.reset(seed=1)
    assert one.step(6)[0][1].nonzero()[0].tolist() == [5]


@pytest.mark.parametrize("opponent", ["random", "casual"])
def test_a_seed_determines_the_moves_of_the_opponent(opponent: str) -> None:
    def played() -> list[Any]:
        one = env.connect4(opponent=opponent)
        seen = [one.reset(seed=7)[0].tolist()]
        return [*seen, *(one.step(column)[0].tolist() for column in (3, 2, 4, 1, 5))]

    assert played() == played()


def test_action_masks_exclude_full_columns() -> None:
    one = env.connect4(start="1111111"[:6])
    one.reset(seed=1)
    assert one.action_masks().tolist() == [False] + [True] * 6


@pytest.mark.parametrize(
    ("make", "options", "sentence"),
    [
        (env.twenty48, {"observation": "tiles"}, "ranks or one-hot.*'tiles'"),
        (env.twenty48, {"illegal": "ignore"}, "noop, end, error.*'ignore'"),
        (env.twenty48, {"size": 16}, "boards to 15x15"),
        (env.twenty48, {"start": "2,0/0,0"}, "start .*size 4"),
        (env.twenty48, {"start": [[3, 0], [0, 0]], "size": 2}, "start .*size 2 .*tiles"),
        (env.twenty48, {"start": [[64, 0], [0, 0]], "size": 2}, "less than 64"),
        (env.connect4, {"opponent": "nobody"}, "no player .*'nobody'"),
        (env.connect4, {"opponent": 7}, "method choose"),
        (env.connect4, {"side": 2}, "side is 0.* 2$"),
        (env.connect4, {"start": "1122334"}, "not over"),
        (env.connect4, {"columns": 2}, "number of columns .*2$"),
    ],
)
def test_invalid_environment_options_are_refused(make: Make, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises((NotationError, RulesError), match=sentence):
        make(**options)


def test_an_action_out_of_range_is_refused() -> None:
    one = env.connect4()
    one.reset(seed=1)
    for action in (-1, 7):
        with pytest.raises(NotationError, match=r"action .*from 0 to 6"):
            one.step(action)


@pytest.mark.parametrize("make", [env.twenty48, env.connect4])
def test_a_board_is_rendered_as_text_and_as_pixels(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    text = make(render_mode="ansi")
    text.reset(seed=1)
    text.step(3)
    picture = make(render_mode="rgb_array")
    picture.reset(seed=1)
    picture.step(3)
    assert picture.render().dtype == np.uint8
    assert picture.render().ndim == 3
    printing = make(render_mode="human")
    printing.reset(seed=1)
    printing.step(3)
    assert text.render() in capsys.readouterr().out


def test_large_tiles_fit_their_pictures() -> None:
    start = Board.from_rows([[131072, 2], [1024, 0]])
    one = env.twenty48(render_mode="rgb_array", start=[[131072, 2, 0, 0], *[[0] * 4] * 3])
    one.reset(seed=1)
    picture = one.render()
    assert isinstance(picture, np.ndarray)
    assert picture.shape == (192, 192, 3)
    assert start.largest == 131072


@pytest.mark.parametrize(
    ("make", "options"),
    [
        (env.twenty48, {}),
        (env.twenty48, {"size": 5}),
        (env.connect4, {}),
        (env.connect4, {"opponent": "greedy"}),
        (env.connect4, {"gravity": False}),
    ],
)
def test_a_pickled_environment_continues_identically(make: Make, options: dict[str, Any]) -> None:
    one = make(illegal="noop", **options)
    one.reset(seed=5)
    for action in (0, 3, 1):
        one.step(action)
    other = pickle.loads(pickle.dumps(one))  # noqa: S301 - our own
    assert other.position == one.position
    for action in (2, 0, 3, 1):
        check_equal(one.step(action), other.step(action))
    check_equal(one.reset(), other.reset())


@pytest.mark.parametrize("make", [env.twenty48, env.connect4, partial(vector.vector, env.connect4)])
def test_a_reset_refuses_options_that_it_does_not_know(make: Make) -> None:
    with pytest.raises(NotationError, match=r"options .*start"):
        make().reset(options={"strat": "44"})


def test_seeds_and_actions_can_be_numpy_integers() -> None:
    one, other = env.twenty48(), env.twenty48()
    seed: Any = np.int64(7)
    check_equal(one.reset(seed=seed), other.reset(seed=7))
    check_equal(one.step(np.int64(3)), other.step(3))
    check_equal(one.step(np.array(1)), other.step(1))
    for wrong in (1.0, True, np.float32(1), "1"):
        with pytest.raises(NotationError, match=r"action .*whole number"):
            one.step(wrong)
