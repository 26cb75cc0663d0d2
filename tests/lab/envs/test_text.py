"""Tests of the text environments: prompts for a language model, and parsing of its answers."""

from __future__ import annotations

import pytest

from slidedrop.lab.envs import env
from slidedrop.lab.envs.oracle import Oracle
from slidedrop.lab.envs.text import Text


@pytest.mark.parametrize("answer", ["right", "Move: RIGHT", "I could go left, but I choose right.", "d"])
def test_the_last_move_word_in_the_text_is_played(answer: str) -> None:
    one = Text(env.twenty48(size=2, start="2,2/0,0"))
    told, _ = one.reset(seed=1)
    assert (told.split()[:4], told.rpartition(": ")[2]) == (["2", "2", ".", "."], "down, left, right")
    told, reward, *_ = one.step(answer)
    assert (reward, told.split()[1]) == (4.0, "4")


def test_text_without_a_move_changes_nothing_and_finally_truncates() -> None:
    one = Text(env.connect4(illegal_cap=2))
    before, _ = one.reset(seed=1)
    told, reward, over, cut, _ = one.step("I resign!")
    assert told.partition("\n\n")[2] == before
    assert (reward, over, cut) == (0.0, False, False)
    assert one.step("")[3]
    assert "Legal moves: 1, 2, 3, 4, 5, 6, 7" in one.step("column 4")[0]


def test_a_text_environment_can_use_regret_as_its_reward() -> None:
    one = Text(Oracle(env.connect4(start="112233"), as_reward=True))
    one.reset(seed=1)
    told, reward, over, *_ = one.step("4")
    assert (reward, over) == (0.0, True)
    assert "Legal moves: none" in told
