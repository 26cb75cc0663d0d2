"""Both boards in the colours of a terminal, by escape codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from slidedrop.core.position import Cell
from slidedrop.twenty48 import display as twenty48
from slidedrop.twenty48.board import Board

if TYPE_CHECKING:
    from slidedrop.connect4.position import Disc, Position

_DISCS: Final = ("\x1b[91m", "\x1b[94m")
_BOLD: Final = "\x1b[1m"
_END: Final = "\x1b[0m"


def coloured_tiles(board: Board, *, base: int = 2) -> str:
    """Draw a board of 2048 with a background for each tile."""

    def paint(text: str, tile: int) -> str:
        ink, ground = (_rgb(colour) for colour in twenty48.tile_colours(tile, base))
        return f"\x1b[38;2;{ink};48;2;{ground}m{text}{_END}" if tile else text

    return twenty48.drawn(board, paint)


def coloured_discs(position: Position, *, shapes: str = "XO") -> str:
    """Draw a board of Connect-4 with red and blue discs, marked ones bold."""
    from slidedrop.connect4 import display as connect4  # 10 ms that a game of 2048 need not pay

    marked = position.winning_cells | {position.last_cell}

    def paint(text: str, disc: Disc, cell: Cell) -> str:
        bold = _BOLD if cell in marked else ""
        return text if disc is None else f"{_DISCS[disc]}{bold}{text}{_END}"

    return connect4.drawn(position, shapes, paint)


def _rgb(colour: str) -> str:
    return ";".join(str(int(colour[start : start + 2], 16)) for start in (1, 3, 5))
