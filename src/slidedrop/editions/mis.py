"""Assignment 000, a Module Interface Specification of 2048: model (GameT), view (Display) and controller (Controller).

4    O    O    2        The view and the controller are single objects: getInstance gives them.
O    O    8    O        makeMove never adds a tile; the controller calls addTile after it, which
                        does nothing where the move altered nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import Enum
from functools import partialmethod
from typing import ClassVar, TextIO

from slidedrop import editions
from slidedrop.core.errors import IllegalMove, NotationError, SlidedropError
from slidedrop.core.randomness import RandomSource
from slidedrop.editions import QUIT, ask, parser, random_from
from slidedrop.twenty48 import Board, Direction, Rules
from slidedrop.twenty48.board import slide_line
from slidedrop.twenty48.display import plain
from slidedrop.twenty48.notation import board_size
from slidedrop.twenty48.position import draw_spawn, spawned


class DirectionT(Enum):
    """The direction of a move; the value is the engine's direction."""

    up = Direction.UP
    down = Direction.DOWN
    left = Direction.LEFT
    right = Direction.RIGHT


Seq = list[int]
"""A sequence of natural numbers, 0 for an empty cell."""


def shift_seq_left(seq: Sequence[int]) -> Seq:
    """Return the non-zeros in their order, then the zeros."""
    return sorted(seq, key=lambda tile: tile == 0)


def shift_seq_right(seq: Sequence[int]) -> Seq:
    """Return the zeros, then the non-zeros in their order."""
    return sorted(seq, key=lambda tile: tile != 0)


def transpose(b: Sequence[Sequence[int]]) -> list[Seq]:
    """Return the columns as rows."""
    return [list(column) for column in zip(*b, strict=True)]


def combine_seq_left(seq: Sequence[int]) -> Seq:
    """Return a line shifted and merged towards its start, by the engine's rule."""
    return list(slide_line(tuple(seq)).line)


def combine_seq_right(seq: Sequence[int]) -> Seq:
    """Return a line shifted and merged towards its end: the mirror image."""
    return combine_seq_left(seq[::-1])[::-1]


def random(a: int, b: int, source: RandomSource | None = None) -> int:
    """Return a natural number from a to b, both included."""
    return a + (source or random_from()).next_int(b - a + 1)


class GameT:
    """One game; Size and Base are the assignment's constants, for all games or for this one."""

    Size: int = 4
    Base: int = 2

    def __init__(self, random: RandomSource | None = None, rules: Rules | None = None) -> None:
        self.rules = rules or replace(Rules.preset("mis", self.Size), base=self.Base)
        self.source = random or random_from()
        self.Size, self.Base = self.rules.size, self.rules.base
        self._score = 0
        self.validMove = True
        self._board = Board.empty(self.rules.size)
        for _ in range(self.rules.start_tiles):
            self.addTile()

    def getScore(self) -> int:
        return self._score

    def setBoard(self, b: Iterable[Iterable[int]]) -> None:
        """Replace the board by any nested sequence; for testing only."""
        self._board = Board.from_rows(b)

    def getBoard(self) -> list[list[int]]:
        """Return a copy of the board, row by row from the top."""
        return [list(row) for row in self._board.rows]

    def addTile(self) -> None:
        """Put Base or twice Base on a random zero, unless the last move was invalid or there is no zero."""
        if self.validMove:
            self._board = spawned(self._board, draw_spawn(self._board, self.rules, self.source))

    def makeMove(self, move: DirectionT) -> None:
        """Slide and merge, and record whether the board changed."""
        if not isinstance(move, DirectionT):
            raise IllegalMove(f"makeMove takes DirectionT.up, down, left or right, not {move!r}")
        self.validMove = False
        across = move in {DirectionT.up, DirectionT.down}
        combine = self.combine_seq_left if move in {DirectionT.up, DirectionT.left} else self.combine_seq_right
        rows = [combine(line) for line in (transpose(self.getBoard()) if across else self.getBoard())]
        self._board = Board.from_rows(transpose(rows) if across else rows)

    def combine_seq_left(self, seq: Sequence[int]) -> Seq:
        """Combine a line towards its start, count its points, and record whether it changed."""
        self._score += slide_line(tuple(seq)).points
        combined = combine_seq_left(seq)
        self.validMove |= combined != list(seq)
        return combined

    def combine_seq_right(self, seq: Sequence[int]) -> Seq:
        return self.combine_seq_left(seq[::-1])[::-1]

    def random(self, a: int, b: int) -> int:
        return random(a, b, self.source)

    shift_seq_left, shift_seq_right = staticmethod(shift_seq_left), staticmethod(shift_seq_right)
    transpose = staticmethod(transpose)

    def isWin(self) -> bool:
        return self._board.largest >= self.rules.winning_tile

    def isLose(self) -> bool:
        return self._board.is_over


class Display:
    """Writes to its window, by default the standard output."""

    visual: ClassVar[Display | None] = None

    def __init__(self) -> None:
        if Display.visual is not None:
            raise SlidedropError("there is one Display already; Display.getInstance() gives it")
        Display.visual = self
        self.window: TextIO = sys.stdout

    @classmethod
    def getInstance(cls) -> Display:
        return cls.visual or cls()

    def printWelcomeMessage(self) -> None:
        self._say("Welcome to 2048!")

    def printInstructions(self) -> None:
        self._say("Type w, s, a or d (or up, down, left, right) to move all tiles; n is a new game, q quits.")
        self._say("Equal tiles that meet become one of twice the value: reach 2048, or above, to win.")
        self._say("You lose when no move can alter the board.")

    def printBoard(self, model: GameT) -> None:
        self._say(plain(Board.from_rows(model.getBoard()), empty="O"))

    def printScore(self, model: GameT) -> None:
        self._say(f"Score: {model.getScore()}")

    def printEndingMessage(self) -> None:
        self._say("Game Over")

    def print2048Message(self, tile: int = 2048) -> None:
        self._say(f"Congratulations, you have reached the {tile} tile! The game continues.")

    def _say(self, text: str) -> None:
        self.window.write(f"{text}\n")


class Controller:
    """The only Controller; its keyboard is by default the standard input."""

    controller: ClassVar[Controller | None] = None

    def __init__(self, model: GameT, view: Display) -> None:
        if Controller.controller is not None:
            raise SlidedropError("there is one Controller already; Controller.getInstance(model, view) gives it")
        Controller.controller = self
        self.model, self.view = model, view
        self.keyboard: TextIO = sys.stdin

    @classmethod
    def getInstance(cls, model: GameT, view: Display) -> Controller:
        return cls.controller or cls(model, view)

    def initializeGame(self) -> None:
        """Start a new game with the Size and Base of the previous one."""
        self.model = GameT(self.model.source, self.model.rules)

    def getStatus(self) -> bool:
        return self.model.isLose()

    def readInput(self) -> str:
        return ask("> ", self.keyboard, self.view.window)

    def runGame(self) -> None:
        """Play until no move is possible, or q."""
        self.displayWelcomeMessage()
        self.displayInstructions()
        self._show()
        while not self.getStatus():
            command = self.readInput().lower()
            if command in QUIT:
                return
            self._carry_out(command)
        self.displayEndingMessage()

    def _carry_out(self, command: str) -> None:
        if command == "n":
            self.initializeGame()
            return self._show()
        try:
            return self._move(DirectionT(Direction.from_text(command)))
        except NotationError:
            return self.displayInstructions()

    def _move(self, direction: DirectionT) -> None:
        won = self.model.isWin()
        self.model.makeMove(direction)
        for _ in range(min(self.model.rules.tiles_per_move, self.model.Size**2)):
            self.model.addTile()
        self._show()
        if self.model.isWin() and not won:
            self.display2048Message()

    def _show(self) -> None:
        self.displayBoard()
        self.displayScore()

    def _show_by_view(self, routine: str, *about: str) -> None:
        getattr(self.view, routine)(*(getattr(self, name) for name in about))

    displayWelcomeMessage = partialmethod(_show_by_view, "printWelcomeMessage")
    """Have the view do it, as all of these."""
    displayInstructions = partialmethod(_show_by_view, "printInstructions")
    displayBoard = partialmethod(_show_by_view, "printBoard", "model")
    displayScore = partialmethod(_show_by_view, "printScore", "model")
    displayEndingMessage = partialmethod(_show_by_view, "printEndingMessage")

    def display2048Message(self) -> None:
        self.view.print2048Message(max(map(max, self.model.getBoard())))


def run(arguments: list[str], stdin: TextIO, stdout: TextIO) -> int:
    """Play a game of any Size and Base in the assignment's dialogue."""
    options = parser("mis", size=GameT.Size, base=GameT.Base, tiles=1).parse_args(arguments)
    rules = replace(Rules.preset("mis", board_size(options.size)), base=options.base, tiles_per_move=options.tiles)
    model, view = GameT(random_from(options.seed), rules), Display.getInstance()
    controller = Controller.getInstance(model, view)
    controller.model, controller.keyboard, view.window = model, stdin, stdout
    controller.runGame()
    return 0


if __name__ == "__main__":
    sys.exit(editions.run("mis", sys.argv[1:], sys.stdin, sys.stdout))
