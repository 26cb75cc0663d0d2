"""Soak tests: the page's engine equals Python in 10,000 texts and in 10^5 scores, node counts and bits."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.engine_twins import differences, learned_hints, opponents, plain_hints_2048, reviews, scores_and_hints
from tests.web.program_twins import (
    answers_in_node,
    engine_folder,
    solved_here,
    some_boards,
    some_positions,
    valued_here,
)

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the engine in a folder, for a browser to load."""
    return engine_folder(tmp_path_factory.mktemp("engine"))


@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize(
    ("asked", "number"),
    [(scores_and_hints, 1000), (reviews, 200), (opponents, 2000), (plain_hints_2048, 500), (learned_hints, 1000)],
)
def test_values_texts_and_moves_match_python(engine: Path, asked: Any, number: int, part: int) -> None:  # noqa: ANN401 - each yields questions
    assert differences(list(asked(number, 1000 + part)), str(engine)) == []


@pytest.mark.parametrize("part", range(10))
def test_scores_node_counts_and_bits_match_python_in_node(engine: Path, part: int) -> None:
    dice = Random(f"soak {part}")
    wishes = [
        some_positions(dice, 7, 6, 2000, (18, 40)),
        some_positions(dice, 5, 5, 1000, (6, 24)),
        some_positions(dice, 8, 7, 1000, (40, 55)),
    ]
    boards = [some_boards(dice, 4000, 1), some_boards(dice, 1500, 2), some_boards(dice, 500, 3)]
    own = [*map(solved_here, wishes), *map(valued_here, boards)]
    assert answers_in_node(engine, [*wishes, *boards]) == own
