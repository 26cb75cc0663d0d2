"""The board as bits: one Python integer holds all discs of one player, whatever the size of the board.

    7x6, each cell with the number of its bit:

     6 13 20 27 34 41 48     <- one more cell on top of each column, the guard: never a disc, so that
     5 12 19 26 33 40 47        a full column does not run over into the next one
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45     A disc dropped into a column is one addition: adding the column's lowest bit
     2  9 16 23 30 37 44     to all discs carries up to the first free cell. On a full column the carry
     1  8 15 22 29 36 43     ends in the guard, outside the column's cells, and nothing is left: illegal.
     0  7 14 21 28 35 42     A free cell is a column of height one, so free placement is the same addition.

The tables of a board are built once, when the first position on it is made. Whether discs that come from outside can
stand in a game is checked here too:

    .  .  .  .        The first player has as many discs as the second, or one more; with gravity no disc floats;
    .  X  .  .        one player at most has won, with the last disc. Here a disc floats in row 2, column 2.
    .  .  O  .
    X  X  O  .        A board that keeps all this, though no order of moves leads to it, is taken as it is:
    1  2  3  4        composed puzzles may do so.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from slidedrop.connect4.rules import Line, Rules
from slidedrop.core.arguments import require_int, require_type
from slidedrop.core.errors import NotationError
from slidedrop.core.position import Cell

Move = int | Cell
"""With gravity a column, in free placement a row and a column; all from 0, row 0 on top."""
WORD_BITS: Final = 64
MOST_COLUMNS: Final = 16
_NAMES: Final = ("the first player", "the second player")


def fits(columns: int, rows: int) -> bool:
    """Tell whether a board of this size fits one machine word, guards included, as the solver needs."""
    return 1 <= columns <= MOST_COLUMNS and rows >= 1 and columns * (rows + 1) <= WORD_BITS


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The tables of one board, shared by all games with equal rules."""

    rules: Rules
    board: int
    """Every cell."""
    span: int
    """The number of bits of a player's discs, guards included."""
    slots: dict[Move, tuple[int, int]]
    """For each move what to add to the discs, and the cells in which the new disc may then be found."""
    gates: tuple[tuple[Move, int], ...]
    """Each move, in legal order, with the cell that closes it once it is taken."""
    through: dict[int, tuple[int, ...]]
    """For each cell, as a bit, the lines that pass through it."""
    winning_lines: dict[int, Line]
    """Every line as bits, with its cells."""
    cells: dict[int, Cell]
    """For each bit its cell, in reading order."""

    def bit(self, cell: Cell) -> int:
        return _bit(self.rules, cell)

    def mask(self, cells: Line) -> int:
        return sum(self.bit(cell) for cell in cells)

    def mirrored(self, discs: int) -> int:
        height = self.rules.rows + 1
        column = (1 << height) - 1
        return sum((discs >> start & column) << self.span - height - start for start in range(0, self.span, height))


@lru_cache(maxsize=64)
def layout_of(rules: Rules) -> Layout:
    """Return the tables of a board."""
    reading_order = ((row, column) for row in range(rules.rows) for column in range(rules.columns))
    cells = {_bit(rules, cell): cell for cell in reading_order}
    slots: dict[Move, tuple[int, int]] = {cell: (bit, bit) for bit, cell in cells.items()}
    if rules.gravity:
        slots = _columns(rules)
    return Layout(
        rules=rules,
        board=sum(cells),
        span=rules.columns * (rules.rows + 1),
        slots=slots,
        gates=tuple((move, 1 << (reach.bit_length() - 1)) for move, (_, reach) in slots.items()),
        through=_lines_by_cell(rules, cells),
        winning_lines={sum(_bit(rules, cell) for cell in line): line for line in rules.winning_lines()},
        cells=cells,
    )


def _columns(rules: Rules) -> dict[Move, tuple[int, int]]:
    column_bits = (1 << rules.rows) - 1
    bottoms = [_bit(rules, (rules.rows - 1, column)) for column in range(rules.columns)]
    return {column: (bottom, column_bits * bottom) for column, bottom in enumerate(bottoms)}


def _lines_by_cell(rules: Rules, cells: dict[int, Cell]) -> dict[int, tuple[int, ...]]:
    found: dict[int, list[int]] = {bit: [] for bit in cells}
    for line in rules.winning_lines():
        bits = [_bit(rules, cell) for cell in line]
        for bit in bits:
            found[bit].append(sum(bits))
    return {bit: tuple(lines) for bit, lines in found.items()}


def _bit(rules: Rules, cell: Cell) -> int:
    row, column = cell
    return 1 << (column * (rules.rows + 1) + rules.rows - 1 - row)


def rules_for(grid: Sequence[Sequence[object]], rules: Rules | None) -> Rules:
    """Return the rules for a board of this size, or raise an error that names the wrong row."""
    columns = len(grid[0]) if grid else 0
    for number, row in enumerate(grid, start=1):
        _check_row(row, number, columns)
    rules = Rules(columns, len(grid)) if rules is None else require_type(rules, Rules, "the Rules of Connect-4")
    if (columns, len(grid)) != (rules.columns, rules.rows):
        raise NotationError(f"the board is {columns}x{len(grid)} where {rules.size} (columns x rows) is played")
    return rules


def check_discs(layout: Layout, first: int, second: int) -> None:
    """Raise an error if the discs of the two players are impossible."""
    counts = first.bit_count(), second.bit_count()
    if counts[0] - counts[1] not in {0, 1}:
        says = f"the first player has {counts[0]} discs and the second {counts[1]}"
        raise NotationError(f"{says}; the first has as many as the second, or one more")
    if layout.rules.gravity:
        _check_floating(layout, first | second)
    _check_end(layout, first, second)


def _check_row(row: Sequence[object], number: int, columns: int) -> None:
    if len(row) != columns:
        raise NotationError(f"row {number} of the board has {len(row)} cells where the first row has {columns}")
    for column, disc in enumerate(row, start=1):
        if disc is not None and require_int(disc, f"row {number}, column {column} of the board") not in {0, 1}:
            raise NotationError(f"row {number}, column {column} of the board holds {disc!r}; a cell is 0, 1 or None")


def _check_floating(layout: Layout, discs: int) -> None:
    lowest_row = sum(bottom for bottom, _ in layout.slots.values())
    floating = discs & ~(discs << 1 | lowest_row)
    for bit, (row, column) in layout.cells.items():
        if floating & bit:
            message = f"the disc in row {row + 1}, column {column + 1} floats; with gravity the cell below it is taken"
            raise NotationError(message)


def _check_end(layout: Layout, first: int, second: int) -> None:
    won = [[line for line in layout.winning_lines if discs & line == line] for discs in (first, second)]
    goal = layout.rules.goal
    if all(won):
        raise NotationError(f"both players have {goal}; a game ends with the first")
    last = 0 if first.bit_count() > second.bit_count() else 1
    if won[1 - last] or (won[last] and not _possible_last_discs(layout, first | second, won[last])):
        raise NotationError(f"{_NAMES[0 if won[0] else 1]} has {goal}, but the game continued; it ends with the first")


def _possible_last_discs(layout: Layout, discs: int, lines: list[int]) -> int:
    """Return the discs that may have been the last: in every winning line, with nothing above them."""
    shared = layout.board
    for line in lines:
        shared &= line
    return shared & ~(discs >> 1) if layout.rules.gravity else shared
