"""The cell chosen by single keys on a board of Connect-4, before enter drops the disc.

arrows       one step; at the edge they stay
1 then 2     column 1, then column 12 if it exists
2 . 3        in free placement the row, a dot, the column
"""

from typing import Final

from slidedrop.connect4.layout import Move
from slidedrop.connect4.rules import Rules
from slidedrop.core.position import Cell

STEPS: Final = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
DOT: Final = "."


class Cursor:
    """A row and a column from 0, and the digits typed so far."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.cell: Cell = (rules.rows // 2, rules.columns // 2)
        self._typed = ""
        self._axis = self._first_axis

    @property
    def _first_axis(self) -> int:
        return 1 if self.rules.gravity else 0

    @property
    def move(self) -> Move:
        return self.cell[1] if self.rules.gravity else self.cell

    def takes(self, key: str) -> bool:
        digit = key.isascii() and key.isdigit()
        return key in STEPS or digit or (key == DOT and not self.rules.gravity)

    def press(self, key: str) -> None:
        """Move by an arrow, a digit or the dot between row and column."""
        if key in STEPS:
            self.rest()
            row, column = (place + step for place, step in zip(self.cell, STEPS[key], strict=True))
            self.cell = (min(max(row, 0), self.rules.rows - 1), min(max(column, 0), self.rules.columns - 1))
        elif key == DOT:
            self._typed, self._axis = "", 1
        else:
            self._type(key)

    def rest(self) -> None:
        """Forget the digits typed so far; the next digit starts a number."""
        self._typed, self._axis = "", self._first_axis

    def _type(self, digit: str) -> None:
        side = (self.rules.rows, self.rules.columns)[self._axis]
        fitting = [text for text in (self._typed + digit, digit) if 1 <= int(text) <= side]
        self._typed = fitting[0] if fitting else ""
        if fitting:
            place = int(fitting[0]) - 1
            self.cell = (place, self.cell[1]) if self._axis == 0 else (self.cell[0], place)
