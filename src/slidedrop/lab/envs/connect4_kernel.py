"""Connect-4 for many environments at once: a drop, the win, the legal columns and what is seen, in one pass.

    words    n x 3          the discs of the side to move, those of the other side, and a counter of random numbers
    planes   n x 2 x rows   what the side to move sees: its own discs, then the other's; each row as bytes, 0 or 1
    legal    n              a byte for each column, 1 where it is not full

Discs are bits as in `connect4/layout.py`, but where it fits a column takes eight bits instead of rows + 1:

    row r of the board  =  (discs >> r) & 0x0101010101010101        all its columns at once, each in its own byte

A row takes whole words, so a board of seven columns is seen as a slice of eight. Boards of more than eight columns or
seven rows keep the usual distance, and their rows are gathered bit by bit. What is right is defined by `Position`.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from slidedrop.kernel import inlined, lean
from slidedrop.lab.envs.episodes import Episodes, ended, is_due

Words = npt.NDArray[np.uint64]
Word = np.uint64

_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_TWO: Final = np.uint64(2)
_BYTE: Final = np.uint64(8)
_COLUMNS: Final = np.uint64(0x0101_0101_0101_0101)


class Tables(NamedTuple):
    """What a board size needs, and where its episodes start."""

    columns: int
    rows: int
    stride: np.uint64
    """How many bits lie between two columns."""
    cells: np.uint64
    """Every cell of the board."""
    column: np.uint64
    """The cells of the first column."""
    mover: np.uint64
    other: np.uint64


def stride_of(columns: int, rows: int) -> int:
    """Return how many bits a column takes."""
    return 8 if columns <= 8 and rows <= 7 else rows + 1


def tables_for(columns: int, rows: int, start: tuple[int, int]) -> Tables:
    """Return the tables of a board that fits a word; the start is given by bits as in `layout.py`."""
    stride, height, column = stride_of(columns, rows), rows + 1, (1 << rows) - 1
    cells = sum(column << stride * number for number in range(columns))
    mover, other = (
        sum((discs >> height * number & column) << stride * number for number in range(columns)) for discs in start
    )
    return Tables(columns, rows, *map(np.uint64, (stride, cells, column, mover, other)))


@lean
def step(
    actions: npt.NDArray[np.int64],
    words: Words,
    planes: Words,
    legal: Words,
    e: Episodes,
    t: Tables,
    first: int,
    last: int,
) -> None:
    """Step the environments from `first` to before `last`; `episodes.py` says what is kept of each episode."""
    for env in range(np.uint64(first), np.uint64(last)):
        over = False
        if is_due(e, env):
            words[env, 0], words[env, 1] = t.mover, t.other
        else:
            mover, other, fits, won = dropped(words[env, 0], words[env, 1], actions[env], t)
            over = won or (mover | other) == t.cells
            words[env, 0], words[env, 1] = mover, other
            if ended(e, env, 1.0 if won else 0.0, fits, over):
                _write(mover, other, over, e.final_seen, e.final_legal, env, t)
                words[env, 0], words[env, 1] = t.mover, t.other
                over = False
        _write(words[env, 0], words[env, 1], over, planes, legal, env, t)


@lean
def begin(chosen: npt.NDArray[np.bool_], words: Words, planes: Words, legal: Words, t: Tables) -> None:
    """Put the start of a new episode where it is chosen, and write what is seen everywhere."""
    for env in range(np.uint64(len(chosen))):
        if chosen[env]:
            words[env, 0], words[env, 1] = t.mover, t.other
        mover, other = words[env, 0], words[env, 1]
        over = (mover | other) == t.cells or _has_four(other, t.stride)
        _write(mover, other, over, planes, legal, env, t)


@lean
def step_one(words: Words, planes: Words, legal: Words, column: int, t: Tables) -> tuple[float, bool, bool]:
    """Step the only environment there is; returns the reward, whether the column was free, and whether it is over."""
    mover, other, fits, won = dropped(words[0, 0], words[0, 1], column, t)
    words[0, 0], words[0, 1] = mover, other
    over = won or (mover | other) == t.cells
    _write(mover, other, over, planes, legal, _ZERO, t)
    return 1.0 if won else 0.0, fits, over


@inlined
def dropped(mover: Word, other: Word, column: int, t: Tables) -> tuple[Word, Word, bool, bool]:
    """Return the discs as the next side sees them, whether the column was free, and whether this disc has won."""
    shift = np.uint64(column) * t.stride
    disc = ((mover | other) + (_ONE << shift)) & (t.column << shift)
    if disc == _ZERO:
        return mover, other, False, False
    return other, mover | disc, True, _has_four(mover | disc, t.stride)


@inlined
def _has_four(discs: Word, stride: Word) -> bool:
    up = discs & (discs >> _ONE)
    across = discs & (discs >> stride)
    rising = discs & (discs >> (stride + _ONE))
    falling = discs & (discs >> (stride - _ONE))
    four = (up & (up >> _TWO)) | (across & (across >> (_TWO * stride)))
    four |= (rising & (rising >> (_TWO * (stride + _ONE)))) | (falling & (falling >> (_TWO * (stride - _ONE))))
    return bool(four != _ZERO)


@inlined
def _write(
    mover: Word,
    other: Word,
    over: bool,  # noqa: FBT001 - kernels take no names
    planes: Words,
    legal: Words,
    env: int | Word,
    t: Tables,
) -> None:
    free = _ZERO if over else ~(mover | other) & t.cells
    if t.stride == _BYTE:
        for row in range(np.uint64(t.rows)):
            height = np.uint64(t.rows) - _ONE - row
            planes[env, row] = (mover >> height) & _COLUMNS
            planes[env, row + np.uint64(t.rows)] = (other >> height) & _COLUMNS
        legal[env, 0] = (free >> np.uint64(t.rows - 1)) & _COLUMNS
        return
    across = (t.columns + 7) // 8
    for row in range(t.rows):
        _gather(mover >> np.uint64(t.rows - 1 - row), planes, env, row * across, t)
        _gather(other >> np.uint64(t.rows - 1 - row), planes, env, (row + t.rows) * across, t)
    _gather(free >> np.uint64(t.rows - 1), legal, env, 0, t)


@inlined
def _gather(discs: Word, target: Words, env: int | Word, place: int, t: Tables) -> None:
    """Write one row of a board whose columns do not lie eight bits apart."""
    for column in range(t.columns):
        bit = (discs >> (np.uint64(column) * t.stride)) & _ONE
        if column % 8 == 0:
            target[env, place + column // 8] = bit
        else:
            target[env, place + column // 8] |= bit << np.uint64(8 * (column % 8))
