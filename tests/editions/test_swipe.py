"""Tests of assignment 004: the flat array, one swipe function for four directions, and the named parts of main."""

from __future__ import annotations

import io
import math
import re
import sys
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.randomness import JavaRandom
from slidedrop.editions import swipe as edition
from slidedrop.editions.swipe import (
    check_game_over,
    increment_of,
    main,
    new_piece,
    next_line,
    next_non_zero,
    play,
    sameness,
    swipe,
)
from slidedrop.twenty48 import Board, Direction
from tests.editions.talking import Interrupted, talk

if TYPE_CHECKING:
    from pathlib import Path

ZEROS = [0] * 16
GRIDS = st.sampled_from([4, 9, 16, 25]).flatmap(
    lambda cells: st.lists(st.sampled_from([0, 0, 2, 2, 4, 8]), min_size=cells, max_size=cells)
)
DIRECTIONS = {"w": Direction.UP, "a": Direction.LEFT, "s": Direction.DOWN, "d": Direction.RIGHT}


@pytest.mark.requirement("R-004-1")
def test_position_0_is_top_left_and_15_bottom_right() -> None:
    grid = [0] * 5 + [2] + [0] * 10
    for key, place in {"w": 1, "a": 4, "s": 13, "d": 7}.items():
        a = grid[:]
        swipe(a, increment_of(key))
        assert a.index(2) == place


@pytest.mark.requirement("R-004-3")
def test_only_the_four_move_keys_have_an_increment() -> None:
    assert {key: increment_of(key) for key in "wasd"} == {"w": 4, "a": 1, "s": -4, "d": -1}
    assert [increment_of(key) for key in ("x", "W", "", "ww", "q")] == [0] * 5


@pytest.mark.requirement("R-004-3", "R-004-5")
def test_an_unknown_key_changes_and_prints_nothing() -> None:
    a = [2, 2] + [0] * 14
    b, window = a[:], io.StringIO()
    assert play(a, b, "x", JavaRandom(1), window) is False
    assert a == [2, 2] + [0] * 14
    assert window.getvalue() == ""


@pytest.mark.requirement("R-004-4", "R-004-12")
@given(GRIDS, st.sampled_from("wasd"))
def test_a_swipe_moves_every_line_like_the_engine(grid: list[int], key: str) -> None:
    a = grid[:]
    swipe(a, increment_of(key, math.isqrt(len(a))))
    assert tuple(a) == Board.from_tiles(grid).slide(DIRECTIONS[key]).board.tiles


@pytest.mark.requirement("R-004-4", "R-004-12")
@pytest.mark.parametrize(
    ("line", "ordered"),
    [
        ([0, 0, 2, 2], [4, 0, 0, 0]),
        ([2, 2, 2, 2], [4, 4, 0, 0]),
        ([4, 2, 2, 0], [4, 4, 0, 0]),
        ([2, 0, 4, 2], [2, 4, 2, 0]),
    ],
)
def test_repeated_next_non_zero_orders_one_line_and_ends_at_its_last_square(
    line: list[int], ordered: list[int]
) -> None:
    a, point, j = [*line, *[8] * 12], 0, 0
    while j < 3:
        point, j = next_non_zero(a, point, 1, j)
    assert (a, point) == ([*ordered, *[8] * 12], 3)
    a, point, j = [*[8] * 12, *line[::-1]], 15, 0
    while j < 3:
        point, j = next_non_zero(a, point, -1, j)
    assert (a, point) == ([*[8] * 12, *ordered[::-1]], 12)


@pytest.mark.requirement("R-004-12")
@pytest.mark.parametrize(
    ("line", "after", "there"),
    [
        ([0, 0, 2, 4], [2, 0, 0, 4], (0, 0)),
        ([2, 0, 0, 2], [4, 0, 0, 0], (1, 1)),
        ([2, 0, 0, 4], [2, 4, 0, 0], (1, 1)),
        ([2, 4, 0, 0], [2, 4, 0, 0], (1, 1)),
        ([2, 0, 0, 0], [2, 0, 0, 0], (3, 3)),
    ],
)
def test_next_non_zero_makes_one_step_and_returns_its_position(
    line: list[int], after: list[int], there: tuple[int, int]
) -> None:
    a = [*line, *[8] * 12]
    assert next_non_zero(a, 0, 1, 0) == there
    assert a[:4] == after


@pytest.mark.requirement("R-004-12")
def test_main_plays_with_the_programs_own_arguments(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["swipe", "--size", "2", "--seed", "1"])
    monkeypatch.setattr(sys, "stdin", io.StringIO("w\n"))
    assert main() == 0
    assert capsys.readouterr().out.startswith("0\t0\n0\t2\n")


@pytest.mark.requirement("R-004-10")
def test_the_step_to_the_next_line_matches_the_documents_equation_in_c() -> None:
    for key, way in {"w": -11, "a": 1, "s": 11, "d": -1}.items():
        increment = increment_of(key)
        equation = math.fmod(increment, 4) - 11 * math.fmod(increment + 1, 2)
        assert next_line(increment) == way == equation


@pytest.mark.requirement("R-004-10", "R-004-11")
@pytest.mark.parametrize("size", [2, 3, 4, 5, 8])
@pytest.mark.parametrize("key", "wasd")
def test_stepping_line_by_line_visits_every_square_of_any_grid(size: int, key: str) -> None:
    increment, visited = increment_of(key, size), []
    point = 0 if increment > 0 else size * size - 1
    for _ in range(size):
        visited += [point + step * increment for step in range(size)]
        point = visited[-1] + next_line(increment, size)
    assert sorted(visited) == list(range(size * size))


@pytest.mark.requirement("R-004-5", "R-004-12")
def test_sameness_is_true_only_for_equal_grids() -> None:
    assert sameness([2, 0], [2, 0])
    assert not sameness([2, 0], [0, 2])


@pytest.mark.requirement("R-004-5", "R-004-6", "R-004-12")
def test_new_piece_puts_a_two_on_a_zero_and_copies_a_to_b() -> None:
    random, places = JavaRandom(2), set()
    for _ in range(200):
        a, b = [4, 0, 0, 8], [0, 0, 0, 0]
        new_piece(a, b, False, random)
        assert sorted(a) == [0, 2, 4, 8]
        assert b == a
        places.add(a.index(2))
    assert places == {1, 2}
    a, b = [4, 0, 0, 8], [0, 0, 0, 0]
    new_piece(a, b, True, random)
    assert a == b == [4, 0, 0, 8]


@pytest.mark.requirement("R-004-7", "R-004-12")
def test_print_puts_tabs_between_columns_and_each_row_on_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    edition.print([0, 2, 4, 1024])
    assert capsys.readouterr().out == "0\t2\n4\t1024\n"


@pytest.mark.requirement("R-004-8", "R-004-12")
@pytest.mark.parametrize(
    ("grid", "over"),
    [([2, 4, 4, 2], True), ([2, 2, 4, 8], False), ([2, 4, 2, 8], False), ([2, 4, 0, 8], False), ([0] * 4, False)],
)
def test_the_game_is_over_without_a_zero_and_without_equal_neighbours(grid: list[int], over: bool) -> None:
    assert check_game_over(grid) is over


@pytest.mark.requirement("R-004-5", "R-004-6", "R-004-8", "R-004-12")
def test_a_turn_swipes_adds_prints_and_says_whether_the_game_is_over() -> None:
    a = [2, 2, 8, 16]
    b, window = a[:], io.StringIO()
    assert play(a, b, "a", JavaRandom(1), window) is True
    assert a == b == [4, 2, 8, 16]
    assert window.getvalue() == "4\t2\n8\t16\n"
    assert play(a, b, "a", JavaRandom(1), window) is True
    assert window.getvalue() == "4\t2\n8\t16\n"


@pytest.mark.requirement("R-004-2")
def test_without_a_start_file_the_game_starts_with_a_two_at_the_bottom_right(tmp_path: Path) -> None:
    default = "0\t0\t0\t0\n" * 3 + "0\t0\t0\t2\n"
    assert talk("swipe", []).screen == default
    missing = tmp_path / "missing.txt"
    found = talk("swipe", [str(missing)])
    assert (found.code, found.screen.partition("\n")[2]) == (0, default)
    assert str(missing) in found.screen


@pytest.mark.requirement("R-004-2")
@pytest.mark.parametrize("text", ["0 2 4 8", "0 2\n4 8\n", "0\t2\r\n4\t8"])
def test_the_start_is_read_from_a_file_of_numbers(tmp_path: Path, text: str) -> None:
    start = tmp_path / "start.txt"
    start.write_bytes(text.encode())
    assert talk("swipe", [str(start)]).screen == "0\t2\n4\t8\n"


@pytest.mark.requirement("R-004-9")
def test_swipe_has_no_score_and_a_2048_tile_does_not_end_the_game(tmp_path: Path) -> None:
    start = tmp_path / "start.txt"
    start.write_text("1024 1024 0 0 " + "0 " * 12)
    code, screen = talk("swipe", [str(start), "--seed", "1"], "a", "d")
    assert code == 0
    assert screen.count("2048") == 2
    assert not set(screen) - set("0123456789\t\nad")


@pytest.mark.requirement("R-004-8", "R-004-9")
def test_play_continues_until_the_game_is_lost(tmp_path: Path) -> None:
    start = tmp_path / "start.txt"
    start.write_text("2 2 8 16")
    assert talk("swipe", [str(start)], "a", "a").screen.endswith("4\t2\n8\t16\nGame over\n")


@pytest.mark.requirement("R-004-6", "R-004-11")
def test_fours_are_spawned_only_with_the_fours_option() -> None:
    keys = list("wasd" * 100)
    assert set(first_new(talk("swipe", ["--seed", "1"], *keys).screen)) == {"2"}
    assert set(first_new(talk("swipe", ["--seed", "1", "--fours"], *keys).screen)) == {"2", "4"}


def first_new(screen: str) -> list[str]:
    """Return the values of all new pieces: those on cells that the swipe left empty."""
    grids = [grid for grid in screen.replace("\t", " ").split("\n") if grid and grid[0].isdigit()]
    size = len(grids[0].split())
    flat = [
        [int(piece) for row in grids[start : start + size] for piece in row.split()]
        for start in range(0, len(grids) - size + 1, size)
    ]
    new = []
    for before, after in pairwise(flat):
        for direction in Direction:
            slid = Board.from_tiles(before).slide(direction).board.tiles
            changed = [(old, piece) for old, piece in zip(slid, after, strict=True) if old != piece]
            if len(changed) == 1 and changed[0][0] == 0:
                new.append(str(changed[0][1]))
                break
    assert len(new) == len(flat) - 1
    return new


@pytest.mark.requirement("R-004-11")
def test_the_size_of_the_default_start_can_be_chosen() -> None:
    assert talk("swipe", ["--size", "3"]).screen == "0\t0\t0\n0\t0\t0\n0\t0\t2\n"


def test_unknown_keys_are_reported_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    screen = io.StringIO()
    assert edition.run(["--seed", "1"], io.StringIO("x\n\na\n"), screen) == 0
    assert screen.getvalue().count("\n") == 8
    assert [line.partition(" ")[0] for line in capsys.readouterr().err.splitlines()] == ["'x'", "''"]


def test_ctrl_c_ends_the_game_quietly() -> None:
    screen = io.StringIO()
    assert edition.run(["--seed", "1"], Interrupted("a\n"), screen) == 0
    assert screen.getvalue().count("\n") == 8


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "size .*2 to 64, not "),
        ("2 2 2", "square .*4, 9, 16, .*not 3"),
        ("2 2 2 -4", "tile 2 .*row 2 .*'-4'; .*0, 2, 4, 8, "),
        ("2 2 3 4", "tile 1 .*row 2 .*'3'; .*0, 2, 4, 8, "),
        ("a b c d", "tile 1 .*row 1 .*'a'; .*0, 2, 4, 8, "),
        ("2 2,2 2 2", "row 1 .*3 tiles; .*size 2 .*2 .*row"),
    ],
)
def test_a_wrong_start_file_prints_one_error(
    tmp_path: Path, text: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    start = tmp_path / "start.txt"
    start.write_text(text)
    code, screen = talk("swipe", [str(start)], "w")
    assert (code, screen) == (1, "")
    error = capsys.readouterr().err
    assert re.match(f".*start file '{re.escape(str(start))}' .*: .*{sentence}", error)
    assert error.count("\n") == 1


@pytest.mark.parametrize("content", [b"\x00\xff\x10", b"2 " * (1 << 20)])
def test_a_binary_or_oversized_start_file_prints_one_error(
    tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    start = tmp_path / "start.txt"
    start.write_bytes(content)
    assert talk("swipe", [str(start)]).code == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_size_that_differs_from_the_start_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = tmp_path / "start.txt"
    start.write_text("2 0 0 2")
    assert talk("swipe", [str(start), "--size", "2"]).code == 0
    assert talk("swipe", [str(start), "--size", "3"]).code == 1
    assert re.search("size 2, not 3; .*--size", capsys.readouterr().err)
