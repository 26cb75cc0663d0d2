"""A game of 2048 as pictures."""

from collections.abc import Sequence

from slidedrop.cli.pictures import Look, Picture, board_picture
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.display import tile_colours
from slidedrop.twenty48.game import Game


def frames(game: Game) -> Sequence[Picture]:
    """Return a picture of the start, and one after every move."""
    start = Game.from_header(game.header())
    return [picture_of(board, game.rules.base) for board in [start.board, *(turn.state.board for turn in game.turns)]]


def picture_of(board: Board, base: int = 2) -> Picture:
    """Return the picture of a board."""
    return board_picture([[_look(tile, base) for tile in row] for row in board.rows], "#8d8376", discs=False)


def _look(tile: int, base: int) -> Look:
    ink, fill = tile_colours(tile, base)
    return Look(fill, ink, str(tile)) if tile else Look("#a59b8c")
