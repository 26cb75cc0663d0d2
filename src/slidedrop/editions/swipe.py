"""Assignment 004: 2048 on one flat array, with a single swipe for all four directions.

 0  1  2  3     A swipe goes along each line from its wall by an increment, then on to the start of the next line:
 4  5  6  7
 8  9 10 11     w  from  0 by +4, then -11     a  from  0 by +1, then  +1
12 13 14 15     s  from 15 by -4, then +11     d  from 15 by -1, then  -1

Arrays are lists that the functions change in place, as in the assignment.
"""

import sys
from math import isqrt
from typing import Final, TextIO

from slidedrop import editions
from slidedrop.core.errors import NotationError
from slidedrop.core.randomness import RandomSource
from slidedrop.editions import CLOSED, ask, parser, random_from, read_file
from slidedrop.twenty48 import Board, Rules
from slidedrop.twenty48.notation import board_size, read_position
from slidedrop.twenty48.position import draw_spawn, spawned

Grid = list[int]
TWOS: Final = Rules.preset("twos")


def play(a: Grid, b: Grid, key: str, random: RandomSource, window: TextIO, rules: Rules = TWOS) -> bool:
    """Swipe by a key, add a piece and print, unless nothing changed; tell whether the game is over."""
    swipe(a, increment_of(key, isqrt(len(a))))
    same = sameness(a, b)
    new_piece(a, b, same, random, rules)
    if not same:
        print(a, window)
    return check_game_over(a)


def increment_of(key: str, size: int = 4) -> int:
    """Return the step along a line from the wall that a key swipes to; 0 for another key."""
    return {"w": size, "a": 1, "s": -size, "d": -1}.get(key, 0)


def swipe(a: Grid, increment: int) -> None:
    """Slide and merge every line; an increment of 0 changes nothing."""
    if increment == 0:
        return
    size = isqrt(len(a))
    point = 0 if increment > 0 else len(a) - 1
    for _ in range(size):
        j = 0
        while j < size - 1:
            point, j = next_non_zero(a, point, increment, j)
        point += next_line(increment, size)


def next_non_zero(a: Grid, point: int, increment: int, j: int = 0) -> tuple[int, int]:
    """Move the next non-zero of the line to the current point, or beside it; return the new point and j.

    0 0 2 4 ->  2 0 0 4    it fills a zero; the point stays: the next number may merge with it
    2 0 0 2 ->  4 0 0 0    it merges; the point advances    2 0 0 4 -> 2 4 0 0    it moves beside; the point advances

    Without a next non-zero the point moves to the end of the line.
    """
    last = isqrt(len(a)) - 1
    steps = next((step for step in range(1, last - j + 1) if a[point + step * increment]), None)
    if steps is None:
        return point + (last - j) * increment, last
    found = point + steps * increment
    piece, a[found] = a[found], 0
    if a[point] == 0:
        a[point] = piece
        return point, j
    if a[point] == piece:
        a[point] = 2 * piece
    else:
        a[point + increment] = piece
    return point + increment, j + 1


def next_line(increment: int, size: int = 4) -> int:
    """Return the step from the end of a line to the start of the next, for any size.

    For 4 it is the assignment's (increment % 4) - 11 * ((increment + 1) % 2), with the remainder of C.
    """
    return increment if abs(increment) == 1 else increment // size - increment * (size - 1)


def sameness(a: Grid, b: Grid) -> bool:
    """Tell whether the last swipe changed nothing."""
    return a == b


def new_piece(a: Grid, b: Grid, same: bool, random: RandomSource, rules: Rules = TWOS) -> None:  # noqa: FBT001 - the document's own argument
    """Unless nothing changed, put a 2 on a random zero of a; then copy a to b."""
    if not same:
        board = Board.from_tiles(a)
        a[:] = spawned(board, draw_spawn(board, rules, random)).tiles
    b[:] = a


def print(a: Grid, window: TextIO | None = None) -> None:  # noqa: A001 - the document's own name
    """Write the grid with tabs between the columns and a line for each row."""
    (window or sys.stdout).write("".join("\t".join(map(str, row)) + "\n" for row in Board.from_tiles(a).rows))


def check_game_over(a: Grid) -> bool:
    """Tell whether there is no zero and no two equal neighbours."""
    return Board.from_tiles(a).is_over


def read_start(text: str, base: int = TWOS.base) -> Grid:
    """Return the grid of numbers in a text, separated by white space."""
    words = text.split()
    size = isqrt(len(words))
    if size * size != len(words):
        raise NotationError(f"a grid has a square number of pieces (4, 9, 16, ...), not {len(words)}")
    rows = [words[start : start + size] for start in range(0, len(words), size or 1)]
    return list(read_position("/".join(",".join(row) for row in rows), base=base).tiles)


def main() -> int:
    """Run the assignment's main with the program's arguments."""
    return editions.run("swipe", sys.argv[1:], sys.stdin, sys.stdout)


def run(arguments: list[str], stdin: TextIO, stdout: TextIO) -> int:
    """Run the assignment's main: print the start, then play until the game is lost or the input ends."""
    command = parser("swipe", size=None)
    command.add_argument("--fours", action="store_true", help="now and then a 4 instead of a 2")
    command.add_argument("start", nargs="?", help="a file of numbers to start from", metavar="START.txt")
    options = command.parse_args(arguments)
    a = _start(options.start, options.size, stdout)
    b, random, rules = list(a), random_from(options.seed), Rules.preset("classic" if options.fours else "twos")
    print(a, stdout)
    over = check_game_over(a)
    while not over and (key := ask("", stdin, stdout)) != CLOSED:
        if not increment_of(key):
            sys.stderr.write(f"{key[:20]!a} is not a direction; type w, a, s or d\n")
        over = play(a, b, key, random, stdout, rules)
    if over:
        stdout.write("Game over\n")
    return 0


def _start(path: str | None, size: int | None, stdout: TextIO) -> Grid:
    """Return the grid of the start file, or by default a single 2 at the bottom right."""
    side = 4 if size is None else board_size(size)
    a = list(Board.empty(side).with_tile((side - 1, side - 1), TWOS.base).tiles)
    if path is None:
        return a
    try:
        a = read_file(path, "start file", read_start)
    except NotationError as error:
        if not isinstance(error.__cause__, FileNotFoundError):
            raise
        stdout.write(f"The start file '{path}' cannot be found; this is the default start.\n")
    if size not in {None, isqrt(len(a))}:
        raise NotationError(f"the start file '{path}' has a grid of size {isqrt(len(a))}, not {size}; leave out --size")
    return a


if __name__ == "__main__":
    sys.exit(main())
