"""The puzzles that ship are those that `python -m tools.puzzles make` makes, evenly graded, and none is refuted."""

from __future__ import annotations

from collections import Counter

import pytest

from slidedrop.analysis.puzzle import Puzzle, shipped
from tools.puzzles.__main__ import check, first_ones


def of(kind: str) -> list[Puzzle]:
    return [puzzle for puzzle in shipped() if puzzle.game == kind]


@pytest.mark.parametrize(("kind", "number"), [("2048", 25), ("connect4", 75)])
def test_each_grade_has_a_fifth_of_the_puzzles_of_each_game_and_none_comes_twice(kind: str, number: int) -> None:
    assert Counter(puzzle.grade for puzzle in of(kind)) == dict.fromkeys(range(1, 6), number // 5)
    assert len({puzzle.position for puzzle in of(kind)}) == number


@pytest.mark.parametrize("kind", ["connect4", pytest.param("2048", marks=[pytest.mark.soak, pytest.mark.timeout(0)])])
def test_the_same_puzzles_are_made_again(kind: str) -> None:
    assert first_ones(kind) == of(kind)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_none_is_refuted_by_a_longer_search() -> None:
    assert check() == 0
