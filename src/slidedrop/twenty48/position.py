"""2048 as a game against chance, for search and players; new tiles; and the state of a game.

    the player slides  ->  chance puts the tiles that are due  ->  the player slides  ->  ...

A new tile takes two draws, in the order of the terminal assignment:

    1. which empty cell    next_int(number of empty cells), counted in reading order
    2. which value         next_int(sum of the weights); for 90/10 below 90 gives the base tile, else twice it

A state as JSON has a flat board in reading order, as in the web assignment (002):

    {"board": [0, 0, 2, 4, ...], "score": 80, "won": false, "over": false}
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple, Self

from slidedrop.core.arguments import require_type
from slidedrop.core.errors import GameOver, IllegalMove, NotationError, RulesError
from slidedrop.core.game import Header
from slidedrop.core.position import CHANCE, Cell, Outcome, Termination
from slidedrop.core.randomness import RandomSource
from slidedrop.twenty48.board import LARGEST_TILE, Board
from slidedrop.twenty48.direction import Direction, Way
from slidedrop.twenty48.rules import Rules

CLASSIC: Final = Rules()


@dataclass(frozen=True, slots=True)
class Position:
    """A board, the score so far, and the number of new tiles still to draw."""

    kind: ClassVar[str] = "2048"

    board: Board
    rules: Rules = CLASSIC
    """By default the classic rules of the board's size."""
    score: int = 0
    won: bool = False
    due: int = 0

    def __post_init__(self) -> None:
        lawful = isinstance(self.board, Board) and isinstance(self.rules, Rules) and isinstance(self.won, bool)
        if not lawful or not (type(self.score) is type(self.due) is int and self.score >= 0 <= self.due):
            raise NotationError("a position is a Board, Rules, a score from 0, won or not, and how many tiles are due")
        if self.board.size != self.rules.size and self.rules is CLASSIC:
            object.__setattr__(self, "rules", Rules(size=self.board.size))
        if self.board.size != self.rules.size:
            raise RulesError(f"a board of size {self.board.size} is not one of rules of size {self.rules.size}")

    @classmethod
    def start(cls, rules: Rules) -> Position:
        """Return the empty board, before the first tiles are drawn."""
        rules = require_type(rules, Rules, "the Rules of 2048")
        return cls(Board.empty(rules.size), rules, due=rules.start_tiles)

    @property
    def turn(self) -> int:
        """0 when the player is to move, CHANCE when a tile is due."""
        return CHANCE if self.due else 0

    @property
    def outcome(self) -> Outcome | None:
        """The outcome if nothing can move, otherwise None."""
        return ended(won=self.won) if self.is_over else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: no tile is due, and nothing can move."""
        return not self.due and self.board.is_over

    def legal_moves(self) -> list[Direction]:
        """Return the directions in which something moves."""
        return [] if self.due else self.board.legal_moves()

    def play(self, move: Way) -> Position:
        """Return the position after a slide, before its new tiles."""
        slide = self.board.slide(move)
        if self.due or not slide.moved:
            raise refusal(self, slide.direction)
        won = self.won or any(map(self.rules.crosses_winning, slide.made))
        due = min(self.rules.tiles_per_move, slide.board.tiles.count(0))
        return Position(slide.board, self.rules, self.score + slide.gained, won, due)

    def chance_outcomes(self) -> Iterator[tuple[Position, float]]:
        """Yield each tile in each empty cell, with its probability; none at the player's turn."""
        empty = self.board.empty_cells() if self.due else []
        total = sum(self.rules.spawn_weights) * len(empty)
        for cell in empty:
            for power, weight in enumerate(self.rules.spawn_weights):
                if weight:
                    board = self.board.with_tile(cell, self.rules.base << power)
                    yield Position(board, self.rules, self.score, self.won, self.due - 1), weight / total

    def _repr_svg_(self) -> str:
        return self.board._repr_svg_(self.rules.base)


def refusal(position: Position, move: Direction) -> IllegalMove:
    """Return the error for an illegal slide, with the reason and the legal ones."""
    if position.due:
        return IllegalMove("a new tile is due before the next slide")
    legal = ", ".join(direction.value for direction in position.legal_moves())
    if not legal:
        return GameOver("the game is over: nothing can move")
    return IllegalMove(f"nothing moves {move.value} here; legal: {legal}")


def ended(*, won: bool) -> Outcome:
    """Return the outcome of a game without a legal move."""
    return Outcome(0 if won else None, Termination.NO_MOVE)


class Spawn(NamedTuple):
    """A new tile and its cell (row, column)."""

    cell: Cell
    value: int


def draw_spawn(board: Board, rules: Rules, random: RandomSource) -> Spawn | None:
    """Draw the next new tile, or None on a full board."""
    cells = board.empty_cells()
    return Spawn(cells[random.next_int(len(cells))], drawn_value(rules, random)) if cells else None


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


class State(NamedTuple):
    """Board, score, and whether the game has been won and is over."""

    board: Board
    score: int = 0
    won: bool = False
    over: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return a new dictionary."""
        return {"board": list(self.board.tiles), "score": self.score, "won": self.won, "over": self.over}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return the state in a dictionary; score, won and over may be missing."""
        values = require_type(values, Mapping, "a state as a dictionary")
        board, score = values.get("board"), values.get("score", 0)
        won, over = values.get("won", False), values.get("over", False)
        if not isinstance(board, list | tuple):
            raise NotationError(f"a state has a list of tiles called 'board', not {board!r:.60}")
        if type(score) is not int or not 0 <= score <= LARGEST_TILE:
            raise NotationError(f"a state's 'score' is a whole number from 0, not {score!r:.60}")
        if type(won) is not bool or type(over) is not bool:
            raise NotationError(f"a state's 'won' and 'over' are true or false, not {won!r:.60} and {over!r:.60}")
        return cls(Board.from_tiles(board), score, won, over)

    def to_json(self) -> str:
        """Return the state as JSON text."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the state in JSON text, or raise an error that names the place."""
        try:
            values = json.loads(text)
        except (TypeError, ValueError, RecursionError) as error:
            raise NotationError(f"a state is JSON like {{'board': [...], 'score': 0}}: {error}") from error
        if not isinstance(values, dict):
            raise NotationError(f"a state is a JSON object with 'board' and 'score', not {type(values).__name__}")
        return cls.from_dict(values)

    def _repr_svg_(self) -> str:
        return self.board._repr_svg_()


def weight(header: Header) -> int:
    """Return the memory of a position of such a game, in 4x4 boards."""
    start, rules = header.get("start"), header.get("rules")
    board = start.get("board") if isinstance(start, dict) else None
    size = rules.get("size") if isinstance(rules, dict) else None
    cells = len(board) if isinstance(board, list) else size * size if isinstance(size, int) else 16
    return max(1, cells // 16)
