"""A late-game table in plain Python: the slow reference that the kernels must match byte by byte.

A board is a tuple of sixteen ranks, -1 for a locked cell. It shares nothing with the kernels except the layout.
"""

import math
from collections.abc import Iterator
from fractions import Fraction

from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.tables.layout import CELLS, CERTAIN, DIRECTIONS, LOCKED, Layout, level_of

Ranks = tuple[int, ...]
Entry = tuple[int, int]
"""The chance of a board in units of 1/65535, and the number of its best move."""


def boards_of(layout: Layout, total: int) -> Iterator[Ranks]:
    """Yield the boards of a layer in the order in which they are stored.

    First by the sum of the upper three rows, then by the number of those, then by the number of the last row.
    """
    lasts: dict[int, list[Ranks]] = {}
    for last in fillings(layout, last=True):
        lasts.setdefault(sum_of(last), []).append(last)
    for upper in sorted(fillings(layout, last=False), key=sum_of):
        for last in lasts.get(total - sum_of(upper), []):
            yield tuple(-1 if cap < 0 else rank for cap, rank in zip(layout.caps, upper + last, strict=True))


def fillings(layout: Layout, *, last: bool) -> Iterator[tuple[int, ...]]:
    """Yield the ranks of the cells of a part for every way to fill it, in the order of their numbers."""
    part = range(12, 16) if last else range(12)
    sizes = [max(1, layout.caps[cell] + 1) for cell in part]
    for number in range(math.prod(sizes)):
        ranks, rest = [], number
        for size in reversed(sizes):
            rest, rank = divmod(rest, size)
            ranks.append(rank)
        yield tuple(reversed(ranks))


def sum_of(ranks: Ranks) -> int:
    """Return the sum of the free tiles."""
    return sum(1 << rank for rank in ranks if rank > 0)


def solve_plainly(layout: Layout) -> dict[Ranks, Entry]:
    """Return the entry of every board, computed layer by layer from the limit down."""
    known: dict[Ranks, Entry] = {}
    for total in layout.sums:
        for board in list(boards_of(layout, total)):
            known[board] = _entry(layout, board, known)
    return known


def code_of(entry: Entry) -> int:
    """Return the byte that is stored for an entry."""
    chance, move = entry
    return level_of(chance / CERTAIN) << 2 | move


def _entry(layout: Layout, board: Ranks, known: dict[Ranks, Entry]) -> Entry:
    best, move = Fraction(0), 0
    for number, direction in enumerate(DIRECTIONS):
        worth = chance_of_move(layout, board, direction, known)
        if worth is not None and worth > best:
            best, move = worth, number
    return int(best + Fraction(1, 2)), move


def chance_of_move(layout: Layout, board: Ranks, direction: Direction, known: dict[Ranks, Entry]) -> Fraction | None:
    """Return the chance after a move, in units of 1/65535; None if it moves nothing or moves a locked tile."""
    after = slid(board, direction)
    if after == board or any((rank < 0) != (cap < 0) for rank, cap in zip(after, layout.caps, strict=True)):
        return None
    if any(all(after[cell] == rank for cell, rank in goal.ranks) for goal in layout.goals):
        return Fraction(CERTAIN)
    if any(rank > cap for rank, cap in zip(after, layout.caps, strict=True)):
        return Fraction(0)
    cells = [cell for cell in range(CELLS) if after[cell] == 0]
    total = 0
    for cell in cells:
        for rank, weight in ((1, 9), (2, 1)):
            total += weight * known.get((*after[:cell], rank, *after[cell + 1 :]), (0, 0))[0]
    return Fraction(total, 10 * len(cells))


def slid(board: Ranks, direction: Direction) -> Ranks:
    """Return the board after a move in which locked tiles slide like others but merge with nothing."""
    result = [0] * CELLS
    for line in range(4):
        along, beside = (1, 4) if direction in {Direction.LEFT, Direction.RIGHT} else (4, 1)
        cells = [beside * line + along * step for step in range(4)]
        if direction in {Direction.RIGHT, Direction.DOWN}:
            cells.reverse()
        for cell, rank in zip(cells, slid_line(tuple(board[cell] for cell in cells)), strict=True):
            result[cell] = rank
    return tuple(result)


def slid_line(line: Ranks) -> Ranks:
    """Return a line slid towards its start; a locked tile, of rank -1 or 15, merges with nothing."""
    tiles: list[int] = []
    may_merge = False
    for rank in filter(None, line):
        if may_merge and tiles[-1] == rank:
            tiles[-1] += 1
            may_merge = False
        else:
            tiles.append(rank)
            may_merge = 0 < rank < LOCKED
    return (*tiles, *[0] * (len(line) - len(tiles)))
