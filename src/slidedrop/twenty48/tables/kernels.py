"""Fast kernels for late-game tables: solve one layer from the next two, and look up a board in a stored table.

    layer      boards of one sum: for each filling of the upper three rows, ordered by sum, all fillings of the last
               row that complete the sum
    place      index of a board in its layer = start of its upper part + index of its last row among equal sums

Both parts have a *number* (see `Layout.weights`), so a new tile only adds to one of the two. The tests
compare each byte with a plain solver.
"""

from collections.abc import Sequence
from itertools import groupby, product
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from slidedrop.engine.kernel import inlined, lean
from slidedrop.twenty48.engine.bitboard import (
    Lines,
    Way,
    Word,
    empty_cells,
    flipped,
    lines_for,
    mirrored,
    slid,
    transposed,
)
from slidedrop.twenty48.engine.bits import count
from slidedrop.twenty48.tables.layout import CELLS, CERTAIN, DIRECTIONS, LEVELS, LOCKED, Layout, level_of

Chances = npt.NDArray[np.uint16]
Codes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]
Starts = npt.NDArray[np.uint32]

_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_TWO: Final = np.uint64(2)
_RANK: Final = np.uint64(15)
_ROW: Final = np.uint64(0xFFFF)
_OVER: Final = np.uint32(1 << 31)
_UPPER: Final = 12
"""The number of cells in the upper three rows."""
VIEWS: Final = 8
NOT_FOUND: Final = -1


class Grid(NamedTuple):
    """A layout as arrays."""

    walls: Lines
    """The slide tables in which locked tiles never merge."""
    numbers: npt.NDArray[np.uint32]
    """For each row and each line of four ranks, its contribution to the part's number; bit 31 is set if a cap is
    exceeded."""
    weights: npt.NDArray[np.uint32]
    lock: np.uint64
    uppers: npt.NDArray[np.uint64]
    """The fillings of the upper three rows as words, by sum."""
    upper_sums: Numbers
    """Half the sum of each of them, in the same order."""
    upper_places: npt.NDArray[np.uint32]
    """The index of each filling in that order, by its number."""
    first_upper: Numbers
    """The number of fillings with less than half this sum."""
    lasts: npt.NDArray[np.uint64]
    last_places: npt.NDArray[np.uint32]
    """The index of each last row among those of equal sum, by its number."""
    first_last: Numbers
    goals: npt.NDArray[np.uint64]
    """The mask, the word and the move of each goal."""
    rank: int
    limit: int
    starts: Numbers
    """For each layer (by half its sum) and each half sum of the upper part: the file index of its first board."""


def grid_of(layout: Layout) -> Grid:
    """Return the arrays of a layout; takes milliseconds per million fillings."""
    caps, weights = np.array(layout.caps, np.int64), np.array(layout.weights, np.uint32)
    halves = layout.limit // 2
    parts = []
    for part, size in zip((range(_UPPER), range(_UPPER, CELLS)), layout.sizes, strict=True):
        words, sums = np.zeros(size, np.uint64), np.zeros(size, np.int64)
        fill_part(words, sums, caps, weights, part.start, part.stop)
        order = np.argsort(sums, kind="stable")
        places = np.zeros(size, np.uint32)
        places[order] = np.arange(size, dtype=np.uint32)
        first = np.searchsorted(sums[order], np.arange(halves + 2)).astype(np.int64)
        parts.append((words[order], sums[order], places, first))
    (uppers, upper_sums, upper_places, first_upper), (lasts, last_sums, last_places, first_last) = parts
    among_equals = last_places - np.searchsorted(last_sums, last_sums)[last_places].astype(np.uint32)
    goals = [[goal.mask, goal.word, DIRECTIONS.index(goal.move)] for goal in layout.goals]
    return Grid(
        walls(),
        _numbers(layout),
        weights,
        np.uint64(layout.lock),
        uppers,
        upper_sums,
        upper_places,
        first_upper,
        lasts,
        among_equals,
        first_last,
        np.array(goals, np.uint64).reshape(-1, 3),
        layout.rank,
        layout.limit,
        _starts(first_upper, first_last, halves),
    )


def walls() -> Lines:
    """Return lines that slide as usual, except that tiles of rank 15 never merge."""
    lines = lines_for()
    for ranks in product(range(LOCKED + 1), repeat=4):
        if ranks.count(LOCKED) > 1:  # only this line has two locked cells
            line = _word(ranks)
            lines.slides[0, line] = line ^ _word(_slid_line(ranks))
            lines.slides[1, line] = line ^ _word(_slid_line(ranks[::-1])[::-1])
    return lines


def _slid_line(ranks: tuple[int, ...]) -> list[int]:
    tiles: list[int] = []
    for rank, run in groupby(filter(None, ranks)):
        count = len(list(run))
        pairs = count // 2 if rank < LOCKED else 0
        tiles += [rank + 1] * pairs + [rank] * (count - 2 * pairs)
    return tiles + [0] * (len(ranks) - len(tiles))


def _numbers(layout: Layout) -> npt.NDArray[np.uint32]:
    """Return the contribution of each line, in each row, to the number of its part."""
    lines = np.arange(1 << 16)
    numbers = np.zeros((4, 1 << 16), np.uint32)
    for cell, (cap, weight) in enumerate(zip(layout.caps, layout.weights, strict=True)):
        ranks = lines >> 4 * (cell % 4) & 15
        over = ranks > cap if cap >= 0 else False
        numbers[cell // 4] |= np.where(over, _OVER, 0).astype(np.uint32)
        numbers[cell // 4] += (np.minimum(ranks, max(cap, 0)) * weight).astype(np.uint32)
    return numbers


def _word(ranks: Sequence[int]) -> int:
    return sum(rank << 4 * cell for cell, rank in enumerate(ranks))


def _starts(first_upper: Numbers, first_last: Numbers, halves: int) -> Numbers:
    """Return the file index of each group's first board; the last number of a layer is the start of the next."""
    uppers, lasts = np.diff(first_upper), np.diff(first_last)
    starts, place = np.zeros((halves + 1, halves + 2), np.int64), 0
    for layer in range(halves, 0, -1):
        sizes = uppers[: layer + 1] * lasts[layer::-1]
        starts[layer, 0] = place
        starts[layer, 1 : layer + 2] = place + np.cumsum(sizes)
        place = int(starts[layer, layer + 1])
    return starts


def boards_in(grid: Grid) -> int:
    """Return the number of boards in a table."""
    return int(grid.starts[1, 2])


def size_of_layer(grid: Grid, total: int) -> int:
    """Return the number of boards in a layer."""
    layer = total // 2
    return int(grid.starts[layer, layer + 1] - grid.starts[layer, 0])


def levels() -> Codes:
    """Return the level of each chance in units of 1/65535."""
    return np.array([level_of(chance / CERTAIN) for chance in range(CERTAIN + 1)], np.uint8)


@lean
def fill_part(
    words: npt.NDArray[np.uint64], sums: Numbers, caps: Numbers, weights: npt.NDArray[np.uint32], start: int, stop: int
) -> None:
    """Write the word and half the sum of every filling of some cells, by number."""
    for number in range(len(words)):
        word, half = _ZERO, 0
        for cell in range(start, stop):
            if caps[cell] >= 0:
                rank = number // np.int64(weights[cell]) % (caps[cell] + 1)
                word |= np.uint64(rank) << np.uint64(4 * cell)
                half += (1 << rank) >> 1
        words[number], sums[number] = word, half


@lean
def fill_starts(starts: Starts, layer: int, grid: Grid) -> None:
    """Write the start of each upper part in a layer, by the number of the part."""
    origin = grid.starts[layer, 0]
    for number in range(len(starts)):
        place = np.int64(grid.upper_places[number])
        half = grid.upper_sums[place]
        if half <= layer:
            rest = layer - half
            lasts = grid.first_last[rest + 1] - grid.first_last[rest]
            within = grid.starts[layer, half] - origin + (place - grid.first_upper[half]) * lasts
            starts[number] = np.uint32(within)


@lean
def solve_layer(
    layer: int,
    grid: Grid,
    starts: tuple[Starts, Starts],
    after: tuple[Chances, Chances],
    levels: Codes,
    chances: Chances,
    codes: Codes,
) -> None:
    """Write the chance and code of each board of a layer, by its half sum, from the layers after a 2 and a 4."""
    place = 0
    for upper in range(grid.first_upper[layer + 1]):
        rest = layer - grid.upper_sums[upper]
        base = grid.uppers[upper] | grid.lock
        for last in range(grid.first_last[rest], grid.first_last[rest + 1]):
            board, best, move = base | grid.lasts[last], 0.0, 0
            for direction in range(4):
                waiting = slid(board, direction, grid.walls)
                if waiting != board and waiting & grid.lock == grid.lock:
                    worth = chance_after(waiting, grid, starts, after)
                    if worth > best:
                        best, move = worth, direction
            chance = np.int64(best + 0.5)
            chances[place] = np.uint16(chance)
            codes[place] = np.uint8((np.int64(levels[chance]) << 2) | move)
            place += 1


@inlined
def chance_after(board: Word, grid: Grid, starts: tuple[Starts, Starts], after: tuple[Chances, Chances]) -> float:
    """Return the chance of a board before its tile, in units of 1/65535."""
    upper, last = _parts(board, grid)
    if (upper | last) & _OVER:
        return float(CERTAIN) if goal_of(board, grid) != NOT_FOUND else 0.0
    twos, fours, cells = np.int64(0), np.int64(0), 0
    among = grid.last_places[last]
    empty = empty_cells(board, grid.walls)
    while empty != _ZERO:
        bit = empty & (~empty + _ONE)
        empty ^= bit
        cell = count(bit - _ONE) >> _TWO
        weight = grid.weights[cell]
        if cell < _UPPER:
            twos += np.int64(after[0][starts[0][upper + weight] + among])
            fours += np.int64(after[1][starts[1][upper + weight + weight] + among])
        else:
            twos += np.int64(after[0][starts[0][upper] + grid.last_places[last + weight]])
            fours += np.int64(after[1][starts[1][upper] + grid.last_places[last + weight + weight]])
        cells += 1
    return float(9 * twos + fours) / (10 * cells)


@inlined
def _parts(board: Word, grid: Grid) -> tuple[np.uint32, np.uint32]:
    """Return the numbers of the upper three rows and of the last row; bit 31 is set if a cap is exceeded."""
    numbers = grid.numbers
    first, second = numbers[0, board & _ROW], numbers[1, (board >> np.uint64(16)) & _ROW]
    third, last = numbers[2, (board >> np.uint64(32)) & _ROW], numbers[3, board >> np.uint64(48)]
    over = (first | second | third) & _OVER
    return np.uint32(over | ((first + second + third) & ~_OVER)), np.uint32(last)


@inlined
def goal_of(board: Word, grid: Grid) -> Way:
    """Return the move of a reached goal, or NOT_FOUND."""
    for number in range(len(grid.goals)):
        if board & grid.goals[number, 0] == grid.goals[number, 1]:
            return np.int64(grid.goals[number, 2])
    return NOT_FOUND


class Stored(NamedTuple):
    """A table for look-ups: its arrays, its codes and the lowest level at which its move is used."""

    grid: Grid
    codes: Codes
    least: int


@lean
def advise(board: Word, tables: tuple[Stored, ...], lines: Lines) -> tuple[Way, Way, Way]:
    """Return the best move, the table that contains the board, and the index of its code there.

    The table is NOT_FOUND if a rule decides, the index if a goal is reached, the move if no rule or table applies.
    """
    move = cascade(board, lines)
    if move != NOT_FOUND:
        return move, NOT_FOUND, NOT_FOUND
    for number in range(len(tables)):
        level, move, place = ask(board, tables[number], lines)
        if move != NOT_FOUND and level >= tables[number].least:
            return move, number, place
    return NOT_FOUND, NOT_FOUND, NOT_FOUND


@lean
def ask(board: Word, table: Stored, lines: Lines) -> tuple[Way, Way, Way]:
    """Return the level of a board in a table, its best move and the index of its code, or NOT_FOUND.

    The view with the highest level is used. A reached goal has the highest level, and no index.
    """
    grid, codes = table.grid, table.codes
    best: Way = 0
    move: Way = NOT_FOUND
    found: Way = NOT_FOUND
    if _large_tiles(board, grid.rank) != count(grid.lock) >> _TWO:
        return best, move, found
    for view in range(VIEWS):
        seen = viewed(board, view, lines)
        if not _is_locked(seen, grid):
            continue
        walled = seen | grid.lock
        upper, last = _parts(walled, grid)
        if (upper | last) & _OVER:
            goal = goal_of(walled, grid)
            if goal != NOT_FOUND:
                return LEVELS - 1, unviewed(goal, view), NOT_FOUND
            continue
        place = place_of(upper, last, walled, grid)
        if place != NOT_FOUND:
            level = np.int64(codes[place]) >> 2
            if level > best:
                best, move, found = level, unviewed(np.int64(codes[place]) & 3, view), place
    return best, move, found


@inlined
def place_of(upper: np.uint32, last: np.uint32, walled: Word, grid: Grid) -> Way:
    """Return the index of a board in the file, or NOT_FOUND if its sum exceeds the limit."""
    order = np.int64(grid.upper_places[upper])
    half, rest = grid.upper_sums[order], np.int64(0)
    for cell in range(_UPPER, CELLS):
        rank = (walled >> np.uint64(4 * cell)) & _RANK
        if rank < _RANK:
            rest += (np.int64(1) << np.int64(rank)) >> np.int64(1)
    layer = half + rest
    if layer > grid.limit >> 1 or layer == 0:
        return NOT_FOUND
    lasts = grid.first_last[rest + 1] - grid.first_last[rest]
    within = (order - grid.first_upper[half]) * lasts + np.int64(grid.last_places[last])
    return np.int64(grid.starts[layer, half] + within)


@inlined
def _large_tiles(board: Word, rank: Way) -> Word:
    """Return the number of tiles with at least this rank."""
    found = _ZERO
    for cell in range(CELLS):
        if np.int64((board >> np.uint64(4 * cell)) & _RANK) >= rank:
            found += _ONE
    return found


@inlined
def _is_locked(seen: Word, grid: Grid) -> bool:
    """Return whether every locked cell has a large tile, and all of these differ."""
    met = np.int64(0)
    for cell in range(CELLS):
        if (grid.lock >> np.uint64(4 * cell)) & _RANK != _ZERO:
            rank = np.int64((seen >> np.uint64(4 * cell)) & _RANK)
            if rank < grid.rank or (met >> rank) & 1:
                return False
            met |= np.int64(1) << rank
    return True


@inlined
def viewed(board: Word, view: int, lines: Lines) -> Word:
    """Return a board in one of eight views."""
    if view & 4:
        board = transposed(board)
    if view & 1:
        board = mirrored(board, lines)
    return flipped(board, lines) if view & 2 else board


@inlined
def unviewed(move: Way, view: int) -> Way:
    """Return the move on the original board for a move in a view."""
    if move < 2:
        move ^= (view >> 1) & 1
    else:
        move ^= view & 1
    return (move + 2) & 3 if view & 4 else move


@lean
def cascade(board: Word, lines: Lines) -> Way:
    """Return the move that merges the end of a chain of large tiles, or NOT_FOUND.

    The chain is a full row, then back from the right in the row below it. Its last two tiles are equal and 256 or more,
    the others outside the chain are smaller, and no neighbours in the full row are equal. They merge towards the row.
    """
    for view in range(VIEWS):
        seen = viewed(board, view, lines)
        row = (_at(seen, 0), _at(seen, 1), _at(seen, 2), _at(seen, 3))
        if min(row) < 8 or row[0] == row[1] or row[1] == row[2] or row[2] == row[3]:
            continue
        for length in range(5, 8):  # the chain continues in cells 7, 6 and 5
            rank, before = _at(seen, 12 - length), _at(seen, 3 if length == 5 else 13 - length)
            if min(rank, before) < 8:
                break
            whole = rank <= _at(seen, 7) and rank <= min(row)
            if rank == before and whole and _large_tiles(seen, rank) == length:
                return unviewed(0 if length == 5 else 3, view)
    return NOT_FOUND


@inlined
def _at(board: Word, cell: int) -> Way:
    return np.int64((board >> np.uint64(4 * cell)) & _RANK)
