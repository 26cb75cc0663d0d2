"""Tests of assignment 003's game tree and application by the names of the assignment."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys

import pytest

from slidedrop.core.errors import NotationError
from slidedrop.editions.adt import (
    Connect4Type,
    DisplayType,
    GameTreeType,
    InputType,
    LevelNumberType,
    LocationType,
    PlayerType,
    WorthType,
    newConnect4Type,
    newDisplayType,
    newGameTreeType,
    newGridType,
    newInputType,
)
from tests.editions.adt_grids import BLUE, COMPUTER, HUMAN, RED, grid
from tests.editions.talking import talk


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
def test_a_finished_game_has_no_children_and_the_players_must_differ() -> None:
    won = GameTreeType(grid("RRRR", "BBB.", "....", "...."), LevelNumberType())
    assert won.generateLevel(HUMAN, COMPUTER).getChild().isEmpty()
    with pytest.raises(NotationError, match="two symbols"):
        won.generateLevel(HUMAN, HUMAN)


@pytest.mark.requirement("R-003-20", "R-003-33", "C-26")
def test_building_a_tree_stops_at_the_depth_and_reuses_existing_nodes() -> None:
    tree = newGameTreeType().buildGame(newGridType(), COMPUTER, HUMAN, LevelNumberType(2))
    first = tree.getChild()
    assert first.getGrid().getSymbol(LocationType(1, 1)).equals(BLUE)
    assert len(chain(first)) == 15
    assert chain(first)[0].getChild().isEmpty()
    made = tree._engine().generated
    tree.buildGame(tree.getGrid(), COMPUTER, HUMAN, LevelNumberType(2))
    assert tree._engine().generated == made


@pytest.mark.requirement("R-003-18", "R-003-21")
def test_a_tree_whose_root_has_a_later_level_still_finds_the_best_move() -> None:
    start = grid("RRR.", "BB..", "B...", "....")
    tree = newGameTreeType(start, LevelNumberType(6)).buildGame(start, HUMAN, COMPUTER, LevelNumberType(1))
    best = tree.findBest(tree.chooseBest())
    assert best.getGrid().win().equals(RED)


def minimax(node: GameTreeType, mover: PlayerType, other: PlayerType, *, maximise: bool, level: int = 0) -> int:
    """Return the value by plain minimax, the slow twin of chooseBest."""
    children = chain(node)
    if not children:
        winner = node.getGrid().win()
        if not winner.isEmpty():
            return (10**12 - level) * (1 if winner.equals(mover.getSymbol()) else -1)
        return node.getGrid().evaluateGrid(mover).value
    worths = [minimax(child, mover, other, maximise=not maximise, level=level + 1) for child in children]
    return max(worths) if maximise else min(worths)


@pytest.mark.requirement("R-003-21", "R-003-32")
def test_the_best_move_matches_plain_minimax_and_its_value_is_set_in_the_grids() -> None:
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
def test_a_value_that_no_move_has_is_refused() -> None:
    tree = newGameTreeType().buildGame(newGridType(), HUMAN, COMPUTER, LevelNumberType(1))
    tree.chooseBest()
    with pytest.raises(NotationError, match="777"):
        tree.findBest(WorthType(777))


@pytest.mark.requirement("R-003-22", "R-003-23")
def test_find_move_finds_the_played_grid_and_adjust_level_recounts_levels() -> None:
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
def test_the_user_chooses_the_first_player_the_size_and_the_search_depth() -> None:
    game, screen = application("computer", "5", "1")
    assert game.getGameTree().getGrid().getDimension().value == 5
    assert game.getLevelNumber().value == 1
    assert screen.getvalue().count("?") == 3
    default, _ = application("", "", "")
    assert default.getGameTree().getGrid().getDimension().value == 4


@pytest.mark.requirement("R-003-24", "R-003-30")
def test_an_invalid_answer_is_explained_and_requested_again() -> None:
    _, screen = application("you", "me", "3", "99", "x", "6", "40", "2")
    said = screen.getvalue()
    for words in (
        "neither me nor computer",
        "a grid has a side from 4 to 20, not 3",
        "not 99",
        "'x' is not a whole number",
        "level 3 or less",
    ):
        assert words in said


@pytest.mark.requirement("R-003-29")
def test_every_part_of_the_application_has_a_setter_and_a_getter() -> None:
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
def test_a_computer_at_depth_0_still_moves() -> None:
    game, _ = application("computer", "4", "0")
    before = game.getGameTree().getGrid()
    assert not game.makeComputerMove().getGameTree().getGrid().equals(before)


@pytest.mark.requirement("R-003-33")
def test_the_tree_below_a_move_and_its_reply_is_reused() -> None:
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
    # Three levels have 14, 14 * 13 and 14 * 13 * 12 nodes; only those that the tree did not have were generated.
    assert engine.generated - made == 14 * 13 + 14 * 13 * 12 - (kept - 1 - 14)


@pytest.mark.requirement("R-003-26", "R-003-27", "R-003-35")
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_is_played_and_its_result_is_shown_with_the_grid(seed: int) -> None:
    draw = random.Random(seed)
    starter = "me" if seed % 2 else "computer"
    moves = [f"{draw.randint(1, 4)} {draw.randint(1, 4)}" for _ in range(200)]
    game, screen = application(starter, "4", "2", *moves)
    game.play()
    assert game.gameOver()
    *_, last_row, result = screen.getvalue().splitlines()
    assert last_row.startswith("  4")
    assert result.rstrip(".").split()[-1] in {"win", "wins", "draw"}
    discs = [symbol for row in screen.getvalue().splitlines()[-5:-1] for symbol in row.split()[1:] if symbol in "RB"]
    assert abs(discs.count("R") - discs.count("B")) <= 1


@pytest.mark.requirement("R-003-26")
def test_a_person_can_win_and_the_computer_then_moves_no_more() -> None:
    game, screen = application("me", "4", "0")
    game.setGameTree(GameTreeType(grid("RRR.", "BBB.", "....", "....")))
    game.setInput(InputType(io.StringIO("what\n1 1\n1 4\n"))).play()
    assert screen.getvalue().splitlines()[-1].startswith("You win")
    assert "'what'" in screen.getvalue()
    assert "taken or not" in screen.getvalue()


@pytest.mark.requirement("R-003-26")
def test_the_end_of_the_input_ends_the_game() -> None:
    talked = talk("adt", [], "me", "4", "1", "2 2")
    assert talked.code == 0
    assert talked.screen.endswith(": \n")


@pytest.mark.requirement("R-003-26")
def test_the_empty_grid_is_shown_first_even_if_the_computer_starts() -> None:
    game, screen = application("computer", "4", "0", "9 9")
    with pytest.raises(EOFError):
        game.play()
    first, second = screen.getvalue().split("     1  2  3  4\n")[1:3]
    assert "B" not in first
    assert second.count("B") == 1


@pytest.mark.requirement("R-003-26")
@pytest.mark.parametrize("typed", ["0 1", "1 0", "b2", "2"])
def test_the_error_for_a_mistyped_cell_names_no_internal_type(typed: str) -> None:
    game, screen = application("me", "4", "0", typed, "1 1")
    game.whatIsHumanMove()
    said = screen.getvalue()
    assert "Type" not in said
    assert "counted from 1" in said or "such as 2 3" in said


MEASURED = """
import pathlib, re, resource, sys
from slidedrop.editions import run
run("adt", [], sys.stdin, sys.stdout)
used = resource.getrusage(resource.RUSAGE_SELF)
peak = re.search(r"VmHWM:\\s+(\\d+)", pathlib.Path("/proc/self/status").read_text())[1]
print(used.ru_utime, peak, file=sys.stderr)
"""


@pytest.mark.requirement("R-003-24")
def test_a_search_depth_of_six_on_4x4_is_refused_with_the_highest_allowed() -> None:
    game, screen = application("computer", "4", "6", "5")
    assert game.getLevelNumber().value == 5
    assert "level 5 or less" in screen.getvalue()
    three, shown = application("computer", "4", "3")
    three.makeComputerMove().showConnect4()
    assert shown.getvalue().count("B") == 1


@pytest.mark.soak
def test_a_search_depth_of_five_on_4x4_takes_at_most_20_s_and_half_a_gigabyte() -> None:
    typed = "computer\n4\n5\n"
    untraced = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    command = [sys.executable, "-c", MEASURED]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, check=True, env=untraced)
    assert done.stdout.count("B") == 1
    seconds, kilobytes = map(float, done.stderr.split())
    assert seconds < 20
    assert kilobytes < 500_000
