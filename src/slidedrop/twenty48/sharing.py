"""A game of 2048 in the bytes of a share code.

    which rules and what follows   one number: rules + 4 x (a start is given) + 8 x (tiles are given) + 16 x won
    size                           custom rules: base, winning tile, the weights, tiles per move, start tiles
    seed                           eight bytes
    the start                      score and tiles, if one is given
    the final line                 two bits per move: up, down, left, right
    the new tiles                  if the seed does not determine them
    undos, hints                   two numbers

A tile is 0 and a count for a run of empty cells, 2 (k + 1) for base x 2^k, and any other number n is 2 n + 1.
"""

from itertools import groupby
from operator import not_
from typing import Final

from slidedrop.core.errors import IllegalMove, NotationError
from slidedrop.core.packing import LARGEST, Packing, Unpacking
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game, Turn
from slidedrop.twenty48.position import Spawn, State
from slidedrop.twenty48.rules import LARGEST_SIZE, Rules

_NAMED: Final = ("classic", "mis", "twos")
_CUSTOM: Final = len(_NAMED)
_START, _TILES, _WON = 4, 8, 16
_DIRECTIONS: Final = tuple(Direction)
_BITS: Final = 2
MOST_WORK: Final = 250_000
"""The longest game of a code, which takes at most 0.2 s to play through: 5,434 moves on 4x4, 60 on 64x64."""
_WORK_PER_MOVE: Final = 25
"""The memory of a move besides its cells, in cells."""
_WORK_PER_TILE: Final = 5
"""The memory of a new tile, in cells."""
MOST_COUNTED: Final = 1 << 16
"""Undos and hints beyond this number are no longer counted in a code."""


def pack(game: Game, packing: Packing) -> None:
    """Write the game, or raise an error if a code cannot hold it."""
    if game.rules.size > LARGEST_SIZE:
        raise NotationError(f"a share code holds boards up to {LARGEST_SIZE}x{LARGEST_SIZE}, not {game.rules.size}")
    _check_length(len(game.turns), game.rules)
    header = game.header()
    start = None if header["start"] is None else State.from_dict(header["start"])
    twin = Game.from_header(header)
    given = any(twin.play(turn.slide.direction) != turn for turn in game.turns)  # the seed does not give all
    flags = _TILES * given + (0 if start is None else _START + _WON * start.won)
    _pack_rules(game.rules, flags, packing)
    packing.signed(game.seed)
    if start is not None:
        packing.number(start.score)
        _pack_tiles(start.board.tiles, game.rules.base, packing)
    packing.choices([_DIRECTIONS.index(turn.slide.direction) for turn in game.turns], _BITS)
    if given:
        _pack_spawns(game.turns, game.rules, packing)
    packing.number(min(game.take_backs, MOST_COUNTED))
    packing.number(min(game.hints, MOST_COUNTED))


def unpack(packing: Unpacking) -> Game:
    """Return the game after replaying it."""
    rules, flags = _unpack_rules(packing)
    seed = packing.signed()
    start = None
    if flags & _START:
        score = packing.number()
        start = State(Board(rules.size, _unpack_tiles(packing, rules)), score, bool(flags & _WON))
    game = Game(rules, seed=seed, start=start)
    moves = [_DIRECTIONS[choice] for choice in packing.choices(_BITS)]
    _check_length(len(moves), rules)
    for number, direction in enumerate(moves, 1):
        spawns = _unpack_spawns(packing, rules) if flags & _TILES else None
        try:
            game.play(direction, spawns=spawns)
        except IllegalMove as error:
            raise IllegalMove(f"move {number}: {error}") from None
    game.take_backs, game.hints = (min(packing.number(), MOST_COUNTED) for _ in range(2))
    return game


def _check_length(moves: int, rules: Rules) -> None:
    size, tiles = rules.size, min(rules.tiles_per_move, rules.size**2)
    if moves * (size * size + _WORK_PER_MOVE + _WORK_PER_TILE * tiles) > MOST_WORK:
        raise NotationError(f"{moves} moves on {size}x{size} are too many for a share code; export the game instead")


def _pack_rules(rules: Rules, flags: int, packing: Packing) -> None:
    name = rules.name
    packing.number(flags + (_NAMED.index(name) if name in _NAMED else _CUSTOM))
    packing.number(rules.size)
    if name not in _NAMED:
        numbers = (len(rules.spawn_weights), *rules.spawn_weights, rules.tiles_per_move, rules.start_tiles)
        for number in (rules.base, rules.winning_tile, *numbers):
            packing.number(number)


def _unpack_rules(packing: Unpacking) -> tuple[Rules, int]:
    first, size = packing.number(), packing.number()
    if first >= 2 * _WON or not 2 <= size <= LARGEST_SIZE:
        raise NotationError(f"it asks for rules of number {first} and a size of {size}, from 2 to {LARGEST_SIZE}")
    flags, named = first & ~_CUSTOM, first & _CUSTOM
    if named < _CUSTOM:
        return Rules.preset(_NAMED[named], size), flags
    base, winning_tile, weights = packing.number(), packing.number(), packing.number()
    spawn_weights = tuple(packing.number() for _ in range(weights))
    return Rules(size, base, winning_tile, spawn_weights, packing.number(), packing.number()), flags


def _pack_tiles(tiles: tuple[int, ...], base: int, packing: Packing) -> None:
    for is_empty, run in groupby(tiles, not_):
        for number in (0, len(list(run))) if is_empty else [_tile_number(tile, base) for tile in run]:
            packing.number(number)


def _unpack_tiles(packing: Unpacking, rules: Rules) -> tuple[int, ...]:
    cells = rules.size * rules.size
    tiles: list[int] = []
    while len(tiles) < cells:
        number = packing.number()
        tiles += [_tile(number, rules.base)] if number else [0] * min(packing.number(), cells + 1)
    if len(tiles) > cells:
        raise NotationError(f"its start has more than {cells} cells")
    return tuple(tiles)


def _tile_number(tile: int, base: int) -> int:
    power, rest = divmod(tile, base)
    doubled = rest == 0 and power & (power - 1) == 0 and tile <= LARGEST
    return 2 * power.bit_length() if doubled else 2 * tile + 1


def _tile(number: int, base: int) -> int:
    tile = number // 2 if number % 2 else base << min(max(number // 2 - 1, 0), LARGEST.bit_length())
    if number == 0 or tile > LARGEST:
        raise NotationError(f"a tile is from 1 to {LARGEST}")
    return tile


def _pack_spawns(turns: list[Turn], rules: Rules, packing: Packing) -> None:
    for turn in turns:
        packing.number(len(turn.spawns))
        for (row, column), value in turn.spawns:
            packing.number(row * rules.size + column)
            packing.number(_tile_number(value, rules.base))


def _unpack_spawns(packing: Unpacking, rules: Rules) -> list[Spawn]:
    count = min(packing.number(), rules.size * rules.size)
    return [Spawn(divmod(packing.number(), rules.size), _tile(packing.number(), rules.base)) for _ in range(count)]
