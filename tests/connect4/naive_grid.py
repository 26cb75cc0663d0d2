"""Connect-4 as a beginner would write it: the slow twin that is easy to verify.

grid[0] is the top row; a cell holds None, 0 or 1. Every method looks at every cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slidedrop.connect4.layout import Move
    from slidedrop.connect4.rules import Rules
    from slidedrop.core.position import Cell

STEPS = [(0, 1), (1, 0), (1, 1), (-1, 1)]


class NaiveGrid:
    """A board as a list of lists, changed in place by each move."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.grid: list[list[int | None]] = [[None] * rules.columns for _ in range(rules.rows)]
        self.turn = 0

    def legal_moves(self) -> list[Move]:
        if self.winning_lines():
            return []
        if self.rules.gravity:
            return [column for column in range(self.rules.columns) if self.grid[0][column] is None]
        cells = [(row, column) for row in range(self.rules.rows) for column in range(self.rules.columns)]
        return [(row, column) for row, column in cells if self.grid[row][column] is None]

    def play(self, move: Move) -> None:
        if isinstance(move, tuple):
            row, column = move
        else:
            row, column = max(row for row in range(self.rules.rows) if self.grid[row][move] is None), move
        self.grid[row][column] = self.turn
        self.turn = 1 - self.turn

    def is_full(self) -> bool:
        return all(disc is not None for row in self.grid for disc in row)

    def winning_lines(self) -> set[tuple[Cell, ...]]:
        lines: set[tuple[Cell, ...]] = set()
        for row in range(self.rules.rows):
            for column in range(self.rules.columns):
                if self.grid[row][column] is not None:
                    lines.update(line for step in STEPS if (line := self._line(row, column, step)))
        return lines

    def winner(self) -> int | None:
        winners = {self.grid[row][column] for line in self.winning_lines() for row, column in line}
        assert len(winners) <= 1
        return winners.pop() if winners else None

    def _line(self, row: int, column: int, step: tuple[int, int]) -> tuple[Cell, ...]:
        down, right = step
        line = []
        for number in range(self.rules.connect):
            there, across = row + number * down, column + number * right
            if not (0 <= there < self.rules.rows and 0 <= across < self.rules.columns):
                return ()
            if self.grid[there][across] != self.grid[row][column]:
                return ()
            line.append((there, across))
        return tuple(line)
