"""Assignment 001, PSA 3: 2048 in the terminal. Board, Direction and Random; GameManager; and Game2048's arguments.

 > a                -s 5   -i saved.board   -o my.board   --record log   --replay log   (ours: --seed 42   --delay 0.1)
Score: 4
    4    -          A key is written to the log, then moves the board, then adds a tile: first its place is drawn,
    -    2          then its value, both by the Random that was passed.
"""

import os
import sys
import time
from argparse import Namespace
from enum import Enum
from pathlib import Path
from typing import Any, Final, TextIO, TypedDict, Unpack, overload

from slidedrop import editions, twenty48
from slidedrop.core.errors import NotationError, RecordError
from slidedrop.core.randomness import JavaRandom, RandomSource, fresh_seed
from slidedrop.durable import write_whole
from slidedrop.editions import QUIT, ask, parser, read_file
from slidedrop.records.keylog import LogFile
from slidedrop.twenty48.display import plain
from slidedrop.twenty48.notation import KeyLog, board_size, read_board, read_log, write_board
from slidedrop.twenty48.position import draw_spawn, spawned

RULES: Final = twenty48.Rules()
NUM_START_TILES: Final = RULES.start_tiles
TWO_PROBABILITY: Final = RULES.spawn_weights[0]
DEFAULT_OUTPUT: Final = "2048.board"
CONTROLS: Final = """\
 Controls:
   w - Move Up
   s - Move Down
   a - Move Left
   d - Move Right
   q - Quit and Save Board
"""
PROMPT: Final = " > "
HALF_A_SECOND: Final = 0.5


class Random(JavaRandom):
    """java.util.Random; without a seed an unpredictable one."""

    __slots__ = ("_first",)

    def __init__(self, seed: int | None = None) -> None:
        self._first = fresh_seed() if seed is None else seed
        super().__init__(self._first)

    @property
    def seed(self) -> int | None:
        """The seed, as long as no number was drawn; otherwise None."""
        return self._first if self.state == JavaRandom(self._first).state else None


class Direction(Enum):
    """The four directions; the value is the engine's direction."""

    UP = twenty48.Direction.UP
    DOWN = twenty48.Direction.DOWN
    LEFT = twenty48.Direction.LEFT
    RIGHT = twenty48.Direction.RIGHT

    def getX(self) -> int:
        return self.value.x

    def getY(self) -> int:
        return self.value.y

    def equals(self, other: object) -> bool:
        return self is other


class Board:
    """A grid and a score; a new one has two tiles, a loaded one what the file says."""

    @overload
    def __init__(self, random: RandomSource, boardSize: int, /) -> None: ...
    @overload
    def __init__(self, random: RandomSource, inputBoard: str, /) -> None: ...
    def __init__(self, random: RandomSource, source: int | str, /) -> None:
        self._random = random
        self.score = 0
        if isinstance(source, str):
            self._board, self.score = read_file(source, "board file", read_board)
            return
        self._board = twenty48.Board.empty(twenty48.Rules(size=source).size)
        for _ in range(NUM_START_TILES):
            self.addRandomTile()

    @property
    def grid(self) -> list[list[int]]:
        return [list(row) for row in self._board.rows]

    def saveBoard(self, outputBoard: str) -> None:
        """Write the board file, whole or not at all."""
        write_whole(Path(outputBoard), write_board(self._board, self.score).encode())

    def addRandomTile(self) -> None:
        """Put a 2 or a 4 on a random open place; do nothing on a full board."""
        self._board = spawned(self._board, draw_spawn(self._board, RULES, self._random))

    def canMove(self, direction: Direction) -> bool:
        return direction.value in self._board.legal_moves()

    def move(self, direction: Direction) -> bool:
        """Move and add the points; False, with nothing changed, if nothing can move."""
        if not self.canMove(direction):
            return False
        slide = self._board.slide(direction.value)
        self._board = slide.board
        self.score += slide.gained
        return True

    def isGameOver(self) -> bool:
        return not self._board.legal_moves()

    def __str__(self) -> str:
        return f"Score: {self.score}\n{plain(self._board, empty='-')}"


_KEYS: Final = {direction.value.key: direction for direction in Direction}


class Talk(TypedDict, total=False):
    """Optional arguments: the streams, and the seconds between two replayed keys."""

    stdin: TextIO
    stdout: TextIO
    delay: float


class GameManager:
    """One game until q or its end; the types of the arguments choose one of four constructors."""

    @overload
    def __init__(self, outputBoard: str, boardSize: int, random: RandomSource, /, **talk: Unpack[Talk]) -> None: ...
    @overload
    def __init__(self, inputBoard: str, outputBoard: str, random: RandomSource, /, **talk: Unpack[Talk]) -> None: ...
    @overload
    def __init__(self, random: RandomSource, boardSize: int, outputRecord: str, /, **talk: Unpack[Talk]) -> None: ...
    @overload
    def __init__(self, random: RandomSource, inputRecord: str, /, **talk: Unpack[Talk]) -> None: ...
    def __init__(self, *start: Any, **talk: Unpack[Talk]) -> None:
        self._stdin = talk.get("stdin", sys.stdin)
        self._stdout = talk.get("stdout", sys.stdout)
        self._outputBoard = ""
        self._log: LogFile | None = None
        match start:
            case (str(outputBoard), int(boardSize), random):
                self._say("Generating a New Board")
                self.board, self._outputBoard = Board(random, boardSize), outputBoard
            case (str(inputBoard), str(outputBoard), random):
                self._say(f"Loading Board from {inputBoard}")
                self.board, self._outputBoard = Board(random, inputBoard), outputBoard
            case (random, int(boardSize), str(outputRecord)):
                seed = random.seed if isinstance(random, Random) else None
                self._log = LogFile.begin(Path(outputRecord), KeyLog(boardSize, seed=seed))
                self._say("Generating a New Board")
                self.board = Board(random, boardSize)
            case (random, str(inputRecord)):
                self._replay(random, Path(inputRecord), talk.get("delay", HALF_A_SECOND))
            case _:
                message = "a GameManager is made of (outputBoard, boardSize, random) or one of its three other forms"
                raise TypeError(message)

    def play(self) -> None:
        self.printControls()
        self._say(str(self.board))
        try:
            while not self.board.isGameOver() and (command := ask(PROMPT, self._stdin, self._stdout)) not in QUIT:
                self._carry_out(command)
                self._say(str(self.board))
            if self.board.isGameOver():
                self._say("Game Over!")
        finally:
            if self._outputBoard:
                self.board.saveBoard(self._outputBoard)

    def printControls(self) -> None:
        self._stdout.write(CONTROLS)

    printControl = printControls
    """The name that the document's prose uses."""

    def _carry_out(self, command: str) -> None:
        if command not in _KEYS:
            self.printControls()
            return
        if self._log is not None:
            self._log.append(command)
        self._move(command)

    def _move(self, key: str) -> None:
        if self.board.move(_KEYS[key]):
            self.board.addRandomTile()

    def _replay(self, random: RandomSource, path: Path, delay: float) -> None:
        log = read_file(str(path), "log", _classic)
        self._say(f"Replaying {path}")
        if log.seed is None:
            self._say("This log has no seed, so its keys are replayed on new tiles.")
        self.board = Board(random if log.seed is None else Random(log.seed), log.size)
        self._log = LogFile.begin(path, log)
        for key in log.keys:
            self._say(str(self.board))
            self._stdout.flush()
            time.sleep(delay)
            self._say(f"{PROMPT}{key}")
            self._move(key)

    def _say(self, text: str) -> None:
        self._stdout.write(f"{text}\n")


def _classic(text: str) -> KeyLog:
    log = read_log(text)
    if log.rules != "classic":
        raise NotationError(f"it was played by the rules '{log.rules}', and here are only the classic ones")
    return log


def run(arguments: list[str], stdin: TextIO, stdout: TextIO) -> int:
    """Play with these arguments."""
    command = parser("psa3", s=RULES.size)
    for flag, use in (("-i", "start from it"), ("-o", "board at the end"), ("--record", "log"), ("--replay", "a log")):
        command.add_argument(flag, metavar="FILE", help=f"file: {use}")
    command.add_argument("--delay", type=float, default=HALF_A_SECOND, metavar="SECONDS", help="before each key (0.5)")
    options = command.parse_args(arguments)
    stdout.write("Welcome to 2048!\n")
    _manager(options, stdin, stdout).play()
    return 0


def _manager(options: Namespace, stdin: TextIO, stdout: TextIO) -> GameManager:
    """Choose the constructor: --replay first, then --record, then -i."""
    random = Random(options.seed)
    if options.replay is not None:
        delay = max(0.0, min(60.0, options.delay))
        return GameManager(random, options.replay, stdin=stdin, stdout=stdout, delay=delay)
    size = RULES.size if options.s < 2 or options.i is not None else board_size(options.s)
    if options.record is not None:
        if options.o is not None or options.i is not None:
            raise NotationError("--record keeps the keys and writes no board: leave out -i and -o")
        return GameManager(random, size, options.record, stdin=stdin, stdout=stdout)
    output = _writable(DEFAULT_OUTPUT if options.o is None else options.o)
    if options.i is not None:
        return GameManager(options.i, output, random, stdin=stdin, stdout=stdout)
    return GameManager(output, size, random, stdin=stdin, stdout=stdout)


def _writable(path: str) -> str:
    """Return the path of the board to save, or raise an error if it cannot be written."""
    folder = os.path.isdir(path)  # noqa: PTH112 - quiet about a name that is too long
    if not path or folder or not os.access(Path(path).absolute().parent, os.W_OK):
        raise RecordError(f"the board cannot be saved as '{path}'; give -o a file in a folder that can be written to")
    return path


if __name__ == "__main__":
    sys.exit(editions.run("psa3", sys.argv[1:], sys.stdin, sys.stdout))
