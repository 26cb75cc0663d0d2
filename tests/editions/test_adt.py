"""Document 003's types and operations under its own names."""

from __future__ import annotations

import io
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import IllegalMove, NotationError
from slidedrop.editions.adt import (
    ColourType,
    Connect4Type,
    DimensionType,
    DisplayType,
    GameTreeType,
    GridType,
    IndexType,
    InputType,
    LevelNumberType,
    LocationType,
    PlayerType,
    SquareType,
    SymbolType,
    WorthType,
    newColourType,
    newConnect4Type,
    newDimensionType,
    newDisplayType,
    newGameTreeType,
    newGridType,
    newIndexType,
    newInputType,
    newLevelNumberType,
    newLocationType,
    newPlayerType,
    newSquareType,
    newSymbolType,
    newWorthType,
)
from tests.editions.talking import talk

RED = SymbolType(ColourType("red"))
BLUE = SymbolType(ColourType("blue"))
HUMAN = PlayerType(RED)
COMPUTER = PlayerType(BLUE)


def grid(*rows: str) -> GridType:
    """Return a grid drawn with R, B and dots."""
    drawn = GridType(DimensionType(len(rows)))
    for row, line in enumerate(rows, 1):
        for column, letter in enumerate(line, 1):
            if letter != ".":
                drawn.occupySquare(LocationType(row, column), RED if letter == "R" else BLUE)
    return drawn


@st.composite
def grids(draw: st.DrawFn) -> GridType:
    side = draw(st.integers(4, 6))
    cells = draw(st.lists(st.sampled_from(".RB"), min_size=side * side, max_size=side * side))
    return grid(*("".join(cells[start : start + side]) for start in range(0, side * side, side)))


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
def test_what_is_no_whole_number_is_refused(value: object) -> None:
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
def test_the_copy_of_a_number_goes_its_own_way() -> None:
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
def test_a_square_is_occupied_once() -> None:
    place = LocationType(2, 2)
    occupied = newGridType().occupySquare(place, RED)
    assert occupied.squareOccupied(place)
    assert occupied.getSymbol(place).equals(RED)
    assert not occupied.squareOccupied(LocationType(2, 3))
    with pytest.raises(IllegalMove, match="row 2, column 2 is occupied"):
        occupied.occupySquare(place, BLUE)


@pytest.mark.requirement("R-003-10", "C-17")
def test_a_valid_move_is_on_the_grid_and_nothing_more() -> None:
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
def test_a_grid_is_worth_to_one_what_it_costs_the_other(drawn: GridType) -> None:
    assert drawn.evaluateGrid(HUMAN).value == -drawn.evaluateGrid(COMPUTER).value
    parts = (drawn.evaluateRows(HUMAN), drawn.evaluateColumns(HUMAN), drawn.evaluateDiagonals(HUMAN))
    assert drawn.evaluateGrid(HUMAN).value == sum(part.value for part in parts)


@pytest.mark.requirement("R-003-16")
def test_a_won_grid_is_beyond_every_unwon_one() -> None:
    won = grid("R...", "RB..", "RB..", "RB..")
    near = grid("....", "R.RR", "RRR.", "RR.R")
    assert won.evaluateGrid(HUMAN).value > near.evaluateGrid(HUMAN).value
    with pytest.raises(NotationError, match="empty symbol"):
        won.evaluateGrid(newPlayerType())


@pytest.mark.requirement("R-003-17")
def test_grids_are_equal_by_side_and_symbols_and_copies_share_nothing() -> None:
    one = grid("R...", "....", "....", "....").setWorth(WorthType(5))
    copy = one.clone()
    assert copy.getWorth().value == 5
    assert one.equals(copy.setWorth(WorthType(9)))
    copy.occupySquare(LocationType(2, 2), BLUE)
    assert not one.equals(copy)
    assert not one.equals(GridType(DimensionType(5)))
    assert one.setSquare(SquareType(LocationType(1, 1))).equals(newGridType())


@pytest.mark.requirement("R-003-18", "R-003-29")
def test_the_empty_tree_has_no_grid_and_no_level() -> None:
    empty = newGameTreeType()
    assert empty.isEmpty()
    for ask in (empty.getGrid, empty.getLevel, empty.getChild, empty.getSibling, empty.getParent):
        with pytest.raises(NotationError, match="empty tree"):
            ask()


@pytest.mark.requirement("R-003-18", "R-003-29")
def test_a_tree_has_grid_level_parent_child_and_sibling() -> None:
    parent = GameTreeType(newGridType(), LevelNumberType())
    child = GameTreeType(grid("R...", "....", "....", "...."), LevelNumberType(1), parent)
    other = GameTreeType(grid(".R..", "....", "....", "...."), LevelNumberType(1), parent)
    parent.setChild(child)
    child.setSibling(other)
    assert parent.getChild().getGrid().equals(child.getGrid())
    assert parent.getChild().getSibling().getGrid().equals(other.getGrid())
    assert parent.getChild().getParent().getGrid().equals(parent.getGrid())
    assert other.getSibling().isEmpty()
    assert child.setLevel(LevelNumberType(3)).getLevel().value == 3
    assert other.setGrid(newGridType()).getGrid().equals(newGridType())


def chain(tree: GameTreeType) -> list[GameTreeType]:
    """Return the children of a tree."""
    nodes, node = [], tree.getChild()
    while not node.isEmpty():
        nodes.append(node)
        node = node.getSibling()
    return nodes


@pytest.mark.requirement("R-003-19")
def test_a_level_has_a_child_for_each_free_square_with_alternating_symbols() -> None:
    tree = GameTreeType(newGridType(), LevelNumberType()).generateLevel(HUMAN, COMPUTER)
    children = chain(tree)
    assert len(children) == 16
    assert {child.getLevel().value for child in children} == {1}
    assert children[0].getGrid().getSymbol(LocationType(1, 1)).equals(RED)
    grandchildren = chain(children[0].generateLevel(HUMAN, COMPUTER))
    assert len(grandchildren) == 15
    assert grandchildren[0].getGrid().getSymbol(LocationType(1, 2)).equals(BLUE)


@pytest.mark.requirement("R-003-19")
def test_nothing_follows_a_finished_game_and_players_differ() -> None:
    won = GameTreeType(grid("RRRR", "BBB.", "....", "...."), LevelNumberType())
    assert won.generateLevel(HUMAN, COMPUTER).getChild().isEmpty()
    with pytest.raises(NotationError, match="two symbols"):
        won.generateLevel(HUMAN, HUMAN)


@pytest.mark.requirement("R-003-20", "R-003-33", "C-26")
def test_building_goes_to_the_depth_and_generates_nothing_again() -> None:
    tree = newGameTreeType().buildGame(newGridType(), COMPUTER, HUMAN, LevelNumberType(2))
    first = tree.getChild()
    assert first.getGrid().getSymbol(LocationType(1, 1)).equals(BLUE)
    assert len(chain(first)) == 15
    assert chain(first)[0].getChild().isEmpty()
    made = tree._engine().generated
    tree.buildGame(tree.getGrid(), COMPUTER, HUMAN, LevelNumberType(2))
    assert tree._engine().generated == made


@pytest.mark.requirement("R-003-18", "R-003-21")
def test_a_tree_whose_root_has_a_later_level_chooses_as_well() -> None:
    start = grid("RRR.", "BB..", "B...", "....")
    tree = newGameTreeType(start, LevelNumberType(6)).buildGame(start, HUMAN, COMPUTER, LevelNumberType(1))
    best = tree.findBest(tree.chooseBest())
    assert best.getGrid().win().equals(RED)


def minimax(node: GameTreeType, mover: PlayerType, other: PlayerType, *, maximise: bool, level: int = 0) -> int:
    """Return the worth that plain minimax gives; the slow twin of chooseBest."""
    children = chain(node)
    if not children:
        winner = node.getGrid().win()
        if not winner.isEmpty():
            return (10**12 - level) * (1 if winner.equals(mover.getSymbol()) else -1)
        return node.getGrid().evaluateGrid(mover).value
    worths = [minimax(child, mover, other, maximise=not maximise, level=level + 1) for child in children]
    return max(worths) if maximise else min(worths)


@pytest.mark.requirement("R-003-21", "R-003-32")
def test_the_best_is_that_of_plain_minimax_and_is_written_into_the_grids() -> None:
    rows = ("RB..", ".RB.", "..B.", "R...")
    tree = newGameTreeType().buildGame(grid(*rows), HUMAN, COMPUTER, LevelNumberType(2))
    worth = tree.chooseBest()
    assert worth.value == minimax(tree, HUMAN, COMPUTER, maximise=True)
    assert tree.getGrid().getWorth().equals(worth)
    worths = [child.getGrid().getWorth().value for child in chain(tree)]
    first = next(child for child in chain(tree) if child.getGrid().getWorth().equals(worth))
    assert max(worths) == worth.value
    place = first.getGrid()
    assert tree.findBest(worth).getGrid().equals(place)


@pytest.mark.requirement("R-003-21")
def test_a_worth_that_no_move_has_is_not_found() -> None:
    tree = newGameTreeType().buildGame(newGridType(), HUMAN, COMPUTER, LevelNumberType(1))
    tree.chooseBest()
    with pytest.raises(NotationError, match="no move is worth 777"):
        tree.findBest(WorthType(777))


@pytest.mark.requirement("R-003-22", "R-003-23")
def test_the_played_grid_is_found_and_levels_count_from_it() -> None:
    tree = newGameTreeType().buildGame(newGridType(), HUMAN, COMPUTER, LevelNumberType(2))
    wanted = grid("....", ".R..", "....", "....")
    found = tree.findMove(wanted)
    assert found.getGrid().equals(wanted)
    assert found.adjustLevel().getLevel().value == 0
    assert {child.getLevel().value for child in chain(found)} == {1}
    assert found.findMove(grid("RRR.", "....", "....", "....")).isEmpty()


def application(*answers: str) -> tuple[Connect4Type, io.StringIO]:
    screen = io.StringIO()
    device = InputType(io.StringIO("".join(f"{answer}\n" for answer in answers)))
    return newConnect4Type(device, DisplayType(screen)), screen


@pytest.mark.requirement("R-003-24", "R-003-30")
def test_the_user_chooses_who_starts_the_size_and_the_look_ahead() -> None:
    game, screen = application("computer", "5", "1")
    assert game.getGameTree().getGrid().getDimension().value == 5
    assert game.getLevelNumber().value == 1
    assert screen.getvalue().count("?") == 3
    default, _ = application("", "", "")
    assert default.getGameTree().getGrid().getDimension().value == 4


@pytest.mark.requirement("R-003-24", "R-003-30")
def test_an_answer_that_cannot_be_is_asked_for_again_with_the_reason() -> None:
    _, screen = application("you", "me", "3", "99", "x", "6", "40", "2")
    said = screen.getvalue()
    for words in (
        "neither me nor computer",
        "from 4 upwards",
        "from 4 to 20",
        "no whole number",
        "largest number of levels",
    ):
        assert words in said


@pytest.mark.requirement("R-003-29")
def test_every_part_of_the_application_can_be_set_and_got() -> None:
    game, _ = application("me", "4", "1")
    display, device, tree = newDisplayType(io.StringIO()), newInputType(io.StringIO()), GameTreeType(newGridType())
    assert game.setDisplay(display).getDisplay() is display
    assert game.setInput(device).getInput() is device
    assert game.setGameTree(tree).getGameTree() is tree
    assert game.setPlayer1(COMPUTER).getPlayer1() is COMPUTER
    assert game.setPlayer2(HUMAN).getPlayer2() is HUMAN
    assert game.setLevelNumber(LevelNumberType(3)).getLevelNumber().value == 3


@pytest.mark.requirement("R-003-25")
def test_a_move_is_possible_on_a_free_square_of_the_grid() -> None:
    game, _ = application("me", "4", "1", "2 2")
    game.makeHumanMove(game.whatIsHumanMove())
    assert not game.movePossible(LocationType(2, 2))
    assert not game.movePossible(LocationType(5, 1))
    assert game.movePossible(LocationType(2, 3))


@pytest.mark.requirement("R-003-28")
def test_grid_square_symbol_and_colour_are_drawn_on_the_given_display() -> None:
    screen = io.StringIO()
    display = DisplayType(screen)
    drawn = grid("R...", ".B..", "....", "....")
    assert drawn.showGrid(display) is drawn
    assert screen.getvalue() == "     1  2  3  4\n  1  R  .  .  .\n  2  .  B  .  .\n  3  .  .  .  .\n  4  .  .  .  .\n"


@pytest.mark.requirement("R-003-34")
def test_a_computer_that_looks_nowhere_ahead_still_moves() -> None:
    game, _ = application("computer", "4", "0")
    before = game.getGameTree().getGrid()
    assert not game.makeComputerMove().getGameTree().getGrid().equals(before)


@pytest.mark.requirement("R-003-33")
def test_the_tree_below_a_move_and_its_reply_is_not_generated_again() -> None:
    game, _ = application("computer", "4", "3")
    game.makeComputerMove()
    engine = game.getGameTree()._engine()
    free = next(
        LocationType(row, column)
        for row in range(1, 5)
        for column in range(1, 5)
        if game.movePossible(LocationType(row, column))
    )
    game.makeHumanMove(free)
    kept = sum(1 for _ in engine.nodes())
    made = engine.generated
    game.makeComputerMove()
    assert kept > 1
    # Below the kept root were two levels less one each; only what is new at the last two levels was made.
    assert engine.generated - made == 14 * 13 + 14 * 13 * 12 - (kept - 1 - 14)


@pytest.mark.requirement("R-003-26", "R-003-27", "R-003-35")
@pytest.mark.parametrize("seed", range(4))
def test_the_outline_is_played_to_its_end_and_the_result_shown_with_the_grid(seed: int) -> None:
    draw = random.Random(seed)
    starter = "me" if seed % 2 else "computer"
    moves = [f"{draw.randint(1, 4)} {draw.randint(1, 4)}" for _ in range(200)]
    game, screen = application(starter, "4", "2", *moves)
    game.play()
    assert game.gameOver()
    *_, last_row, result = screen.getvalue().splitlines()
    assert last_row.startswith("  4")
    assert result in {"You win.", "The computer wins.", "It is a draw."}
    discs = [symbol for row in screen.getvalue().splitlines()[-5:-1] for symbol in row.split()[1:] if symbol in "RB"]
    assert abs(discs.count("R") - discs.count("B")) <= 1


@pytest.mark.requirement("R-003-26")
def test_a_person_can_win_and_the_computer_then_moves_no_more() -> None:
    game, screen = application("me", "4", "0")
    game.setGameTree(GameTreeType(grid("RRR.", "BBB.", "....", "....")))
    game.setInput(InputType(io.StringIO("what\n1 1\n1 4\n"))).play()
    assert screen.getvalue().splitlines()[-1] == "You win."
    assert "'what' is no move" in screen.getvalue()
    assert "taken or not on the grid" in screen.getvalue()


@pytest.mark.requirement("R-003-26")
def test_an_input_that_ends_ends_the_game() -> None:
    talked = talk("adt", [], "me", "4", "1", "2 2")
    assert talked.code == 0
    assert talked.screen.endswith("Your move, row and column: \n")
