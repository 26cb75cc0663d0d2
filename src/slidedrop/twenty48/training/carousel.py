"""A stock of boards from every part of the game, so that games can begin at each of them equally often.

    band 0      the first tiles
    band 1      boards whose tiles add up to 2,048 and more        (on 4x4; smaller boards have narrower bands)
    ...
    band 14     16384 + 8192 + 4096 and more: hardly ever reached by a game that began with the first tiles

A network learns what it meets. Three games of four begin with a board of a random band, out of what earlier games came
through; so the last bands, where a search later spends most of its time, are met as often as the first. (Jaskowski's
"carousel shaping", 2017, began at the start of each stage; here it is any board of the band. The *stages* of a network
are another thing: network.py.)
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from slidedrop.kernel import lean
from slidedrop.twenty48.engine.bitboard import Word

BANDS: Final = 32
SLOTS: Final = 256
STEP_BITS: Final = {2: 2, 3: 5, 4: 11}
"""For each size of board, how wide a band is: the sum of the tiles without its lowest bits."""
_EVERY: Final = 100
"""One board in this many goes into the stock."""
_LOST: Final = 20
"""The last boards of a game are left out: they have no future to learn from."""
_ENOUGH: Final = 16
"""A band joins in when this many of its boards were met."""
_FIRST_TILES: Final = 4
"""One game in this many begins with the first tiles."""


class Stock(NamedTuple):
    """The boards of each band that were met last."""

    boards: npt.NDArray[np.uint64]
    counts: npt.NDArray[np.int64]
    """How many boards of each band were ever put in; the newest take the place of the oldest."""


def fresh_stock() -> Stock:
    """Return an empty stock."""
    return Stock(np.zeros((BANDS, SLOTS), np.uint64), np.zeros(BANDS, np.int64))


@lean
def band_of(board: Word, bits: int) -> int:
    """Return the band of a board: the sum of its tiles, in steps of 2^bits."""
    total = 0
    for cell in range(16):
        rank = int((board >> np.uint64(4 * cell)) & np.uint64(15))
        total += (1 << rank) & ~1
    return min(total >> bits, BANDS - 1)


@lean
def put_in(stock: Stock, boards: npt.NDArray[np.uint64], random: Word, bits: int) -> None:
    """Put some boards of a game into the stock."""
    for move in range(int(random % np.uint64(_EVERY)), len(boards) - _LOST, _EVERY):
        band = band_of(boards[move], bits)
        stock.boards[band, stock.counts[band] % SLOTS] = boards[move]
        stock.counts[band] += 1


@lean
def taken_from(stock: Stock, random: Word) -> Word:
    """Return a board of a random band that waits for its tile; no board (0) says to begin with the first tiles."""
    last = BANDS - 1
    while last > 0 and stock.counts[last] < _ENOUGH:
        last -= 1
    if last == 0 or random % np.uint64(_FIRST_TILES) == np.uint64(0):
        return np.uint64(0)
    band = 1 + int((random >> np.uint64(8)) % np.uint64(1 << 24)) % last
    known = min(int(stock.counts[band]), SLOTS)
    board: Word = stock.boards[band, int(random >> np.uint64(32)) % max(known, 1)]
    return board
