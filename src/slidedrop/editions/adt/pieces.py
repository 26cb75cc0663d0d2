"""What a grid is made of: colours, locations, symbols, players and squares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from slidedrop.connect4.game import COLOURS
from slidedrop.core.errors import NotationError
from slidedrop.editions.adt.values import IndexType

if TYPE_CHECKING:
    from slidedrop.editions.adt.devices import DisplayType

EMPTY: Final = "."


class ColourType:
    """Red, unless it is blue."""

    def __init__(self, name: str = "red") -> None:
        if name not in COLOURS:
            message = f"a colour is red or blue, not {name!r}"
            raise NotationError(message)
        self.name = name

    def invert(self) -> ColourType:
        """Return the other colour."""
        return ColourType(COLOURS[1 - COLOURS.index(self.name)])

    def equals(self, other: ColourType) -> bool:
        """Tell whether the colours are the same."""
        return self.name == other.name

    def clone(self) -> ColourType:
        """Return a copy."""
        return ColourType(self.name)

    def showColour(self, display: DisplayType, location: LocationType) -> ColourType:
        """Draw the colour as its letter, so that nobody needs to see colours."""
        display.draw(self.name[0].upper(), location)
        return self


class LocationType:
    """A row and a column, both from 1."""

    def __init__(self, row: IndexType | int = 1, column: IndexType | int = 1) -> None:
        self._row = IndexType(row)
        self._column = IndexType(column)

    def setRow(self, row: IndexType) -> LocationType:
        """Change the row."""
        self._row = row.clone()
        return self

    def getRow(self) -> IndexType:
        """Return the row."""
        return self._row

    def setColumn(self, column: IndexType) -> LocationType:
        """Change the column."""
        self._column = column.clone()
        return self

    def getColumn(self) -> IndexType:
        """Return the column."""
        return self._column

    def clone(self) -> LocationType:
        """Return a copy that shares nothing."""
        return LocationType(self._row.clone(), self._column.clone())


class SymbolType:
    """What stands on a square: nothing, or a disc of a colour."""

    def __init__(self, colour: ColourType | None = None) -> None:
        self._colour = colour

    def setColour(self, colour: ColourType) -> SymbolType:
        """Put a disc of this colour."""
        self._colour = colour
        return self

    def getColour(self) -> ColourType | None:
        """Return the colour; None, the document's undefined, where there is no disc."""
        return self._colour

    def makeEmpty(self) -> SymbolType:
        """Take the disc away."""
        self._colour = None
        return self

    def isEmpty(self) -> bool:
        """Tell whether there is no disc."""
        return self._colour is None

    def equals(self, other: SymbolType) -> bool:
        """Tell whether both are empty or both have the same colour."""
        if self._colour is None or other._colour is None:
            return self._colour is other._colour
        return self._colour.equals(other._colour)

    def clone(self) -> SymbolType:
        """Return a copy that shares nothing."""
        return SymbolType(None if self._colour is None else self._colour.clone())

    def showSymbol(self, display: DisplayType, location: LocationType) -> SymbolType:
        """Draw the disc's colour, or that there is none."""
        if self._colour is None:
            display.draw(EMPTY, location)
        else:
            self._colour.showColour(display, location)
        return self


class PlayerType:
    """One who plays with a symbol."""

    def __init__(self, symbol: SymbolType | None = None) -> None:
        self._symbol = SymbolType() if symbol is None else symbol

    def setSymbol(self, symbol: SymbolType) -> PlayerType:
        """Give the player another symbol."""
        self._symbol = symbol
        return self

    def getSymbol(self) -> SymbolType:
        """Return the player's symbol."""
        return self._symbol

    def equals(self, other: PlayerType) -> bool:
        """Tell whether both play with the same symbol."""
        return self._symbol.equals(other.getSymbol())

    def opponent(self, one: PlayerType, other: PlayerType) -> PlayerType:
        """Return the one of the two that this player is not."""
        if self.equals(one):
            return other
        if self.equals(other):
            return one
        message = "the player is neither of the two, so neither is the opponent"
        raise NotationError(message)

    def clone(self) -> PlayerType:
        """Return a copy that shares nothing."""
        return PlayerType(self._symbol.clone())


class SquareType:
    """A place on the grid and what stands there."""

    def __init__(self, location: LocationType, symbol: SymbolType | None = None) -> None:
        self._location = location
        self._symbol = SymbolType() if symbol is None else symbol

    def setLocation(self, location: LocationType) -> SquareType:
        """Move the square elsewhere."""
        self._location = location
        return self

    def getLocation(self) -> LocationType:
        """Return where the square is."""
        return self._location

    def setSymbol(self, symbol: SymbolType) -> SquareType:
        """Change what stands on it."""
        self._symbol = symbol
        return self

    def getSymbol(self) -> SymbolType:
        """Return what stands on it."""
        return self._symbol

    def isEmpty(self) -> bool:
        """Tell whether nothing stands on it."""
        return self._symbol.isEmpty()

    def clone(self) -> SquareType:
        """Return a copy that shares nothing."""
        return SquareType(self._location.clone(), self._symbol.clone())

    def showSquare(self, display: DisplayType) -> SquareType:
        """Draw what stands on it where it is."""
        self._symbol.showSymbol(display, self._location)
        return self


newColourType: Final = ColourType
newLocationType: Final = LocationType
newSymbolType: Final = SymbolType
newPlayerType: Final = PlayerType
newSquareType: Final = SquareType
