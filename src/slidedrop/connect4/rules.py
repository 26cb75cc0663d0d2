"""The rules of Connect-4: board size, placement, and discs in a row to win.

    row 0   .  .  .  .  .  .  .      The board is an upright frame of columns x rows, 7x6 in everyday play.
    row 1   .  .  .  .  .  .  .      With gravity a disc falls to the lowest free cell of its column;
    row 2   .  .  .  .  .  .  .      without it (free placement) a disc is set on any free cell.
    row 3   .  .  .  X  .  .  .
    row 4   .  .  X  O  .  .  .      A line is a whole row, column or diagonal of the board; a winning line
    row 5   .  X  O  O  .  .  .      is a piece of one, as long as what wins: who fills it has won.
    column  0  1  2  3  4  5  6

Rows and columns count from 0 here, row 0 on top.
"""

from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, ClassVar, Final

from slidedrop.core.arguments import require_int
from slidedrop.core.errors import NotationError, RulesError
from slidedrop.core.position import Cell

SMALLEST_SIDE: Final = 4
LARGEST_SIDE: Final = 32
SHORTEST_CONNECT: Final = 3

Line = tuple[Cell, ...]
"""Neighbouring cells in one direction."""

_STEPS: Final = {"row": (0, 1), "column": (1, 0), "falling": (1, 1), "rising": (-1, 1)}
DIRECTIONS: Final = tuple(_STEPS)
"""The four ways a line can run; a falling diagonal goes down to the right, a rising one up to the right."""

_NUMBER_WORDS: Final = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game of Connect-4."""

    kind: ClassVar[str] = "connect4"

    columns: int = 7
    rows: int = 6
    gravity: bool = True
    connect: int = 4
    """The number of discs in a row that win."""

    def __post_init__(self) -> None:
        self._check("columns", "columns", SMALLEST_SIDE, LARGEST_SIDE)
        self._check("rows", "rows", SMALLEST_SIDE, LARGEST_SIDE)
        self._check("connect", "discs in a row to connect", SHORTEST_CONNECT, max(self.columns, self.rows))
        if not isinstance(self.gravity, bool):
            raise RulesError(f"gravity is True or False, not {self.gravity!r}")

    def _check(self, name: str, what: str, least: int, most: int) -> None:
        """Refuse a number that is out of range; other integer types become `int`."""
        number = require_int(getattr(self, name), f"the number of {what}", RulesError)
        if not least <= number <= most:
            raise RulesError(f"the number of {what} must be from {least} to {most}, not {number}")
        object.__setattr__(self, name, number)

    @property
    def size(self) -> str:
        """The size as people write it, columns first: "7x6"."""
        return f"{self.columns}x{self.rows}"

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.columns * self.rows

    def to_json(self) -> dict[str, Any]:
        """Return the rules as plain values."""
        return asdict(self)

    @property
    def goal(self) -> str:
        """The winning line in words: "four in a row"."""
        return goal_in_words(self.connect)

    def on_board(self, cell: Cell) -> bool:
        """Tell whether a row and a column, both from 0, lie on the board."""
        if not isinstance(cell, tuple) or len(cell) != 2:
            raise NotationError(f"a cell is a row and a column, both from 0, not {cell!r:.40}")
        row, column = require_int(cell[0], "a row"), require_int(cell[1], "a column")
        return 0 <= row < self.rows and 0 <= column < self.columns

    def lines(self, direction: str) -> tuple[Line, ...]:
        """Return the lines of one direction that are long enough to win on, each in reading order of its columns."""
        if direction not in DIRECTIONS:
            raise NotationError(f"a line runs along a {', '.join(DIRECTIONS)}, not along {direction!r:.40}")
        return _lines(self, direction)

    @lru_cache(maxsize=64)  # noqa: B019 - boards are few, and all that play on one share its lines
    def winning_lines(self) -> tuple[Line, ...]:
        """Return every group of cells that wins when one player fills it: rows, columns, then both diagonals."""
        lines = (line for direction in DIRECTIONS for line in self.lines(direction))
        return tuple(piece for line in lines for piece in pieces(line, self.connect))


def pieces(line: Line, length: int) -> list[Line]:
    """Return every run of neighbouring cells of that length within a line."""
    return [line[start : start + length] for start in range(len(line) - length + 1)]


@lru_cache(maxsize=256)
def _lines(rules: Rules, direction: str) -> tuple[Line, ...]:
    down, right = _STEPS[direction]
    cells = ((row, column) for row in range(rules.rows) for column in range(rules.columns))
    starts = (cell for cell in cells if not rules.on_board((cell[0] - down, cell[1] - right)))
    lines = (_line_from(rules, start, direction) for start in starts)
    return tuple(line for line in lines if len(line) >= rules.connect)


def _line_from(rules: Rules, start: Cell, direction: str) -> Line:
    down, right = _STEPS[direction]
    line = [start]
    while rules.on_board(following := (line[-1][0] + down, line[-1][1] + right)):
        line.append(following)
    return tuple(line)


def goal_in_words(connect: int) -> str:
    """Return the winning line in words for this number of discs: "four in a row"."""
    return f"{_NUMBER_WORDS.get(connect, connect)} in a row"
