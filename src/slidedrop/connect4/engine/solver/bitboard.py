"""Connect-4 bitboards: a board is two 64-bit words, the discs of one side and of the other.

    5 12 19 26 33 40 47      The bits of 7x6: column after column from the left, each from the bottom up,
    4 11 18 25 32 39 46      with one bit on top that stays empty (6, 13, 20, ...). A line of four is then
    3 10 17 24 31 38 45      four bits at one distance: 1 upwards, 7 along a row, 8 and 6 on the diagonals,
    2  9 16 23 30 37 44      and the empty bits on top stop a line from continuing in the next column.
    1  8 15 22 29 36 43
    0  7 14 21 28 35 42      A board fits if columns x (rows + 1) <= 64.

Rows count from 1 at the bottom here, as players count them: "even row" means the second, fourth, sixth from below.
"""

from typing import Final, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from slidedrop.connect4.layout import WORD_BITS, fits
from slidedrop.core.errors import RulesError
from slidedrop.engine.kernel import inlined, lean

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]


def word(number: int) -> int:
    """Return a number as an unsigned machine word; the only conversion between Python and a kernel."""
    return cast("int", np.uint64(number))


ONE: Final = word(1)
TWO: Final = word(2)
NONE: Final = word(0)
_EIGHT: Final = word(8)
_ALL_BITS: Final = word(WORD_BITS)


class Geometry(NamedTuple):
    """The words that describe one board size; `geometry` computes them once for every kernel."""

    board: int
    """All cells."""
    bottom: int
    """The lowest cell of each column."""
    guard: int
    """The guard: the bit above each column that is never a disc."""
    even_rows: int
    """The second, fourth and sixth row from below."""
    column: int
    """The cells and the guard of the first column."""
    row: int
    """The distance from a cell to its right neighbour."""
    rising: int
    """The distance to the upper right neighbour."""
    falling: int
    """The distance to the lower right neighbour."""
    odd_columns: int
    """The first, third, fifth and seventh of eight columns, for the mirror; 0 if eight columns do not fit."""
    odd_pairs: int
    """The same for pairs of columns."""
    odd_fours: int
    """The same for fours of columns."""
    margin: int
    """The number of bits by which eight columns are wider than the board."""
    columns: int
    rows: int
    cells: int
    shortcuts: int
    """The proofs that may end a search early; all of them, except in tests that measure their effect."""
    shared_below: int = 0
    """The ply from which a search leaves no marks for other searches on the same table; 0 if it is the only one."""


CLAIMEVEN, ODD_THREAT, DEAD_CELLS, NEUTRAL_DISCS = 1, 2, 4, 8
ALL_SHORTCUTS: Final = CLAIMEVEN | ODD_THREAT | DEAD_CELLS | NEUTRAL_DISCS


def geometry(columns: int, rows: int, *, shortcuts: int = ALL_SHORTCUTS) -> Geometry:
    """Return the words for a board size, or raise an error that says which sizes fit."""
    if not fits(columns, rows):
        message = f"the compiled solver takes boards with columns x (rows + 1) <= {WORD_BITS}, not {columns}x{rows}"
        raise RulesError(message)
    board = np.zeros(16, np.uint64)
    _geometry_words(board, word(columns), word(rows))
    return Geometry._make([*map(word, board[:12].tolist()), columns, rows, columns * rows, shortcuts, 0])


def _geometry_words(board: Words, columns: int, rows: int) -> None:
    """Write the first fifteen fields of `Geometry` for a board size."""
    height = rows + ONE
    bottom, even, at, row = NONE, NONE, NONE, ONE
    for _ in range(columns):
        bottom |= ONE << at
        at += height
    while row < rows:
        even |= bottom << row
        row += TWO
    board[8], board[9], board[10], board[11] = NONE, NONE, NONE, NONE
    full = (TWO << rows) - ONE if rows < _ALL_BITS - ONE else ~NONE
    board[0], board[1], board[2], board[3] = bottom * (full >> ONE), bottom, bottom << rows, even
    board[4], board[5], board[6], board[7] = full, height, height + ONE, rows
    if columns <= _EIGHT and _EIGHT * height <= _ALL_BITS:
        at = NONE
        for column in range(8):
            for power in range(3):  # every second group of 1, 2 or 4 columns, starting with the first
                if (column >> power) & 1 == 0:
                    board[8 + power] |= full << at
            at += height
        board[11] = (_EIGHT - columns) * height
    board[12], board[13], board[14] = columns, rows, columns * rows


write_geometry: Final = lean(_geometry_words)


_PAIRS: Final = word(0x5555555555555555)
_FOURS: Final = word(0x3333333333333333)
_BYTES: Final = word(0x0F0F0F0F0F0F0F0F)
_ADD_UP: Final = word(0x0101010101010101)
_TOP_BYTE: Final = word(56)
_FOUR: Final = word(4)
_THREE: Final = word(3)


@inlined
def signed(bits: int) -> int:
    """Return a word as a signed number; kernels must not mix the two types."""
    return np.int64(bits)  # type: ignore[return-value] # the machine's number


@inlined
def unsigned(number: int) -> int:
    """Return a nonnegative number as a word."""
    return np.uint64(number)  # type: ignore[return-value] # the machine's word


@inlined
def count(discs: int) -> int:
    """Return the number of bits set."""
    pairs = discs - ((discs >> ONE) & _PAIRS)
    fours = (pairs & _FOURS) + ((pairs >> TWO) & _FOURS)
    return (((fours + (fours >> _FOUR)) & _BYTES) * _ADD_UP) >> _TOP_BYTE


@inlined
def several(cells: int) -> bool:
    """Return whether there are two or more cells."""
    return (cells & (cells - ONE)) != NONE


@inlined
def playable(mask: int, g: Geometry) -> int:
    """Return the next free cell of each column that is not full."""
    return (mask + g.bottom) & g.board


@inlined
def at_or_above(cells: int, g: Geometry) -> int:
    """Return the given cells and all above them in their columns; subtracting from the guard fills upwards."""
    return ((g.guard - cells) | cells) & g.board


@inlined
def above(cells: int, g: Geometry) -> int:
    """Return all cells strictly above the given ones."""
    return at_or_above((cells << ONE) & g.board, g)


@inlined
def winning_cells(discs: int, mask: int, g: Geometry) -> int:
    """Return every empty cell, playable now or not, that would complete a four of these discs."""
    upwards = (discs << ONE) & (discs << TWO) & (discs << _THREE)
    sideways = completed(discs, g.row) | completed(discs, g.rising) | completed(discs, g.falling)
    return (upwards | sideways) & (g.board ^ mask)


@inlined
def completed(discs: int, step: int) -> int:
    """Return the cells that complete a four in one direction: next to three discs, or in the gap between them."""
    before, after = discs << step, discs >> step
    pair = discs & before
    two_before, two_after = pair << step, pair >> (step + step)
    return (two_before & ((before << (step + step)) | after)) | (two_after & ((after >> (step + step)) | before))


@inlined
def has_four(discs: int, g: Geometry) -> bool:
    """Return whether these discs contain a line of four."""
    lines = fours(discs, ONE) | fours(discs, g.row) | fours(discs, g.rising) | fours(discs, g.falling)
    return lines != NONE


@inlined
def fours(cells: int, step: int) -> int:
    """Return the first cell of each line of four within the given cells, in one direction."""
    pairs = cells & (cells >> step)
    return pairs & (pairs >> (step + step))


@inlined
def on_fours(cells: int, g: Geometry) -> int:
    """Return the given cells that belong to a line of four within them."""
    along = _spread(cells, g.row) | _spread(cells, g.rising) | _spread(cells, g.falling)
    return along | _spread(cells, ONE)


@inlined
def _spread(cells: int, step: int) -> int:
    return _along(fours(cells, step), step)


@inlined
def _along(lines: int, step: int) -> int:
    """Return all cells of the lines of four with the given first cells."""
    pairs = lines | (lines << step)
    return pairs | (pairs << (step + step))


@inlined
def on_pairs(discs: int, free: int, g: Geometry) -> int:
    """Return the cells of each line of four within the free cells that has at least two of these discs."""
    along = _paired(discs, free, g.row) | _paired(discs, free, g.rising) | _paired(discs, free, g.falling)
    return along | _paired(discs, free, ONE)


@inlined
def _paired(discs: int, free: int, step: int) -> int:
    one, two = discs | (discs >> step), discs & (discs >> step)
    return _along(fours(free, step) & (two | (two >> (step + step)) | (one & (one >> (step + step)))), step)


@inlined
def mirrored(discs: int, g: Geometry) -> int:
    """Return the discs, guards included, with left and right exchanged."""
    if g.odd_columns == NONE:
        return _mirrored_one_by_one(discs, g)
    discs = _exchanged(discs, g.row, g.odd_columns)
    discs = _exchanged(discs, g.row << ONE, g.odd_pairs)
    return _exchanged(discs, g.row << TWO, g.odd_fours) >> g.margin


@inlined
def _exchanged(discs: int, distance: int, low: int) -> int:
    """Return the discs with each group of columns marked in `low` swapped with its right neighbour."""
    return ((discs >> distance) & low) | ((discs & low) << distance)


@inlined
def _mirrored_one_by_one(discs: int, g: Geometry) -> int:
    image = NONE
    for _ in range(g.columns):
        image = (image << g.row) | (discs & g.column)
        discs >>= g.row
    return image
