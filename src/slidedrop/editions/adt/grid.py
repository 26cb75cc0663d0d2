"""GridType: the state of the game; the engine finds wins and the worth of a grid.

   1  2  3  4
1  .  .  .  .      R and B are discs of red and blue; any free square may be taken
2  .  R  .  .
3  .  .  B  .
4  .  .  .  .
"""

from collections.abc import Callable
from functools import partialmethod
from typing import Final, Self

from slidedrop.connect4 import Position, evaluation
from slidedrop.connect4.game import COLOURS
from slidedrop.connect4.rules import Rules, pieces
from slidedrop.core.errors import IllegalMove, NotationError
from slidedrop.editions.adt.pieces import (
    ColourType,
    DimensionType,
    DisplayType,
    LocationType,
    PlayerType,
    SquareType,
    SymbolType,
    Value,
    WorthType,
    accessors,
)

DIAGONALS: Final = ("falling", "rising")


class GridType(Value):
    """Squares, a dimension and a worth."""

    setWorth, getWorth = accessors(WorthType, "_worth", copied=True)

    def __init__(
        self,
        dimension: DimensionType | None = None,
        location: LocationType | None = None,
        symbol: SymbolType | None = None,
    ) -> None:
        self._worth = WorthType()
        self.setDimension(DimensionType() if dimension is None else dimension)
        if location is not None and symbol is not None and self.validMove(location):
            self.occupySquare(location, symbol)

    def squareOccupied(self, location: LocationType) -> bool:
        return not self.getSquare(location).isEmpty()

    def occupySquare(self, location: LocationType, symbol: SymbolType) -> Self:
        if self.squareOccupied(location):
            raise IllegalMove(f"the square in {_place(location)} is occupied; choose a free one")
        self.getSquare(location).setSymbol(symbol.clone())
        return self

    def setSquare(self, square: SquareType) -> Self:
        """Replace the square at the given one's location."""
        self._squares[self._cell(square.getLocation())] = square
        return self

    def getSquare(self, location: LocationType) -> SquareType:
        return self._squares[self._cell(location)]

    def setDimension(self, dimension: DimensionType) -> Self:
        self._dimension = dimension.clone()
        side = range(1, dimension.value + 1)
        self._squares = {(row, column): SquareType(LocationType(row, column)) for row in side for column in side}
        return self

    def getDimension(self) -> DimensionType:
        return self._dimension

    def getSymbol(self, location: LocationType) -> SymbolType:
        return self.getSquare(location).getSymbol()

    def validMove(self, location: LocationType) -> bool:
        """Tell whether the location is on the grid, occupied or not."""
        return _cell(location) in self._squares

    def fullGrid(self) -> bool:
        return not any(square.isEmpty() for square in self._squares.values())

    def gameOver(self) -> bool:
        return self.draw() or not self.win().isEmpty()

    def draw(self) -> bool:
        return self.fullGrid() and self.win().isEmpty()

    def win(self) -> SymbolType:
        wins = (self.horizWin(), self.vertWin(), self.diagWin())
        return next((symbol for symbol in wins if not symbol.isEmpty()), SymbolType())

    def equals(self, other: Self) -> bool:
        """Tell whether side and symbols are the same, whatever the worths."""
        return self._dimension.equals(other._dimension) and all(
            square.getSymbol().equals(other._squares[cell].getSymbol()) for cell, square in self._squares.items()
        )

    def showGrid(self, display: DisplayType) -> Self:
        for square in self._squares.values():
            square.showSquare(display)
        display.refresh(self._dimension.value)
        return self

    @property
    def rules(self) -> Rules:
        return free_rules(self._dimension.value)

    def position(self, starter: ColourType | None = None) -> Position:
        """Return the engine's position of this grid; the starter, red by default, is its first player."""
        first, side = COLOURS.index("red" if starter is None else starter.name), range(1, self._dimension.value + 1)
        return Position.composed(
            [[_disc(self._squares[row, column], first) for column in side] for row in side], self.rules
        )

    @classmethod
    def from_position(cls, position: Position, starter: ColourType, worth: float | None = None) -> Self:
        grid = cls(DimensionType(position.rules.rows)).setWorth(WorthType(int(worth or 0)))
        names = (starter.name, starter.invert().name)
        for row, discs in enumerate(position.to_rows(), 1):
            for column, disc in enumerate(discs, 1):
                if disc is not None:
                    grid.occupySquare(LocationType(row, column), SymbolType(ColourType(names[disc])))
        return grid

    def _cell(self, location: LocationType) -> tuple[int, int]:
        if not self.validMove(location):
            side = self._dimension.value
            raise IllegalMove(f"{_place(location)} is not on the grid; rows and columns go from 1 to {side}")
        return _cell(location)

    def _winner(self, *directions: str) -> SymbolType:
        lines = [line for direction in directions for line in self.rules.lines(direction)]
        for piece in (piece for line in lines for piece in pieces(line, self.rules.connect)):
            symbols = [self._squares[row + 1, column + 1].getSymbol() for row, column in piece]
            if not symbols[0].isEmpty() and all(symbol.equals(symbols[0]) for symbol in symbols):
                return symbols[0].clone()
        return SymbolType()

    def _worth_by(self, evaluate: Callable[[Position, int], int], player: PlayerType) -> WorthType:
        return WorthType(evaluate(self.position(colour_of(player)), 0))

    horizWin = partialmethod(_winner, "row")
    """The symbol with four in a row, or an empty one."""
    vertWin = partialmethod(_winner, "column")
    diagWin = partialmethod(_winner, *DIAGONALS)
    """The same in a diagonal of either direction."""
    evaluateGrid = partialmethod(_worth_by, evaluation.evaluate)
    """Return the worth of the grid for a player: rows, columns and diagonals together."""
    evaluateRows = partialmethod(_worth_by, evaluation.evaluate_rows)
    evaluateColumns = partialmethod(_worth_by, evaluation.evaluate_columns)
    evaluateDiagonals = partialmethod(_worth_by, evaluation.evaluate_diagonals)


def free_rules(side: int) -> Rules:
    """Return the rules of the assignment: square grids, a disc on any free square."""
    return Rules(columns=side, rows=side, gravity=False)


def colour_of(player: PlayerType) -> ColourType:
    """Return the colour a player plays with."""
    colour = player.getSymbol().getColour()
    if colour is None:
        raise NotationError("a player with an empty symbol cannot play; give the symbol a colour")
    return colour


def _cell(location: LocationType) -> tuple[int, int]:
    return location.getRow().value, location.getColumn().value


def _disc(square: SquareType, first: int) -> int | None:
    colour = square.getSymbol().getColour()
    return None if colour is None else int(COLOURS.index(colour.name) != first)


def _place(location: LocationType) -> str:
    row, column = _cell(location)
    return f"row {row}, column {column}"
