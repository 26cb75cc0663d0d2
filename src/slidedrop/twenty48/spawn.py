"""New tiles: two draws, in this order, exactly as the terminal assignment asks.

1. which empty cell    next_int(number of empty cells), counted in reading order
2. which value         next_int(sum of the weights); for 90/10 below 90 gives the base tile, else twice it
"""

from typing import NamedTuple

from slidedrop.core.outcome import Cell
from slidedrop.core.randomness import RandomSource
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.rules import Rules


class Spawn(NamedTuple):
    """A new tile and its cell (row, column)."""

    cell: Cell
    value: int


def draw_spawn(board: Board, rules: Rules, random: RandomSource) -> Spawn | None:
    """Draw the next new tile; on a full board nothing is drawn."""
    count = board.tiles.count(0)
    if count == 0:
        return None
    place = _nth_empty(board, random.next_int(count))
    return Spawn(divmod(place, board.size), drawn_value(rules, random))


def spawned(board: Board, spawn: Spawn | None) -> Board:
    """Return the board with its new tile."""
    return board if spawn is None else board.with_tile(*spawn)


def drawn_value(rules: Rules, random: RandomSource) -> int:
    """Draw the value of a new tile by its weights."""
    weights, power = rules.spawn_weights, 0
    rest = random.next_int(sum(weights))
    while rest >= weights[power]:
        rest -= weights[power]
        power += 1
    return rules.base << power


def _nth_empty(board: Board, number: int) -> int:
    place = -1
    for _ in range(number + 1):
        place = board.tiles.index(0, place + 1)
    return place
