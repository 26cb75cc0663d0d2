"""What the 2048 engine is asked, as kernels: what every slide is worth, and what every tile after one would leave.

    put_board(low, high, largest)      large tiles are seen as smaller ones where the network has met too few of them
    look(budget, by_chance, limit)     answers hold the last search that was finished; 0 says that it was not
    slides(low, high, largest, plies)  both in one call
    falls(low, high, largest, way, plies)

A worth is in points of a game with the base tile 2, as a 64-bit float; a slide that is not legal is minus infinity. All
that questions work with and answer lies on a *desk*: arrays that can lie in any memory. So the same kernels are built
ahead as WebAssembly (`tools/portable`), or compiled for a network of one's own. The shape of the network is no array:
in a built program it is a constant, which is what makes it fast. So a built program knows one shape.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from slidedrop.engine.kernel import inlined, lean
from slidedrop.twenty48.engine.bitboard import SIDE, Lines, Word, points_of
from slidedrop.twenty48.engine.lookahead import (
    Chances,
    Stack,
    TranspositionTable,
    begin,
    fresh_stack,
    fresh_table,
    go_on,
)
from slidedrop.twenty48.engine.network import Evaluator, Shape
from slidedrop.twenty48.engine.portable_network import FRAME
from slidedrop.twenty48.engine.quantise import STEPS
from slidedrop.twenty48.engine.wide import downgraded_words, slid_with_points, wide_empty_cells

LOW, HIGH, SEEN = range(3)
_FAR: Final = 1 << 60
_ROWS: Final = SIDE * SIDE + 1
_ZERO: Final = np.uint64(0)
_NIBBLE: Final = np.uint64(4)


class Desk(NamedTuple):
    """Everything that the questions read and write."""

    asked: npt.NDArray[np.uint64]
    """The board that is asked about (low and high word), and the one word that the search sees for it."""
    answers: npt.NDArray[np.float64]
    """What each of the four slides is worth."""
    falls: npt.NDArray[np.float64]
    """What each tile would leave, for 16 cells and 2 ranks."""
    unit: npt.NDArray[np.float32]
    """The points of a unit."""
    odds: npt.NDArray[np.float32]
    costs: npt.NDArray[np.int64]
    """What a tile costs in a search by chance; by plies each costs one."""
    ones: npt.NDArray[np.int64]
    stack: Stack
    by_plies: TranspositionTable
    by_chance: TranspositionTable
    lines: Lines
    shape: Shape
    units_of_codes: npt.NDArray[np.int16]
    planes: npt.NDArray[np.uint8]
    """A frame of the file: gaps, low bytes and high bytes of codes."""
    units: npt.NDArray[np.int16]


def new_desk(evaluator: Evaluator, table_bits: int = 18) -> Desk:
    """Return a desk for a network."""
    return Desk(
        asked=np.zeros(4, np.uint64),
        answers=np.zeros(4, np.float64),
        falls=np.zeros(2 * SIDE * SIDE, np.float64),
        unit=np.array([evaluator.unit], np.float32),
        odds=np.zeros(3, np.float32),
        costs=np.zeros((_ROWS, 3), np.int64),
        ones=np.ones((_ROWS, 3), np.int64),
        stack=fresh_stack(len(evaluator.shape.offsets)),
        by_plies=fresh_table(table_bits),
        by_chance=fresh_table(table_bits),
        lines=evaluator.lines,
        shape=evaluator.shape,
        units_of_codes=np.zeros(2 * STEPS + 2, np.int16),
        planes=np.zeros(3 * FRAME, np.uint8),
        units=evaluator.units,
    )


@lean
def forget(desk: Desk) -> int:
    """Empty the tables: what was found out holds for one set of chances only."""
    _empty(desk.by_plies)
    _empty(desk.by_chance)
    return 0


@inlined
def _empty(table: TranspositionTable) -> None:
    table.boards[:] = np.uint64(0)
    table.budgets[:] = -1
    table.leaves[:] = np.uint64(0)
    table.worths[:] = np.float32(0)


@inlined
def evaluator_on(desk: Desk) -> Evaluator:
    """Return the network of a desk."""
    return Evaluator(desk.units, desk.unit[0], desk.shape, desk.lines)


@inlined
def chances_on(desk: Desk, costs: npt.NDArray[np.int64]) -> Chances:
    """Return the chances of new tiles, each with its cost."""
    return Chances(costs, desk.odds, np.uint64(0))


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


QUESTIONS: Final[dict[str, Callable[..., Any]]] = {
    "forget": forget,
    "slides": slides,
    "put_board": put_board,
    "look": look,
    "look_on": look_on,
    "falls": falls,
}
"""What every program answers, by name."""
