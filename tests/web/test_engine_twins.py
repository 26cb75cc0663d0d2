"""Tests that the page's engine answers as Python does: values, nodes, bits, sentences and moves."""

from __future__ import annotations

import os
import shutil
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.web.engine_twins import (
    differences,
    learned_hints,
    luck_reviews,
    opponents,
    plain_hints_2048,
    refutations,
    reviews,
    scores_and_hints,
    threats,
)
from tests.web.program_twins import (
    answers_in_node,
    engine_folder,
    solved_here,
    some_boards,
    some_positions,
    valued_here,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None and os.environ.get("CI") != "true", reason="node is not installed"
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the engine in a folder, for a browser to load."""
    return engine_folder(tmp_path_factory.mktemp("engine"))


@pytest.mark.no_cover  # comparisons with node; tests/analysis measures the Python side
@pytest.mark.parametrize(
    ("asked", "number"),
    [
        (scores_and_hints, 15),
        (reviews, 8),
        (opponents, 40),
        (plain_hints_2048, 15),
        (learned_hints, 10),
        (luck_reviews, 5),
        (refutations, 6),
        (threats, 100),
    ],
)
def test_values_texts_and_moves_match_python(
    engine: Path, asked: Callable[[int, int], Iterator[tuple[dict[str, object], object]]], number: int
) -> None:
    pairs = list(asked(number, 4))
    assert differences(pairs, str(engine)) == []
    assert differences([(pairs[0][0], {"move": "nothing"})], str(engine)) != [], "a difference would be seen"


@pytest.mark.no_cover  # kernels: coverage cannot measure them
def test_scores_node_counts_and_bits_match_python_in_node(engine: Path) -> None:
    dice = Random(14)
    wishes = [
        some_positions(dice, 7, 6, 100, (24, 41)),
        some_positions(dice, 5, 5, 40, (8, 24)),
        some_positions(dice, 6, 7, 25, (26, 41)),
        some_positions(dice, 8, 7, 25, (42, 55)),
        some_positions(dice, 9, 6, 25, (42, 53)),
        some_positions(dice, 3, 14, 15, (18, 41)),
    ]
    boards = [some_boards(dice, 60, 1), some_boards(dice, 20, 2), some_boards(dice, 8, 3)]
    own = [*map(solved_here, wishes), *map(valued_here, boards)]
    assert answers_in_node(engine, [*wishes, *boards]) == own
