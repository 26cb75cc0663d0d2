"""The heuristic value of a position, as a whole number: rows, columns and diagonals, piece by piece.

    O  .  X  X      Four cells in which only one player has discs can still become a four of that player.
                    A piece with one, two or three discs is worth 1, 8 or 21, in general n (3n - 2);
                    one with discs of both players is worth nothing to anyone, as this one.

The value is opposite for the two players and the same for the mirrored board; a won grid exceeds every other. The
value of each whole line is cached by its discs.
"""

from functools import lru_cache, partial
from typing import Final

from slidedrop.connect4.layout import Layout
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import DIRECTIONS, Line, pieces

WON: Final = 10**9
"""The value of a filled piece; all other pieces of the largest board together count less."""

_MOST_REMEMBERED: Final = 1 << 16


def _evaluated(directions: tuple[str, ...], position: Position, player: int) -> int:
    packed = position.packed
    worth = 0
    for mask, worths in _lines(position.layout, directions):
        worth += worths[packed & mask]
    return worth if player == position.turn else -worth


evaluate: Final = partial(_evaluated, DIRECTIONS)
"""The value of a position for a player (0 moved first); above 0 it is good for that player."""
evaluate_rows: Final = partial(_evaluated, ("row",))
"""The value of the rows."""
evaluate_columns: Final = partial(_evaluated, ("column",))
"""The value of the columns."""
evaluate_diagonals: Final = partial(_evaluated, ("falling", "rising"))
"""The value of the diagonals in both directions."""


class _LineWorths(dict[int, int]):
    """The value of one line for the player to move, by its discs (packed as in `Position.packed`)."""

    def __init__(self, layout: Layout, line: Line) -> None:
        super().__init__()
        connect = layout.rules.connect
        self._span = layout.span
        self._pieces = [layout.mask(piece) for piece in pieces(line, connect)]
        # Measured: with squares (1, 4, 9) six levels hardly beat four; so they get two points of three.
        self._by_count = [count * (3 * count - 2) for count in range(connect)] + [WON]

    def __missing__(self, discs: int) -> int:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()  # a line of twenty cells has 3^20 states: memory must not grow with every game
        self[discs] = worth = sum(self._piece_worth(discs, piece) for piece in self._pieces)
        return worth

    def _piece_worth(self, discs: int, piece: int) -> int:
        mine = (discs & piece).bit_count()
        theirs = (discs >> self._span & piece).bit_count()
        if mine and theirs:
            return 0
        return self._by_count[mine] - self._by_count[theirs]


@lru_cache(maxsize=64)
def _lines(layout: Layout, directions: tuple[str, ...]) -> tuple[tuple[int, _LineWorths], ...]:
    masks = [(layout.mask(line), line) for direction in directions for line in layout.rules.lines(direction)]
    return tuple((mask | mask << layout.span, _LineWorths(layout, line)) for mask, line in masks)
