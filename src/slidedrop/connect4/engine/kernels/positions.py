"""Solve several positions in turn: each gets a share of nodes, then four times as many.

    position   0      1      2      3       Round 1: 20,000 nodes for each position that is not solved yet.
    low       -2      1      0    -18       Round 2: 80,000 for each that is left, and so on: bounds for every column
    high      -2      1      0     18       are more useful than an exact score of the first.

A search can be interrupted after any number of nodes and continued. Scores and node counts are the same as without
the interruption.

If a book has the score of the position itself but not of its columns, the caller raises `low` and calls
`set_best_bound`: no column has a lower value for the side to reply, and the best column has exactly the lowest of these
bounds. So every search starts at its bound, columns that cannot be the best come first, and if only one column is left
that can be the best, its score is known.
"""

from __future__ import annotations

from typing import Final

from slidedrop.connect4.engine.kernels.memory import IS_OPPONENT, EngineMemory, geometry_of, searches_of
from slidedrop.connect4.engine.kernels.opening_book import UNKNOWN, score_in_book
from slidedrop.connect4.engine.solver.bitboard import NONE, Geometry, has_four, playable, signed, unsigned
from slidedrop.connect4.engine.solver.bitboard import count as count_discs
from slidedrop.connect4.engine.solver.narrowing import ASKED, HIGH, LOW, MODE, SPENT, SURE, TURN, Searches, advance, put
from slidedrop.engine.kernel import inlined, lean

# Indices in `query`: the settings of a search and its progress.
COUNT, VERDICT_ONLY, SHARE, AT, LEFT, IS_RUNNING, BOUNDED, LEAST = range(8)
_NOT_BOUNDED, _FIRST_THE_OTHERS, _BOUNDED = range(3)
_GROWTH: Final = 4
_SHARE_OF_THE_BEST: Final = 10_000
"""The first share of columns that may be the best, whatever the budget: the last one may not need a search."""
_MOST_SHARE: Final = 1 << 60


@lean
def load_positions(memory: EngineMemory, count: int, verdict_only: int, share: int) -> int:
    """Load the first positions of `movers` and `others`, each with this first share of nodes."""
    memory.query[IS_OPPONENT] = 0
    g = geometry_of(memory)
    searches = searches_of(memory, g)
    for place in range(count):
        _load_position(memory, searches, place, g)
    _begin(memory, count, verdict_only, share)
    return count


@lean
def load_columns(memory: EngineMemory, mover: int, other: int, verdict_only: int, share: int) -> int:
    """Load the positions after each column; return the number of legal columns. An illegal one has low > high."""
    memory.query[IS_OPPONENT] = 0
    return put_columns(memory, unsigned(mover), unsigned(other), verdict_only, share)


@lean
def put_columns(memory: EngineMemory, mover: int, other: int, verdict_only: int, share: int) -> int:
    """Write the position after each column to `movers` and `others`; return the number of legal columns."""
    g = geometry_of(memory)
    searches = searches_of(memory, g)
    moves, legal = playable(mover | other, g), 0
    if has_four(other, g):
        moves = NONE
    for column in range(g.columns):
        move = moves & (g.column << (unsigned(column) * g.row))
        memory.movers[column], memory.others[column] = other, mover | move
        if move != NONE:
            _load_position(memory, searches, column, g)
            legal += 1
        else:
            memory.low[column], memory.high[column], memory.nodes[column] = 1, -1, 0
    _begin(memory, g.columns, verdict_only, share)
    return legal


@lean
def set_best_bound(memory: EngineMemory, least: int) -> int:
    """Declare that no loaded position scores below its `low`, and that the best one scores exactly `least`."""
    memory.query[BOUNDED], memory.query[LEAST] = _FIRST_THE_OTHERS, least
    return 0


@lean
def search(memory: EngineMemory, limit: int) -> int:
    """Search at most this many nodes; 1 when all loaded positions are solved."""
    query, left = memory.query, limit
    searches = searches_of(memory, geometry_of(memory))
    while True:
        if query[AT] == query[COUNT]:
            if not _is_any_open(memory):
                return 1
            if query[BOUNDED] == _FIRST_THE_OTHERS:
                query[SHARE] = min(query[SHARE], _SHARE_OF_THE_BEST)
            else:
                query[SHARE] = min(_MOST_SHARE, query[SHARE] * _GROWTH)
            query[AT], query[BOUNDED] = 0, min(query[BOUNDED] * 2, _BOUNDED)
        elif not _is_open(memory, query[AT]) or _is_for_later(memory, query[AT]):
            query[AT] += 1
        elif left <= 0:
            return 0
        else:
            left -= _search_position(memory, searches, query[AT], left)


@inlined
def _begin(memory: EngineMemory, number: int, verdict_only: int, share: int) -> None:
    query = memory.query
    query[COUNT], query[VERDICT_ONLY], query[SHARE], query[AT], query[IS_RUNNING] = number, verdict_only, share, 0, 0
    query[BOUNDED] = _NOT_BOUNDED


@inlined
def _load_position(memory: EngineMemory, searches: Searches, place: int, g: Geometry) -> None:
    """Write the bounds that need no search: of a finished game, from the book, or from static analysis."""
    mover, other = memory.movers[place], memory.others[place]
    ply = signed(count_discs(mover | other))
    score = -((g.cells + 2 - ply) // 2) if has_four(other, g) else score_in_book(memory, mover, other, ply, g)
    memory.low[place] = memory.high[place] = score
    memory.nodes[place] = 0
    if score == UNKNOWN:
        put(searches, mover, other)
        memory.low[place], memory.high[place] = _proven(searches)


@inlined
def _proven(searches: Searches) -> tuple[int, int]:
    state = searches.state
    one, two = state[TURN] * state[LOW], state[TURN] * state[HIGH]
    return min(one, two), max(one, two)


@inlined
def _is_open(memory: EngineMemory, place: int) -> bool:
    low, high = memory.low[place], memory.high[place]
    return low < high and not (memory.query[VERDICT_ONLY] != 0 and (low > 0 or high < 0))


@inlined
def _is_for_later(memory: EngineMemory, place: int) -> bool:
    return bool(memory.query[BOUNDED] == _FIRST_THE_OTHERS and memory.low[place] == memory.query[LEAST])


@inlined
def _is_any_open(memory: EngineMemory) -> bool:
    for place in range(memory.query[COUNT]):  # noqa: SIM110 - a kernel has no generators
        if _is_open(memory, place):
            return True
    return False


@inlined
def _search_position(memory: EngineMemory, searches: Searches, place: int, left: int) -> int:
    """Search one position with the rest of its share; return the number of nodes searched."""
    query = memory.query
    if query[IS_RUNNING] == 0:
        put(searches, memory.movers[place], memory.others[place])
        if query[BOUNDED] != _NOT_BOUNDED:
            _begin_at_bound(memory, searches, place)
        query[IS_RUNNING], query[LEFT] = 1, query[SHARE]
    before = searches.state[SPENT]
    done = advance(searches, min(left, query[LEFT]), query[VERDICT_ONLY] != 0)
    spent: int = searches.state[SPENT] - before
    low, high = _proven(searches)
    memory.low[place], memory.high[place] = max(low, memory.low[place]), min(high, memory.high[place])
    memory.nodes[place] += spent
    query[LEFT] -= spent
    if done or query[LEFT] <= 0:
        query[IS_RUNNING] = 0
        query[AT] += 1
        if query[BOUNDED] != _NOT_BOUNDED:
            _find_the_best(memory)
    return spent


@inlined
def _begin_at_bound(memory: EngineMemory, searches: Searches, place: int) -> None:
    """Start with the known bounds of a position, and the null window just above the lower bound."""
    state, low, high = searches.state, memory.low[place], memory.high[place]
    if state[TURN] < 0:
        low, high = -high, -low
    state[LOW], state[HIGH] = max(state[LOW], low), min(state[HIGH], high)
    if memory.query[VERDICT_ONLY] == 0:
        state[MODE], state[ASKED] = SURE, state[LOW] if state[TURN] > 0 else state[HIGH] - 1


@inlined
def _find_the_best(memory: EngineMemory) -> None:
    """If only one position can still be the best, set its score to the least."""
    best, least = -1, memory.query[LEAST]
    for place in range(memory.query[COUNT]):
        if memory.low[place] == least <= memory.high[place]:
            if best >= 0 or memory.high[place] == least:
                return
            best = place
    if best >= 0:
        memory.high[best] = least
