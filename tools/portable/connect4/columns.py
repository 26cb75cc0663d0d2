"""What positions are worth, asked of all of them at once: each in turn gets a share of nodes, then four times as many.

    place     0      1      2      3        Round 1: 20,000 nodes for each place that is still open.
    low      -2      1      0    -18        Round 2: 80,000 for each that is left, and so on: a short answer about
    high     -2      1      0     18        every column is worth more than a whole one about the first.

A question can be left at any number of nodes and gone on with. The answer is the same as if it had not been left, in
every score and in every node.

Where a book knows the position itself but not what follows, who asks raises `low` and calls `bound`: no column is worth
less to the side to reply, and the best one exactly the least of it. So every search begins at its bound, columns that
cannot be the best come first, and when a single one is left that can, it is.
"""

from __future__ import annotations

from typing import Final

from slidedrop.connect4.engine.solver.bitboard import NONE, Geometry, count, has_four, playable, signed, unsigned
from slidedrop.connect4.engine.solver.narrowing import ASKED, HIGH, LOW, MODE, SPENT, SURE, TURN, Searches, advance, put
from slidedrop.engine.kernel import inlined, lean
from tools.portable.connect4.desk import IS_OPPONENT, Desk, geometry_on, searches_on
from tools.portable.connect4.opening_book import UNKNOWN, score_in_book

# What is asked, and how far it has come.
COUNT, VERDICT_ONLY, SHARE, AT, LEFT, IS_RUNNING, BOUNDED, LEAST = range(8)
_NOT_BOUNDED, _FIRST_THE_OTHERS, _BOUNDED = range(3)
_GROWTH: Final = 4
_SHARE_OF_THE_BEST: Final = 10_000
"""What columns that may be the best get at first, however much there is: the last one may need no search."""
_MOST_SHARE: Final = 1 << 60


@lean
def ask(desk: Desk, number: int, verdict_only: int, share: int) -> int:
    """Ask what the first positions of `movers` and `others` are worth, each with this share of nodes at first."""
    desk.asked[IS_OPPONENT] = 0
    g = geometry_on(desk)
    searches = searches_on(desk, g)
    for place in range(number):
        _put_place(desk, searches, place, g)
    _begin(desk, number, verdict_only, share)
    return number


@lean
def ask_columns(desk: Desk, mover: int, other: int, verdict_only: int, share: int) -> int:
    """Ask what each column is worth to the side to *reply*; returns how many are legal. Others have low > high."""
    desk.asked[IS_OPPONENT] = 0
    return put_columns(desk, unsigned(mover), unsigned(other), verdict_only, share)


@lean
def put_columns(desk: Desk, mover: int, other: int, verdict_only: int, share: int) -> int:
    """Make the positions after each column the places of a question; returns how many columns are legal."""
    g = geometry_on(desk)
    searches = searches_on(desk, g)
    moves, legal = playable(mover | other, g), 0
    if has_four(other, g):
        moves = NONE
    for column in range(g.columns):
        move = moves & (g.column << (unsigned(column) * g.row))
        desk.movers[column], desk.others[column] = other, mover | move
        if move != NONE:
            _put_place(desk, searches, column, g)
            legal += 1
        else:
            desk.low[column], desk.high[column], desk.nodes[column] = 1, -1, 0
    _begin(desk, g.columns, verdict_only, share)
    return legal


@lean
def bound(desk: Desk, least: int) -> int:
    """Say of a question that no place is worth less than its `low`, and one exactly the least that they can be."""
    desk.asked[BOUNDED], desk.asked[LEAST] = _FIRST_THE_OTHERS, least
    return 0


@lean
def go_on(desk: Desk, limit: int) -> int:
    """Search for at most so many nodes in all; 1 when everything that was asked is known."""
    asked, left = desk.asked, limit
    searches = searches_on(desk, geometry_on(desk))
    while True:
        if asked[AT] == asked[COUNT]:
            if not _is_any_open(desk):
                return 1
            if asked[BOUNDED] == _FIRST_THE_OTHERS:
                asked[SHARE] = min(asked[SHARE], _SHARE_OF_THE_BEST)
            else:
                asked[SHARE] = min(_MOST_SHARE, asked[SHARE] * _GROWTH)
            asked[AT], asked[BOUNDED] = 0, min(asked[BOUNDED] * 2, _BOUNDED)
        elif not _is_open(desk, asked[AT]) or _is_for_later(desk, asked[AT]):
            asked[AT] += 1
        elif left <= 0:
            return 0
        else:
            left -= _search_place(desk, searches, asked[AT], left)


@inlined
def _begin(desk: Desk, number: int, verdict_only: int, share: int) -> None:
    asked = desk.asked
    asked[COUNT], asked[VERDICT_ONLY], asked[SHARE], asked[AT], asked[IS_RUNNING] = number, verdict_only, share, 0, 0
    asked[BOUNDED] = _NOT_BOUNDED


@inlined
def _put_place(desk: Desk, searches: Searches, place: int, g: Geometry) -> None:
    """Write what needs no search: the end of a game, what the book holds, or the bounds that are plain to see."""
    mover, other = desk.movers[place], desk.others[place]
    ply = signed(count(mover | other))
    score = -((g.cells + 2 - ply) // 2) if has_four(other, g) else score_in_book(desk, mover, other, ply, g)
    desk.low[place] = desk.high[place] = score
    desk.nodes[place] = 0
    if score == UNKNOWN:
        put(searches, mover, other)
        desk.low[place], desk.high[place] = _proven(searches)


@inlined
def _proven(searches: Searches) -> tuple[int, int]:
    state = searches.state
    one, two = state[TURN] * state[LOW], state[TURN] * state[HIGH]
    return min(one, two), max(one, two)


@inlined
def _is_open(desk: Desk, place: int) -> bool:
    low, high = desk.low[place], desk.high[place]
    return low < high and not (desk.asked[VERDICT_ONLY] != 0 and (low > 0 or high < 0))


@inlined
def _is_for_later(desk: Desk, place: int) -> bool:
    return bool(desk.asked[BOUNDED] == _FIRST_THE_OTHERS and desk.low[place] == desk.asked[LEAST])


@inlined
def _is_any_open(desk: Desk) -> bool:
    for place in range(desk.asked[COUNT]):  # noqa: SIM110 - a kernel has no generators
        if _is_open(desk, place):
            return True
    return False


@inlined
def _search_place(desk: Desk, searches: Searches, place: int, left: int) -> int:
    """Search one place with what is left of its share; returns the nodes that were spent."""
    asked = desk.asked
    if asked[IS_RUNNING] == 0:
        put(searches, desk.movers[place], desk.others[place])
        if asked[BOUNDED] != _NOT_BOUNDED:
            _begin_at_bound(desk, searches, place)
        asked[IS_RUNNING], asked[LEFT] = 1, asked[SHARE]
    before = searches.state[SPENT]
    done = advance(searches, min(left, asked[LEFT]), asked[VERDICT_ONLY] != 0)
    spent: int = searches.state[SPENT] - before
    low, high = _proven(searches)
    desk.low[place], desk.high[place] = max(low, desk.low[place]), min(high, desk.high[place])
    desk.nodes[place] += spent
    asked[LEFT] -= spent
    if done or asked[LEFT] <= 0:
        asked[IS_RUNNING] = 0
        asked[AT] += 1
        if asked[BOUNDED] != _NOT_BOUNDED:
            _find_the_best(desk)
    return spent


@inlined
def _begin_at_bound(desk: Desk, searches: Searches, place: int) -> None:
    """Take over what is known of a place, and ask first whether it is worth more than that."""
    state, low, high = searches.state, desk.low[place], desk.high[place]
    if state[TURN] < 0:
        low, high = -high, -low
    state[LOW], state[HIGH] = max(state[LOW], low), min(state[HIGH], high)
    if desk.asked[VERDICT_ONLY] == 0:
        state[MODE], state[ASKED] = SURE, state[LOW] if state[TURN] > 0 else state[HIGH] - 1


@inlined
def _find_the_best(desk: Desk) -> None:
    """Where a single place can still be the best one, it is worth the least."""
    best, least = -1, desk.asked[LEAST]
    for place in range(desk.asked[COUNT]):
        if desk.low[place] == least <= desk.high[place]:
            if best >= 0 or desk.high[place] == least:
                return
            best = place
    if best >= 0:
        desk.high[best] = least
