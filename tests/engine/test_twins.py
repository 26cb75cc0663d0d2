"""Tests of the built engines: scores, node counts and bits equal those of the native kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from slidedrop.twenty48 import Board
from slidedrop.twenty48.engine.expectimax import CLASSIC, Expectimax
from slidedrop.twenty48.engine.portable_network import SMALL, PortableNetwork, shipped_network
from tests.engine.twins import check_slides, check_solver

if TYPE_CHECKING:
    from slidedrop.twenty48.engine.exports import SearchExports


@pytest.mark.parametrize(
    ("columns", "rows", "number", "plies"),
    [
        (7, 6, 300, (20, 41)),
        (4, 4, 100, (0, 15)),
        (5, 5, 150, (6, 24)),
        (6, 7, 150, (20, 41)),
        (8, 7, 30, (38, 55)),
        (9, 6, 100, (36, 53)),
        (10, 5, 100, (30, 49)),
        (16, 3, 100, (30, 47)),
        (3, 14, 100, (16, 41)),
        (2, 20, 50, (10, 39)),
        (5, 4, 100, (0, 19)),
    ],
)
def test_scores_and_nodes_match_the_native_solver(columns: int, rows: int, number: int, plies: tuple[int, int]) -> None:
    check_solver(columns, rows, number, plies, f"{columns}x{rows}", cleared=False)


def test_scores_and_nodes_are_equal_with_a_table_cleared_before_each_position() -> None:
    check_solver(7, 6, 50, (14, 30), "cleared", cleared=True)


def engine_of(network: PortableNetwork | None) -> SearchExports:
    assert network is not None
    expectimax = Expectimax(network, CLASSIC)
    expectimax.search(Board.empty(4), 1)
    return expectimax._engine


@pytest.mark.parametrize(("plies", "number"), [(1, 300), (2, 150), (3, 50)])
def test_move_values_match_the_native_search_bit_for_bit(plies: int, number: int) -> None:
    check_slides(engine_of(shipped_network()), number, plies, f"{plies} plies")


@pytest.mark.parametrize(("plies", "number"), [(1, 300), (2, 150), (3, 50)])
def test_small_network_values_match_the_native_search_bit_for_bit(plies: int, number: int) -> None:
    check_slides(engine_of(shipped_network(SMALL)), number, plies, f"small, {plies} plies", SMALL)
