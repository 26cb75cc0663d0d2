"""The layout of a late-game table: its locked cells, the limits of the others, and its goals.

    # # # #      `#` is locked: a large tile that must not move. It never merges, and its rank is not stored, so one
    7 7 8 #      table fits every set of large tiles. A digit is the cap of a free cell: the largest rank that it may
    6 6 6 6      hold (rank r is the tile 2^r). A move that takes a cell over its cap fails, unless it reaches a
    5 5 5 5      goal: here two tiles of 256 side by side, one of them on the cell of the 8, so that 512 can be made.

The chance of a board is that of reaching a goal under best play, in units of 1/65535, rounded after every move. A move
keeps the sum of the free tiles and a new tile adds 2 or 4, so the chances of one *layer* (all boards of one sum) follow
from those of the next two. Boards whose sum exceeds the limit count as lost.

A stored entry is one byte: the best move, exactly, and the chance as one of 64 steps of log-odds.
"""

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

from slidedrop.core.errors import RulesError
from slidedrop.twenty48.direction import Direction

CELLS: Final = 16
LOCKED: Final = 15
"""The rank that stands for a locked cell: it merges with nothing."""
CERTAIN: Final = 65535
LEVELS: Final = 64
_NEW: Final = 2
"""The largest rank of a new tile."""
_LOWEST_ODDS: Final = -5.0
_STEP: Final = 0.2
DIRECTIONS: Final = tuple(Direction)


class Goal(NamedTuple):
    """A pair of equal tiles ready to merge: the ranks of some cells, and the move that merges it."""

    ranks: tuple[tuple[int, int], ...]
    """Cell and rank of each tile."""
    move: Direction

    @property
    def mask(self) -> int:
        return sum(15 << 4 * cell for cell, _ in self.ranks)

    @property
    def word(self) -> int:
        return sum(rank << 4 * cell for cell, rank in self.ranks)


@dataclass(frozen=True)
class Layout:
    """A table's cells, goals and limits. Cells count in reading order, with four columns."""

    name: str
    text: str
    """The caps by row, as drawn above, without spaces and with '/' between rows."""
    goals: tuple[Goal, ...]
    rank: int
    """The rank to make; locked tiles have at least this rank."""
    limit: int
    """The largest sum of the free tiles."""
    least: float = 0.5
    """The smallest chance at which the table's move is played."""
    caps: tuple[int, ...] = field(init=False)
    """The cap of each cell; -1 where it is locked."""

    def __post_init__(self) -> None:
        cells = self.text.replace("/", "")
        if len(cells) != CELLS or not set(cells) <= set("#23456789") or self.limit % 2 or self.limit < 2:
            raise RulesError(f"'{self.text}' is no layout: 16 cells, each # or a cap from 2 to 9, and an even limit")
        object.__setattr__(self, "caps", tuple(-1 if cell == "#" else int(cell) for cell in cells))
        for goal in self.goals:
            if not any(self.caps[cell] < rank for cell, rank in goal.ranks):
                raise RulesError("a goal must take some cell over its cap: that is how it is noticed")
        if self.goals and not any(map(self._can_be_reached, self.goals)):
            raise RulesError("no goal can be reached: some tile of it finds no room for its two halves")

    def _can_be_reached(self, goal: Goal) -> bool:
        """Return whether the tiles over their caps can be made while the goal's other tiles stay in place."""
        held = {cell for cell, _ in goal.ranks}
        return all(self._can_be_made(rank, cell, held) for cell, rank in goal.ranks if self.caps[cell] < rank)

    def _can_be_made(self, rank: int, cell: int, held: set[int]) -> bool:
        """Return whether half of a tile fits into its cell, and the other half can be made in a free neighbour."""
        if rank <= _NEW:
            return True
        row, column = divmod(cell, 4)
        steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        beside = {4 * down + right for down, right in steps if 0 <= down < 4 and 0 <= right < 4} - held
        return self.caps[cell] >= rank - 1 and any(
            self.caps[near] >= rank - 1 and self._can_be_made(rank - 1, near, held | {near}) for near in beside
        )

    @cached_property
    def lock(self) -> int:
        """The word of the locked cells only."""
        return sum(LOCKED << 4 * cell for cell in range(CELLS) if self.caps[cell] < 0)

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """The amount that one more rank in a cell adds to the number of its part (upper three rows or last row)."""
        weights = [0] * CELLS
        for part in (range(11, -1, -1), range(15, 11, -1)):
            weight = 1
            for cell in part:
                if self.caps[cell] >= 0:
                    weights[cell], weight = weight, weight * (self.caps[cell] + 1)
        return tuple(weights)

    @cached_property
    def sizes(self) -> tuple[int, int]:
        """The numbers of fillings of the upper three rows, and of the last row."""
        upper, last = self.caps[:12], self.caps[12:]
        return math.prod(cap + 1 for cap in upper if cap >= 0), math.prod(cap + 1 for cap in last if cap >= 0)

    @property
    def sums(self) -> range:
        """The sums of the layers in the order of solving and storing."""
        return range(self.limit, 0, -2)


def level_of(chance: float) -> int:
    """Return the stored step of log-odds for a chance from 0 to 1."""
    if chance <= 0:
        return 0
    odds = math.log(chance / (1 - chance)) if chance < 1 else math.inf
    return int(min(LEVELS - 1, max(0, round(min(odds, 99) / _STEP - _LOWEST_ODDS / _STEP))))


def chance_at(level: int) -> float:
    """Return the chance of a stored step."""
    return 1 / (1 + math.exp(-(_LOWEST_ODDS + _STEP * level))) if level else 0.0


def _pair(rank: int, head: int, left: int, below: int) -> tuple[Goal, ...]:
    """Return the goals of two equal tiles, one on the head and the other to the left of it or below it."""
    return (Goal(((head, rank), (left, rank)), Direction.RIGHT), Goal(((head, rank), (below, rank)), Direction.UP))


ROW_1: Final = Layout("row1-512", "####/778#/6666/5555", _pair(8, 6, 5, 10), 9, 608, 0.5)
ROW_2: Final = Layout("row2-512", "####/78##/7777/6666", _pair(8, 5, 4, 9), 9, 608, 0.3)
LOW_ROW_1: Final = Layout("row1-512-small", "####/778#/6654/4444", _pair(8, 6, 5, 10), 9, 608, 0.5)
LOW_ROW_2: Final = Layout("row2-512-low", "####/78##/7777/5555", _pair(8, 5, 4, 9), 9, 608, 0.3)

SETS: Final = {"small": (LOW_ROW_1, LOW_ROW_2), "full": (ROW_1, ROW_2)}
"""The tables of each set, in the order in which they are tried."""
