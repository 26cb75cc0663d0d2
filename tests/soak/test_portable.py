"""Soak tests of the built programs: results equal the native kernels, and builds are identical byte for byte."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from slidedrop.twenty48 import Board
from slidedrop.twenty48.engine.expectimax import CLASSIC, Expectimax
from slidedrop.twenty48.engine.portable_network import shipped_network
from tests.engine.twins import check_slides, check_solver

pytestmark = pytest.mark.soak
BOARDS = ((7, 6, (14, 41)), (5, 6, (4, 29)), (6, 7, (18, 41)), (8, 7, (36, 55)), (9, 5, (24, 44)))
PROJECT = Path(__file__).parents[2]


def test_building_again_gives_the_same_bytes() -> None:
    again = [sys.executable, "-m", "tools.portable.build", "--again"]
    done = subprocess.run(again, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.count("same as before")) == (0, 3), done.stdout + done.stderr


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(50))
def test_scores_and_node_counts_match_the_native_solver(part: int) -> None:
    columns, rows, plies = BOARDS[part % len(BOARDS)]
    check_solver(columns, rows, 2000, plies, f"soak {part}", cleared=True)


@pytest.mark.parametrize("plies", [1, 2, 3, 4])
def test_every_bit_of_each_moves_value_matches_the_native_search(plies: int) -> None:
    network = shipped_network()
    assert network is not None
    expectimax = Expectimax(network, CLASSIC)
    expectimax.search(Board.empty(4), 1)
    check_slides(expectimax._engine, {1: 60_000, 2: 30_000, 3: 9_000, 4: 1_000}[plies], plies, f"soak {plies}")
