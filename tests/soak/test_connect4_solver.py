"""Soak tests of the solver: brute force on whole boards, every shortcut, and every imported position."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import numpy as np
import pytest

from slidedrop.connect4 import Position, Rules
from slidedrop.connect4.engine.perfect import analyse, solve
from slidedrop.connect4.engine.solver.bitboard import (
    ALL_SHORTCUTS,
    CLAIMEVEN,
    DEAD_CELLS,
    NEUTRAL_DISCS,
    ODD_THREAT,
    geometry,
)
from slidedrop.connect4.engine.solver.narrowing import new_searches
from slidedrop.connect4.engine.solver.transpositions import new_table
from slidedrop.connect4.values import Value
from tests.connect4.native_solver import NativeSolver
from tests.connect4.position_files import read_sets
from tests.connect4.random_discs import random_positions, solved
from tests.connect4.solver_checks import check_against_brute_force, fresh_searches

DATA = os.environ.get("SLIDEDROP_BENCH_DATA", "")
SHORTCUTS = [CLAIMEVEN, ODD_THREAT, DEAD_CELLS, NEUTRAL_DISCS, ALL_SHORTCUTS]


@pytest.mark.soak
@pytest.mark.parametrize(("columns", "rows"), [(4, 4), (4, 5), (5, 4), (3, 6), (5, 3)])
def test_every_position_of_a_small_board_matches_brute_force(columns: int, rows: int) -> None:
    check_against_brute_force(columns, rows, Random(columns))


@pytest.mark.soak
@pytest.mark.parametrize("shortcut", SHORTCUTS)
def test_no_shortcut_changes_one_of_ten_thousand_scores(shortcut: int) -> None:
    positions = random_positions(Random(shortcut), 7, 6, 10_000, (14, 36))
    without = new_searches(geometry(7, 6, shortcuts=ALL_SHORTCUTS & ~shortcut), new_table(256))
    assert (solved(without, positions)[0] == solved(fresh_searches(7, 6, 64), positions)[0]).all()


@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "sign"),
    [((4, 4), 0), ((5, 4), 0), ((5, 5), 0), ((6, 4), -1), ((6, 5), 0), ((7, 5), 0), ((6, 6), -1), ((6, 7), 1)],
)
def test_empty_boards_have_their_published_values(size: tuple[int, int], sign: int) -> None:
    score = NativeSolver(*size, megabytes=256).solve(0, 0).score
    assert score is not None
    assert np.sign(score) == sign


@pytest.mark.soak
def test_the_first_player_wins_on_the_41st_disc_and_only_by_the_centre() -> None:
    solutions = analyse(Position()).values
    assert solve(Position(Rules())).value == Value("win", 41)
    assert [column for column, solution in solutions.items() if solution.verdict == "win"] == [3]


@pytest.mark.soak
@pytest.mark.skipif(not DATA, reason="no positions were brought: SLIDEDROP_BENCH_DATA names a folder of them")
def test_every_imported_position_has_its_recorded_score() -> None:
    for name, positions, expected in read_sets(Path(DATA)):
        scores, _ = solved(fresh_searches(7, 6, 256), positions)
        assert scores.tolist() == expected, name
