"""Random games of 2048 on the fast board, with every slide compared with the plain board."""

from __future__ import annotations

import random

from slidedrop.twenty48 import Board, Direction
from slidedrop.twenty48.engine.bitboard import lines_for
from slidedrop.twenty48.engine.wide import packed, slid_with_points, unpacked

DIRECTIONS = tuple(Direction)


def differences_in_random_play(moves: int, size: int = 4, seed: int = 1) -> list[str]:
    """Play this number of random moves, also with tiles up to 131072; return the differences in boards or points."""
    random_ = random.Random(f"{seed}/{size}")
    lines, made = lines_for(size), 0
    found: list[str] = []
    board = _first_board(size, random_)
    while made < moves:
        legal, words = [], packed(board)
        for number, direction in enumerate(DIRECTIONS):
            slide = board.slide(direction)
            low, high, points = slid_with_points(*words, number, lines)
            if (unpacked(low, high, size), points) != (slide.board, slide.gained):
                found.append(f"{board.rows} {direction}: {unpacked(low, high, size).rows} for {points} points")
            if slide.moved:
                legal.append(slide.board)
        made += 1
        board = _with_tile(random_.choice(legal), random_) if legal else _first_board(size, random_)
    return found


def _first_board(size: int, random_: random.Random) -> Board:
    """Return an early board, or one with a few of the largest tiles."""
    board = Board.empty(size)
    for tile in random_.choice(((2, 2), (2, 4), (32768, 32768, 2), (65536, 65536, 32768), (16384,) * 4, (131072, 2))):
        board = board.with_tile(random_.choice(board.empty_cells()), tile)
    return board


def _with_tile(board: Board, random_: random.Random) -> Board:
    return board.with_tile(random_.choice(board.empty_cells()), 4 if random_.random() < 0.1 else 2)
