"""Small tables for plain Python: full and partial locks, pairs and a chain."""

from functools import cache

import pytest

from slidedrop.twenty48 import Direction
from slidedrop.twenty48.tables.layout import Goal, Layout
from tests.twenty48.tables.reference import Entry, Ranks, solve_plainly


def pair(rank: int, head: int, *others: int) -> tuple[Goal, ...]:
    """Return the goals of a pair: the head and one of the given neighbours."""
    return tuple(
        Goal(((head, rank), (cell, rank)), Direction.UP if cell - head == 4 else Direction.RIGHT) for cell in others
    )


FULL_ROWS = Layout("full-rows", "####/23##/2222/####", pair(3, 5, 4, 9), 4, 28)
PARTIAL = Layout("partial", "###2/##32/3322/####", pair(3, 6, 10), 4, 32)
CHAIN = Layout(
    "chain",
    "####/234#/22##/22##",
    (
        *pair(4, 6, 5),
        Goal(((6, 4), (5, 3), (4, 3)), Direction.RIGHT),
    ),
    5,
    44,
)
LAST_ROW = Layout("last-row", "####/##3#/2#22/2222", pair(3, 6, 10), 4, 36)
SMALLEST = FULL_ROWS
TOYS = [
    pytest.param(layout, id=layout.name, marks=[pytest.mark.no_cover] * (layout is not SMALLEST))
    for layout in (FULL_ROWS, PARTIAL, CHAIN, LAST_ROW)
]
"""Coverage traces only the smallest layout."""


@cache
def solved_plainly(layout: Layout) -> dict[Ranks, Entry]:
    """Return the plain reference's solution of a layout, computed once for all tests."""
    return solve_plainly(layout)
