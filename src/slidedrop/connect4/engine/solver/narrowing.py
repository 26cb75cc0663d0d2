"""Find the exact score by null-window searches, each of which narrows the range of the score.

    -18 .... -12 .... -8 ... -5 .. -2 -1 0 +1 +2 .. +5 ... +8 .... +12 .... +18
              ^ quick mode: fast loss or fast win?    ^ .......^
                                 sure mode:  > 0?  > -1?

The quick mode looks for fast wins and losses: it cuts thirds off the ends of the range, with few nodes and a small
transposition table that fits the processor's cache, since such a search is not deep. After that the score is probably
near 0: the sure mode searches from there with the large table, and each window starts at the bound that the last one
proved.
"""

from typing import Final, NamedTuple

import numpy as np

from slidedrop.connect4.engine.solver.bitboard import (
    NONE,
    Geometry,
    Numbers,
    Words,
    count,
    playable,
    signed,
    unsigned,
    winning_cells,
    word,
)
from slidedrop.connect4.engine.solver.bounds import Reached, follow, judge_lines
from slidedrop.connect4.engine.solver.null_window import (
    LIMIT,
    MIRROR_BELOW,
    NODES,
    VALUE,
    Search,
    begin,
    new_search,
    search,
    write_child,
)
from slidedrop.connect4.engine.solver.transpositions import (
    bucket_of,
    lower_bound,
    new_table,
    probe,
    upper_bound,
)
from slidedrop.engine.kernel import inlined, lean

# Indices of the narrowing's state, after those of its search.
LOW, HIGH, TURN, MODE, ASKED, QUICK_LEFT, SPENT = (word(n) for n in range(8, 15))
QUICK, QUICK_ASKED, SURE, SURE_ASKED = range(4)

QUICK_TABLE_MEGABYTES: Final = 0.25
MAIN_ORDER: Final = (40, 50, 12, 24, -12, 6, 6)
QUICK_ORDER: Final = (40, 0, 24, 24, -9, 6, 7)
"""The weights of move ordering: a threat, a threat that is reachable soon, a forced reply, having the move again, a
reply that the other side can choose, a cell that would give a threat, and a step towards the centre."""
QUICK_NODES: Final = 7_500
"""The node limit of the quick mode with 28 empty cells: a tenth of what the sure mode would search there."""
MOST_QUICK_NODES: Final = 60_000
QUICK_FROM: Final = 28
FEWEST_QUICK_NODES: Final = 1_500
_SQUARE_ROOT_OF_TWO: Final = 2**0.5
_ANY_SCORE: Final = -31
"""Less than any score, so that no bound causes a cutoff."""


class Searches(NamedTuple):
    """The two searches of a solver, which differ in transposition table and move ordering and share everything else."""

    sure: Search
    quick: Search
    quick_nodes: Numbers
    """The node limit of the quick mode, by ply."""
    state: Numbers
    g: Geometry


def new_searches(g: Geometry, table: Words, *, quickly: bool = True) -> Searches:
    """Return the searches of a solver on the given transposition table; `quickly=False` leaves out the quick mode."""
    sure, quick = new_search(g, table, MAIN_ORDER), new_search(g, new_table(QUICK_TABLE_MEGABYTES), QUICK_ORDER)
    quick = quick._replace(words=sure.words, numbers=sure.numbers, state=sure.state)
    quick_nodes = np.array([quick_nodes_for(g.cells - ply) * quickly for ply in range(g.cells + 1)], dtype=np.int64)
    return Searches(sure, quick, quick_nodes, sure.state, g)


@inlined
def quick_nodes_for(empty: int) -> int:
    """Return the node limit of the quick mode: it doubles with every two more empty cells, like the sure mode."""
    if empty < QUICK_FROM:
        return FEWEST_QUICK_NODES
    doubled = float(unsigned(QUICK_NODES) << unsigned((empty - QUICK_FROM) >> 1))
    return min(MOST_QUICK_NODES, int(doubled * _SQUARE_ROOT_OF_TWO if empty & 1 else doubled))


@lean
def put(searches: Searches, mover: int, other: int) -> None:
    """Set up a position in which neither side has four in a row, with its static bounds."""
    state, g = searches.state, searches.g
    ply = signed(count(mover | other))
    state[TURN], state[SPENT], state[MODE] = 1, 0, QUICK
    if ply == g.cells:
        state[LOW], state[HIGH] = 0, 0
    elif (winning_cells(mover, mover | other, g) & playable(mover | other, g)) != NONE:
        state[LOW], state[HIGH] = (g.cells + 1 - ply) >> 1, (g.cells + 1 - ply) >> 1
    else:
        _put_unwon(searches, mover, other, ply)


@inlined
def _put_unwon(searches: Searches, mover: int, other: int, ply: int) -> None:
    state, g = searches.state, searches.g
    reached = follow(mover, other, winning_cells(other, mover | other, g), ply, g)
    state[TURN] = 1 - 2 * ((reached.ply - ply) & 1)
    state[LOW], state[HIGH] = reached.score, reached.score
    state[QUICK_LEFT] = searches.quick_nodes[reached.ply]
    if not reached.is_decided:
        _put_open(searches, reached)


@inlined
def _put_open(searches: Searches, reached: Reached) -> None:
    """Make a position the root of a search, with its static bounds and those in the transposition table."""
    state, g = searches.state, searches.g
    lower, upper = -((g.cells - 2 - reached.ply) >> 1), (g.cells - 1 - reached.ply) >> 1
    judged = judge_lines(reached, _ANY_SCORE, lower, upper, searches.sure.weights[MIRROR_BELOW], g)
    write_child(searches.sure, NONE, NONE, reached, judged, 1)
    state[LOW], state[HIGH] = judged.lower, judged.upper
    first, second = judged.first, judged.second
    entry = probe(searches.sure.table, bucket_of(first, second, searches.sure.shift), first, second)
    if entry != NONE:
        state[LOW], state[HIGH] = max(state[LOW], lower_bound(entry)), min(state[HIGH], upper_bound(entry))


def proven(searches: Searches) -> tuple[int, int, int]:
    """Return the lower and the upper bound of the score, and the nodes searched."""
    state = searches.state
    low, high = sorted(int(state[int(TURN)] * state[int(end)]) for end in (LOW, HIGH))
    return low, high, int(state[int(SPENT)])


@lean
def advance(searches: Searches, limit: int, verdict_only: bool) -> bool:  # noqa: FBT001 - a kernel takes no keywords
    """Search the current position for at most `limit` nodes; True when the score or verdict is known."""
    state = searches.state
    left = limit
    while state[LOW] < state[HIGH] and not (verdict_only and (state[LOW] > 0 or state[HIGH] < 0)):
        if left <= 0:
            return False
        if state[MODE] == QUICK:
            _ask(searches, _outermost_third(state[LOW], state[HIGH]), QUICK_ASKED)
        elif state[MODE] == SURE:
            _ask(searches, min(max(state[ASKED], state[LOW]), state[HIGH] - 1), SURE_ASKED)
        left -= _answer(searches, left)
    return True


@inlined
def _outermost_third(low: int, high: int) -> int:
    """Return the alpha that splits off the outer third of the range, at the end farther from 0."""
    if high >= -low:
        return max(low, high - max(1, (high - max(low, -1)) // 3))
    return min(high - 1, low + (min(high, 0) - low) // 3)


@inlined
def _ask(searches: Searches, alpha: int, mode: int) -> None:
    searches.state[ASKED], searches.state[MODE] = alpha, mode
    if mode == QUICK_ASKED:
        begin(searches.quick, alpha)
    else:
        begin(searches.sure, alpha)


@inlined
def _answer(searches: Searches, left: int) -> int:
    """Search at most `left` nodes and narrow the range if the search ends; return the number of nodes searched."""
    state = searches.state
    before = state[NODES]
    if state[MODE] == QUICK_ASKED:
        state[LIMIT] = before + min(left, state[QUICK_LEFT])
        done = search(searches.quick)
        state[QUICK_LEFT] -= state[NODES] - before
    else:
        state[LIMIT] = before + left
        done = search(searches.sure)
    state[SPENT] += state[NODES] - before
    if done:
        _note(state)
    elif state[MODE] == QUICK_ASKED and state[QUICK_LEFT] <= 0:
        state[MODE], state[ASKED] = SURE, 0
    spent: int = state[NODES] - before
    return spent


@inlined
def _note(state: Numbers) -> None:
    """Set a bound to the proven value, and choose the next window."""
    value = state[VALUE]
    if value > state[ASKED]:
        state[LOW] = max(state[LOW], value)
        state[ASKED] = value
    else:
        state[HIGH] = min(state[HIGH], value)
        state[ASKED] = value - 1
    state[MODE] -= 1


@lean
def solve_all(searches: Searches, movers: Words, others: Words, scores: Numbers, nodes: Numbers) -> None:
    """Solve one position after the other with the same table; write their scores and node counts."""
    state = searches.state
    for at in range(len(movers)):
        put(searches, movers[at], others[at])
        advance(searches, 1 << 60, False)  # noqa: FBT003 - a kernel takes no keywords
        scores[at], nodes[at] = state[TURN] * state[LOW], state[SPENT]
