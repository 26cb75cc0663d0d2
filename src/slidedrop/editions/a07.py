"""Assignment 002, a07: Game, the observable engine behind a web page, and its console runner.

[ ] [ ] [2] [4]        gameState = {"board": [0, 0, 2, 4, ...], "score": 80, "won": False, "over": False}
[ ] [2] [ ] [4]
[ ] [ ] [4] [8]        Every listener gets a gameState of its own; the order is move, win, lose.
[2] [4] [8] [16]
"""

import sys
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from slidedrop import editions, twenty48
from slidedrop.core.errors import NotationError
from slidedrop.core.randomness import RandomSource
from slidedrop.editions import QUIT, ask, parser, random_from, read_file
from slidedrop.twenty48 import Direction, Rules, State
from slidedrop.twenty48.notation import board_size

GameState = dict[str, Any]
"""The keys board, score, won and over, ready for JSON."""


class Game:
    """A game of any size; pass your own generator for predictable tiles."""

    def __init__(self, size: int, random: RandomSource | None = None) -> None:
        self._game = twenty48.Game(Rules(size=size), random=random or random_from())
        self._loaded: State | None = None
        self._on_lose: list[Callable[[GameState], object]] = []
        self._game.on_turn(self._forget)

    def _forget(self, _: object) -> None:
        """After a move, forget what a loaded state claimed."""
        self._loaded = None

    def setupNewGame(self) -> None:
        self._loaded = None
        self._game.reset()

    def loadGame(self, gameState: Mapping[str, Any]) -> None:
        """Continue from this state, of any size; its `won` and `over` are trusted."""
        state = State.from_dict(gameState)
        self._game.load(state)
        self._loaded = state

    def move(self, direction: str) -> None:
        """Shift "up", "down", "left" or "right" and add a tile; if nothing moves, only a stuck board is over."""
        try:
            way = Direction(direction)
        except ValueError as error:
            raise NotationError(f"a move is 'up', 'down', 'left' or 'right', not {direction!r:.40}") from error
        if way in self._game.legal_moves():
            self._game.play(way)
        elif self._loaded is not None:
            self._settle(self._loaded)

    def _settle(self, loaded: State) -> None:
        """Correct `over` of a loaded board on which nothing moved, and report its end once."""
        self._loaded = None
        if self._game.state.over and not loaded.over:
            for callback in self._on_lose:
                callback(self.getGameState())

    def toString(self) -> str:
        return "\n".join("".join(f" [{tile or ' '}]" for tile in row) for row in self._game.board.rows)

    __str__ = toString

    def onMove(self, callback: Callable[[GameState], object]) -> None:
        self._game.on_turn(lambda turn: callback(turn.state.to_dict()))

    def onWin(self, callback: Callable[[GameState], object]) -> None:
        """Call back when two 1024 tiles merge."""
        self._game.on_winning_tile(lambda turn: callback(turn.state.to_dict()))

    def onLose(self, callback: Callable[[GameState], object]) -> None:
        self._on_lose.append(callback)
        self._game.on_end(lambda turn: callback(turn.state.to_dict()))

    def getGameState(self) -> GameState:
        """Return a copy of the state."""
        return (self._loaded or self._game.state).to_dict()


def run(arguments: list[str], stdin: TextIO, stdout: TextIO) -> int:
    """Play in the console: print toString after every move, until no move is left or q."""
    command = parser("a07", size=4)
    command.add_argument("--load", help="a gameState in JSON", metavar="FILE")
    options = command.parse_args(arguments)
    game = Game(board_size(options.size), random_from(options.seed))
    if options.load is not None:
        game.loadGame(read_file(options.load, "game state", State.from_json).to_dict())
    _play(game, stdin, stdout)
    return 0


def _play(game: Game, stdin: TextIO, stdout: TextIO) -> None:
    game.onMove(lambda _: _show(game, stdout))
    game.onWin(lambda _: stdout.write("You won! The game continues.\n"))
    game.onLose(lambda _: stdout.write("Game over.\n"))
    _show(game, stdout)
    while not game.getGameState()["over"]:
        line = ask("> ", stdin, stdout)
        if line in QUIT:
            return
        try:
            game.move(Direction.from_text(line).value)
        except NotationError as error:
            stdout.write(f"{error}; q quits\n")


def _show(game: Game, stdout: TextIO) -> None:
    stdout.write(f"{game.toString()}\nScore: {game.getGameState()['score']}\n")


if __name__ == "__main__":
    sys.exit(editions.run("a07", sys.argv[1:], sys.stdin, sys.stdout))
