"""Tests of the oracle: values and regrets equal those of the solver and of the search."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from slidedrop.connect4 import Position, analyse
from slidedrop.lab.envs import env, vector
from slidedrop.lab.envs.connect4 import drops
from slidedrop.lab.envs.oracle import Oracle, VectorOracle
from slidedrop.lab.envs.twenty48 import slides
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.exact.values import exact_for
from slidedrop.twenty48.position import Position as Slides
from slidedrop.twenty48.rules import Rules
from tests.lab.envs.twins import Make


def test_connect4_values_are_proven_and_regret_is_the_value_lost() -> None:
    start = "444426554266177"
    one = Oracle(env.connect4(start=start))
    _, info = one.reset(seed=1)
    proven = {column: found.score for column, found in analyse(Position.from_moves(start)).values.items()}
    assert {column: int(info["value"][column]) for column in proven} == proven
    assert np.isnan(np.delete(info["value"], list(proven))).all()
    worst = min(proven, key=lambda column: proven[column] or 0)
    told = one.step(worst)[-1]
    assert told["regret"] == max(filter(None, proven.values())) - (proven[worst] or 0)


def test_the_best_move_has_zero_regret_and_an_illegal_one_the_maximum() -> None:
    one = Oracle(env.twenty48(start="2,2,4,8/0,0,0,0/0,0,0,0/0,0,0,0"), as_reward=True)
    value = one.reset(seed=1)[1]["value"]
    assert one.step(int(np.nanargmax(value)))[1] == 0
    one.reset(seed=1)
    assert np.isnan(value[0])
    assert one.step(0)[1] == np.nanmin(value) - np.nanmax(value)


def test_solved_boards_have_exact_values_and_unreachable_ones_search_values() -> None:
    exact = exact_for(Rules(size=2))
    assert exact is not None
    board = Board.from_rows([[2, 2], [4, 0]])
    _, down, left, right = Direction
    known = exact.slides(board)
    _, info = Oracle(env.twenty48(size=2, start=board)).reset(seed=1)
    assert info["value"][1:].tolist() == [known[down], known[left], known[right]]
    assert set(slides(size=2).values(Slides(Board.from_rows([[64, 2], [0, 0]]), Rules(size=2)))) == {1}


def test_a_finished_game_has_no_move_values() -> None:
    assert drops().values(Position.from_moves("1122334")) == {}


@pytest.mark.parametrize(
    ("make", "single", "start"),
    [(vector.twenty48, env.twenty48, None), (vector.connect4, env.connect4, "444426554266177"),
     (partial(vector.twenty48, size=2), partial(env.twenty48, size=2), "2,2/4,0")],
)  # fmt: skip
def test_vector_oracle_values_match_the_single_oracles(make: Make, single: Make, start: str | None) -> None:
    many, ones = VectorOracle(make(3, start=start)), [Oracle(single(start=start)) for _ in range(3)]
    values = many.reset(seed=1)[1]["value"]
    assert np.allclose(
        values, [one.reset(seed=1 + number)[1]["value"] for number, one in enumerate(ones)], equal_nan=True
    )
    actions = np.nanargmin(values, axis=1)
    info = many.step(actions)[-1]
    told = [one.step(int(action))[-1] for one, action in zip(ones, actions, strict=True)]
    assert np.allclose(info["value"], [each["value"] for each in told], equal_nan=True)
    assert np.allclose(info["regret"], [each["regret"] for each in told])
    assert info["regret"].max() > 0
