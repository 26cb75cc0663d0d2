"""Exact values of small boards: every position, slide and new tile.

exact = exact_for(Rules(size=2))
exact.start                 the value of a game before its first tile
exact.worth(board)          the expected points to come; or, solved for a tile, the probability of making it
exact.slides(board)         the same for each legal slide, including the points of the slide

A board of 2x2 is solved at its first use, by the simple reference method against which the kernels are tested:

    sum 4   2 2 . .      A slide keeps the sum of the tiles and a new tile adds to it, so a board leads only to boards
      |                  of greater sums. Its value follows from theirs:
    sum 6   4 2 . .
      |                      value of a board   that of its best slide: points, plus the mean over all new tiles
    sum 8   ...              if it is stuck     0

The reference method does not use symmetries. 3x3 is read, with the standard library only, from the files that
`solve.py` wrote: one file per sum of tiles, with 8-byte numbers and their CRC-32.

    cache folder/exact/3x3-9-1/boards/4, 6, 8, ... 2044      canonical words, sorted
    cache folder/exact/3x3-9-1/score/4, 6, 8, ... 2044       the values of these boards

A file is written in one step, and always with the same bytes. So an interrupted solve resumes at the first missing
file, and two programs can solve the same board at once.
"""

import zlib
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from pathlib import Path
from typing import Final

from slidedrop.core.errors import NotationError, RecordError, RulesError
from slidedrop.durable import write_whole
from slidedrop.places import cache_folder
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.engine.ranks import SIDE, ranks_of
from slidedrop.twenty48.position import Position
from slidedrop.twenty48.rules import Rules

FIRST_SUM: Final = 4
_CHECKSUM: Final = 4
_IN_MEMORY: Final = 8


@lru_cache(maxsize=8)
def solve_plainly(rules: Rules, tile: int = 0) -> dict[Board, float]:
    """Return the value of every reachable board at the player's turn: points, or the probability of a tile."""
    worths: dict[Board, float] = {}
    for board in sorted(reachable(rules), key=lambda board: sum(board.tiles), reverse=True):
        worths[board] = _worth(Position(board, rules), tile, worths)
    return worths


def reachable(rules: Rules) -> set[Board]:
    """Return all boards on which it can be the player's turn."""
    waiting = [Position.start(rules)]
    seen = {(waiting[0].board, waiting[0].due)}
    while waiting:
        position = waiting.pop()
        drawn = [after for after, _ in position.chance_outcomes()]
        for after in drawn or [position.play(move) for move in position.legal_moves()]:
            if (after.board, after.due) not in seen:
                seen.add((after.board, after.due))
                waiting.append(Position(after.board, rules, due=after.due))
    return {board for board, due in seen if not due}


def start_boards(rules: Rules) -> set[Board]:
    """Return all boards that can start a game."""
    due = [Position.start(rules)]
    while due[0].due:
        due = [after for position in due for after, _ in position.chance_outcomes()]
    return {position.board for position in due}


def _worth(position: Position, tile: int, worths: dict[Board, float]) -> float:
    if tile and position.board.largest >= tile:
        return 1.0
    best = 0.0
    for after in map(position.play, position.legal_moves()):
        mean = sum(chance * worths[drawn.board] for drawn, chance in after.chance_outcomes())
        best = max(best, mean + (0 if tile else after.score))
    return best


class Layers:
    """The layers of a folder, by the sum of their tiles."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.layer = lru_cache(_IN_MEMORY)(self._read)

    def __contains__(self, total: int) -> bool:
        return (self._folder / str(total)).exists()

    def _read(self, total: int) -> memoryview:
        """Return the bytes of a layer, empty if it is missing; report and remove a damaged file."""
        path = self._folder / str(total)
        if not path.exists():
            return memoryview(b"")
        data = memoryview(path.read_bytes())
        if zlib.crc32(data[:-_CHECKSUM]).to_bytes(_CHECKSUM, "little") != data[-_CHECKSUM:]:
            path.unlink()
            raise RecordError(f"'{path}' was damaged and is removed; solve the board again, which makes it again")
        return data[:-_CHECKSUM]

    def write(self, total: int, numbers: bytes) -> None:
        """Save a layer; it is on disk when this returns."""
        self._folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._folder / str(total), numbers + zlib.crc32(numbers).to_bytes(_CHECKSUM, "little"))
        self.layer.cache_clear()


@dataclass(frozen=True)
class Exact:
    """A solved board."""

    rules: Rules
    tile: int
    """The target tile; 0 if points count."""
    worth: Callable[[Board], float]
    """The value of a board at the player's turn."""

    @property
    def start(self) -> float:
        """The value of a game before its first tile."""
        return self._mean(Position.start(self.rules))

    def slides(self, board: Board) -> dict[Direction, float]:
        position = Position(board, self.rules)
        after = {move: position.play(move) for move in position.legal_moves()}
        return {move: (0 if self.tile else one.score) + self._mean(one) for move, one in after.items()}

    def _mean(self, position: Position) -> float:
        if not position.due:
            return self.worth(position.board)
        return sum(chance * self._mean(after) for after, chance in position.chance_outcomes())


def is_solvable(rules: Rules) -> bool:
    """Return whether boards of these rules can be solved completely."""
    one_tile = rules.tiles_per_move == 1 and not any(rules.spawn_weights[2:])
    return rules.size <= 3 and one_tile and rules.start_tiles == 2


def check_solvable(rules: Rules, tile: int = 0) -> None:
    """Raise an error for rules whose boards cannot be solved completely, and for a tile that they cannot make."""
    if not is_solvable(rules):
        raise RulesError("only boards of 2x2 and 3x3 with two first tiles and one new tile per move can be solved")
    if tile and not rules.is_tile(tile):
        raise RulesError(f"{tile} is not a tile here; tiles are {rules.base} x 1, 2, 4, 8, ...")


def sums(rules: Rules) -> range:
    """Return the possible sums of tiles, in units of the base tile 2: up to 32 + 16 + 8 + 4 on 2x2."""
    return range(FIRST_SUM, (4 << rules.size * rules.size) - 2, 2)


def layers_of(rules: Rules, tile: int, folder: Path | None = None) -> tuple[Layers, Layers]:
    """Return the folders of boards and values; they count in base tile 2, so every base uses the same files."""
    weights = (*rules.spawn_weights, 0)[:2]
    chances = "-".join(str(weight // gcd(*weights)) for weight in weights)
    place = (folder or cache_folder() / "exact") / f"{rules.size}x{rules.size}-{chances}"
    return Layers(place / "boards"), Layers(place / (f"tile-{2 * tile // rules.base}" if tile else "score"))


def exact_for(rules: Rules, tile: int = 0) -> Exact | None:
    """Return the solution of a board, or None if it is too large or not solved yet."""
    if rules.size == 2 and is_solvable(rules):
        return Exact(rules, tile, solve_plainly(rules, tile).__getitem__)
    return read_exact(rules, tile) if is_solvable(rules) else None


def read_exact(rules: Rules, tile: int = 0, folder: Path | None = None) -> Exact | None:
    """Return the solution on disk, or None if it is missing or incomplete."""
    boards, worths = layers_of(rules, tile, folder)
    scale = 1.0 if tile else rules.base / 2

    @lru_cache(maxsize=1 << 16)
    def worth(board: Board) -> float:
        total, word = 2 * sum(board.tiles) // rules.base, canonical_word(board, rules.base)
        layer = boards.layer(total).cast("Q")
        place = bisect_left(layer, word)
        if place == len(layer) or layer[place] != word:
            raise NotationError("this board cannot come up in a game that begins with two tiles, so it was not solved")
        return float(worths.layer(total).cast("d")[place]) * scale

    return Exact(rules, tile, worth) if all(total in worths for total in sums(rules)) else None


def canonical_word(board: Board, base: int = 2) -> int:
    """Return the smallest word of a board under mirrors and rotations, like the kernels."""
    ranks = ranks_of(board, base)
    return min(sum(rank << place for rank, place in zip(ranks, places, strict=True)) for places in _places(board.size))


@lru_cache(maxsize=2)
def _places(size: int) -> list[list[int]]:
    """Return the shift in bits of each cell, in each of a board's eight views."""
    views = [[(row, column) for row in range(size) for column in range(size)]]
    views += [[(column, row) for row, column in view] for view in views]
    views += [[(size - 1 - row, column) for row, column in view] for view in views]
    views += [[(row, size - 1 - column) for row, column in view] for view in views]
    return [[4 * (SIDE * row + column) for row, column in view] for view in views]
