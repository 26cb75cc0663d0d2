"""Tests of reading and writing Connect-4 moves and boards, with the errors for invalid text."""

from __future__ import annotations

import pytest
from hypothesis import given

from slidedrop.connect4 import Position, Rules, notation
from slidedrop.core.errors import GameOver, IllegalMove, NotationError, RulesError
from tests.connect4.games import positions

FREE = Rules(4, 4, gravity=False)
WIDE = Rules(12, 6)


def test_digits_are_columns_counted_from_one() -> None:
    assert notation.read_moves("4453", Rules()) == [3, 3, 4, 2]
    assert Position.from_moves("4433") == Position().play(3).play(3).play(2).play(2)


def test_ten_columns_or_more_are_written_with_commas() -> None:
    assert notation.read_moves("10,4, 12", WIDE) == [9, 3, 11]
    assert notation.read_moves("12", WIDE) == [11]
    assert notation.write_moves([9, 3, 11], WIDE) == "10,4,12"


def test_commas_are_read_on_small_boards_too() -> None:
    assert notation.read_moves(" 4,4,3 ", Rules()) == [3, 3, 2]


def test_free_moves_are_row_and_column() -> None:
    assert notation.read_moves("2.3,1.1", FREE) == [(1, 2), (0, 0)]
    assert notation.write_moves([(1, 2), (0, 0)], FREE) == "2.3,1.1"


@pytest.mark.parametrize("rules", [Rules(), WIDE, FREE])
def test_empty_text_holds_no_moves(rules: Rules) -> None:
    assert notation.read_moves(" ", rules) == []
    assert notation.write_moves([], rules) == ""


@given(positions())
def test_written_legal_moves_are_read_back_unchanged(position: Position) -> None:
    rules, moves = position.rules, position.legal_moves()
    assert notation.read_moves(notation.write_moves(moves, rules), rules) == moves


@pytest.mark.parametrize(
    ("text", "rules", "sentence"),
    [
        ("44a", Rules(), "move 3 .*'44a' .*'a' .*from 1 to 7"),
        ("4-4", Rules(), "move 2 .*'4-4' .*'-'"),
        ("4²", Rules(), "move 2 .*'²' "),
        ("4,,4", WIDE, "move 2 .*'4,,4' .*'' .*from 1 to 12"),
        ("1234", WIDE, ": '1234' .*from 1 to 12"),
        ("9" * 99, WIDE, r": '9{37}\.\.\.' "),
        ("23", FREE, r"'23' .*dot.* row\.column, .*4\.1"),
        ("2.x", FREE, r": 'x' .* row\.column"),
        (".2", FREE, ": '' "),
    ],
)
def test_unreadable_moves_are_refused_with_their_number_and_the_right_form(
    text: str, rules: Rules, sentence: str
) -> None:
    with pytest.raises(NotationError, match=sentence):
        Position.from_moves(text, rules)


@pytest.mark.parametrize(
    ("text", "rules", "sentence"),
    [
        ("48", Rules(), "move 2 .*'48' .*column 8 .*7x6.*from 1: 1, 2"),
        ("40", Rules(), "move 2 .*column 0 "),
        ("4444444", Rules(), "move 7 .*'4444444' .*column 4 .*full"),
        ("1.1,1.1", FREE, r"move 2 .*'1\.1,1\.1' .*row 1, column 1 .*taken"),
    ],
)
def test_illegal_moves_are_refused_with_their_number(text: str, rules: Rules, sentence: str) -> None:
    with pytest.raises(IllegalMove, match=sentence):
        Position.from_moves(text, rules)


def test_moves_after_the_end_are_refused() -> None:
    with pytest.raises(GameOver, match="move 8 of '11223345'"):
        Position.from_moves("11223345")


def test_a_drawing_is_read_in_either_case_with_its_marks_and_numbers() -> None:
    drawing = """
        | . - _ . |
        | . o . . |
        |[X]<x> O . |
          1  2  3  4"""
    assert notation.read_drawing(drawing) == [[None] * 4, [None, 1, None, None], [0, 0, 1, None]]


def test_a_drawing_takes_other_pairs_of_shapes() -> None:
    assert notation.read_drawing("●○.", "●○") == [[0, 1, None]]
    assert notation.read_drawing("RbB.", "rb") == [[0, 1, 1, None]]


@pytest.mark.parametrize("shapes", ["X", "XX", "Xx", "XO.", "X.", "1O", "X ", "[O", "\nX"])
def test_ambiguous_shapes_are_refused(shapes: str) -> None:
    with pytest.raises(NotationError, match="such as XO"):
        notation.check_shapes(shapes)


def test_a_drawing_with_a_strange_cell_names_its_line() -> None:
    with pytest.raises(NotationError, match=r"line 2 .*'\?'.*\bX, .*\bO "):
        Position.from_drawing("....\n..?.\n....\n....")


def test_a_drawing_without_rules_gets_the_standard_rules_of_its_size() -> None:
    assert Position.from_drawing(".....\n.....\n.....\n.....\nXO...").rules == Rules(5, 5)


BAD_BOARDS = [
    ("....\n....\n....\nXX..", "the first player has 2 discs and the second 0; the first has as many"),
    ("....\n....\n....\nXOO.", "the first player has 1 discs and the second 2"),
    ("....\n.X..\n....\nXO..", "the disc in row 2, column 2 floats; with gravity the cell below it is taken"),
    ("....\n....\nOOOO\nXXXX", "both players have four in a row"),
    ("....\n...O\n.OOO\nXXXX", "the first player has four in a row, but"),
    ("....\nX.XX\nOOOO\nXXOX", "the second player has four in a row, but"),
    ("....\n....\n...\n....", "row 3 of the board has 3 cells where the first row has 4"),
]


@pytest.mark.parametrize(("drawing", "sentence"), BAD_BOARDS)
def test_an_unreachable_board_is_refused_with_the_reason(drawing: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        Position.from_drawing(drawing)


def test_two_lines_not_completed_by_one_disc_are_refused() -> None:
    two_rows = "XXXX.OO.\nO.O.O...\n........\nXXXX.O.O"
    with pytest.raises(NotationError, match=r"first player .*game continued"):
        Position.from_drawing(two_rows, Rules(8, 4, gravity=False))


def test_a_winning_line_covered_by_later_discs_is_refused() -> None:
    covered = ".....\n.....\nOOXO.\nXXXXO"
    with pytest.raises(NotationError, match="game continued"):
        Position.from_drawing(covered)


def test_a_floating_disc_is_nothing_special_in_free_placement() -> None:
    assert Position.from_drawing("....\n.X..\n....\n....", FREE).disc_at((1, 1)) == 0


def test_a_board_of_another_size_than_the_rules_is_refused() -> None:
    with pytest.raises(NotationError, match=r"4x4 .*7x6"):
        Position.from_rows([[None] * 4] * 4, Rules())


def test_a_board_without_rows_is_refused() -> None:
    with pytest.raises(RulesError, match="number of columns"):
        Position.from_rows([])


def test_an_invalid_cell_value_is_refused_with_its_row_and_column() -> None:
    rows: list[list[int | None]] = [[None] * 4 for _ in range(4)]
    rows[3][1] = 2
    with pytest.raises(NotationError, match=r"row 4, column 2 .*\b1 or None"):
        Position.from_rows(rows)
