"""2048 for many environments at once: slides, points, new tiles, legal slides and boards, in a few loops.

    words    4 n    the board's low and high word (`engine/wide.py`), the counter of its tiles, a clock (`episodes.py`)
    ranks    2 n    the observation: sixteen bytes of ranks in reading order, written as two words
    legal    n      four bytes, 1 where the slide moves something, in the order of `Direction`: up, down, left, right

All sixteen cells of a board are slid at once by arithmetic on its word, without tables or branches, so that LLVM slides
four or eight boards per instruction. If a block has a tile of rank 15 or more, its boards are slid one by one, those
with such a tile by `wide.py`. `PlainSlides` is the reference.
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
    keep_final,
    settle,
    tick,
)
from slidedrop.twenty48.engine.bitboard import GOLDEN, LEFT, Word, drawn, transposed
from slidedrop.twenty48.engine.bits import count
from slidedrop.twenty48.engine.wide import wide_slid

Masks = npt.NDArray[np.uint32]

_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_TWO: Final = np.uint64(2)
_HIGH, _COUNTER = _ONE, _TWO
_CELL: Final = np.uint64(15)
_FIRST: Final = np.uint64(0x0001_0001_0001_0001)
_LOWEST: Final = np.uint64(0x1111_1111_1111_1111)
_NOT_LAST: Final = np.uint64(0x0111_0111_0111_0111)
_HALF: Final = np.uint64(0xFFFF_FFFF)
_BYTE_PAIRS: Final = np.uint64(0x00FF_00FF_00FF_00FF)
_NIBBLES: Final = np.uint64(0x0F0F_0F0F_0F0F_0F0F)
_U4, _U8, _U16, _U32 = map(np.uint64, (4, 8, 16, 32))


class Tables(NamedTuple):
    """The constants of a board size and its rules; an array, which numba reads faster than names."""

    cells: Word
    """The lowest bit of each cell."""
    size: Word
    four: Word
    """The probability of the second tile, times 2^32."""
    base: Word
    low: Word
    high: Word
    """The start, in two words."""
    tiles: Word
    """The number of tiles added to the start."""


def tables_for(size: int, four: int, base: int, start: tuple[int, int], tiles: int) -> Words:
    """Return the tables of a board of 2x2 to 4x4."""
    cells = sum(1 << (4 * (4 * row + column)) for row in range(size) for column in range(size))
    return np.array([cells, size, four, base, *start, tiles], dtype=np.uint64)


@inlined
def _named(t: Words) -> Tables:
    return Tables(t[0], t[1], t[2], t[3], t[4], t[5], t[6])


@lean
def step(
    actions: Moves, words: Words, ranks: Words, legal: Masks, e: Episodes, tables: Words, first: int, last: int
) -> int:
    """Step the environments from `first` to before `last`; return the number of final rows written (`episodes.py`)."""
    t, final = _named(tables), np.uint64(first)
    for block in range(np.uint64(first), np.uint64(last), BLOCK):
        end = min(block + BLOCK, np.uint64(last))
        _move(actions, words, e.rewards, t, block, end)
        for env in range(block, end):
            if is_due(words, env):
                _begin(env, words, t)
        _show(words, ranks, legal, e.terminated, t, block, end)
        settle(words, e, block, end)
        if e.mode == SAME_STEP:
            for env in range(block, end):
                if has_ended(e, env):
                    keep_final(e, final, ranks, legal, env)
                    final += _ONE
                    _begin(env, words, t)
                    words[_U4 * env + CLOCK] = _ZERO
                    _write(words, ranks, legal, env, t)
    return int(final) - first


@lean
def begin(chosen: npt.NDArray[np.bool_], words: Words, ranks: Words, legal: Masks, tables: Words) -> None:
    """Write the start of a new episode in the chosen environments, and all observations."""
    t = _named(tables)
    for env in range(np.uint64(len(chosen))):
        if chosen[env]:
            _begin(env, words, t)
        _write(words, ranks, legal, env, t)


@lean
def step_one(words: Words, ranks: Words, legal: Masks, way: int, tables: Words) -> tuple[float, bool, bool]:
    """Step the only environment; return the points, whether anything moved, and whether the game is over."""
    t = _named(tables)
    words[CLOCK], counter = _ZERO, words[_COUNTER]
    low, high, points = _slid_wide(words[0], words[1], way, t)
    earned = _put(words, _ZERO, low, high, points, t)
    return earned, words[_COUNTER] != counter, _write(words, ranks, legal, _ZERO, t)


@lean
def _move(actions: Moves, words: Words, rewards: npt.NDArray[np.float64], t: Tables, first: Env, last: Env) -> None:
    """Slide each board and add its new tile."""
    wide = _ZERO
    for env in range(first, last):
        wide |= words[_U4 * env + _HIGH] | _rank_15(words[_U4 * env])
    if wide == _ZERO:
        for env in range(first, last):
            low, points = slid(words[_U4 * env], actions[env], t.size)
            rewards[env] = _put(words, env, low, _ZERO, points, t)
    else:
        for env in range(first, last):
            low, high, points = _slid_wide(words[_U4 * env], words[_U4 * env + _HIGH], actions[env], t)
            rewards[env] = _put(words, env, low, high, points, t)


@lean
def _show(
    words: Words, ranks: Words, legal: Masks, over: npt.NDArray[np.bool_], t: Tables, first: Env, last: Env
) -> None:
    for env in range(first, last):
        over[env] = _write(words, ranks, legal, env, t)


@inlined
def _put(words: Words, env: Env, there: Word, there_high: Word, points: Word, t: Tables) -> float:
    """Write the board after a slide with its new tile; return the points. An illegal slide changes nothing.

    The tile is always computed, but placed only after a legal slide: a branch would be slower.
    """
    place = _U4 * env
    low, high, clock = words[place], words[place + _HIGH], words[place + CLOCK]
    moved = _ones_if(((there ^ low) | (there_high ^ high)) != _ZERO) & ~_ones_if(clock >= DUE)
    counter = words[place + _COUNTER] + (GOLDEN & moved)
    there |= _tile(there | there_high, drawn(counter), t)
    words[place], words[place + _HIGH] = low ^ ((low ^ there) & moved), high ^ ((high ^ there_high) & moved)
    words[place + _COUNTER], words[place + CLOCK] = counter, tick(clock, moved)
    return float(np.int64(points & moved)) * float(np.int64(t.base))


@inlined
def _slid_wide(low: Word, high: Word, way: int, t: Tables) -> tuple[Word, Word, Word]:
    if high | _rank_15(low) != _ZERO:
        there, there_high, points = wide_slid(low, high, way, int(t.size))
        return there, there_high, np.uint64(points // 2)
    there, half = slid(low, way, t.size)
    return there, _ZERO, half


@inlined
def slid(low: Word, way: int, size: Word) -> tuple[Word, Word]:
    """Return a board of ranks up to 14 after a slide, and half of its points.

    The board is turned so that the slide goes to the left, the lowest cell of each row. Then gaps are closed, the last
    first; equal neighbours merge, the first pair first; and the new gaps are closed.
    """
    upright, back = _ones_if(way < LEFT), _ones_if((way & 1) != 0)
    board = _if(upright, transposed(low), low)
    board = _if(back, _mirrored(board, size), board)
    board = _closed(_closed(_closed(board, _TWO), _ONE), _ZERO)
    same = _any_bit(board) & ~_any_bit(board ^ (board >> _U4)) & _NOT_LAST
    merged = same & ~((same & _FIRST) << _U4)
    merged &= ~((merged & (_FIRST << _U4)) << _U4)
    points = _points(board & (merged * _CELL)) - _U8 + count(merged)
    board = (board + merged) & ~((merged << _U4) * _CELL)
    board = _closed(_closed(board, _TWO), _ONE)
    board = _if(back, _mirrored(board, size), board)
    return _if(upright, transposed(board), board), points


@inlined
def _closed(board: Word, cell: Word) -> Word:
    """Shift the cells behind an empty cell by one."""
    empty = ~_any_bit(board) & (_FIRST << (_U4 * cell))
    moving = board & ((empty << (_U16 - _U4 * cell)) - (empty << _U4))
    return (board ^ moving) | (moving >> _U4)


@inlined
def _points(merging: Word) -> Word:
    """Return the sum of 2^rank over eight cells: at most two per row merge, and each other cell adds 1."""
    pairs = (merging & (_FIRST * _CELL)) | ((merging | (merging >> _U4)) & (_FIRST * (_CELL << _U4)))
    points = _ZERO
    for row in range(4):
        two = pairs >> np.uint64(16 * row)
        points += (_ONE << (two & _CELL)) + (_ONE << ((two >> _U4) & _CELL))
    return points


@inlined
def legal_slides(low: Word, high: Word, cells: Word) -> Word:
    """Return four bytes, the lowest for up to the highest for right, 1 where the slide changes the board."""
    taken = _any_bit(low | high) & cells
    free = taken ^ cells
    across = taken & ~_any_bit((low ^ (low >> _U4)) | (high ^ (high >> _U4))) & _NOT_LAST
    down = taken & ~_any_bit((low ^ (low >> _U16)) | (high ^ (high >> _U16)))
    left = across | (free & (taken >> _U4) & _NOT_LAST)
    right = across | (taken & (free >> _U4) & _NOT_LAST)
    up = down | (free & (taken >> _U16))
    back = down | (taken & (free >> _U16))
    return _bit(up) | (_bit(back) << _U8) | (_bit(left) << _U16) | (_bit(right) << np.uint64(24))


@inlined
def _tile(taken: Word, random: Word, t: Tables) -> Word:
    """Return a new tile in its cell: the upper half of the random bits draws the cell, the lower half the rank.

    The number of free cells up to each cell is computed for all cells at once; the chosen cell is free and has the
    right number.
    """
    free = ~_any_bit(taken) & t.cells
    number = (((random >> _U32) * count(free)) >> _U32) + _ONE
    cell = free & ~_any_bit((free * _LOWEST) ^ ((number & _CELL) * _LOWEST))
    return cell << np.uint64((random & _HALF) < t.four)


@lean
def _begin(env: Env, words: Words, t: Tables) -> None:
    """Write the start of a new episode."""
    place = _U4 * env
    low, counter = t.low, words[place + _COUNTER]
    for _ in range(t.tiles):
        counter += GOLDEN
        low |= _tile(low | t.high, drawn(counter), t)
    words[place], words[place + _HIGH], words[place + _COUNTER] = low, t.high, counter


@inlined
def _write(words: Words, ranks: Words, legal: Masks, env: Env, t: Tables) -> bool:
    """Write the observation and the legal slides; return whether none is legal."""
    low, high = words[_U4 * env], words[_U4 * env + _HIGH]
    ranks[_TWO * env] = _bytes(low & _HALF) | (_bytes(high & _HALF) << _U4)
    ranks[_TWO * env + _ONE] = _bytes(low >> _U32) | (_bytes(high >> _U32) << _U4)
    slides = legal_slides(low, high, t.cells)
    legal[env] = np.uint32(slides)
    return bool(slides == _ZERO)


@inlined
def _bytes(half: Word) -> Word:
    """Return eight cells of four bits as eight bytes."""
    pairs = (half | (half << _U16)) & np.uint64(0x0000_FFFF_0000_FFFF)
    cells = (pairs | (pairs << _U8)) & _BYTE_PAIRS
    return (cells | (cells << _U4)) & _NIBBLES


@inlined
def _any_bit(board: Word) -> Word:
    """Return the lowest bit of each cell that is not 0."""
    halves = board | (board >> _TWO)
    return (halves | (halves >> _ONE)) & _LOWEST


@inlined
def _rank_15(low: Word) -> Word:
    """Return the lowest bit of each cell whose bits are all set."""
    halves = low & (low >> _TWO)
    return halves & (halves >> _ONE) & _LOWEST


@inlined
def _mirrored(board: Word, size: Word) -> Word:
    """Return the board with each row reversed."""
    pairs = ((board & _BYTE_PAIRS) << _U8) | ((board >> _U8) & _BYTE_PAIRS)
    return (((pairs & _NIBBLES) << _U4) | ((pairs >> _U4) & _NIBBLES)) >> (_U16 - _U4 * size)


@inlined
def _if(ones: Word, one: Word, other: Word) -> Word:
    return other ^ ((one ^ other) & ones)


@inlined
def _ones_if(told: bool) -> Word:  # noqa: FBT001 - kernels take no names
    return _ZERO - np.uint64(told)


@inlined
def _bit(board: Word) -> Word:
    return np.uint64(board != _ZERO)
