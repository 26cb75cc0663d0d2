"""Connect4Type: the application and its dialogue.

show the grid -> the person's move, asked until it is possible -> found in the tree
              -> the computer's move, unless the game is over  -> and again
"""

import re
from collections.abc import Callable
from typing import Final, Self, TextIO, TypeVar

from slidedrop.core.errors import NotationError, SlidedropError
from slidedrop.core.search import check_levels
from slidedrop.editions import parser
from slidedrop.editions.adt.grid import GridType, colour_of
from slidedrop.editions.adt.pieces import (
    ColourType,
    DimensionType,
    DisplayType,
    InputType,
    LevelNumberType,
    LocationType,
    PlayerType,
    SymbolType,
    accessors,
)
from slidedrop.editions.adt.tree import LARGEST_TREE, GameTreeType

Answer = TypeVar("Answer")


LARGEST_GRID: Final = 20
_MOVE: Final = re.compile(r"([0-9]{1,3})[ ,.]+([0-9]{1,3})")


class Connect4Type:
    """Input, display, game tree, two players and the look-ahead. Player 1 is the person, player 2 the computer."""

    setInput, getInput = accessors(InputType, "_input")
    setDisplay, getDisplay = accessors(DisplayType, "_display")
    setGameTree, getGameTree = accessors(GameTreeType, "_tree")
    setPlayer1, getPlayer1 = accessors(PlayerType, "_player1")
    setPlayer2, getPlayer2 = accessors(PlayerType, "_player2")
    setLevelNumber, getLevelNumber = accessors(LevelNumberType, "_level")
    _input: InputType
    _display: DisplayType
    _tree: GameTreeType
    _player1: PlayerType
    _player2: PlayerType
    _level: LevelNumberType

    def __init__(self, input_device: InputType, display: DisplayType) -> None:
        """Ask who starts, how large the grid is and how far the computer looks ahead."""
        self.setInput(input_device).setDisplay(display)
        self.setPlayer1(PlayerType(SymbolType(ColourType("red"))))
        self.setPlayer2(PlayerType(SymbolType(ColourType("blue"))))
        self._starter = self.whoStarts()
        self.setGameTree(GameTreeType(GridType(self.whatSizeGrid()), LevelNumberType()))
        self.setLevelNumber(self.howSmartIsComputer())

    def whoStarts(self) -> PlayerType:
        answers = {"me": self._player1, "": self._player1, "computer": self._player2}
        return self._asked("Who starts, me or computer? [me] ", lambda text: _chosen(text, answers))

    def whatSizeGrid(self) -> DimensionType:
        return self._asked(f"What size grid, 4 to {LARGEST_GRID}? [4] ", _dimension)

    def howSmartIsComputer(self) -> LevelNumberType:
        """Ask how many moves the computer looks ahead; refuse what would take too long."""
        return self._asked("How many moves does the computer look ahead? [2] ", self._lookahead)

    def _lookahead(self, text: str) -> LevelNumberType:
        level = LevelNumberType(_number(text or "2"))
        check_levels(self._tree.getGrid().position(colour_of(self._starter)), level.value, LARGEST_TREE)
        return level

    def whatIsHumanMove(self) -> LocationType:
        return self._asked("Your move, row and column: ", _location)

    def movePossible(self, location: LocationType) -> bool:
        grid = self._tree.getGrid()
        return grid.validMove(location) and not grid.squareOccupied(location)

    def makeHumanMove(self, location: LocationType) -> Self:
        """Put the person's symbol there; the node with this symbol becomes the root."""
        grid = self._tree.getGrid().occupySquare(location, self._player1.getSymbol())
        found = self._tree.findMove(grid)
        self.setGameTree(GameTreeType(grid, LevelNumberType()) if found.isEmpty() else found.adjustLevel())
        return self

    def makeComputerMove(self) -> Self:
        """Expand the tree, choose the best, and make the chosen grid the root."""
        other = self._starter.opponent(self._player1, self._player2)
        tree = self._tree.buildGame(self._tree.getGrid(), self._starter, other, self._level)
        return self.setGameTree(tree.findBest(tree.chooseBest()).adjustLevel())

    def gameOver(self) -> bool:
        return self._tree.getGrid().gameOver()

    def play(self) -> Self:
        """Play until the game is over, then show the grid and the result."""
        if self._starter.equals(self._player2):
            self.showConnect4()
            self.makeComputerMove()
        while not self.gameOver():
            self.showConnect4()
            self.makeHumanMove(self._possible_move())
            if not self.gameOver():
                self.makeComputerMove()
        self.showConnect4()
        winner, mine = self._tree.getGrid().win(), self._player1.getSymbol()
        won = "You win." if winner.equals(mine) else "The computer wins."
        self._display.write(f"{'It is a draw.' if winner.isEmpty() else won}\n")
        return self

    def _possible_move(self) -> LocationType:
        while not self.movePossible(location := self.whatIsHumanMove()):
            side = self._tree.getGrid().getDimension().value
            self._display.write(f"That square is taken or not on the grid; rows and columns go from 1 to {side}.\n")
        return location

    def showConnect4(self) -> Self:
        self._tree.getGrid().showGrid(self._display)
        return self

    def _asked(self, question: str, read: Callable[[str], Answer]) -> Answer:
        while True:
            self._display.write(question)
            try:
                return read(self._input.readLine())
            except SlidedropError as error:
                self._display.write(f"{error}.\n")


def _chosen(text: str, answers: dict[str, PlayerType]) -> PlayerType:
    if text.lower() in answers:
        return answers[text.lower()]
    raise NotationError(f"'{text}' is neither me nor computer")


def _number(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= 3:
        return int(text)
    raise NotationError(f"'{text}' is not a whole number")


def _dimension(text: str) -> DimensionType:
    side = _number(text or "4")
    if not DimensionType.default <= side <= LARGEST_GRID:
        raise NotationError(f"a grid has a side from 4 to {LARGEST_GRID}, not {side}")
    return DimensionType(side)


def _location(text: str) -> LocationType:
    match = _MOVE.fullmatch(text)
    if match is None:
        raise NotationError(f"'{text}' is not a move; type a row and a column, such as 2 3")
    if not int(match[1]) or not int(match[2]):
        raise NotationError("rows and columns are counted from 1; the square at the top left is 1 1")
    return LocationType(int(match[1]), int(match[2]))


def run(arguments: list[str], stdin: TextIO, stdout: TextIO) -> int:
    """Play the assignment's dialogue on two streams, until the end of the game or of the input."""
    parser("adt").parse_args(arguments)
    try:
        Connect4Type(InputType(stdin), DisplayType(stdout)).play()
    except EOFError:
        stdout.write("\n")
    return 0
