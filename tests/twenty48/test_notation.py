"""Tests of 2048 as text: board files, key logs and typed positions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import NotationError
from slidedrop.core.randomness import LARGEST_SEED, SMALLEST_SEED
from slidedrop.twenty48 import Board
from slidedrop.twenty48.notation import (
    KeyLog,
    read_board,
    read_log,
    read_position,
    write_board,
)
from tests.twins.boards2048 import boards

FOUR = "4\n224\n2 16 0 0 \n16 4 2 0 \n4 32 0 0 \n8 0 0 2 \n"
SIX = "6\n1212\n4 2 64 4 0 2 \n8 4 2 16 0 0 \n4 16 128 8 0 0 \n2 8 4 0 0 0 \n4 16 0 0 2 0 \n0 0 0 0 0 0 \n"
LOGS = st.builds(
    KeyLog,
    st.integers(2, 64),
    st.text("wsad", max_size=80),
    st.none() | st.integers(SMALLEST_SEED, LARGEST_SEED),
    st.just("classic"),
) | st.builds(KeyLog, st.integers(2, 64), st.text("wsad"), st.integers(-9, 9), st.sampled_from(["mis", "twos"]))


def base_of(board: Board) -> int:
    """Return the base of a board's tiles."""
    return next((base for base in (3, 5) if any(tile and tile % base == 0 for tile in board.tiles)), 2)


# --- board files ------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("R-001-3", "R-001-4")
@pytest.mark.parametrize("text", [FOUR, SIX])
def test_the_board_files_of_the_assignments_round_trip_byte_for_byte(text: str) -> None:
    assert write_board(*read_board(text)) == text


@pytest.mark.requirement("R-001-3")
def test_the_example_holds_its_size_its_score_and_its_rows() -> None:
    board, score = read_board(FOUR)
    assert (board.size, score) == (4, 224)
    assert board.rows == ((2, 16, 0, 0), (16, 4, 2, 0), (4, 32, 0, 0), (8, 0, 0, 2))


@pytest.mark.requirement("R-001-3", "R-001-4")
@given(boards(), st.integers(0, 10**9))
def test_a_saved_board_round_trips_byte_for_byte(board: Board, score: int) -> None:
    text = write_board(board, score)
    assert read_board(text, base=base_of(board)) == (board, score)
    assert write_board(*read_board(text, base=base_of(board))) == text


@pytest.mark.requirement("R-001-3")
@given(boards(), st.integers(0, 10**9))
def test_a_board_file_has_the_spaces_that_the_assignment_requires(board: Board, score: int) -> None:
    lines = write_board(board, score).split("\n")
    assert lines[:2] == [str(board.size), str(score)]
    assert lines[-1] == ""
    assert all(line.endswith(" ") and not line.endswith("  ") for line in lines[2:-1])
    assert len(lines) == board.size + 3


@pytest.mark.requirement("R-001-3")
@given(boards(), st.sampled_from(["no space at the end", "no newline at the end", "lines of Windows", "a line more"]))
def test_other_spacings_are_read_too(board: Board, spacing: str) -> None:
    text = write_board(board, 8)
    other = {
        "no space at the end": text.replace(" \n", "\n"),
        "no newline at the end": text.rstrip("\n"),
        "lines of Windows": text.replace("\n", "\r\n"),
        "a line more": text + "  ",
    }[spacing]
    assert read_board(other, base=base_of(board)) == (board, 8)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1 .*size .*not ''"),
        ("four\n0\n", "line 1 .*size .*'four'"),
        ("-4\n0\n", "line 1 .*size .*'-4'"),
        ("4", "line 2 .*score.* ''"),
        ("4\n1.5\n", r"line 2 .*score.* '1\.5'"),
        ("4\n-8\n", "line 2 .*score.* '-8'"),
        ("1\n0\n2 \n", "size from 2 to 64.* 1$"),
        ("65\n0\n", "size from 2 to 64.* 65$"),
        ("2\n0\n2 2 \n", "size 2 has 2 rows.* 1$"),
        ("2\n0\n2 2 \n2 2 \n2 2 \n", "size 2 has 2 rows.* 3$"),
        ("2\n0\n2 2 \n2 \n", "line 4 has 1 .*size 2"),
        ("2\n0\n2 2 \n2 2 2 \n", "line 4 has 3 tiles"),
        ("2\n0\n2 3 \n2 2 \n", r"tile 2 .*line 3 .*'3'.* 0, 2, 4, 8, \.\.\."),
        ("2\n0\n2 2 \n-2 2 \n", "tile 1 .*line 4 .*'-2'"),
        ("2\n0\n2 2 \n2 x \n", "tile 2 .*line 4 .*'x'"),
        ("2\n0\n2 2 \n2  2 \n", "line 4 has 3 tiles"),
        ("\x00\x01\x02", r"line 1 .*size .*'\\x00\\x01\\x02'"),
        ("2\n0\n2 2 \n2 ٢ \n", "tile 2 in line 4"),
        ("9" * 5000, "line 1 .*size .*'9{37}...'"),
    ],
)
def test_an_invalid_board_file_is_refused_with_the_line_and_the_expected_value(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read_board(text)


def test_tiles_of_another_base_are_read_only_with_that_base() -> None:
    text = "2\n0\n3 6 \n0 12 \n"
    assert read_board(text, base=3)[0] == Board(2, (3, 6, 0, 12))
    with pytest.raises(NotationError, match="a tile is 0, 2, 4, 8"):
        read_board(text)


# --- typed positions --------------------------------------------------------------------------------------------------


@given(boards())
def test_a_typed_position_round_trips(board: Board) -> None:
    assert read_position(board.to_text(), base=base_of(board)) == board


def test_a_position_is_typed_with_commas_and_slashes() -> None:
    assert read_position(" 0,2/4, 8 ") == Board(2, (0, 2, 4, 8))
    assert Board(2, (0, 2, 4, 8)).to_text() == "0,2/4,8"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "size from 2 to 64.* 1$"),
        ("0,2", "size from 2 to 64.* 1$"),
        ("0,2/4", "row 2 has 1 tile;"),
        ("0,2/4,7", "tile 2 .*row 2 .*'7'"),
        ("0,2/4,", "tile 2 .*row 2 .*''"),
        ("/".join(["0"] * 65), "size from 2 to 64.* 65$"),
    ],
)
def test_an_invalid_position_is_refused_with_the_row_and_tile(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read_position(text)


# --- key logs ---------------------------------------------------------------------------------------------------------


@given(LOGS)
def test_a_key_log_round_trips(log: KeyLog) -> None:
    assert read_log(str(log)) == log
    assert read_log(f"{log}\n") == log
    assert read_log(str(log).replace("\n", "\r\n") + "\r\n") == log


def test_the_last_line_of_a_key_log_has_the_format_of_the_assignment() -> None:
    assert str(KeyLog(4, "wsa", 42)) == "seed 42\n4 wsa"
    assert str(KeyLog(4, "wsa", 42, "mis")) == "seed 42 mis\n4 wsa"
    assert str(KeyLog(10)) == "10 "


def test_a_key_log_without_a_seed_line_is_read() -> None:
    assert read_log("4 wsa") == KeyLog(4, "wsa", None)
    assert read_log("4 ") == read_log("4") == KeyLog(4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1 .*log .*size.*'4 wsa'.*''"),
        ("wsa", "line 1 .*size.*'wsa'"),
        ("4 wsa wsd", "line 1 .*size.*'4 wsa wsd'"),
        ("4 WSA", "line 1 .*size.*'4 WSA'"),
        ("4 wxa", "key 2 .*line 1 .*'x'.* w, s, a and d"),
        ("seed 1\n4 wsq", "key 3 .*line 2 .*'q'"),
        ("1 wsa", "size from 2 to 64.* 1$"),
        ("99 wsa", "size from 2 to 64.* 99$"),
        ("seed\n4 wsa", "line 1 .*seed.*'seed 42'.*'seed'"),
        ("seed 5 hard\n4 wsa", "line 1 .*seed.*'seed 5 hard'"),
        ("seed 9999999999999999999\n4 wsa", "seed .*from -?[0-9]+ to"),
        ("seed 1\n4 w\n4 a", "not 3 lines"),
        ("seed 1\nwsa", "line 2 .*size.*'wsa'"),
    ],
)
def test_an_invalid_key_log_is_refused_with_the_place_and_the_expected_value(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read_log(text)
