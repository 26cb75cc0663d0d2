"""What every slide is worth, and what every tile after one would leave.

    put_board(low, high, largest)      large tiles are seen as smaller ones where the network has met too few of them
    look(budget, by_chance, limit)     answers hold the last search that was finished; 0 says that it was not
    slides(low, high, largest, plies)  both in one call
    falls(low, high, largest, way, plies)

A worth is in points of a game with the base tile 2, as a 64-bit float; a slide that is not legal is minus infinity.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from slidedrop.kernel import inlined, lean
from slidedrop.twenty48.engine.bitboard import SIDE, Word, points_of
from slidedrop.twenty48.engine.downgrade import downgraded_words
from slidedrop.twenty48.engine.lookahead import begin, go_on
from slidedrop.twenty48.engine.questions.desk import Desk, chances_on, evaluator_on
from slidedrop.twenty48.engine.wide import slid_with_points, wide_empty_cells

LOW, HIGH, SEEN = range(3)
_FAR: Final = 1 << 60
_ZERO: Final = np.uint64(0)
_NIBBLE: Final = np.uint64(4)


@lean
def slides(desk: Desk, low: int, high: int, largest: int, plies: int) -> int:
    """Look so many slides ahead; 1 when `answers` holds their worths, 0 where the board does not fit a word."""
    if put_board(desk, low, high, largest) == 0:
        return 0
    return look(desk, plies - 1, 0, _FAR)


@lean
def put_board(desk: Desk, low: int, high: int, largest: int) -> int:
    """Take a board; 0 where a tile is too large for the search and cannot be seen as a smaller one."""
    seen, rest = downgraded_words(np.uint64(low), np.uint64(high), largest)
    desk.asked[LOW], desk.asked[HIGH], desk.asked[SEEN] = np.uint64(low), np.uint64(high), seen
    return 1 if rest == _ZERO else 0


@lean
def look(desk: Desk, budget: int, by_chance: int, limit: int) -> int:
    """Begin to look ahead from the board that was put; see `look_on`."""
    begin(desk.stack, desk.asked[SEEN], budget)
    return look_on(desk, by_chance, limit)


@lean
def look_on(desk: Desk, by_chance: int, limit: int) -> int:
    """Go on until all is answered (1) or some more boards than the limit were valued (0)."""
    network = evaluator_on(desk)
    if by_chance != 0:
        done = go_on(desk.stack, desk.by_chance, network, chances_on(desk, desk.costs), limit)
    else:
        done = go_on(desk.stack, desk.by_plies, network, chances_on(desk, desk.ones), limit)
    if done:
        _write_answers(desk)
    return 1 if done else 0


@lean
def falls(desk: Desk, low: int, high: int, largest: int, way_and_plies: int) -> int:
    """Write what each tile leaves that may fall after a slide, the base tile first; 0 where a board does not fit.

    `way_and_plies` is 16 times the plies to look after the tile, and the slide. A cell that is not empty is minus 1.
    """
    way, plies = way_and_plies & 15, way_and_plies >> 4
    after, after_high, _ = slid_with_points(np.uint64(low), np.uint64(high), way, desk.lines)
    empty = wide_empty_cells(after, after_high, desk.lines)
    for cell in range(SIDE * SIDE):
        place = _NIBBLE * np.uint64(cell)
        for rank in range(1, 3):
            worth = -1.0
            if (empty >> place) & np.uint64(1) != _ZERO and desk.odds[rank] > 0:
                with_tile = after | (np.uint64(rank) << place)
                if slides(desk, _signed(with_tile), _signed(after_high), largest, plies) == 0:
                    return 0
                worth = _best(desk)
            desk.falls[SIDE * SIDE * (rank - 1) + cell] = worth
    return 1


@inlined
def _signed(word: Word) -> int:
    return np.int64(word)  # type: ignore[return-value] # the machine's number


@inlined
def _best(desk: Desk) -> float:
    """Return the best answer; a stuck board is worth nothing."""
    best = desk.answers[0]
    for way in range(1, 4):
        best = max(best, desk.answers[way])
    return best if best > -np.inf else 0.0


@inlined
def _write_answers(desk: Desk) -> None:
    """Write the worths in points of the board itself: a slide's own are put right where tiles were seen as smaller."""
    low, high, seen = desk.asked[LOW], desk.asked[HIGH], desk.asked[SEEN]
    for way in range(4):
        worth = np.float64(desk.stack.answers[way])
        if worth > -np.inf and (seen != low or high != _ZERO):
            worth = worth - np.float64(points_of(seen, way, desk.lines)) + np.float64(_points(low, high, way, desk))
        desk.answers[way] = worth


@inlined
def _points(low: Word, high: Word, way: int, desk: Desk) -> int:
    _, _, points = slid_with_points(low, high, way, desk.lines)
    return points
