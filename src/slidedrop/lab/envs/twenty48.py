"""2048 as an environment: four actions in the order of `Direction` (up, down, left, right), tiles observed as ranks.

    0 is an empty cell, 1 the base tile, each merge adds one        2 4 . 8   is seen as   1 2 0 3

Each legal slide adds a tile, chosen by 64 random bits: the upper 32 choose among the empty cells in reading order, the
lower 32 choose the tile, the largest first. An illegal slide changes nothing and uses no random bits.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt

from slidedrop.core.arguments import require_count, require_type
from slidedrop.core.errors import NotationError, RulesError
from slidedrop.lab.envs.picture import Pixels, tile_pixels
from slidedrop.lab.envs.stepping import GOLDEN, CompiledStepper, Kernel, Mask, Seen, Values, Words, aligned, drawn
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.engine.expectimax import best_move
from slidedrop.twenty48.engine.ranks import numbers_of, ranks_of
from slidedrop.twenty48.exact.values import exact_for
from slidedrop.twenty48.notation import read_position
from slidedrop.twenty48.position import Position
from slidedrop.twenty48.rules import Rules

_DIRECTIONS: Final = tuple(Direction)
_HIGHEST: Final = 255
_COMPILED_SIZE: Final = 4


class Slides:
    """A game of 2048 with rules and a start."""

    actions = len(_DIRECTIONS)

    def __init__(self, rules: Rules, start: object = None, *, one_hot: bool = False) -> None:
        self.rules = rules
        self.highest = rules.size**2 + len(rules.spawn_weights) - 1
        """The largest rank that can be made."""
        if self.highest > _HIGHEST:
            raise RulesError(f"an environment of 2048 has boards to 15x15, not {rules.size}x{rules.size}")
        self.shape = (rules.size, rules.size)
        self.one_hot = one_hot
        self.start = None if start is None else self.start_of(start)

    def observed(self, seen: Seen) -> Seen:
        """Return ranks unchanged, or one-hot: one plane per rank, empty cells first."""
        if not self.one_hot:
            return seen
        planes = np.arange(self.highest + 1, dtype=np.uint8)[:, None, None]
        one_hot: Seen = (seen[..., None, :, :] == planes).astype(np.uint8)
        return one_hot

    def start_of(self, start: object) -> Board:
        """Return the start, given as a Board, as rows or as text, or raise an error."""
        if isinstance(start, str):
            start = read_position(start, base=self.rules.base)
        board = start if isinstance(start, Board) else Board.from_rows(cast("Iterable[Iterable[int]]", start))
        most = self.rules.base << self.highest
        if board.size != self.rules.size or not all(map(self.rules.is_tile, filter(None, board.tiles))):
            raise NotationError(f"a start is a board of size {self.rules.size} with tiles of its game")
        if sum(board.tiles) >= most:
            raise NotationError(f"the tiles of a start add up to less than {most}, or play could make one too large")
        return board

    def named(self, move: str) -> int:
        """Return the action for a typed direction."""
        return _DIRECTIONS.index(Direction.from_text(move))

    def name(self, action: int) -> str:
        """Return the name of an action."""
        return _DIRECTIONS[action].value

    def text(self, position: object) -> str:
        """Return the board as text."""
        return str(_position(position).board)

    def pixels(self, position: object) -> Pixels:
        """Return the board as height x width x 3."""
        return tile_pixels(_position(position).board.rows, self.rules.base)

    def values(self, position: object, plies: int = 2) -> dict[int, float]:
        """Return the value of each legal action: exact on solved boards, otherwise by the network; empty at the end."""
        found = {} if _position(position).is_over else _values(_position(position), plies)
        return {number: found[direction] for number, direction in enumerate(Direction) if direction in found}

    def values_of(self, positions: Sequence[Position], plies: int = 2) -> Values:
        """Return the values of many positions at once; NaN for illegal actions."""
        if self.rules.size == _COMPILED_SIZE and self.kernel() is not None:
            from slidedrop.twenty48.engine.batch import best_moves

            values = best_moves([_position(position).board for position in positions], self.rules, plies=plies).values
            return np.where(np.isneginf(values), np.nan, values)
        values = np.full((len(positions), self.actions), np.nan)
        for row, position in enumerate(positions):
            for action, value in self.values(position, plies).items():
                values[row, action] = value
        return values

    def stepper(self) -> "PlainSlides | CompiledStepper":
        """Return a stepper, compiled if the kernel supports the rules."""
        kernel = self.kernel()
        return PlainSlides(self) if kernel is None else CompiledStepper(self, kernel)

    def thresholds(self) -> list[int]:
        """Return the thresholds out of 2^32 below which a new tile is doubled at least once, at least twice, ..."""
        weights = self.rules.spawn_weights
        return [(sum(weights[power:]) << 32) // sum(weights) for power in range(1, len(weights))]

    def kernel(self) -> Kernel | None:
        """Return the compiled game, or None if only plain Python supports the rules."""
        rules = self.rules
        if rules.size > _COMPILED_SIZE or len(rules.spawn_weights) > 2 or rules.tiles_per_move != 1:
            return None
        from slidedrop.lab.envs import twenty48_kernel as compiled
        from slidedrop.twenty48.engine.wide import unpacked

        four, words = sum(self.thresholds()), (0, 0) if self.start is None else self._words(self.start)
        tables = partial(compiled.tables_for, rules.size, four, rules.base)
        return Kernel(
            compiled.step,
            compiled.begin,
            compiled.step_one,
            tables(words, 0 if self.start else rules.start_tiles),
            self._words,
            lambda low, high: Position(unpacked(low, high, rules.size, rules.base), rules),
            partial(_ranks, rules.size),
            _masks,
        )

    def _words(self, board: Board) -> tuple[int, int]:
        return numbers_of(ranks_of(board, self.rules.base), board.size)


def slides(
    size: int = 4, rules: str | Rules = "classic", base: int = 2, start: object = None, observation: str = "ranks"
) -> Slides:
    """Return the game for an environment's options."""
    if not isinstance(observation, str) or observation not in {"ranks", "one-hot"}:
        raise NotationError(f"2048 is seen as ranks or one-hot, not as {observation!r:.40}")
    if isinstance(rules, str):
        tile = require_count(base, "the base tile", 1)
        rules = replace(Rules.preset(rules, size), base=tile, winning_tile=tile << 10)
    known = require_type(rules, Rules, "the name of rules or the Rules of 2048")
    return Slides(known, start, one_hot=observation == "one-hot")


def _position(position: object) -> Position:
    return require_type(position, Position, "a Position of 2048")


def _values(position: Position, plies: int) -> dict[Direction, float]:
    exact = _solved(position.rules)
    with suppress(KeyError, NotationError):  # a given start that cannot occur in a game
        if exact is not None:
            return exact.slides(position.board)
    return best_move(position.board, position.rules, plies=plies).values


_solved = lru_cache(maxsize=8)(exact_for)


class PlainSlides:
    """2048 in plain Python: any size up to 15x15, any weights, several tiles per move."""

    def __init__(self, game: Slides) -> None:
        self.counter = 0
        self._game = game
        self._thresholds = game.thresholds()
        self._board = Board.empty(game.rules.size)

    @property
    def position(self) -> Position:
        """The current position."""
        return Position(self._board, self._game.rules)

    def begin(self, start: Board | None = None) -> None:
        """Start a new episode."""
        given = start or self._game.start
        self._board = given or Board.empty(self._game.rules.size)
        for _ in range(0 if given else self._game.rules.start_tiles):
            self._spawn()

    def step(self, action: int) -> tuple[float, bool, bool]:
        """Slide; return the points, whether anything moved, and whether the game is over."""
        slide = self._board.slide(_DIRECTIONS[action])
        if slide.moved:
            self._board = slide.board
            for _ in range(min(self._game.rules.tiles_per_move, slide.board.tiles.count(0))):
                self._spawn()
        return float(slide.gained), slide.moved, self._board.is_over

    def _spawn(self) -> None:
        self.counter = (self.counter + GOLDEN) % (1 << 64)
        random, empty = drawn(self.counter), self._board.empty_cells()
        power = sum((random & 0xFFFFFFFF) < threshold for threshold in self._thresholds)
        self._board = self._board.with_tile(empty[(random >> 32) * len(empty) >> 32], self._game.rules.base << power)

    def seen(self) -> Seen:
        """Return the ranks."""
        return np.array(ranks_of(self._board, self._game.rules.base), dtype=np.uint8).reshape(self._game.shape)

    def legal(self) -> Mask:
        """Return 1 for each slide that moves something."""
        legal = self._board.legal_moves()
        return np.array([direction in legal for direction in _DIRECTIONS], dtype=np.int8)


def _ranks(size: int, count: int, given: Words | None = None) -> tuple[Any, Seen]:
    words = aligned(2 * count) if given is None else given
    return words, words.view(np.uint8).reshape(count, 4, 4)[:, :size, :size]


def _masks(count: int, given: npt.NDArray[np.uint32] | None = None) -> tuple[Any, Mask]:
    words = np.empty(count, dtype=np.uint32) if given is None else given
    return words, words.view(np.int8).reshape(count, 4)
