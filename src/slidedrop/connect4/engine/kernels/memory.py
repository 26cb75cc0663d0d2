"""The memory of the engine: arrays only, so that it can be placed in the memory of a WebAssembly instance.

    query     the settings and the progress of a search    low, high, nodes     the result of each position
    movers    the discs of the side to move                table, words, ...    working memory of the search
    others    the discs of the other side                  keys, scores, ...    the opening book

`set_up` writes the board size, so one memory serves every board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from slidedrop.connect4.engine.exports import POSITIONS
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

TABLE_MEGABYTES: Final = 64
OPPONENT_MEGABYTES: Final = 1
IS_OPPONENT: Final = 15
"""The index in `query` of the flag that selects the table of opponents."""
_DEPTHS: Final = WORD_BITS + 1
_FIRST_WEIGHT: Final = int(CENTRE_WEIGHTS)
_EIGHT: Final = word(8)
_ALL_BITS: Final = word(WORD_BITS)
_SQUARE_ROOT_OF_TWO: Final = 2**0.5


class EngineMemory(NamedTuple):
    """Everything that the kernels read and write."""

    query: Numbers
    movers: Words
    others: Words
    low: Numbers
    high: Numbers
    nodes: Numbers
    geometry: Words
    """The fields of `Geometry`, in its order."""
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
    plies: Numbers
    """The start and the end of each ply among the keys; the last element is the number of keys."""
    keys: Words
    scores: Scores
    scratch: Words
    spare: Words


def new_memory(megabytes: float = TABLE_MEGABYTES, openings: int = 0, drafts: int = 0) -> EngineMemory:
    """Return an empty memory, with room for this many openings of a book, and for this many while they are sorted."""
    stack = (_DEPTHS + 1) << 7
    return EngineMemory(
        query=_numbers(16),
        movers=_words(POSITIONS),
        others=_words(POSITIONS),
        low=_numbers(POSITIONS),
        high=_numbers(POSITIONS),
        nodes=_numbers(POSITIONS),
        geometry=_words(16),
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
        plies=_numbers(2 * _DEPTHS + 1),
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
def set_up(memory: EngineMemory, columns: int, rows: int) -> int:
    """Use a board of this size, which must fit one word; tables and book are cleared."""
    if memory.geometry[0] != NONE:  # a fresh memory is zero, and its pages are not touched
        clear_tables(memory)
    _write_geometry(memory.geometry, unsigned(columns), unsigned(rows))
    g = geometry_of(memory)
    _write_order(memory, g)
    for ply in range(g.cells + 1):
        memory.quick_nodes[ply] = _quick_nodes(g.cells - ply)
    memory.plies[:] = 0
    return columns * rows


@lean
def clear_tables(memory: EngineMemory) -> int:
    """Clear the transposition tables, so that the next search takes as many nodes as the first."""
    memory.table[:] = NONE
    memory.quick_table[:] = NONE
    return 0


@inlined
def geometry_of(memory: EngineMemory) -> Geometry:
    """Return the geometry of the board that was set up."""
    b = memory.geometry
    columns, rows, cells = signed(b[12]), signed(b[13]), signed(b[14])
    return Geometry(
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], columns, rows, cells, ALL_SHORTCUTS, 0
    )


@inlined
def searches_of(memory: EngineMemory, g: Geometry) -> Searches:
    """Return the searches of the solver, on its transposition table or on that of the opponents."""
    table = memory.table if memory.query[IS_OPPONENT] == 0 else memory.opponent_table
    sure = Search(
        memory.words,
        memory.numbers,
        memory.state,
        table,
        _hash_shift(table),
        memory.columns,
        memory.sure_weights,
        memory.spare,  # nobody shares the table
        g,
    )
    quick = Search(
        memory.words,
        memory.numbers,
        memory.state,
        memory.quick_table,
        _hash_shift(memory.quick_table),
        memory.columns,
        memory.quick_weights,
        memory.spare,
        g,
    )
    return Searches(sure, quick, memory.quick_nodes, memory.state, g)


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
def _write_order(memory: EngineMemory, g: Geometry) -> None:
    """Write the columns from the centre outwards, the left one of a pair first, and what the order of moves weighs."""
    for at in range(len(MAIN_ORDER) - 1):
        memory.sure_weights[at], memory.quick_weights[at] = MAIN_ORDER[at], QUICK_ORDER[at]
    memory.sure_weights[MIRROR_BELOW] = memory.quick_weights[MIRROR_BELOW] = g.cells // 2 + 1
    outermost = g.columns - 1
    for place in range(g.columns):
        step = (place + 1) // 2
        middle = (g.columns - 1) // 2
        rightwards = (place & 1) == (g.columns & 1) ^ 1
        column = middle + step if rightwards else middle - step
        memory.columns[place] = (g.column >> ONE) << (unsigned(column) * g.row)
        weight = outermost - abs(2 * column - outermost)
        memory.sure_weights[_FIRST_WEIGHT + place] = MAIN_ORDER[-1] * weight
        memory.quick_weights[_FIRST_WEIGHT + place] = QUICK_ORDER[-1] * weight


@inlined
def _quick_nodes(empty: int) -> int:
    """Return what the quick mode may spend, as `new_searches` works it out, without a power of a fraction."""
    if empty < QUICK_FROM:
        return FEWEST_QUICK_NODES
    doubled = float(unsigned(QUICK_NODES) << unsigned((empty - QUICK_FROM) >> 1))
    return min(MOST_QUICK_NODES, int(doubled * _SQUARE_ROOT_OF_TWO if empty & 1 else doubled))
