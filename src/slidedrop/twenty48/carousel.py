"""A stock of boards from every stage of the game, so that games can begin at each of them equally often.

    stage 0     the first tiles
    stage 1     boards whose tiles add up to 2,048 and more        (on 4x4; smaller boards have smaller stages)
    ...
    stage 14    16384 + 8192 + 4096 and more: hardly ever reached by a game that began with the first tiles

A network learns what it meets. Three games of four begin with a board of a stage by lot, out of what earlier games came
through; so the last stages, where a search later spends most of its time, are met as often as the first. (Jaskowski's
"carousel shaping", 2017, began at the start of each stage; here it is any board of it.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from slidedrop.kernel import lean

if TYPE_CHECKING:
    import numpy.typing as npt

    from slidedrop.twenty48.bitboard import Word

STAGES: Final = 32
SLOTS: Final = 256
STEP_BITS: Final = {2: 2, 3: 5, 4: 11}
"""For each size of board, how wide a stage is: so many bits of the sum of the tiles are left out."""
_EVERY: Final = 100
"""One board in so many goes into the stock."""
_LOST: Final = 20
"""The last boards of a game are left out: they have no future to learn from."""
_ENOUGH: Final = 16
"""A stage joins in when so many of its boards were met."""
_FIRST_TILES: Final = 4
"""One game in so many begins with the first tiles."""


class Stock(NamedTuple):
    """The boards of each stage that were met last."""

    boards: npt.NDArray[np.uint64]
    counts: npt.NDArray[np.int64]
    """How many boards of each stage were ever put in; the newest take the place of the oldest."""


def fresh_stock() -> Stock:
    """Return an empty stock."""
    return Stock(np.zeros((STAGES, SLOTS), np.uint64), np.zeros(STAGES, np.int64))


@lean
def stage_of(board: Word, bits: int) -> int:
    """Return the stage of a board: the sum of its tiles, in steps of 2^bits."""
    total = 0
    for cell in range(16):
        rank = int((board >> np.uint64(4 * cell)) & np.uint64(15))
        total += (1 << rank) & ~1
    return min(total >> bits, STAGES - 1)


@lean
def put_in(stock: Stock, boards: npt.NDArray[np.uint64], lot: Word, bits: int) -> None:
    """Put some boards of a game into the stock."""
    for move in range(int(lot % np.uint64(_EVERY)), len(boards) - _LOST, _EVERY):
        stage = stage_of(boards[move], bits)
        stock.boards[stage, stock.counts[stage] % SLOTS] = boards[move]
        stock.counts[stage] += 1


@lean
def taken_from(stock: Stock, lot: Word) -> Word:
    """Return a board of a stage by lot that waits for its tile; no board (0) says to begin with the first tiles."""
    last = STAGES - 1
    while last > 0 and stock.counts[last] < _ENOUGH:
        last -= 1
    if last == 0 or lot % np.uint64(_FIRST_TILES) == np.uint64(0):
        return np.uint64(0)
    stage = 1 + int((lot >> np.uint64(8)) % np.uint64(1 << 24)) % last
    known = min(int(stock.counts[stage]), SLOTS)
    board: Word = stock.boards[stage, int(lot >> np.uint64(32)) % max(known, 1)]
    return board
