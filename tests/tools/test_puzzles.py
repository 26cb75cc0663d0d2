"""Tests of the bundled puzzles: output of `python -m tools.puzzles make`, evenly graded, none refuted."""

from __future__ import annotations

from collections import Counter

import pytest

from slidedrop.analysis.puzzle import Puzzle, shipped
from tools.puzzles.__main__ import KINDS, check, first_ones


def of(kind: str) -> list[Puzzle]:
    return [puzzle for puzzle in shipped() if puzzle.game == kind]


@pytest.mark.parametrize(("kind", "number"), [("2048", 25), ("connect4", 75)])
def test_each_grade_has_a_fifth_of_a_games_puzzles_without_duplicates(kind: str, number: int) -> None:
    assert Counter(puzzle.grade for puzzle in of(kind)) == dict.fromkeys(range(1, 6), number // 5)
    assert len({puzzle.position for puzzle in of(kind)}) == number


def test_the_first_seeds_make_bundled_puzzles() -> None:
    make_one, first, *_ = KINDS["connect4"]
    made = [found[1] for found in map(make_one, range(first, first + 60)) if found]
    assert made
    assert {(puzzle.position, puzzle.best) for puzzle in made} <= {(one.position, one.best) for one in of("connect4")}


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("kind", KINDS)
def test_making_the_puzzles_again_gives_the_bundled_ones(kind: str) -> None:
    assert first_ones(kind) == of(kind)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_none_is_refuted_by_a_longer_search() -> None:
    assert check() == 0
