"""Tests of finding boards and scores in the output of a program, in any spacing style."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.editions.checking.printed import read_printed
from slidedrop.twenty48 import Board

TILES = st.sampled_from([0, 0, 2, 4, 128, 2048, 131072])
BOARDS = st.integers(2, 6).flatmap(
    lambda size: st.lists(TILES, min_size=size * size, max_size=size * size).map(Board.from_tiles)
)


def columns(board: Board, empty: str, width: int = 5) -> str:
    return "\n".join("".join(f"{tile or empty:>{width}}" for tile in row) for row in board.rows)


def bracketed(board: Board) -> str:
    return "\n".join("".join(f" [{tile or ' '}]" for tile in row) for row in board.rows)


def boxed(board: Board) -> str:
    border = "+" + "------+" * board.size
    rows = ["|" + "|".join(f"{tile or '.':>6}" for tile in row) + "|" for row in board.rows]
    return "\n".join([border, *(line for row in rows for line in (row, border))])


STYLES = {
    "-": lambda board: columns(board, "-", 7),
    "O": lambda board: columns(board, "O", 8),
    "0": lambda board: columns(board, "0", 7).replace(" ", "\t"),
    "[ ]": bracketed,
    ".": boxed,
}


@given(st.lists(BOARDS.filter(lambda board: board.size == 4), min_size=1, max_size=4), st.sampled_from(sorted(STYLES)))
def test_every_board_is_found_in_every_style(boards: list[Board], mark: str) -> None:
    text = "Welcome to 2048!\n w - Move Up\n" + "".join(f"{STYLES[mark](board)}\n\nYour move > " for board in boards)
    printed = read_printed(text, 4)
    assert [shown.board for shown in printed.boards] == boards
    assert all(shown.marks <= {mark} for shown in printed.boards)
    assert "Your move >" in printed.tail


@given(BOARDS)
def test_a_board_of_any_size_is_found_behind_a_prompt(board: Board) -> None:
    printed = read_printed(f"move? \x1b[2J> {columns(board, 'O', 8)}\nGame Over", board.size)
    assert [shown.board for shown in printed.boards] == [board]
    assert printed.tail == "Game Over"


BOARD = Board.from_rows([(2, 0), (4, 8)])


@pytest.mark.parametrize(
    "text",
    [
        "Score: 0\n2 -\n4 8\n > Score: 12\n2 -\n4 8\n > ",
        "2 O\n4 8\nScore: 0\n> 2 O\n4 8\nScore: 12\n> ",
        "your score is now 0\n[2][ ]\n[4][8]\nyour score is now 12\n[2][ ]\n[4][8]",
    ],
)
def test_a_score_belongs_to_its_board_whether_it_stands_before_or_after(text: str) -> None:
    printed = read_printed(text, 2)
    assert [(shown.board, shown.score) for shown in printed.boards] == [(BOARD, 0), (BOARD, 12)]


def test_a_board_of_another_size_is_ignored() -> None:
    assert not read_printed("2 4 8\n2 4 8\n2 4 8\n", 4).boards
    assert not read_printed("2 4 8 16\n2 4 8 16\n2 4 8 16\n", 4).boards


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    assert read_printed(text, 4).tail is not None


@pytest.mark.parametrize("empty", ["0", ".", "-", "[0]", "[ ]", "[.]"])
def test_every_known_mark_is_read_as_an_empty_cell(empty: str) -> None:
    assert read_printed(f"2 {empty}\n4 8\n", 2).boards[0].board == BOARD


@pytest.mark.parametrize(
    "text", ["|  2 |    |\n|  4 |  8 |\n", "2\t\n4\t8\n", "+----+\n|2   |    |\n+----+\n|4   |8   |\n"]
)
def test_blanks_between_bars_and_tabs_are_empty_cells(text: str) -> None:
    assert [shown.board for shown in read_printed(text, 2).boards] == [BOARD]


@pytest.mark.parametrize("tail", ["", "Game Over, final score: 12\n"])
def test_scores_are_not_shifted_if_the_first_board_has_none(tail: str) -> None:
    printed = read_printed(f"2 O\n4 8\nScore: 8\n2 O\n4 8\nScore: 12\n2 O\n4 8\n{tail}", 2)
    readings = [[shown.score for shown in reading.boards] for reading in (printed, printed.reread())]
    assert [None, 8, 12] in readings
