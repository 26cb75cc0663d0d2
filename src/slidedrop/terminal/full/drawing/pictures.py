"""A game as a picture that fits the room, whichever game it is: for lists, reviews and boards beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from slidedrop.terminal.full.drawing import discs, tiles
from slidedrop.terminal.full.drawing.canvas import Canvas

if TYPE_CHECKING:
    from slidedrop.terminal.full.drawing.palette import Palette


def picture_of(game: Any, palette: Palette, width: int, height: int) -> Canvas | None:  # noqa: ANN401 - of either kind
    """Paint a game as it stands, or nothing where there is no game or no room."""
    if game is None:
        return None
    return picture_at(game, game.position, palette, width, height)


def picture_at(
    game: Any,  # noqa: ANN401 - of either kind
    position: Any,  # noqa: ANN401 - of the same game
    palette: Palette,
    width: int,
    height: int,
    marks: discs.Marks | None = None,
) -> Canvas | None:
    """Paint a position of a game."""
    if game.kind == "2048":
        grid = tiles.fitting(position.board.size, width, height)
        return None if grid is None else tiles.Tiles(palette, grid, game.rules.base).picture(position.board)
    frame = discs.fitting(position.rules, width, height)
    return None if frame is None else discs.Discs(palette, frame).picture(position, marks)
