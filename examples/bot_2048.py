"""A bot for 2048 that holds the large tiles in a corner.

slidedrop watch 2048 --player examples/bot_2048.py:Corner
slidedrop tournament 2048 examples/bot_2048.py:Corner random --games 20
"""

from slidedrop.twenty48 import Direction, Position

PREFERRED = (Direction.DOWN, Direction.LEFT, Direction.RIGHT, Direction.UP)


class Corner:
    """Slides down and left while it can."""

    def choose(self, position: Position) -> Direction:
        """Return the first legal direction in a fixed order, or a slide that makes over twice as many points."""
        legal = position.legal_moves()
        best = max(legal, key=lambda direction: position.board.slide(direction).gained)
        usual = next(direction for direction in PREFERRED if direction in legal)
        return best if position.board.slide(best).gained > 2 * position.board.slide(usual).gained else usual
