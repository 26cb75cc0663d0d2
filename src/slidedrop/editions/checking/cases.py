"""Boards and keys for checks, and both as cases for unit tests.

{"board": [[2, 2, 4, 0], ...], "move": "left", "result": [[4, 4, 0, 0], ...], "points": 4, "moves": true, "over": false}

`over` says whether nothing at all can move on `board`; `result` has no new tile yet.
"""

import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final

from slidedrop.twenty48 import Board, Direction

_HARD: Final = (
    ((2, 2, 4, 8), (4, 2, 2, 0), (8, 4, 2, 2), (4, 4, 8, 16)),
    ((0, 0, 2, 0), (2, 2, 2, 2), (2, 0, 2, 0), (2, 2, 0, 2)),
    ((128, 128, 0, 2), (256, 0, 256, 0), (512, 64, 64, 128), (0, 2, 512, 512)),
    ((2, 4, 8, 16), (16, 8, 4, 2), (2, 4, 8, 16), (16, 8, 4, 4)),
    ((2, 0, 2, 2), (2, 2, 2, 0), (0, 2, 2, 2), (4, 4, 2, 2)),
    ((2, 4, 8, 2), (4, 8, 2, 4), (8, 2, 4, 2), (2, 4, 8, 4)),
    ((2, 4, 2, 4), (4, 2, 4, 2), (2, 4, 2, 8), (4, 2, 16, 16)),
    ((1024, 1024, 2, 0), (4, 0, 4, 8), (0, 2, 0, 2), (2, 0, 0, 0)),
)
"""Chains, threes and fours in a line, large tiles, full boards with a merge left across or down, the winning merge."""
_LARGE: Final = 64
_RUNS: Final = (Direction.DOWN, Direction.LEFT)


def starts(random: Random) -> Iterator[Board]:
    """Yield boards forever, difficult ones first."""
    yield from map(Board.from_rows, _HARD)
    while True:
        yield any_board(4, random)


def any_board(size: int, random: Random) -> Board:
    """Return a board of small tiles and some large, randomly filled, with at least one tile."""
    free = random.choice((0.0, 0.15, 0.5))
    tiles = [0 if random.random() < free else 2 << min(int(random.expovariate(0.5)), 9) for _ in range(size * size)]
    return Board(size, (*tiles[:-1], tiles[-1] or 2))


def enlarged(board: Board) -> Board:
    """Return the same board with tiles so large that none is mistaken for a new one."""
    return Board(board.size, tuple(_LARGE * tile for tile in board.tiles))


def fewer_tiles(board: Board) -> Iterator[Board]:
    """Yield the same board with smaller tiles, or with a row or a column emptied."""
    size, tiles = board.size, board.tiles
    if min(filter(None, tiles)) > 2:
        yield Board(size, tuple(tile // 2 for tile in tiles))
    for line in range(2 * size):
        stay = [bool(tile) and line not in (place // size, size + place % size) for place, tile in enumerate(tiles)]
        if 0 < sum(stay) < size * size - tiles.count(0):
            yield Board(size, tuple(tile * stays for tile, stays in zip(tiles, stay, strict=True)))


def keys(count: int, first: int, random: Random) -> list[Direction]:
    """Return directions to type: in some games random, in others mostly into one corner, to make large tiles."""
    every = list(Direction)
    cornered = first % 2 == 0
    chosen = [
        random.choice(_RUNS) if cornered and random.random() < 0.9 else random.choice(every) for _ in range(count)
    ]
    return [every[first % 4], *chosen[1:]]


def vectors(name: str, count: int, random: Random) -> Iterator[str]:
    """Yield cases as lines of JSON; boards are flat lists for a07 and swipe, otherwise lists of rows."""
    for board in islice(starts(random), count):
        for direction in Direction:
            slide = board.slide(direction)
            case = {
                "board": _plain(name, board),
                "move": direction.value,
                "result": _plain(name, slide.board),
                "points": slide.gained,
                "moves": slide.moved,
                "over": board.is_over,
            }
            yield json.dumps(case)


def _plain(name: str, board: Board) -> list[int] | list[list[int]]:
    return list(board.tiles) if name in {"a07", "swipe"} else [list(row) for row in board.rows]
