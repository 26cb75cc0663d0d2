"""A game of Connect-4 as pictures."""

from collections.abc import Sequence
from typing import Final

from slidedrop.cli.pictures import Look, Picture, board_picture
from slidedrop.connect4.game import Game
from slidedrop.connect4.position import Position

_DISCS: Final = {None: "#f4f1ea", 0: "#c62828", 1: "#1e4fb4"}
_SHAPES: Final = {None: "", 0: "X", 1: "O"}


def frames(game: Game) -> Sequence[Picture]:
    """Return a picture of the start, and one after every move."""
    start = Game.from_header(game.header())
    return [picture_of(position) for position in [start.position, *(turn.position for turn in game.turns)]]


def picture_of(position: Position) -> Picture:
    """Return the picture of a position; the last disc and a winning line have a ring."""
    marked = position.winning_cells | {position.last_cell}
    rows = [
        [Look(_DISCS[disc], "#ffffff", _SHAPES[disc], (row, column) in marked) for column, disc in enumerate(discs)]
        for row, discs in enumerate(position.to_rows())
    ]
    return board_picture(rows, "#565f6b", discs=True)
