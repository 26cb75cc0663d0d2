"""One line of tiles sliding towards its start.

2 . 2 4   ->   4 4 . .      the 2s meet and make a 4; that new 4 does not merge again in the same move
2 2 2 .   ->   4 2 . .      the pair nearest the wall merges
"""

from functools import lru_cache
from typing import Final, NamedTuple

Line = tuple[int, ...]


class Step(NamedTuple):
    """What one tile of a line did, in places counted from the wall."""

    source: int
    target: int
    merged: bool


class LineSlide(NamedTuple):
    """What became of a line."""

    line: Line
    points: int
    made: tuple[int, ...]
    """The values of the merged tiles, from the wall outwards."""
    steps: tuple[Step, ...]
    """One step for every tile, also for one that stays."""


_REMEMBERED: Final = 1 << 14


@lru_cache(maxsize=_REMEMBERED)
def slide_line(line: Line) -> LineSlide:
    """Slide every tile towards place 0; equal tiles that meet merge, each at most once."""
    slid: list[int] = []
    made: list[int] = []
    steps: list[Step] = []
    open_to_merge = False
    for source, tile in enumerate(line):
        if tile == 0:
            continue
        if open_to_merge and slid[-1] == tile:
            slid[-1] = 2 * tile
            made.append(2 * tile)
            steps[-1] = steps[-1]._replace(merged=True)
            open_to_merge = False
        else:
            slid.append(tile)
            open_to_merge = True
        steps.append(Step(source, len(slid) - 1, merged=not open_to_merge))
    slid.extend([0] * (len(line) - len(slid)))
    return LineSlide(tuple(slid), sum(made), tuple(made), tuple(steps))
