"""A board as an array of pixels, for `render_mode="rgb_array"`: coloured squares with their numbers, or discs."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from slidedrop.twenty48.display import tile_colours

Pixels = npt.NDArray[np.uint8]

CELL: Final = 48
_GROUND: Final = "#565f6b"
_EMPTY: Final = "#a59b8c"
_DISCS: Final = {None: "#f4f1ea", 0: "#c62828", 1: "#1e4fb4"}
_DIGITS: Final = ("75557", "26227", "71747", "71717", "55711", "74717", "74757", "71111", "75757", "75717")
"""The digits 0 to 9 in five rows of three pixels, each row as an octal digit."""


def disc_pixels(rows: Sequence[Sequence[int | None]]) -> Pixels:
    """Return a board of discs as height x width x 3."""
    return _joined([[_disc(_DISCS[disc]) for disc in row] for row in rows])


def tile_pixels(rows: Sequence[Sequence[int]], base: int) -> Pixels:
    """Return a board of numbered tiles as height x width x 3."""
    return _joined([[_tile(tile, base) for tile in row] for row in rows])


def _joined(cells: list[list[Pixels]]) -> Pixels:
    return np.concatenate([np.concatenate(row, axis=1) for row in cells])


def _disc(colour: str) -> Pixels:
    across = np.arange(CELL) - (CELL - 1) / 2
    inside = across[:, None] ** 2 + across**2 < (CELL / 2 - 4) ** 2
    return np.where(inside[..., None], _rgb(colour), _rgb(_GROUND))


def _tile(tile: int, base: int) -> Pixels:
    ink, fill = tile_colours(tile, base) if tile else (_EMPTY, _EMPTY)
    cell = np.tile(_rgb(_GROUND), (CELL, CELL, 1))
    cell[2:-2, 2:-2] = _rgb(fill)
    number = np.concatenate([_digit(int(digit)) for digit in str(tile)], axis=1)
    number = np.kron(number, np.ones((max(1, CELL // number.shape[1] - 2),) * 2, dtype=np.uint8))[:CELL, :CELL]
    top, left = (CELL - number.shape[0]) // 2, (CELL - number.shape[1]) // 2
    cell[top : top + number.shape[0], left : left + number.shape[1]][number > 0] = _rgb(ink)
    return cell


def _digit(digit: int) -> Pixels:
    return np.array([[int(row) >> 2 & 1, int(row) >> 1 & 1, int(row) & 1, 0] for row in _DIGITS[digit]], dtype=np.uint8)


def _rgb(colour: str) -> Pixels:
    return np.frombuffer(bytes.fromhex(colour[1:]), dtype=np.uint8)
