"""A game of Connect-4 in the bytes of a share code.

    what follows              one number: free placement + 2 x (a start is given) + 4 x resigned + 8 x (other rules)
    columns, rows, connect    three numbers, where it is not four in a row on 7x6
    the start                 two bits a cell in reading order, where one is given: 0 empty, 1 red, 2 blue
    the line finally played   the fewest bits a move that fit: 3 for seven columns, 4 for a free board of sixteen cells
    undos, hints              two numbers

A move is its column, in free placement its cell in reading order, both from 0.
"""

from typing import Final

from slidedrop.connect4.game import Game
from slidedrop.connect4.layout import Move
from slidedrop.connect4.notation import write_move
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.core.command import Command
from slidedrop.core.errors import NotationError
from slidedrop.core.packing import Packing, Unpacking

_FREE, _START, _RESIGNED, _OTHER = 1, 2, 4, 8
_USUAL: Final = (7, 6, 4)
_CELL_BITS: Final = 2
MOST_COUNTED: Final = 1 << 16
"""Undos and hints beyond this number are no longer counted in a code."""


def pack(game: Game, packing: Packing) -> None:
    """Write the game."""
    rules = game.rules
    played = [turn.move for turn in game.turns if turn.move is not None]
    flags = _flags(game, resigned=len(played) < len(game.turns))
    for number in (flags, *((rules.columns, rules.rows, rules.connect) if flags & _OTHER else ())):
        packing.number(number)
    if game.start is not None:
        cells = [disc for row in game.start.to_rows() for disc in row]
        packing.choices([0 if disc is None else disc + 1 for disc in cells], _CELL_BITS)
    packing.choices([_number(move, rules) for move in played], bits_a_move(rules))
    packing.number(min(game.take_backs, MOST_COUNTED))
    packing.number(min(game.hints, MOST_COUNTED))


def unpack(packing: Unpacking) -> Game:
    """Return the game after replaying it, or raise an error."""
    rules, flags = _unpack_rules(packing)
    game = Game(rules, start=_unpack_start(packing, rules) if flags & _START else None)
    for number in packing.choices(bits_a_move(rules)):
        game.do(Command("move", write_move(number if rules.gravity else divmod(number, rules.columns))))
    if flags & _RESIGNED:
        game.resign()
    game.take_backs, game.hints = (min(packing.number(), MOST_COUNTED) for _ in range(2))
    return game


def bits_a_move(rules: Rules) -> int:
    """Return the number of bits that every move of a board fits in."""
    return ((rules.columns if rules.gravity else rules.cells) - 1).bit_length()


def _number(move: Move, rules: Rules) -> int:
    return move[0] * rules.columns + move[1] if isinstance(move, tuple) else move


def _flags(game: Game, *, resigned: bool) -> int:
    rules = game.rules
    other = (rules.columns, rules.rows, rules.connect) != _USUAL
    return _FREE * (not rules.gravity) + _START * (game.start is not None) + _RESIGNED * resigned + _OTHER * other


def _unpack_rules(packing: Unpacking) -> tuple[Rules, int]:
    flags = packing.number()
    if flags >= 2 * _OTHER:
        raise NotationError(f"it begins with {flags}, which says nothing about a game of Connect-4")
    columns, rows, connect = (packing.number() for _ in range(3)) if flags & _OTHER else _USUAL
    return Rules(columns, rows, gravity=not flags & _FREE, connect=connect), flags


def _unpack_start(packing: Unpacking, rules: Rules) -> Position:
    discs = [(None, 0, 1, -1)[cell] for cell in packing.choices(_CELL_BITS)]
    if len(discs) != rules.cells:
        raise NotationError(f"its start has {len(discs)} cells where {rules.size} has {rules.cells}")
    starts = range(0, len(discs), rules.columns)
    return Position.from_rows([discs[start : start + rules.columns] for start in starts], rules)
