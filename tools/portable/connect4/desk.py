"""The desk on which questions are asked and answered: arrays and nothing else, so that it can lie in any memory.

    asked     what is asked and how far it has come      low, high, nodes     the answer of each place
    movers    the discs of the side to move             table, words, ...    what the search works with
    others    the discs of the other side               keys, scores, ...    the book, unfolded

A question is about up to PLACES positions at once: those after each column, or any list. Whoever asks writes numbers
and reads numbers; the size of the board is written by `set_up`, so that one desk serves every board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from slidedrop.connect4.engine.solver.bitboard import (
    ALL_SHORTCUTS,
    NONE,
    ONE,
    TWO,
    Geometry,
    signed,
    unsigned,
    word,
)
from slidedrop.connect4.engine.solver.narrowing import (
    FEWEST_QUICK_NODES,
    MAIN_ORDER,
    MOST_QUICK_NODES,
    QUICK_FROM,
    QUICK_NODES,
    QUICK_ORDER,
    QUICK_TABLE_MEGABYTES,
    Searches,
)
from slidedrop.connect4.engine.solver.null_window import CENTRE_WEIGHTS, MIRROR_BELOW, Search
from slidedrop.connect4.engine.solver.transpositions import new_table
from slidedrop.connect4.layout import MOST_COLUMNS, WORD_BITS
from slidedrop.engine.kernel import inlined, lean

if TYPE_CHECKING:
    from slidedrop.connect4.engine.book.openings import Scores
    from slidedrop.connect4.engine.solver.bitboard import Numbers, Words

PLACES: Final = 1024
TABLE_MEGABYTES: Final = 64
OPPONENT_MEGABYTES: Final = 1
IS_OPPONENT: Final = 15
"""Where `asked` says that the table of an opponent is used."""
_DEPTHS: Final = WORD_BITS + 1
_FIRST_WEIGHT: Final = int(CENTRE_WEIGHTS)
_EIGHT: Final = word(8)
_ALL_BITS: Final = word(WORD_BITS)
_SQUARE_ROOT_OF_TWO: Final = 2**0.5


class Desk(NamedTuple):
    """Everything that the questions read and write."""

    asked: Numbers
    movers: Words
    others: Words
    low: Numbers
    high: Numbers
    nodes: Numbers
    board: Words
    """The words of the geometry, as `Geometry` orders them."""
    columns: Words
    sure_weights: Numbers
    quick_weights: Numbers
    quick_nodes: Numbers
    words: Words
    numbers: Numbers
    state: Numbers
    table: Words
    quick_table: Words
    opponent_table: Words
    """The small table of an opponent, emptied for each of its moves."""
    levels: Numbers
    """Where the openings of each ply begin and end among the keys; the last number is how many keys there are."""
    keys: Words
    scores: Scores
    scratch: Words
    spare: Words


GROWING: Final = ("keys", "scores", "scratch", "spare")
"""The arrays of the book, which are as long as the book needs."""


def new_desk(megabytes: float = TABLE_MEGABYTES, openings: int = 0, drafts: int = 0) -> Desk:
    """Return an empty desk, with room for so many openings of a book, and for so many while they are sorted."""
    stack = (_DEPTHS + 1) << 7
    return Desk(
        asked=_numbers(16),
        movers=_words(PLACES),
        others=_words(PLACES),
        low=_numbers(PLACES),
        high=_numbers(PLACES),
        nodes=_numbers(PLACES),
        board=_words(16),
        columns=_words(MOST_COLUMNS),
        sure_weights=_numbers(_FIRST_WEIGHT + MOST_COLUMNS),
        quick_weights=_numbers(_FIRST_WEIGHT + MOST_COLUMNS),
        quick_nodes=_numbers(_DEPTHS),
        words=_words(stack),
        numbers=_numbers(stack),
        state=_numbers(16),
        table=new_table(megabytes),
        quick_table=new_table(QUICK_TABLE_MEGABYTES),
        opponent_table=new_table(OPPONENT_MEGABYTES),
        levels=_numbers(2 * _DEPTHS + 1),
        keys=_words(openings),
        scores=np.zeros(openings, np.int8),
        scratch=_words(drafts),
        spare=_words(drafts),
    )


def _words(size: int) -> Words:
    return np.zeros(size, np.uint64)


def _numbers(size: int) -> Numbers:
    return np.zeros(size, np.int64)


@lean
def set_up(desk: Desk, columns: int, rows: int) -> int:
    """Take a board of this size, which must fit one word, and forget all about the one before."""
    if desk.board[0] != NONE:  # what was never used is empty, and need not be touched
        forget(desk)
    _write_geometry(desk.board, unsigned(columns), unsigned(rows))
    g = geometry_on(desk)
    _write_order(desk, g)
    for ply in range(g.cells + 1):
        desk.quick_nodes[ply] = _quick_nodes(g.cells - ply)
    desk.levels[:] = 0
    return columns * rows


@lean
def forget(desk: Desk) -> int:
    """Empty the tables, so that the next answer takes as many nodes as the first."""
    desk.table[:] = NONE
    desk.quick_table[:] = NONE
    return 0


@inlined
def geometry_on(desk: Desk) -> Geometry:
    """Return the board that the desk was set up for."""
    b = desk.board
    columns, rows, cells = signed(b[12]), signed(b[13]), signed(b[14])
    return Geometry(
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], columns, rows, cells, ALL_SHORTCUTS, 0
    )


@inlined
def searches_on(desk: Desk, g: Geometry) -> Searches:
    """Return the searches of a solver, on the large table or on that of an opponent."""
    table = desk.table if desk.asked[IS_OPPONENT] == 0 else desk.opponent_table
    sure = Search(
        desk.words,
        desk.numbers,
        desk.state,
        table,
        _hash_shift(table),
        desk.columns,
        desk.sure_weights,
        desk.spare,  # nobody shares the table
        g,
    )
    quick = Search(
        desk.words,
        desk.numbers,
        desk.state,
        desk.quick_table,
        _hash_shift(desk.quick_table),
        desk.columns,
        desk.quick_weights,
        desk.spare,
        g,
    )
    return Searches(sure, quick, desk.quick_nodes, desk.state, g)


@inlined
def _hash_shift(table: Words) -> int:
    buckets, shift = unsigned(len(table)) >> TWO, _ALL_BITS
    while buckets > ONE:
        buckets >>= ONE
        shift -= ONE
    return shift


@lean
def _write_geometry(board: Words, columns: int, rows: int) -> None:
    """Write the words of `geometry` for a board size."""
    height = rows + ONE
    bottom, even = NONE, NONE
    for column in range(columns):
        bottom |= ONE << (unsigned(column) * height)
    for row in range(ONE, rows, TWO):
        even |= bottom << unsigned(row)
    full = (TWO << rows) - ONE if rows < _ALL_BITS - ONE else ~NONE
    board[0], board[1], board[2], board[3] = bottom * (full >> ONE), bottom, bottom << rows, even
    board[4], board[5], board[6], board[7] = full, height, height + ONE, rows
    eight = columns <= _EIGHT and _EIGHT * height <= _ALL_BITS
    for index in range(3):
        board[8 + index] = _alternate(unsigned(index), full, height) if eight else NONE
    board[11] = (_EIGHT - columns) * height if eight else NONE
    board[12], board[13], board[14] = columns, rows, columns * rows


@inlined
def _alternate(power: int, full: int, height: int) -> int:
    """Return all bits of every other group of 1, 2 or 4 of eight columns, the first group included."""
    bits = NONE
    for column in range(_EIGHT):
        if (unsigned(column) >> power) & ONE == NONE:
            bits |= full << (unsigned(column) * height)
    return bits


@lean
def _write_order(desk: Desk, g: Geometry) -> None:
    """Write the columns from the centre outwards, the left one of a pair first, and what the order of moves weighs."""
    for at in range(len(MAIN_ORDER) - 1):
        desk.sure_weights[at], desk.quick_weights[at] = MAIN_ORDER[at], QUICK_ORDER[at]
    desk.sure_weights[MIRROR_BELOW] = desk.quick_weights[MIRROR_BELOW] = g.cells // 2 + 1
    outermost = g.columns - 1
    for place in range(g.columns):
        step = (place + 1) // 2
        middle = (g.columns - 1) // 2
        rightwards = (place & 1) == (g.columns & 1) ^ 1
        column = middle + step if rightwards else middle - step
        desk.columns[place] = (g.column >> ONE) << (unsigned(column) * g.row)
        weight = outermost - abs(2 * column - outermost)
        desk.sure_weights[_FIRST_WEIGHT + place] = MAIN_ORDER[-1] * weight
        desk.quick_weights[_FIRST_WEIGHT + place] = QUICK_ORDER[-1] * weight


@inlined
def _quick_nodes(empty: int) -> int:
    """Return what the quick mode may spend, as `new_searches` works it out, without a power of a fraction."""
    if empty < QUICK_FROM:
        return FEWEST_QUICK_NODES
    doubled = float(unsigned(QUICK_NODES) << unsigned((empty - QUICK_FROM) >> 1))
    return min(MOST_QUICK_NODES, int(doubled * _SQUARE_ROOT_OF_TWO if empty & 1 else doubled))
