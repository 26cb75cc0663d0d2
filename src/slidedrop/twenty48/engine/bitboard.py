"""Fast boards: sixteen four-bit cells in one 64-bit word.

     0  1  2  3      Cell 0 is the lowest four bits. A cell holds the *rank* of its tile: 0 is empty, 1 is the smallest
     4  5  6  7      tile, each merge adds one (so with base 2, rank k is 2^k). A row is sixteen bits, and `Lines`
    8  9 10 11      has the result of sliding each possible row; columns are rows of the transposed word.
    12 13 14 15      A board of 3x3 or 2x2 fills the upper left corner, and the other cells stay empty.

Four bits end at rank 15 (32768). Two such tiles merge into another rank 15, with the correct 65,536 points, which is
enough for search and training. Played games continue in `wide.py`, which holds any tile. `board.py` is the reference.
"""

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from slidedrop.engine.kernel import lean
from slidedrop.twenty48.engine.bits import count, nth

Word: TypeAlias = np.uint64
Way: TypeAlias = int | np.signedinteger[Any]
"""A direction in a kernel: 0 to 3, in the order of `Direction`."""

SIDE: Final = 4
UP, DOWN, LEFT, RIGHT = range(4)
LARGEST_RANK: Final = 15

_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_TWO: Final = np.uint64(2)
_NIBBLE: Final = np.uint64(4)
_BYTE: Final = np.uint64(8)
_ROW: Final = np.uint64(16)
_TWO_ROWS: Final = np.uint64(32)
_LOWEST: Final = np.uint64(0x1111_1111_1111_1111)
_ROW_MASK: Final = np.uint64(0xFFFF)


class Lines(NamedTuple):
    """The results of sliding each possible line, built once per board size."""

    slides: npt.NDArray[np.uint16]
    """The changed bits of a line that slides towards its start [0] or its end [1]."""
    points: npt.NDArray[np.int32]
    """The points of sliding a line, the same in both directions."""
    cells: np.uint64
    """The lowest bit of each cell on the board."""
    short: np.uint64
    """The number of bits by which a row is shorter than four cells."""
    low: np.uint64
    """The number of bits by which the board is shorter than four rows."""


def lines_for(size: int = SIDE) -> Lines:
    """Return the lines of a board of 2x2 to 4x4."""
    slides = np.zeros((2, 1 << 16), dtype=np.uint16)
    points = np.zeros(1 << 16, dtype=np.int32)
    fill_towards_start(slides[0], points)
    fill_towards_end(slides[1], slides[0], size)
    cells = sum(1 << (4 * (SIDE * row + column)) for row in range(size) for column in range(size))
    return Lines(slides, points, np.uint64(cells), np.uint64(4 * (SIDE - size)), np.uint64(16 * (SIDE - size)))


@lean
def slid(board: Word, direction: Way, lines: Lines) -> Word:
    """Return the board after a slide; an illegal slide returns the same board."""
    if direction >= LEFT:
        return _rows_slid(board, direction & 1, lines)
    return transposed(_rows_slid(transposed(board), direction & 1, lines))


@lean
def points_of(board: Word, direction: Way, lines: Lines) -> int:
    """Return the points of a slide."""
    return _points_of_rows(board if direction >= LEFT else transposed(board), lines)


@lean
def empty_cells(board: Word, lines: Lines) -> Word:
    """Return a word with the lowest bit of each empty cell set."""
    halves = board | (board >> _TWO)
    return ~(halves | (halves >> _ONE)) & lines.cells


@lean
def spawned(board: Word, empty: Word, number: Word, rank: Word) -> Word:
    """Return the board with a tile in its k-th empty cell, counted from 0."""
    return board | nth(empty, number) * rank


@lean
def spawned_at_random(board: Word, random: Word, four: Word, lines: Lines) -> Word:
    """Return the board with a random tile, from 64 bits: rank 2 with probability four / 2^32, else rank 1."""
    empty = empty_cells(board, lines)
    number = ((random >> _TWO_ROWS) * count(empty)) >> _TWO_ROWS
    rank = _TWO if (random & np.uint64(0xFFFFFFFF)) < four else _ONE
    return spawned(board, empty, number, rank)


@lean
def drawn(counter: Word) -> Word:
    """Return 64 random bits computed from a counter (SplitMix64); the caller adds GOLDEN to the counter each time."""
    mixed = (counter ^ (counter >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
"""The odd step of a random counter; it visits all 2^64 words before any repeats."""


@lean
def transposed(board: Word) -> Word:
    """Return the board transposed: first within each 2x2 block of cells, then the blocks."""
    board = _exchanged(board, np.uint64(0x0000_F0F0_0000_F0F0), np.uint64(12))
    return _exchanged(board, np.uint64(0x0000_0000_FF00_FF00), np.uint64(24))


@lean
def mirrored(board: Word, lines: Lines) -> Word:
    """Return the board with each row reversed."""
    pairs = ((board & np.uint64(0x00FF_00FF_00FF_00FF)) << _BYTE) | (
        (board >> _BYTE) & np.uint64(0x00FF_00FF_00FF_00FF)
    )
    cells = ((pairs & np.uint64(0x0F0F_0F0F_0F0F_0F0F)) << _NIBBLE) | (
        (pairs >> _NIBBLE) & np.uint64(0x0F0F_0F0F_0F0F_0F0F)
    )
    return cells >> lines.short


@lean
def flipped(board: Word, lines: Lines) -> Word:
    """Return the board with its rows in reverse order."""
    halves = (board << _TWO_ROWS) | (board >> _TWO_ROWS)
    low = halves & np.uint64(0x0000_FFFF_0000_FFFF)
    return ((low << _ROW) | ((halves >> _ROW) & np.uint64(0x0000_FFFF_0000_FFFF))) >> lines.low


@lean
def reaches(board: Word, rank: Word) -> bool:
    """Return whether a tile has at least this rank: each cell gets a byte, and an addition carries into its top bit."""
    carry = (np.uint64(128) - rank) * np.uint64(0x0101_0101_0101_0101)
    even = (board & np.uint64(0x0F0F_0F0F_0F0F_0F0F)) + carry
    odd = ((board >> _NIBBLE) & np.uint64(0x0F0F_0F0F_0F0F_0F0F)) + carry
    return bool(((even | odd) & np.uint64(0x8080_8080_8080_8080)) != _ZERO)


@lean
def largest_rank(board: Word) -> int:
    """Return the rank of the largest tile."""
    rank = 0
    while rank < LARGEST_RANK and reaches(board, np.uint64(rank + 1)):
        rank += 1
    return rank


@lean
def _exchanged(board: Word, mask: Word, distance: Word) -> Word:
    """Swap the bits of the mask with the bits at a distance above them."""
    differing = (board ^ (board >> distance)) & mask
    return board ^ differing ^ (differing << distance)


@lean
def _rows_slid(board: Word, way: Way, lines: Lines) -> Word:
    slides = lines.slides
    change = np.uint64(slides[way, board & _ROW_MASK])
    change |= np.uint64(slides[way, (board >> _ROW) & _ROW_MASK]) << _ROW
    change |= np.uint64(slides[way, (board >> _TWO_ROWS) & _ROW_MASK]) << _TWO_ROWS
    change |= np.uint64(slides[way, board >> np.uint64(48)]) << np.uint64(48)
    return board ^ change


@lean
def _points_of_rows(board: Word, lines: Lines) -> int:
    points = lines.points
    upper = int(points[board & _ROW_MASK]) + int(points[(board >> _ROW) & _ROW_MASK])
    return upper + int(points[(board >> _TWO_ROWS) & _ROW_MASK]) + int(points[board >> np.uint64(48)])


@lean
def fill_towards_start(slides: npt.NDArray[np.uint16], points: npt.NDArray[np.int32]) -> None:
    """Compute the slide of each line of four ranks; shorter lines end in empty cells."""
    for line in range(1 << 16):
        result, gained = _line_slid(line)
        slides[line] = line ^ result
        points[line] = gained


@lean
def _line_slid(line: int) -> tuple[int, int]:
    """Return a line slid towards its lowest cell, and its points; two tiles of rank 15 merge into one of rank 15."""
    result, gained, place, waiting = 0, 0, 0, 0
    for cell in range(4):
        rank = (line >> (4 * cell)) & 15
        if rank == 0:
            continue
        if rank == waiting:
            if rank < LARGEST_RANK:
                result += 1 << (4 * (place - 1))
            gained += 2 << rank
            waiting = 0
        else:
            result |= rank << (4 * place)
            place += 1
            waiting = rank
    return result, gained


@lean
def fill_towards_end(slides: npt.NDArray[np.uint16], start: npt.NDArray[np.uint16], length: int) -> None:
    """Compute slides in the other direction: reverse the line, slide it, and reverse the changed bits."""
    for line in range(1 << (4 * length)):
        slides[line] = _reversed_line(int(start[_reversed_line(line, length)]), length)


@lean
def _reversed_line(line: int, length: int) -> int:
    result = 0
    for cell in range(length):
        result |= ((line >> (4 * cell)) & 15) << (4 * (length - 1 - cell))
    return result
