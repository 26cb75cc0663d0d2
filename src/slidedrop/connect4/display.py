"""The board as text, painted, and as a picture.

 .  .  .  .  .  .  .      ( )  the last disc
 .  .  .  .  .  .  .      [ ]  a disc of a line that won
 .  .  .  .  .  .  .      < >  both: the last disc, which won
 .  .  .  .  .  .  .
 O  O  O  .  .  .  .      Players differ by shape, so colour is never needed; columns are
[X][X][X]<X> .  .  .      numbered from 1 as people type them, in free placement rows too.
 1  2  3  4  5  6  7
"""

from collections.abc import Callable
from typing import Final

from slidedrop.connect4 import notation
from slidedrop.connect4.position import Disc, Position
from slidedrop.core.picture import Look, Picture
from slidedrop.core.position import Cell

SHAPES: Final = notation.SHAPES
_DISCS: Final = {None: Look("#f4f1ea"), 0: Look("#c62828", "#ffffff", "X"), 1: Look("#1e4fb4", "#ffffff", "O")}


def plain(position: Position, *, shapes: str = SHAPES) -> str:
    """Draw the board in plain characters."""
    return drawn(position, shapes, lambda text, _disc, _cell: text)


def tight(position: Position, *, shapes: str = SHAPES) -> str:
    """Draw the board with one character per cell, for a narrow screen; column numbers show their last digit."""
    notation.check_shapes(shapes)
    rules = position.rules
    margin = 0 if rules.gravity else len(str(rules.rows)) + 1
    rows = ["".join("." if disc is None else shapes[disc] for disc in row) for row in position.to_rows()]
    labels = [f"{row:>{margin - 1}} " if margin else "" for row in range(1, rules.rows + 1)]
    numbers = " " * margin + "".join(str(column % 10) for column in range(1, rules.columns + 1))
    return "\n".join([*(label + row for label, row in zip(labels, rows, strict=True)), numbers])


def column_width(shapes: str) -> int:
    """Return the width of a column when the board is not drawn tight."""
    return 2 + max(map(_width, shapes))


def picture(position: Position) -> Picture:
    """Return the picture of a position; the last disc and a winning line have a ring."""
    marked = position.winning_cells | {position.last_cell}
    rows = [
        [_DISCS[disc]._replace(ring=(row, column) in marked) for column, disc in enumerate(discs)]
        for row, discs in enumerate(position.to_rows())
    ]
    return Picture(rows, "#565f6b", discs=True)


def mark(position: Position, cell: Cell) -> tuple[str, str]:
    """Return the characters around a disc: blanks, or the marks of the last disc and of a win."""
    last, winning = cell == position.last_cell, cell in position.winning_cells
    if winning:
        return ("<", ">") if last else ("[", "]")
    return ("(", ")") if last else (" ", " ")


def drawn(position: Position, shapes: str, paint: Callable[[str, Disc, Cell], str]) -> str:
    """Draw the board; `paint` gets the text, player and cell of each disc."""
    notation.check_shapes(shapes)
    rules = position.rules
    wide = max(_width(shape) for shape in shapes)
    margin = len(str(rules.rows)) + 1 if not rules.gravity else 0
    numbers = (f"{column:>2}{' ' * wide}" for column in range(1, rules.columns + 1))
    lines = [(" " * margin + "".join(numbers)).rstrip()]
    for row in reversed(range(rules.rows)):
        cells = [_cell(position, (row, column), shapes, wide, paint) for column in range(rules.columns)]
        label = f"{row + 1:>{margin - 1}} " if margin else ""
        lines.insert(0, (label + "".join(cells)).rstrip())
    return "\n".join(lines)


def _cell(position: Position, cell: Cell, shapes: str, wide: int, paint: Callable[[str, Disc, Cell], str]) -> str:
    disc = position.disc_at(cell)
    shape = "." if disc is None else shapes[disc]
    left, right = mark(position, cell)
    return f"{left}{paint(shape, disc, cell)}{right}" + " " * (wide - _width(shape))


def _width(shape: str) -> int:
    """Return the width of a character: emoji discs take two places."""
    if shape.isascii():
        return 1
    from unicodedata import east_asian_width

    return 2 if east_asian_width(shape) in {"W", "F"} else 1
