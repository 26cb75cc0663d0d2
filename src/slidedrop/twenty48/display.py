"""The board as text, painted, as rich markup and as a picture.

2    .    .    4        every column is as wide as the widest tile, so numbers never run together
.    .    8    .
"""

from collections.abc import Callable
from typing import Final

from slidedrop.core.picture import Look, Picture
from slidedrop.twenty48.board import Board

NARROWEST: Final = 5
"""The usual width of a column; it grows when a tile has five digits or more."""

INK_ON_TILE: Final = (
    ("#2b2b2b", "#e8e2d5"),
    ("#2b2b2b", "#dccfb4"),
    ("#2b2b2b", "#f2b880"),
    ("#2b2b2b", "#f0995a"),
    ("#ffffff", "#c8502f"),
    ("#ffffff", "#b03020"),
    ("#2b2b2b", "#e8d36a"),
    ("#2b2b2b", "#d9bf3d"),
    ("#ffffff", "#3f7d58"),
    ("#ffffff", "#2c6e8f"),
    ("#ffffff", "#5b4a9e"),
    ("#ffffff", "#1f1f2e"),
)
"""Text and background by the number of doublings; each pair has a contrast of 4.5 to 1 or more."""


def column_width(board: Board) -> int:
    """Return the width of every column: at least five, always one space between numbers."""
    return max(NARROWEST, len(str(board.largest)) + 1)


def plain(board: Board, *, empty: str = ".") -> str:
    """Draw the board in plain characters."""
    width = column_width(board)
    return "\n".join("".join(f"{tile or empty:>{width}}" for tile in row) for row in board.rows)


def rich_markup(board: Board, *, base: int = 2) -> str:
    """Draw the board in the markup of the rich library."""

    def painted(text: str, tile: int) -> str:
        ink, ground = tile_colours(tile, base)
        return f"[{ink} on {ground}]{text}[/]" if tile else text

    return drawn(board, painted)


def picture(board: Board, base: int = 2) -> Picture:
    """Return the picture of a board."""
    return Picture([[_look(tile, base) for tile in row] for row in board.rows], "#8d8376", discs=False)


def tile_colours(tile: int, base: int = 2) -> tuple[str, str]:
    """Return the colour of the number and of the tile."""
    doublings = max(0, (tile // base).bit_length() - 1)
    return INK_ON_TILE[min(doublings, len(INK_ON_TILE) - 1)]


def drawn(board: Board, paint: Callable[[str, int], str]) -> str:
    """Draw the board; `paint` gets the text and tile of each cell, 0 for an empty one."""
    width = column_width(board) + 1
    rows = ["".join(paint(f"{tile or '.':^{width}}", tile) for tile in row) for row in board.rows]
    return "\n".join(rows)


def _look(tile: int, base: int) -> Look:
    ink, fill = tile_colours(tile, base)
    return Look(fill, ink, str(tile)) if tile else Look("#a59b8c")
