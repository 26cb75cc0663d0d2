"""A game as a picture that fits the room, whichever game it is."""

from typing import Any

from slidedrop.terminal.full.drawing import discs, tiles
from slidedrop.terminal.full.drawing.canvas import Canvas
from slidedrop.terminal.full.drawing.frame import Frame, largest
from slidedrop.terminal.full.drawing.palette import Palette


def frames_of(game: Any) -> list[Frame]:  # noqa: ANN401 - of either kind
    """Return every way to draw a game's board, the smallest first."""
    return tiles.frames(game.rules.size) if game.kind == "2048" else discs.frames(game.rules)


def picture_of(
    game: Any,  # noqa: ANN401 - of either kind, or None
    palette: Palette,
    room: tuple[int, int],
    position: Any = None,  # noqa: ANN401 - of the same game
    marks: discs.Marks | None = None,
    moving: tuple[Any, float] = (None, 1.0),
) -> Canvas | None:
    """Paint a game as it stands, or one of its positions, or a turn while it moves; nothing where there is no room."""
    frame = None if game is None else largest(frames_of(game), *room)
    if frame is None:
        return None
    shown = game.position if position is None else position
    if game.kind == "2048":
        return tiles.Tiles(palette, frame).picture(shown.board, game.rules.base, *moving)
    return discs.Discs(palette, frame).picture(shown, marks, *moving)
