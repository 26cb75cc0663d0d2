"""Whether a board that comes from outside can stand in a game, and if not, where it goes wrong.

.  .  .  .        The first player has as many discs as the second, or one more; with gravity no disc floats;
.  X  .  .        one player at most has won, with the last disc. Here a disc floats in row 2, column 2.
.  .  O  .
X  X  O  .        A board that keeps all this, though no order of moves leads to it, is taken as it is:
1  2  3  4        whoever composes a puzzle may do so.
"""

from collections.abc import Sequence
from typing import Final

from slidedrop.connect4.layout import Layout
from slidedrop.connect4.rules import Rules
from slidedrop.core.arguments import wanted
from slidedrop.core.errors import NotationError

_NAMES: Final = ("the first player", "the second player")


def rules_for(grid: Sequence[Sequence[object]], rules: Rules | None) -> Rules:
    """Return the rules for a board of this size, or say where its rows go wrong."""
    columns = len(grid[0]) if grid else 0
    for number, row in enumerate(grid, start=1):
        _check_row(row, number, columns)
    rules = Rules(columns=columns, rows=len(grid)) if rules is None else wanted(rules, Rules, "the Rules of Connect-4")
    if (columns, len(grid)) != (rules.columns, rules.rows):
        raise NotationError(f"the board is {columns}x{len(grid)} where {rules.size} (columns x rows) is played")
    return rules


def check_discs(layout: Layout, first: int, second: int) -> None:
    """Say what is wrong with the discs of the two players, if anything is."""
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
        if isinstance(disc, bool) or disc not in (None, 0, 1):
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
        raise NotationError(f"{_NAMES[0 if won[0] else 1]} has {goal}, yet play went on; a game ends with the first")


def _possible_last_discs(layout: Layout, discs: int, lines: list[int]) -> int:
    """Return the discs that may have been placed last: they are in every line that won, and nothing lies on them."""
    shared = layout.board
    for line in lines:
        shared &= line
    return shared & ~(discs >> 1) if layout.rules.gravity else shared
