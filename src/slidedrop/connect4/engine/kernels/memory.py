"""The memory of the engine: arrays only, so that it can be placed in the memory of a WebAssembly instance.

    query     the settings and the progress of a search    low, high, nodes     the result of each position
    movers    the discs of the side to move                table, words, ...    working memory of the search
    others    the discs of the opponent                    keys, scores, ...    the opening book

`set_up` writes the board size, so one memory serves every board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from slidedrop.connect4.engine.exports import POSITIONS
from slidedrop.connect4.engine.solver.bitboard import ALL_SHORTCUTS, NONE, Geometry, signed, unsigned, write_geometry
from slidedrop.connect4.engine.solver.narrowing import (
    MAIN_ORDER,
    QUICK_ORDER,
    QUICK_TABLE_MEGABYTES,
    Searches,
    quick_nodes_for,
)
from slidedrop.connect4.engine.solver.null_window import CENTRE_WEIGHTS, Search, write_order
from slidedrop.connect4.engine.solver.transpositions import hash_shift, new_table
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
    """The small table of an opponent player, cleared for each of its moves."""
    plies: Numbers
    """The start and the end index of each ply among the keys; the last element is the number of keys."""
    keys: Words
    scores: Scores
    scratch: Words
    spare: Words


def new_memory(megabytes: float = TABLE_MEGABYTES, openings: int = 0, drafts: int = 0) -> EngineMemory:
    """Return an empty memory, with room for `openings` openings of a book, and `drafts` openings during sorting."""
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
    """Set a board size, which must fit one word, and clear the tables and the book."""
    if memory.geometry[0] != NONE:  # a new memory is zero already: do not touch its pages
        clear_tables(memory)
    write_geometry(memory.geometry, unsigned(columns), unsigned(rows))
    g = geometry_of(memory)
    write_order(memory.columns, memory.sure_weights, MAIN_ORDER, g)
    write_order(memory.columns, memory.quick_weights, QUICK_ORDER, g)
    for ply in range(g.cells + 1):
        memory.quick_nodes[ply] = quick_nodes_for(g.cells - ply)
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
    """Return the geometry of the current board size."""
    b = memory.geometry
    columns, rows, cells = signed(b[12]), signed(b[13]), signed(b[14])
    return Geometry(
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], columns, rows, cells, ALL_SHORTCUTS, 0
    )


@inlined
def searches_of(memory: EngineMemory, g: Geometry) -> Searches:
    """Return the searches of the solver, with its own transposition table or that of the opponents."""
    words, numbers, state, columns = memory.words, memory.numbers, memory.state, memory.columns
    table = memory.table if memory.query[IS_OPPONENT] == 0 else memory.opponent_table
    quick, nobody = memory.quick_table, memory.spare  # no other search shares the table
    one = Search(words, numbers, state, table, hash_shift(table), columns, memory.sure_weights, nobody, g)
    two = Search(words, numbers, state, quick, hash_shift(quick), columns, memory.quick_weights, nobody, g)
    return Searches(one, two, memory.quick_nodes, state, g)
