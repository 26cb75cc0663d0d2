"""2048 for many environments at once: a slide, its points, a new tile, the legal slides and the board, in one pass.

    words    n x 3    the board's low and high word (`engine/wide.py`), and the counter that its tiles are drawn from
    ranks    n x 2    what is seen: sixteen bytes of ranks, read like a page, written as two words
    legal    n        four bytes, 1 where the slide moves something, in the order of `Direction`: up, down, left, right

A slide up is a slide to the left of the transposed board, chosen without a branch, because nobody can predict the
actions of a learner. The legal slides follow from the empty cells and from equal neighbours, all sixteen cells at once.
Boards with a tile of rank 15 or more take the slow way of `wide.py`. What is right is defined by `PlainSlides`.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from slidedrop.kernel import inlined, lean
from slidedrop.lab.envs.episodes import Episodes, ended, is_due
from slidedrop.twenty48.engine.bitboard import GOLDEN, LEFT, Lines, Word, drawn, lines_for, transposed
from slidedrop.twenty48.engine.bits import count, nth
from slidedrop.twenty48.engine.wide import slid_with_points

Words = npt.NDArray[np.uint64]
Masks = npt.NDArray[np.uint32]

_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_LINE: Final = np.uint64(0xFFFF)
_LOWEST: Final = np.uint64(0x1111_1111_1111_1111)
_NOT_LAST: Final = np.uint64(0x0111_0111_0111_0111)
_HALF: Final = np.uint64(0xFFFF_FFFF)
_BYTE_PAIRS: Final = np.uint64(0x00FF_00FF_00FF_00FF)
_NIBBLES: Final = np.uint64(0x0F0F_0F0F_0F0F_0F0F)
_FIRST_BITS: Final = np.uint64(0x0101_0101)
_SPREAD: Final = np.uint64(0x0020_4081)
_U4, _U8, _U16, _U32, _U48 = map(np.uint64, (4, 8, 16, 32, 48))


class Tables(NamedTuple):
    """What a board size and its rules need, built once."""

    rows: npt.NDArray[np.uint32]
    """Each line slid in the low half, a quarter of its points in the high half: first to its start, then to its end."""
    lines: Lines
    four: np.uint64
    """The chance of the second tile, in 2^32."""
    base: int
    start_low: np.uint64
    start_high: np.uint64
    tiles: int
    """How many tiles are drawn on the start."""


def tables_for(size: int, four: int, base: int, start: tuple[int, int], tiles: int) -> Tables:
    """Return the tables of a board of 2x2 to 4x4."""
    lines = lines_for(size)
    slid = np.arange(1 << 16, dtype=np.uint32) ^ lines.slides
    rows = (slid | (lines.points.astype(np.uint32) >> 2 << 16)).reshape(-1)
    return Tables(rows.astype(np.uint32), lines, np.uint64(four), base, np.uint64(start[0]), np.uint64(start[1]), tiles)


def started(tables: Tables, start: tuple[int, int]) -> Tables:
    """Return the tables with a start of which nothing is drawn."""
    return tables._replace(start_low=np.uint64(start[0]), start_high=np.uint64(start[1]), tiles=0)


@lean
def step(
    actions: npt.NDArray[np.int64],
    words: Words,
    ranks: Words,
    legal: Masks,
    e: Episodes,
    t: Tables,
    first: int,
    last: int,
) -> None:
    """Step the environments from `first` to before `last`; `episodes.py` says what is kept of each episode."""
    for env in range(np.uint64(first), np.uint64(last)):
        if is_due(e, env):
            mask = _begun(env, words, t)
        else:
            low, high, counter = words[env, 0], words[env, 1], words[env, 2]
            low, high, counter, points = stepped(low, high, counter, actions[env], t)
            moved = counter != words[env, 2]
            words[env, 0], words[env, 1], words[env, 2] = low, high, counter
            mask = legal_slides(low, high, t.lines.cells)
            if ended(e, env, float(points), moved, mask == _ZERO):
                _write(low, high, e.final_seen, env)
                e.final_legal[env] = _four_bytes(mask)
                mask = _begun(env, words, t)
        _write(words[env, 0], words[env, 1], ranks, env)
        legal[env] = _four_bytes(mask)


@lean
def begin(chosen: npt.NDArray[np.bool_], words: Words, ranks: Words, legal: Masks, t: Tables) -> None:
    """Put the start of a new episode where it is chosen, and write what is seen everywhere."""
    for env in range(len(chosen)):
        if chosen[env]:
            _begun(env, words, t)
        _write(words[env, 0], words[env, 1], ranks, env)
        legal[env] = _four_bytes(legal_slides(words[env, 0], words[env, 1], t.lines.cells))


@lean
def step_one(words: Words, ranks: Words, legal: Masks, way: int, t: Tables) -> tuple[float, bool, bool]:
    """Step the only environment there is; returns the points, whether anything moved, and whether nothing can now."""
    counter = words[0, 2]
    low, high, after, points = stepped(words[0, 0], words[0, 1], counter, way, t)
    words[0, 0], words[0, 1], words[0, 2] = low, high, after
    mask = legal_slides(low, high, t.lines.cells)
    _write(low, high, ranks, 0)
    legal[0] = _four_bytes(mask)
    return float(points), after != counter, mask == _ZERO


@inlined
def stepped(low: Word, high: Word, counter: Word, way: int, t: Tables) -> tuple[Word, Word, Word, int]:
    """Return both words, the counter and the points after a slide and its new tile; an illegal slide changes nothing.

    The tile is drawn in any case and put only where something moved: a branch would cost more.
    """
    if high != _ZERO or _has_rank_15(low):
        there, there_high, points = slid_with_points(low, high, way, t.lines)
    else:
        there, there_high, points = _slid(low, way, t)
    moved = _ones_if(there != low or there_high != high)
    after = counter + (GOLDEN & moved)
    return there | (_tile(there | there_high, drawn(after), t) & moved), there_high, after, points * t.base // 2


@inlined
def legal_slides(low: Word, high: Word, cells: Word) -> Word:
    """Return four bits, bit 0 for up to bit 3 for right, set where the slide changes the board."""
    taken = _any_bit(low | high) & cells
    free = taken ^ cells
    across = taken & ~_any_bit((low ^ (low >> _U4)) | (high ^ (high >> _U4))) & _NOT_LAST
    down = taken & ~_any_bit((low ^ (low >> _U16)) | (high ^ (high >> _U16)))
    left = across | (free & (taken >> _U4) & _NOT_LAST)
    right = across | (taken & (free >> _U4) & _NOT_LAST)
    up = down | (free & (taken >> _U16))
    back = down | (taken & (free >> _U16))
    return _bit(up) | (_bit(back) << _ONE) | (_bit(left) << np.uint64(2)) | (_bit(right) << np.uint64(3))


@inlined
def _slid(low: Word, way: int, t: Tables) -> tuple[Word, Word, int]:
    upright = _ones_if(way < LEFT)
    board = low ^ ((low ^ transposed(low)) & upright)
    side = np.uint64(way & 1) << _U16
    one, two = np.uint64(t.rows[side | (board & _LINE)]), np.uint64(t.rows[side | ((board >> _U16) & _LINE)])
    three, four = (
        np.uint64(t.rows[side | ((board >> _U32) & _LINE)]),
        np.uint64(t.rows[side | (board >> np.uint64(48))]),
    )
    quarter = (one >> _U16) + (two >> _U16) + (three >> _U16) + (four >> _U16)
    board = (one & _LINE) | ((two & _LINE) << _U16) | ((three & _LINE) << _U32) | (four << _U48)
    return board ^ ((board ^ transposed(board)) & upright), _ZERO, int(quarter << np.uint64(2))


@inlined
def _tile(taken: Word, random: Word, t: Tables) -> Word:
    """Return a new tile in its cell: the upper half of the random bits draws the cell, the lower half the rank."""
    free = ~_any_bit(taken) & t.lines.cells
    cell = nth(free, ((random >> _U32) * count(free)) >> _U32)
    return cell << np.uint64((random & _HALF) < t.four)


@lean
def _begun(env: int, words: Words, t: Tables) -> Word:
    """Put the start of a new episode; returns its legal slides."""
    low, high, counter = t.start_low, t.start_high, words[env, 2]
    for _ in range(t.tiles):
        counter += GOLDEN
        low |= _tile(low | high, drawn(counter), t)
    words[env, 0], words[env, 1], words[env, 2] = low, high, counter
    return legal_slides(low, high, t.lines.cells)


@inlined
def _write(low: Word, high: Word, ranks: Words, env: int) -> None:
    ranks[env, 0] = _bytes(low & _HALF) | (_bytes(high & _HALF) << _U4)
    ranks[env, 1] = _bytes(low >> _U32) | (_bytes(high >> _U32) << _U4)


@inlined
def _bytes(half: Word) -> Word:
    """Return eight cells of four bits as eight bytes."""
    pairs = (half | (half << _U16)) & np.uint64(0x0000_FFFF_0000_FFFF)
    cells = (pairs | (pairs << _U8)) & _BYTE_PAIRS
    return (cells | (cells << _U4)) & _NIBBLES


@inlined
def _four_bytes(mask: Word) -> np.uint32:
    return np.uint32((mask * _SPREAD) & _FIRST_BITS)


@inlined
def _any_bit(board: Word) -> Word:
    """Return the lowest bit of each cell that is not 0."""
    halves = board | (board >> np.uint64(2))
    return (halves | (halves >> _ONE)) & _LOWEST


@inlined
def _has_rank_15(low: Word) -> bool:
    halves = low & (low >> np.uint64(2))
    return bool((halves & (halves >> _ONE) & _LOWEST) != _ZERO)


@inlined
def _ones_if(told: bool) -> Word:  # noqa: FBT001 - kernels take no names
    return _ZERO - np.uint64(told)


@inlined
def _bit(board: Word) -> Word:
    return np.uint64(board != _ZERO)
