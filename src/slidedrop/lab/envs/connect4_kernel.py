"""Connect-4 for many environments at once: drops, wins, legal columns and observations, in a few loops.

    words    n x 4          the discs of the side to move, those of the other side, a counter, a clock (`episodes.py`)
    planes   n x 2 x rows   the observation: discs of the side to move, then the opponent's; each row as bytes, 0 or 1
    legal    n              a byte for each column, 1 where it is not full

Discs are bits as in `connect4/layout.py`, but if the board fits, a column takes eight bits instead of rows + 1:

    row r of the board  =  (discs >> r) & 0x0101010101010101        all its columns at once, each in its own byte

A row takes whole words, so the observation of a board of seven columns is a slice of eight. Boards of more than eight
columns or seven rows use rows + 1 bits per column, and their rows are gathered bit by bit. `Position` is the reference.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from slidedrop.engine.kernel import inlined, lean
from slidedrop.lab.envs.episodes import (
    BLOCK,
    CLOCK,
    DUE,
    SAME_STEP,
    Env,
    Episodes,
    Moves,
    Words,
    has_ended,
    is_due,
    settle,
    tick,
)

Word = np.uint64
_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_TWO: Final = np.uint64(2)
_FOUR: Final = np.uint64(4)
_USUAL: Final = 6
_BYTE: Final = np.uint64(8)
_COLUMNS: Final = np.uint64(0x0101_0101_0101_0101)


class Tables(NamedTuple):
    """The constants of a board size and the start of its episodes; an array, because it is faster than arguments."""

    columns: int
    rows: int
    stride: Word
    """The number of bits from one column to the next."""
    cells: Word
    """All cells of the board."""
    column: Word
    """The cells of the first column."""
    mover: Word
    other: Word


def stride_of(columns: int, rows: int) -> int:
    """Return the number of bits per column."""
    return 8 if columns <= 8 and rows <= 7 else rows + 1


def tables_for(columns: int, rows: int, start: tuple[int, int]) -> Words:
    """Return the tables of a board that fits a word; the start is given as bits like those of `layout.py`."""
    stride, height, column = stride_of(columns, rows), rows + 1, (1 << rows) - 1
    cells = sum(column << stride * number for number in range(columns))
    mover, other = (
        sum((discs >> height * number & column) << stride * number for number in range(columns)) for discs in start
    )
    return np.array([columns, rows, stride, cells, column, mover, other], dtype=np.uint64)


@inlined
def _named(t: Words) -> Tables:
    return Tables(int(t[0]), int(t[1]), t[2], t[3], t[4], t[5], t[6])


@lean
def step(
    actions: Moves, words: Words, planes: Words, legal: Words, e: Episodes, tables: Words, first: int, last: int
) -> int:
    """Step the environments from `first` to before `last`; return the number of final rows written (`episodes.py`)."""
    t, final = _named(tables), np.uint64(first)
    for block in range(np.uint64(first), np.uint64(last), BLOCK):
        end = min(block + BLOCK, np.uint64(last))
        _drop(actions, words, e, t, block, end)
        if e.mode != SAME_STEP:
            for env in range(block, end):
                if is_due(words, env):
                    words[_FOUR * env], words[_FOUR * env + _ONE] = t.mover, t.other
        settle(words, e, block, end)
        if e.mode == SAME_STEP:
            for env in range(block, end):
                if has_ended(e, env):
                    place = _FOUR * env
                    won, e.final_env[final] = e.rewards[env] > 0.0, env
                    _write(words[place], words[place + _ONE], won, e.final_seen, final, e.final_legal, env, t)
                    words[place], words[place + _ONE], words[place + CLOCK] = t.mover, t.other, _ZERO
                    final += _ONE
        for env in range(block, end):
            won = (e.mode != SAME_STEP) & (e.rewards[env] > 0.0)
            _write(words[_FOUR * env], words[_FOUR * env + _ONE], won, planes, env, legal, env, t)
    return int(final) - first


@lean
def begin(chosen: npt.NDArray[np.bool_], words: Words, planes: Words, legal: Words, tables: Words) -> None:
    """Write the start of a new episode in the chosen environments, and all observations."""
    t = _named(tables)
    for env in range(np.uint64(len(chosen))):
        if chosen[env]:
            words[_FOUR * env], words[_FOUR * env + _ONE] = t.mover, t.other
        mover, other = words[_FOUR * env], words[_FOUR * env + _ONE]
        _write(mover, other, _has_four(other, t.stride), planes, env, legal, env, t)


@lean
def step_one(words: Words, planes: Words, legal: Words, column: int, tables: Words) -> tuple[float, bool, bool]:
    """Step the only environment; return the reward, whether the column was free, and whether the game is over."""
    t = _named(tables)
    mover, other, fits, won = dropped(words[0], words[1], column, t)
    words[0], words[1] = mover, other
    over = won or (mover | other) == t.cells
    _write(mover, other, won, planes, _ZERO, legal, _ZERO, t)
    return 1.0 if won else 0.0, fits != _ZERO, over


@lean
def _drop(actions: Moves, words: Words, e: Episodes, t: Tables, first: Env, last: Env) -> None:
    """Drop a disc on each board that is not over, and record wins and finished games."""
    for env in range(first, last):
        place = _FOUR * env
        old_mover, old_other, clock = words[place], words[place + _ONE], words[place + CLOCK]
        mover, other, fits, won = dropped(old_mover, old_other, actions[env], t)
        playing = clock < DUE
        words[place], words[place + _ONE] = mover if playing else old_mover, other if playing else old_other
        words[place + CLOCK] = tick(clock, fits)
        e.rewards[env] = 1.0 if won & playing else 0.0
        e.terminated[env] = playing & (won | ((mover | other) == t.cells))


@inlined
def dropped(mover: Word, other: Word, column: int, t: Tables) -> tuple[Word, Word, Word, bool]:
    """Return the discs as the next side sees them, all ones if the column was free, and whether this disc won."""
    shift = np.uint64(column) * t.stride
    disc = ((mover | other) + (_ONE << shift)) & (t.column << shift)
    fits = _ZERO - np.uint64(disc != _ZERO)
    exchanged = (mover ^ other) & fits
    return mover ^ exchanged, (other ^ exchanged) | disc, fits, (disc != _ZERO) & _has_four(mover | disc, t.stride)


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
def _write(mover: Word, other: Word, won: bool, planes: Words, row: Env, legal: Words, env: Env, t: Tables) -> None:  # noqa: FBT001
    """Write the observation of a board to a row of planes, and its legal columns; none after a win."""
    free = _ZERO if won else ~(mover | other) & t.cells
    if t.stride == _BYTE:
        legal[env] = (free >> np.uint64(t.rows - 1)) & _COLUMNS
        if t.rows == _USUAL:
            _write_rows(mover, other, planes, row, np.uint64(_USUAL))  # a constant, so that the loop is unrolled
        else:
            _write_rows(mover, other, planes, row, np.uint64(t.rows))
        return
    across = (t.columns + 7) // 8
    for height in range(t.rows):
        place = (2 * int(row) * t.rows + height) * across
        _gather(mover >> np.uint64(t.rows - 1 - height), planes, place, t)
        _gather(other >> np.uint64(t.rows - 1 - height), planes, place + t.rows * across, t)
    _gather(free >> np.uint64(t.rows - 1), legal, int(env) * across, t)


@inlined
def _write_rows(mover: Word, other: Word, planes: Words, env: Env, rows: Word) -> None:
    place = _TWO * rows * env
    for row in range(rows):
        planes[place + row] = (mover >> (rows - _ONE - row)) & _COLUMNS
    for row in range(rows):
        planes[place + rows + row] = (other >> (rows - _ONE - row)) & _COLUMNS


@inlined
def _gather(discs: Word, target: Words, place: int, t: Tables) -> None:
    """Write one row of a board whose columns are not eight bits apart."""
    for column in range(t.columns):
        bit = (discs >> (np.uint64(column) * t.stride)) & _ONE
        if column % 8 == 0:
            target[place + column // 8] = bit
        else:
            target[place + column // 8] |= bit << np.uint64(8 * (column % 8))
