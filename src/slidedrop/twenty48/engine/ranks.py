"""Convert boards to ranks and plain numbers, for any engine, without NumPy."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from slidedrop.core.errors import NotationError
from slidedrop.twenty48.board import Board

SIDE: Final = 4
LARGEST_WIDE_RANK: Final = 31


def ranks_of(board: Board, base: int = 2) -> list[int]:
    """Return the rank of each tile, cell by cell: 0 for an empty cell, 1 for the base tile, 2 for twice that, ..."""
    return [_rank(tile, base) for tile in board.tiles]


def numbers_of(ranks: Iterable[int], size: int) -> tuple[int, int]:
    """Return the two words of a board given by its ranks: the four low bits of each cell, and the fifth bit."""
    low = high = 0
    for cell, rank in enumerate(ranks):
        if rank > LARGEST_WIDE_RANK:
            raise NotationError(f"a word holds tiles to rank {LARGEST_WIDE_RANK}, not {rank}")
        place = 4 * (SIDE * (cell // size) + cell % size)
        low |= (rank & 15) << place
        high |= (rank >> 4) << place
    return low, high


def on_four_columns(ranks: Sequence[int], size: int) -> bytes:
    """Return the ranks of a board of 2x2 to 4x4, one byte each, in the upper left corner of a 4x4 board."""
    if size == SIDE:
        return bytes(ranks)
    rows = [bytes(ranks[start : start + size]).ljust(SIDE, b"\0") for start in range(0, size * size, size)]
    return b"".join(rows).ljust(SIDE * SIDE, b"\0")


@lru_cache(maxsize=256)
def _rank(tile: int, base: int) -> int:
    if tile == 0:
        return 0
    power, rest = divmod(tile, base)
    if rest or power & (power - 1):
        raise NotationError(f"{tile} is not a tile of this game: tiles are {base} x 1, 2, 4, 8, ...")
    return power.bit_length()
