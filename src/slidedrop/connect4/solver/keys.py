"""The key of a position in the transposition table.

    . . . . . . .      A disc on no line that its side can still complete is neutral: whose it is no longer
    . . . . . . .      matters. In the corner here X is walled in (every four through it holds an O or a cell
    O O . . . . .      that never fills), so the position with an O in its place has the same value and key.
    X O . . . . .

Two words: the mover's living discs with a mark on top of each column, and the other side's living discs. Together
they tell exactly what the value depends on. Boards of more than 49 bits keep every disc in one word instead, since the
table has no room for more.
"""

from __future__ import annotations

from typing import Final

from slidedrop.connect4.solver.bitboard import NEUTRAL_DISCS, NONE, Geometry, mirrored, on_fours
from slidedrop.kernel import inlined

KEY_BITS: Final = 49


@inlined
def position_key(mover: int, other: int, mine: int, theirs: int, g: Geometry) -> tuple[int, int]:
    """Return the two words of a position; `mine` and `theirs` are the cells on lines still open to each side."""
    mark = (mover | other) + g.bottom
    if g.columns * (g.rows + 1) > KEY_BITS or not g.shortcuts & NEUTRAL_DISCS:
        return mover + mark, NONE
    return (mover & mine) | mark, other & theirs


@inlined
def open_cells(discs_against: int, dead: int, g: Geometry) -> int:
    """Return the cells on lines of four that hold no disc of the other side and no dead cell."""
    return on_fours(g.board & ~(discs_against | dead), g)


@inlined
def canonical(first: int, second: int, g: Geometry) -> tuple[int, int]:
    """Return the smaller of a key and the key of its mirror image."""
    image = mirrored(first, g)
    if image < first:
        return image, mirrored(second, g)
    if image == first:
        return first, min(second, mirrored(second, g))
    return first, second
