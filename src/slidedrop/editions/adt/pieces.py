"""The parts of a grid, and input and output.

Whole numbers, each with the smallest value it may have; colours, locations, symbols, players and squares:

IndexType 1, 2, 3, ...    DimensionType 4, 5, 6, ...    LevelNumberType 0, 1, 2, ...    WorthType any
"""

import sys
from collections.abc import Callable
from copy import deepcopy
from typing import Any, ClassVar, Final, Self, TextIO, TypeVar

from slidedrop.connect4.game import COLOURS
from slidedrop.core.errors import NotationError

Field = TypeVar("Field")
Owner = TypeVar("Owner")


class Value:
    """The operations that all types of the assignment share."""

    def clone(self) -> Self:
        return deepcopy(self)


def accessors(
    _: type[Field], name: str, *, copied: bool = False
) -> tuple[Callable[[Owner, Field], Owner], Callable[[Any], Field]]:
    """Return the assignment's setter, which returns the owner, and getter of a field."""

    def set_field(owner: Owner, value: Field) -> Owner:
        setattr(owner, name, deepcopy(value) if copied else value)
        return owner

    def get_field(owner: Any) -> Field:  # noqa: ANN401 - of any type of the document
        field: Field = getattr(owner, name)
        return field

    return set_field, get_field


class _WholeNumber(Value):
    """A number with a minimum and a default, which each subclass sets."""

    least: ClassVar[int | None]
    default: ClassVar[int]

    def __init_subclass__(cls, least: int | None = None, default: int = 0) -> None:
        cls.least, cls.default = least, default

    def __init__(self, value: "int | _WholeNumber | None" = None) -> None:
        number = self.default if value is None else value
        self.value: int = self._checked(number.value if isinstance(number, _WholeNumber) else number)

    def _checked(self, value: int) -> int:
        if type(value) is not int or (self.least is not None and value < self.least):
            upwards = "" if self.least is None else f" from {self.least} upwards"
            raise NotationError(f"{type(self).__name__} is a whole number{upwards}, not {value!r}")
        return value

    def lessThan(self, other: Self) -> bool:
        return self.value < other.value

    def greaterThan(self, other: Self) -> bool:
        return self.value > other.value

    def equals(self, other: Self) -> bool:
        return self.value == other.value

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.value})"


class _Counter(_WholeNumber):
    """A number that can be incremented and decremented."""

    def increment(self) -> Self:
        self.value = self._checked(self.value + 1)
        return self

    def decrement(self) -> Self:
        self.value = self._checked(self.value - 1)
        return self


class IndexType(_Counter, least=1, default=1):
    """The number of a row or column."""


class DimensionType(_WholeNumber, least=4, default=4):
    """The side of a grid."""


class WorthType(_Counter):
    """How good a grid is for a player."""


class LevelNumberType(_Counter, least=0):
    """A level of the game tree, or how far to look ahead."""


class DisplayType:
    """A sheet of squares, printed to a stream when it is refreshed."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stdout if stream is None else stream
        self._sheet: dict[tuple[int, int], str] = {}

    def draw(self, text: str, location: "LocationType") -> None:
        self._sheet[location.getRow().value, location.getColumn().value] = text

    def refresh(self, dimension: int) -> None:
        """Show the sheet with its rows and columns numbered from 1."""
        numbers = range(1, dimension + 1)
        self.write("   " + "".join(f"{column:>3}" for column in numbers) + "\n")
        for row in numbers:
            cells = "".join(f"{self._sheet.get((row, column), '.'):>3}" for column in numbers)
            self.write(f"{row:>3}{cells}\n")

    def write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


class InputType:
    """Lines typed by a person."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = sys.stdin if stream is None else stream

    def readLine(self) -> str:
        """Return the next line without its end, or raise EOFError when there is none."""
        try:
            line = self.stream.readline()
        except UnicodeDecodeError:
            return "?"  # undecodable bytes answer nothing
        if not line:
            raise EOFError
        return line.strip()


EMPTY: Final = "."


class ColourType(Value):
    """Red, unless it is blue."""

    def __init__(self, name: str = "red") -> None:
        if name not in COLOURS:
            raise NotationError(f"a colour is red or blue, not {name!r}")
        self.name = name

    def invert(self) -> Self:
        return type(self)(COLOURS[1 - COLOURS.index(self.name)])

    def equals(self, other: Self) -> bool:
        return self.name == other.name

    def showColour(self, display: DisplayType, location: "LocationType") -> Self:
        """Draw the colour as a letter, readable without colour."""
        display.draw(self.name[0].upper(), location)
        return self


class LocationType(Value):
    """A row and a column, both from 1."""

    setRow, getRow = accessors(IndexType, "_row", copied=True)
    setColumn, getColumn = accessors(IndexType, "_column", copied=True)

    def __init__(self, row: IndexType | int = 1, column: IndexType | int = 1) -> None:
        self._row = IndexType(row)
        self._column = IndexType(column)


class SymbolType(Value):
    """The content of a square: nothing, or a disc of a colour."""

    def __init__(self, colour: ColourType | None = None) -> None:
        self._colour = colour

    def setColour(self, colour: ColourType | None) -> Self:
        self._colour = colour
        return self

    def getColour(self) -> ColourType | None:
        """Return the colour; None, the assignment's undefined, without a disc."""
        return self._colour

    def makeEmpty(self) -> Self:
        return self.setColour(None)

    def isEmpty(self) -> bool:
        return self._colour is None

    def equals(self, other: Self) -> bool:
        if self._colour is None or other._colour is None:
            return self._colour is other._colour
        return self._colour.equals(other._colour)

    def showSymbol(self, display: DisplayType, location: LocationType) -> Self:
        if self._colour is None:
            display.draw(EMPTY, location)
        else:
            self._colour.showColour(display, location)
        return self


class PlayerType(Value):
    """A player with a symbol."""

    setSymbol, getSymbol = accessors(SymbolType, "_symbol")

    def __init__(self, symbol: SymbolType | None = None) -> None:
        self._symbol = SymbolType() if symbol is None else symbol

    def equals(self, other: Self) -> bool:
        return self._symbol.equals(other.getSymbol())

    def opponent(self, one: Self, other: Self) -> Self:
        if self.equals(one):
            return other
        if self.equals(other):
            return one
        raise NotationError("the player is neither of the two, so neither is the opponent")


class SquareType(Value):
    """A location and its symbol."""

    setLocation, getLocation = accessors(LocationType, "_location")
    setSymbol, getSymbol = accessors(SymbolType, "_symbol")

    def __init__(self, location: LocationType, symbol: SymbolType | None = None) -> None:
        self._location = location
        self._symbol = SymbolType() if symbol is None else symbol

    def isEmpty(self) -> bool:
        return self._symbol.isEmpty()

    def showSquare(self, display: DisplayType) -> Self:
        self._symbol.showSymbol(display, self._location)
        return self
