"""Tests that a drawing is readable without its colours."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hypothesis import given

from slidedrop.connect4 import Position, display
from slidedrop.terminal.plain.connect4_face import coloured_discs
from slidedrop.terminal.plain.twenty48_face import coloured_tiles
from tests.connect4.games import positions
from tests.twins.boards2048 import boards, grid_of

if TYPE_CHECKING:
    from slidedrop.twenty48 import Board

ANSI: Final = re.compile(r"\x1b\[[0-9;]*m")


@given(boards())
def test_coloured_tiles_show_the_same_board(board: Board) -> None:
    rows = ANSI.sub("", coloured_tiles(board)).split("\n")
    assert [[int(word.replace(".", "0")) for word in row.split()] for row in rows] == grid_of(board)
    assert len({len(row) for row in rows}) == 1


@given(positions())
def test_coloured_discs_keep_their_shapes(position: Position) -> None:
    coloured = coloured_discs(position)
    assert ANSI.sub("", coloured) == display.plain(position)
    assert coloured.count("\x1b[91m") == str(position).count("X")
    assert coloured.count("\x1b[94m") == str(position).count("O")


def test_marked_discs_are_bold() -> None:
    assert coloured_discs(Position.from_moves("1122334")).count("\x1b[1m") == 4
    assert coloured_discs(Position.from_moves("112")).count("\x1b[1m") == 1
