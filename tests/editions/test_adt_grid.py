"""Tests of assignment 003's numbers, pieces and grid by the names of the assignment."""

from __future__ import annotations

import pytest
from hypothesis import given

from slidedrop.core.errors import IllegalMove, NotationError
from slidedrop.editions.adt import (
    ColourType,
    DimensionType,
    GridType,
    IndexType,
    LevelNumberType,
    LocationType,
    SquareType,
    WorthType,
    newColourType,
    newDimensionType,
    newGridType,
    newIndexType,
    newLevelNumberType,
    newLocationType,
    newPlayerType,
    newSquareType,
    newSymbolType,
    newWorthType,
)
from tests.editions.adt_grids import BLUE, COMPUTER, HUMAN, RED, grid, grids


@pytest.mark.requirement("R-003-1")
def test_numbers_have_their_defaults_and_smallest_values() -> None:
    assert [newIndexType().value, newDimensionType().value, newLevelNumberType().value, newWorthType().value] == [
        1,
        4,
        0,
        0,
    ]
    assert WorthType(-7).value == -7
    assert DimensionType(IndexType(6)).value == 6
    for kind, value in ((IndexType, 0), (DimensionType, 3), (LevelNumberType, -1)):
        with pytest.raises(NotationError, match="upwards"):
            kind(value)


@pytest.mark.requirement("R-003-1")
@pytest.mark.parametrize("value", [1.5, "4", True])
def test_a_value_that_is_not_a_whole_number_is_refused(value: object) -> None:
    with pytest.raises(NotationError, match="whole number"):
        WorthType(value)  # type: ignore[arg-type] # that is the point


@pytest.mark.requirement("R-003-2")
def test_numbers_go_up_and_down_by_one_and_compare() -> None:
    assert IndexType(3).increment().value == 4
    assert LevelNumberType(3).decrement().value == 2
    assert WorthType(0).decrement().value == -1
    assert WorthType(1).lessThan(WorthType(2))
    assert not WorthType(2).lessThan(WorthType(2))
    assert DimensionType(5).greaterThan(DimensionType(4))
    assert IndexType(2).equals(IndexType(2))
    with pytest.raises(NotationError, match="from 1 upwards"):
        IndexType(1).decrement()


@pytest.mark.requirement("R-003-2")
def test_the_copy_of_a_number_is_independent() -> None:
    number = IndexType(2)
    copy = number.clone()
    number.increment()
    assert (copy.value, repr(number)) == (2, "IndexType(3)")


@pytest.mark.requirement("R-003-3")
def test_a_colour_is_red_unless_it_is_blue_and_inverts() -> None:
    assert newColourType().name == "red"
    assert newColourType().invert().equals(ColourType("blue"))
    assert ColourType("blue").invert().clone().equals(ColourType())
    with pytest.raises(NotationError, match="red or blue"):
        ColourType("green")


@pytest.mark.requirement("R-003-4", "C-23")
def test_a_location_is_a_row_and_a_column() -> None:
    location = newLocationType()
    assert (location.getRow().value, location.getColumn().value) == (1, 1)
    copy = location.clone()
    location.setRow(IndexType(3)).setColumn(IndexType(2)).getRow().increment()
    assert (location.getRow().value, location.getColumn().value) == (4, 2)
    assert (copy.getRow().value, copy.getColumn().value) == (1, 1)


@pytest.mark.requirement("R-003-5")
def test_a_symbol_is_empty_or_of_a_colour() -> None:
    symbol = newSymbolType()
    assert symbol.isEmpty()
    assert symbol.getColour() is None
    assert symbol.equals(newSymbolType())
    assert not symbol.equals(RED)
    assert not RED.equals(symbol)
    copy = symbol.setColour(ColourType("blue")).clone()
    assert copy.equals(BLUE)
    assert symbol.makeEmpty().isEmpty()
    assert not copy.isEmpty()
    assert symbol.clone().isEmpty()


@pytest.mark.requirement("R-003-6", "C-16")
def test_the_opponent_is_the_other_of_the_two() -> None:
    assert HUMAN.opponent(HUMAN, COMPUTER) is COMPUTER
    assert COMPUTER.opponent(HUMAN, COMPUTER) is HUMAN
    assert newPlayerType().getSymbol().isEmpty()
    assert newPlayerType().setSymbol(RED).equals(HUMAN.clone())
    with pytest.raises(NotationError, match="neither"):
        newPlayerType().opponent(HUMAN, COMPUTER)


@pytest.mark.requirement("R-003-7")
def test_a_square_is_a_place_and_a_symbol() -> None:
    square = newSquareType(LocationType(2, 3))
    assert square.isEmpty()
    copy = square.clone()
    square.setSymbol(RED).setLocation(LocationType(1, 4)).getLocation().getRow().increment()
    assert not square.isEmpty()
    assert square.getSymbol() is RED
    assert copy.isEmpty()
    assert (copy.getLocation().getRow().value, square.getLocation().getRow().value) == (2, 2)


@pytest.mark.requirement("R-003-8", "C-22")
def test_a_new_grid_is_empty_or_has_one_symbol_where_that_is_valid() -> None:
    assert (newGridType().getDimension().value, newGridType().getWorth().value) == (4, 0)
    assert GridType(DimensionType(6)).getDimension().value == 6
    corner = GridType(DimensionType(4), LocationType(4, 4), RED)
    assert corner.squareOccupied(LocationType(4, 4))
    outside = GridType(DimensionType(4), LocationType(5, 4), RED)
    assert outside.equals(newGridType())


@pytest.mark.requirement("R-003-9", "R-003-31")
def test_a_square_can_be_occupied_only_once() -> None:
    place = LocationType(2, 2)
    occupied = newGridType().occupySquare(place, RED)
    assert occupied.squareOccupied(place)
    assert occupied.getSymbol(place).equals(RED)
    assert not occupied.squareOccupied(LocationType(2, 3))
    with pytest.raises(IllegalMove, match="row 2, column 2 "):
        occupied.occupySquare(place, BLUE)


@pytest.mark.requirement("R-003-10", "C-17")
def test_valid_move_only_checks_that_the_square_is_on_the_grid() -> None:
    occupied = newGridType().occupySquare(LocationType(1, 1), RED)
    assert occupied.validMove(LocationType(1, 1))
    assert not occupied.validMove(LocationType(1, 5))
    with pytest.raises(IllegalMove, match="go from 1 to 4"):
        occupied.getSquare(LocationType(5, 1))


FULL = ("RRBB", "BBRR", "RRBB", "BBRR")


@pytest.mark.requirement("R-003-11", "R-003-14", "R-003-15")
def test_a_full_grid_without_four_in_a_line_is_a_draw() -> None:
    full = grid(*FULL)
    assert full.fullGrid()
    assert full.draw()
    assert full.gameOver()
    assert not newGridType().gameOver()


@pytest.mark.requirement("R-003-14", "R-003-15")
def test_a_win_on_the_last_square_is_a_win() -> None:
    full = grid("RRRR", *FULL[1:])
    assert full.fullGrid()
    assert not full.draw()
    assert full.gameOver()


@pytest.mark.requirement("R-003-12", "C-18", "R-003-13", "C-19")
@pytest.mark.parametrize(
    ("rows", "horizontal", "vertical", "diagonal"),
    [
        (("....", "BBBB", "....", "...."), True, False, False),
        ((".B..", ".B..", ".B..", ".B.."), False, True, False),
        (("B...", ".B..", "..B.", "...B"), False, False, True),
        (("...B", "..B.", ".B..", "B..."), False, False, True),
        (("BBB.", "....", "....", "...."), False, False, False),
    ],
)
def test_each_direction_has_its_own_win(
    rows: tuple[str, ...], *, horizontal: bool, vertical: bool, diagonal: bool
) -> None:
    drawn = grid(*rows)
    assert drawn.horizWin().equals(BLUE) == horizontal
    assert drawn.vertWin().equals(BLUE) == vertical
    assert drawn.diagWin().equals(BLUE) == diagonal
    assert drawn.win().isEmpty() == (not (horizontal or vertical or diagonal))


@pytest.mark.requirement("R-003-16")
@given(grids())
def test_a_grids_value_for_one_player_is_minus_that_for_the_other(drawn: GridType) -> None:
    assert drawn.evaluateGrid(HUMAN).value == -drawn.evaluateGrid(COMPUTER).value
    parts = (drawn.evaluateRows(HUMAN), drawn.evaluateColumns(HUMAN), drawn.evaluateDiagonals(HUMAN))
    assert drawn.evaluateGrid(HUMAN).value == sum(part.value for part in parts)


@pytest.mark.requirement("R-003-16")
def test_a_won_grid_has_a_higher_value_than_any_unwon_one() -> None:
    won = grid("R...", "RB..", "RB..", "RB..")
    near = grid("....", "R.RR", "RRR.", "RR.R")
    assert won.evaluateGrid(HUMAN).value > near.evaluateGrid(HUMAN).value
    with pytest.raises(NotationError, match="empty symbol"):
        won.evaluateGrid(newPlayerType())


@pytest.mark.requirement("R-003-17")
def test_grids_are_equal_by_size_and_symbols_and_copies_are_independent() -> None:
    one = grid("R...", "....", "....", "....").setWorth(WorthType(5))
    copy = one.clone()
    assert copy.getWorth().value == 5
    assert one.equals(copy.setWorth(WorthType(9)))
    copy.occupySquare(LocationType(2, 2), BLUE)
    assert not one.equals(copy)
    assert not one.equals(GridType(DimensionType(5)))
    assert one.setSquare(SquareType(LocationType(1, 1))).equals(newGridType())
