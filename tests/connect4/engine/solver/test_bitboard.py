"""Tests of the Connect-4 bitboard: it gives the same answers as the plain board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.connect4.engine.solver import bitboard
from slidedrop.connect4.engine.solver.bitboard import Geometry, geometry, word
from slidedrop.connect4.engine.solver.narrowing import MAIN_ORDER
from slidedrop.connect4.engine.solver.null_window import new_search
from slidedrop.connect4.engine.solver.transpositions import new_table
from slidedrop.core.errors import RulesError
from tests.connect4.brute_force import lines_through

if TYPE_CHECKING:
    from collections.abc import Iterator

Cells = set[tuple[int, int]]
Board = tuple[Geometry, Cells, Cells]

pytestmark = pytest.mark.no_cover  # kernels: coverage cannot trace compiled code
SIZES = [(4, 4), (7, 6), (6, 7), (9, 6), (8, 7), (4, 15), (16, 3)]


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any board size with some discs, and the subset of one side; cells are (column, row)."""
    columns, rows = draw(st.sampled_from(SIZES))
    heights = [draw(st.integers(0, rows)) for _ in range(columns)]
    discs = [(column, row) for column, height in enumerate(heights) for row in range(height)]
    mine = draw(st.sets(st.sampled_from(discs))) if discs else set()
    return geometry(columns, rows), set(discs), mine


def bits(cells: set[tuple[int, int]], g: Geometry) -> int:
    return word(sum(1 << (column * (g.rows + 1) + row) for column, row in cells))


def every_cell(g: Geometry) -> Iterator[tuple[int, int]]:
    return ((column, row) for column in range(g.columns) for row in range(g.rows))


def completes_four(cell: tuple[int, int], mine: set[tuple[int, int]]) -> bool:
    return any(set(line) <= mine | {cell} for line in lines_through(cell))


@given(boards())
def test_winning_cells_are_the_empty_cells_that_complete_a_four(
    board: Board,
) -> None:
    g, discs, mine = board
    expected = {cell for cell in every_cell(g) if cell not in discs and completes_four(cell, mine)}
    assert bitboard.winning_cells(bits(mine, g), bits(discs, g), g) == bits(expected, g)


@given(boards())
def test_a_line_of_four_is_detected(board: Board) -> None:
    g, _, mine = board
    assert bitboard.has_four(bits(mine, g), g) == any(completes_four(cell, mine - {cell}) for cell in mine)


@given(boards())
def test_on_fours_returns_the_cells_of_every_complete_line(
    board: Board,
) -> None:
    g, discs, mine = board
    cells = discs - mine
    expected = {cell for cell in cells if any(set(line) <= cells for line in lines_through(cell))}
    assert bitboard.on_fours(bits(cells, g), g) == bits(expected, g)


@given(boards())
def test_playable_cells_are_the_lowest_empty_cells_of_each_column(board: Board) -> None:
    g, discs, _ = board
    lands = {(column, row) for column, row in every_cell(g) if (column, row) not in discs}
    lowest = {(column, row) for column, row in lands if row == 0 or (column, row - 1) in discs}
    assert bitboard.playable(bits(discs, g), g) == bits(lowest, g)


@given(boards())
def test_above_means_higher_in_the_same_column(
    board: Board,
) -> None:
    g, _, mine = board
    expected = {cell for cell in every_cell(g) if any((cell[0], row) in mine for row in range(cell[1]))}
    assert bitboard.above(bits(mine, g), g) == bits(expected, g)
    assert bitboard.at_or_above(bits(mine, g), g) == bits(expected | mine, g)


@given(boards())
def test_the_mirror_exchanges_left_and_right(
    board: Board,
) -> None:
    g, _, mine = board
    expected = {(g.columns - 1 - column, row) for column, row in mine}
    assert bitboard.mirrored(bits(mine, g), g) == bits(expected, g)


@given(st.integers(0, (1 << 64) - 1))
def test_discs_are_counted(discs: int) -> None:
    assert bitboard.count(word(discs)) == discs.bit_count()


def test_a_board_too_large_for_64_bits_is_refused_with_the_limit() -> None:
    with pytest.raises(RulesError, match="columns x \\(rows \\+ 1\\) <= 64, not 8x8"):
        geometry(8, 8)


def test_columns_are_ordered_from_the_centre() -> None:
    for columns, order in ((7, [3, 2, 4, 1, 5, 0, 6]), (4, [1, 2, 0, 3])):
        g = geometry(columns, 6)
        search = new_search(g, new_table(1), MAIN_ORDER)
        assert [int(cells).bit_length() // 7 for cells in search.columns] == order
        assert list(search.weights[7:]) == sorted(search.weights[7:], reverse=True)
