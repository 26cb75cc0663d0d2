"""Exact scores of small boards, found by playing every game to its end: slow, simple and easy to verify.

. . . .      A position is one string per column, from the bottom up: this one is ("XO", "", "X", "").
O . . .      X moves first, so the number of discs gives the side to move. There is no pruning and no
X . X .      heuristic; only the scores of earlier positions are cached.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

Columns = tuple[str, ...]
Line = tuple[tuple[int, int], ...]

WAYS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
"""The directions of a line, as steps to the right and upwards."""


class SmallBoard:
    """Every position of one board size, each with its score."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows, self.cells = columns, rows, columns * rows

    @cached_property
    def scores(self) -> dict[Columns, int]:
        """The score of every reachable unfinished position, in the public convention."""
        scores: dict[Columns, int] = {}
        for level in reversed(list(self._levels())):
            for position in level:
                scores[position] = max(self._worth(position, move, scores) for move in self.moves(position))
        return scores

    def moves(self, position: Columns) -> list[int]:
        """Return the columns that are not full."""
        return [column for column, discs in enumerate(position) if len(discs) < self.rows]

    def play(self, position: Columns, column: int) -> Columns:
        """Return the position after one more disc."""
        disc = "XO"[discs_of(position) % 2]
        return (*position[:column], position[column] + disc, *position[column + 1 :])

    def is_won(self, position: Columns, column: int) -> bool:
        """Return whether the top disc of a column is part of a line of four."""
        return any(_run(position, column, right, up) + _run(position, column, -right, -up) > 2 for right, up in WAYS)

    def _worth(self, position: Columns, column: int, scores: dict[Columns, int]) -> int:
        after = self.play(position, column)
        if self.is_won(after, column):
            return (self.cells + 1 - discs_of(position)) // 2
        return 0 if discs_of(after) == self.cells else -scores[after]

    def _levels(self) -> Iterator[list[Columns]]:
        """Yield the unfinished positions with no disc, with one, with two and so on."""
        level = [("",) * self.columns]
        while level:
            yield level
            level = list(dict.fromkeys(self._successors(level)))

    def _successors(self, level: list[Columns]) -> Iterator[Columns]:
        for position in level:
            for column in self.moves(position):
                after = self.play(position, column)
                if not self.is_won(after, column) and discs_of(after) < self.cells:
                    yield after


@cache
def small_board(columns: int, rows: int) -> SmallBoard:
    """Return a board whose scores are computed once."""
    return SmallBoard(columns, rows)


def discs_of(position: Columns) -> int:
    """Return the number of discs."""
    return sum(map(len, position))


def words_of(position: Columns, rows: int) -> tuple[int, int]:
    """Return the discs of the side to move and of the other side, as the bits of `solver.bitboard`."""
    mover = "XO"[discs_of(position) % 2]
    sides = {"X": 0, "O": 0}
    for column, discs in enumerate(position):
        for row, disc in enumerate(discs):
            sides[disc] |= 1 << (column * (rows + 1) + row)
    return sides[mover], sides["XO".replace(mover, "")]


@cache
def lines_through(cell: tuple[int, int]) -> list[Line]:
    """Return the lines of four cells that contain a cell; they may leave the board, where cells are empty."""
    column, row = cell
    return [
        tuple((column + (step - back) * right, row + (step - back) * up) for step in range(4))
        for right, up in WAYS
        for back in range(4)
    ]


def _run(position: Columns, column: int, right: int, up: int) -> int:
    """Return the number of discs of the same colour next to a column's top disc in one direction, up to three."""
    row = len(position[column]) - 1
    disc, length = position[column][row], 0
    while length < 3:
        column, row = column + right, row + up
        if not (0 <= column < len(position) and 0 <= row < len(position[column]) and position[column][row] == disc):
            break
        length += 1
    return length
