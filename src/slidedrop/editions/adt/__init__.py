"""Assignment 003, adt: Connect-4 as abstract data types, with the assignment's names.

    IndexType  DimensionType  WorthType  LevelNumberType          pieces.py     checked whole numbers,
    ColourType  LocationType  SymbolType  PlayerType  SquareType                what a grid is made of,
    DisplayType  InputType                                                      and the arguments
    GridType                                                      grid.py       the state of the game
    GameTreeType                                                  tree.py       the look-ahead
    Connect4Type                                                  game.py       the application

An operation `operation(first, second, ...)` of the assignment is the method `first.operation(second, ...)`; `newXType`
makes an X. Updating changes the value and returns it; `clone` copies deeply. Everything counts from 1, grids are
square, and any free square may be taken.
"""

from slidedrop.editions.adt.game import Connect4Type, run
from slidedrop.editions.adt.grid import GridType
from slidedrop.editions.adt.pieces import (
    ColourType,
    DimensionType,
    DisplayType,
    IndexType,
    InputType,
    LevelNumberType,
    LocationType,
    PlayerType,
    SquareType,
    SymbolType,
    WorthType,
)
from slidedrop.editions.adt.tree import GameTreeType

__all__ = [
    "ColourType", "Connect4Type", "DimensionType", "DisplayType", "GameTreeType", "GridType", "IndexType",
    "InputType", "LevelNumberType", "LocationType", "PlayerType", "SquareType", "SymbolType", "WorthType",
    "newColourType", "newConnect4Type", "newDimensionType", "newDisplayType", "newGameTreeType", "newGridType",
    "newIndexType", "newInputType", "newLevelNumberType", "newLocationType", "newPlayerType", "newSquareType",
    "newSymbolType", "newWorthType", "run",
]  # fmt: skip
newIndexType = IndexType
newDimensionType = DimensionType
newWorthType = WorthType
newLevelNumberType = LevelNumberType
newColourType = ColourType
newLocationType = LocationType
newSymbolType = SymbolType
newPlayerType = PlayerType
newSquareType = SquareType
newDisplayType = DisplayType
newInputType = InputType
newGridType = GridType
newGameTreeType = GameTreeType
newConnect4Type = Connect4Type
