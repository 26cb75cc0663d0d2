"""Boards of 2048 for Hypothesis: any size, any base, from nearly empty to full."""

from __future__ import annotations

from hypothesis import strategies as st

from slidedrop.twenty48 import Board, Direction

BASES = (2, 3, 5)
POWERS = ((0, 0, 0, 1), (0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 3), (1, 2), (1, 2, 3, 4))
"""Possible ranks of a cell, 0 for empty: few different tiles, so that many merge."""
directions = st.sampled_from(Direction)
usual_sizes = st.integers(2, 8)


@st.composite
def boards(draw: st.DrawFn, sizes: st.SearchStrategy[int] = usual_sizes) -> Board:
    """Any board of base x 2^k tiles."""
    size, base, powers = draw(sizes), draw(st.sampled_from(BASES)), draw(st.sampled_from(POWERS))
    first = draw(st.integers(0, 12))
    cells = draw(st.binary(min_size=size * size, max_size=size * size))  # a single draw for the whole board is faster
    chosen = [powers[cell % len(powers)] for cell in cells]
    return Board.from_tiles([(base << first + power - 1) if power else 0 for power in chosen])


def grid_of(board: Board) -> list[list[int]]:
    """Return the board in the format of the naive twin."""
    return [list(row) for row in board.rows]
