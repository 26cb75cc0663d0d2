"""Null-window alpha-beta search: is the score of a position greater than alpha? The window is [alpha, alpha + 1].

The search is fail-soft: a value greater than alpha is a lower bound of the score, any other value an upper bound.

    position --- move --- forced replies --- child     Pass 1 plays each safe move, follows the chain of forced
                                                       replies and bounds the result. Children whose bounds are
             pass 1: play, follow, bound               enough need no search. Pass 2 probes the transposition
             pass 2: probe all, sort, search           table for the others, sorts them and searches the best first.

The stack is in arrays, so that a search can pause at a node limit and resume. A score is positive if the side to move
wins: 1 for a win with its last disc, and 1 more for each disc that it has left.

Several searches of one position may share a transposition table. Each search marks its current nodes, so that the
others search another child first, and probes the table again in case another search has stored a result.
"""

from typing import Final, NamedTuple

import numpy as np

from slidedrop.connect4.engine.solver.bitboard import (
    NONE,
    ONE,
    TWO,
    Geometry,
    Numbers,
    Words,
    above,
    count,
    geometry,
    on_pairs,
    playable,
    signed,
    unsigned,
    winning_cells,
    word,
)
from slidedrop.connect4.engine.solver.bounds import Judged, Reached, follow, judge
from slidedrop.connect4.engine.solver.transpositions import (
    bucket_of,
    effort_of,
    hash_shift,
    lower_bound,
    probe,
    store,
    upper_bound,
)
from slidedrop.engine.kernel import inlined, lean

# Indices in a child's words and numbers.
MOVER, OTHER, MOVES, THREATS, FIRST, SECOND, BUCKET, PLY = (word(n) for n in range(8))
SIGN, LOWER, UPPER = (word(n) for n in range(3))
# Offsets in the block of a depth: the order of its children, then the numbers of its node.
ORDER, ALPHA, BEST, COUNT, NEXT, STARTED, PUT_OFF = (word(n) for n in (64, 80, 81, 82, 83, 84, 85))
# Indices in the state of a search.
DEPTH, NODES, LIMIT, VALUE, PHASE = (word(n) for n in range(5))
ENTER, RETURN, FINISHED = 0, 1, 2
# Indices of the weights of move ordering.
THREAT_WEIGHT, NEAR_WEIGHT, CHAIN_WEIGHT, AGAIN_WEIGHT, REPLY_WEIGHT, PAIR_WEIGHT = (word(n) for n in range(6))
MIRROR_BELOW, CENTRE_WEIGHTS = word(6), word(7)

_BLOCK: Final = word(7)
_WORDS_OF_CHILD: Final = word(3)
_NUMBERS_OF_CHILD: Final = word(2)
_INDEX: Final = 15
_UNKNOWN: Final = 31
_OPEN: Final = 99
_USUAL: Final = geometry(7, 6)
MARKS: Final = 1 << 14
_MARK: Final = word(MARKS - 1)


class Search(NamedTuple):
    """A search: its stack (words and numbers in blocks of 128 per depth), its state, table and weights."""

    words: Words
    numbers: Numbers
    state: Numbers
    table: Words
    shift: int
    columns: Words
    weights: Numbers
    marks: Words
    """The current nodes of all searches with the same table, by hash; MARKS of them if the table is shared."""
    g: Geometry


def new_search(g: Geometry, table: Words, order: tuple[int, ...]) -> Search:
    """Return a search on a table, with a stack deep enough for any game on this board."""
    size = (g.cells + 2) << int(_BLOCK)
    words, numbers = np.zeros(size, dtype=np.uint64), np.zeros(size, dtype=np.int64)
    # large enough that no two states share a cache line, where threads would wait for each other
    state, nobody = np.zeros(64, dtype=np.int64), np.zeros(1, dtype=np.uint64)
    columns, weights = np.zeros(g.columns, np.uint64), np.zeros(int(CENTRE_WEIGHTS) + g.columns, np.int64)
    write_order(columns, weights, order, g)
    return Search(words, numbers, state, table, word(hash_shift(table)), columns, weights, nobody, g)


@lean
def write_order(columns: Words, weights: Numbers, order: tuple[int, ...], g: Geometry) -> None:
    """Write the columns from the centre outwards (the left one of a pair first), and the weights of move ordering."""
    for at in range(len(order) - 1):
        weights[at] = order[at]
    weights[MIRROR_BELOW] = g.cells // 2 + 1
    outermost, middle = g.columns - 1, (g.columns - 1) // 2
    for place in range(g.columns):
        rightwards = (place & 1) == (g.columns & 1) ^ 1
        column = middle + (place + 1) // 2 if rightwards else middle - (place + 1) // 2
        columns[place] = (g.column >> ONE) << (unsigned(column) * g.row)
        weights[CENTRE_WEIGHTS + unsigned(place)] = order[-1] * (outermost - abs(2 * column - outermost))


@inlined
def begin(s: Search, alpha: int) -> None:
    """Start a search of the root with this alpha; the root must be stored as the first child."""
    s.words[BUCKET] = bucket_of(s.words[FIRST], s.words[SECOND], s.shift)
    s.numbers[SIGN], s.numbers[ORDER], s.numbers[NEXT], s.numbers[ALPHA] = 1, 0, 0, alpha
    s.state[DEPTH], s.state[PHASE], s.state[NODES] = 0, ENTER, 0


@lean
def search(s: Search) -> bool:
    """Search until the value is known (True, it is in VALUE) or the limit of nodes is reached (False).

    7x6 is compiled separately with its geometry as constants, which makes a built engine take a fifth less time.
    """
    if s.g == _USUAL:
        return _search(Search(s.words, s.numbers, s.state, s.table, s.shift, s.columns, s.weights, s.marks, _USUAL))
    return _search(s)


@inlined
def _search(s: Search) -> bool:
    state = s.state
    while state[PHASE] != FINISHED:
        if state[PHASE] == ENTER:
            if state[NODES] >= state[LIMIT]:
                return False
            _enter(s)
        else:
            _give_back(s)
    return True


@inlined
def _current(numbers: Numbers, block: int) -> int:
    """Return the index of the child that is searched at a depth."""
    return unsigned(numbers[block + ORDER + unsigned(numbers[block + NEXT])] & _INDEX)


@inlined
def _enter(s: Search) -> None:
    """Enter the next child, or return its value if it needs no search."""
    numbers, state = s.numbers, s.state
    state[NODES] += 1
    parent = unsigned(state[DEPTH]) << _BLOCK
    block, here = parent + (ONE << _BLOCK), _current(numbers, parent)
    at = parent + (here << _WORDS_OF_CHILD)
    is_shared = _is_shared(s, at)
    if is_shared and (_is_answered(s) or _is_put_off(s, parent, at)):
        return
    alpha = _seen_from(numbers[parent + (here << _NUMBERS_OF_CHILD) + SIGN], numbers[parent + ALPHA])
    numbers[block + ALPHA], numbers[block + NEXT], numbers[block + STARTED] = alpha, 0, state[NODES]
    best, children = _expand(s, at, block, alpha)
    if best <= alpha and children != NONE:
        best, children = _probe_children(s, block, best, children, alpha)
    if best > alpha or children == NONE:
        state[VALUE] = best
        state[PHASE] = RETURN
    else:
        numbers[block + BEST], numbers[block + COUNT], numbers[block + PUT_OFF] = best, signed(children), 0
        state[DEPTH] += 1
        if is_shared:
            _mark(s, at, s.words[at + FIRST])


@inlined
def _is_shared(s: Search, at: int) -> bool:
    """Return whether a node is marked for other searches: only far from the end of the game."""
    return s.g.shared_below > 0 and signed(s.words[at + PLY]) < s.g.shared_below


@inlined
def _mark(s: Search, at: int, first: int) -> None:
    """Mark a node by the first word of its key, or clear its mark with 0."""
    s.marks[(s.words[at + BUCKET] >> TWO) & _MARK] = first


@inlined
def _is_answered(s: Search) -> bool:
    """Return whether another search has stored the value of the next child or a node above; return to that node."""
    words, numbers, state = s.words, s.numbers, s.state
    for depth in range(state[DEPTH] + 1):
        block = unsigned(depth) << _BLOCK
        here = _current(numbers, block)
        at, sign = block + (here << _WORDS_OF_CHILD), numbers[block + (here << _NUMBERS_OF_CHILD) + SIGN]
        entry = probe(s.table, words[at + BUCKET], words[at + FIRST], words[at + SECOND])
        alpha = _seen_from(sign, numbers[block + ALPHA])
        if entry != NONE and (lower_bound(entry) > alpha or upper_bound(entry) <= alpha):
            _leave(s, depth)
            state[VALUE] = _worth(1, lower_bound(entry), upper_bound(entry), alpha)
            return True
    return False


@inlined
def _leave(s: Search, depth: int) -> None:
    """Return to a depth and clear the marks below it."""
    for left in range(depth, s.state[DEPTH]):
        block = unsigned(left) << _BLOCK
        _mark(s, block + (_current(s.numbers, block) << _WORDS_OF_CHILD), NONE)
    s.state[DEPTH], s.state[PHASE] = depth, RETURN


@inlined
def _is_put_off(s: Search, block: int, at: int) -> bool:
    """Move a child that another search is in to the end of the order, once per child; never the first child."""
    numbers = s.numbers
    place, left = unsigned(numbers[block + NEXT]), numbers[block + COUNT] - numbers[block + NEXT]
    is_first = numbers[block + NEXT] + numbers[block + PUT_OFF] == 0
    is_marked = s.marks[(s.words[at + BUCKET] >> TWO) & _MARK] == s.words[at + FIRST]
    if block == NONE or is_first or not is_marked or numbers[block + PUT_OFF] >= left - 1:
        return False
    child = numbers[block + ORDER + place]
    for _ in range(left - 1):
        numbers[block + ORDER + place] = numbers[block + ORDER + place + ONE]
        place += ONE
    numbers[block + ORDER + place] = child
    numbers[block + PUT_OFF] += 1
    return True


@inlined
def _seen_from(sign: int, alpha: int) -> int:
    """Return the alpha of a child: the window is negated if the side to move changes."""
    return alpha if sign > 0 else -alpha - 1


@inlined
def _give_back(s: Search) -> None:
    """Update the parent's best value from a child, then cut off (beta cutoff) or continue with the next child."""
    numbers, state = s.numbers, s.state
    block = unsigned(state[DEPTH]) << _BLOCK
    if block == NONE:
        state[PHASE] = FINISHED
        return
    sign = numbers[block + (_current(numbers, block) << _NUMBERS_OF_CHILD) + SIGN]
    best = max(numbers[block + BEST], sign * state[VALUE])
    numbers[block + BEST] = best
    numbers[block + NEXT] += 1
    if best > numbers[block + ALPHA] or numbers[block + NEXT] == numbers[block + COUNT]:
        _close(s, block)
    else:
        state[PHASE] = ENTER


@inlined
def _close(s: Search, block: int) -> None:
    """Store the value of a node in the transposition table and return it to the parent."""
    words, numbers, state = s.words, s.numbers, s.state
    value = numbers[block + BEST]
    parent = block - (ONE << _BLOCK)
    here = _current(numbers, parent)
    at, note = parent + (here << _WORDS_OF_CHILD), parent + (here << _NUMBERS_OF_CHILD)
    lower, upper = numbers[note + LOWER], numbers[note + UPPER]
    if value > numbers[block + ALPHA]:
        lower = value
    else:
        upper = value
    effort = effort_of(state[NODES] - numbers[block + STARTED])
    store(s.table, words[at + BUCKET], words[at + FIRST], words[at + SECOND], lower, upper, effort)
    if _is_shared(s, at):
        _mark(s, at, NONE)
    state[VALUE] = value
    state[DEPTH] -= 1
    state[PHASE] = RETURN


@inlined
def _expand(s: Search, at: int, block: int, alpha: int) -> tuple[int, int]:
    """Play every safe move; moves that need a search become children. Return the best value and their number."""
    moves = s.words[at + MOVES]
    best, children = -_UNKNOWN, NONE
    for place in range(unsigned(s.g.columns)):
        move = moves & s.columns[place]
        if move != NONE:
            value = _try_move(s, at, block, children, move, place, alpha)
            if value == _OPEN:
                children += ONE
            else:
                best = max(best, value)
                if value > alpha:
                    break
    return best, children


@inlined
def _try_move(s: Search, at: int, block: int, child: int, move: int, place: int, alpha: int) -> int:
    """Return the value of a move; if it needs a search, add it as a child and return _OPEN."""
    words, weights, g = s.words, s.weights, s.g
    mine, other = words[at + MOVER] | move, words[at + OTHER]
    ply = signed(words[at + PLY])
    threats = winning_cells(mine, mine | other, g)
    reached = follow(other, mine, threats, ply + 1, g)
    sign = 1 - 2 * ((reached.ply - ply) & 1)
    child_alpha = _seen_from(sign, alpha)
    judged = judge(reached, child_alpha, weights[MIRROR_BELOW], g)
    if judged.lower > child_alpha or judged.upper <= child_alpha:
        return _worth(sign, judged.lower, judged.upper, child_alpha)
    write_child(s, block, child, reached, judged, sign)
    rank = _rank(threats, words[at + THREATS] & ~move, mine | other, weights, g)
    rank += _prospects(reached, sign, reached.ply - ply - 1, weights, g) + weights[CENTRE_WEIGHTS + place]
    s.numbers[block + ORDER + child] = (rank << 4) | signed(child)
    return _OPEN


@inlined
def write_child(s: Search, block: int, child: int, reached: Reached, judged: Judged, sign: int) -> None:
    """Write a position as a child of a node; `sign` is -1 where the side to move has changed."""
    words, numbers = s.words, s.numbers
    at, note = block + (child << _WORDS_OF_CHILD), block + (child << _NUMBERS_OF_CHILD)
    words[at + MOVER], words[at + OTHER] = reached.mover, reached.other
    words[at + MOVES], words[at + THREATS] = reached.moves, reached.threats
    words[at + FIRST], words[at + SECOND] = judged.first, judged.second
    words[at + PLY] = unsigned(reached.ply)
    words[at + BUCKET] = bucket_of(judged.first, judged.second, s.shift)
    numbers[note + SIGN], numbers[note + LOWER], numbers[note + UPPER] = sign, judged.lower, judged.upper


@inlined
def _worth(sign: int, lower: int, upper: int, alpha: int) -> int:
    """Return the value of a child for its parent, if its bounds decide against alpha."""
    return sign * (lower if lower > alpha else upper)


@inlined
def _rank(threats: int, against: int, mask: int, weights: Numbers, g: Geometry) -> int:
    """Return the rank of a move by its threats, without those above a threat of the other side."""
    useful = threats & ~above(against, g)
    near = useful & (playable(mask, g) << ONE)
    rank: int = weights[THREAT_WEIGHT] * signed(count(useful)) + weights[NEAR_WEIGHT] * signed(count(near))
    return rank


@inlined
def _prospects(reached: Reached, sign: int, forced: int, weights: Numbers, g: Geometry) -> int:
    """Return the rank of a move by the position after its forced replies: side to move, choices, possible threats."""
    mine, other = (reached.mover, reached.other) if sign > 0 else (reached.other, reached.mover)
    pairs = on_pairs(mine, g.board & ~other, g) & ~mine
    prospects: int = weights[CHAIN_WEIGHT] * forced + weights[PAIR_WEIGHT] * signed(count(pairs))
    prospects += weights[REPLY_WEIGHT] * signed(count(reached.moves))
    return prospects + weights[AGAIN_WEIGHT] if sign > 0 else prospects


@inlined
def _probe_children(s: Search, block: int, best: int, children: int, alpha: int) -> tuple[int, int]:
    """Probe the table for all children, and sort the remaining ones, best first. Return the same as `_expand`."""
    words, numbers = s.words, s.numbers
    left = NONE
    for child in range(children):
        at, note = block + (child << _WORDS_OF_CHILD), block + (child << _NUMBERS_OF_CHILD)
        entry = probe(s.table, words[at + BUCKET], words[at + FIRST], words[at + SECOND])
        if entry != NONE:
            lower = max(numbers[note + LOWER], lower_bound(entry))
            upper = min(numbers[note + UPPER], upper_bound(entry))
            numbers[note + LOWER], numbers[note + UPPER] = lower, upper
            child_alpha = _seen_from(numbers[note + SIGN], alpha)
            if lower > child_alpha or upper <= child_alpha:
                best = max(best, _worth(numbers[note + SIGN], lower, upper, child_alpha))
                if best > alpha:
                    break
                continue
        _insert(numbers, block + ORDER, left, numbers[block + ORDER + child])
        left += ONE
    return best, left


@inlined
def _insert(numbers: Numbers, order: int, left: int, ranked: int) -> None:
    """Insert a ranked child into the sorted remaining ones."""
    while left > NONE and numbers[order + left - ONE] < ranked:
        numbers[order + left] = numbers[order + left - ONE]
        left -= ONE
    numbers[order + left] = ranked
