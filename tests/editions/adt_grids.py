"""Grids, symbols and players for the tests of the ADT edition."""

from __future__ import annotations

from hypothesis import strategies as st

from slidedrop.editions.adt import ColourType, DimensionType, GridType, LocationType, PlayerType, SymbolType

RED = SymbolType(ColourType("red"))
BLUE = SymbolType(ColourType("blue"))
HUMAN = PlayerType(RED)
COMPUTER = PlayerType(BLUE)


def grid(*rows: str) -> GridType:
    """Return a grid drawn with R, B and dots."""
    drawn = GridType(DimensionType(len(rows)))
    for row, line in enumerate(rows, 1):
        for column, letter in enumerate(line, 1):
            if letter != ".":
                drawn.occupySquare(LocationType(row, column), RED if letter == "R" else BLUE)
    return drawn


@st.composite
def grids(draw: st.DrawFn) -> GridType:
    side = draw(st.integers(4, 6))
    cells = draw(st.lists(st.sampled_from(".RB"), min_size=side * side, max_size=side * side))
    return grid(*("".join(cells[start : start + side]) for start in range(0, side * side, side)))
