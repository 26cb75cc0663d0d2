from __future__ import annotations

from tests.cli.talking import slidedrop


def test_a_2x2_board_is_solved_and_its_value_printed_to_ten_digits() -> None:
    assert " 66.9641494571." in slidedrop("solve", "2048", "--size", "2").out
    assert " is 0.0828872891." in slidedrop("solve", "2048", "--size", "2", "--for", "tile:32").out


def test_solving_a_2048_board_prints_the_value_of_every_move() -> None:
    said = slidedrop("solve", "2048", "2,4/0,2").out
    assert said.splitlines()[-2:] == [f"  {slide}: 63.8250584516 (best)" for slide in ("down", "left")]


def test_an_invalid_solve_command_prints_one_error() -> None:
    for arguments in (
        ("--size", "4"),
        ("--for", "points"),
        ("--for", "tile:48"),
        ("--seconds", "3"),
        ("--threads", "2"),
        ("2,2/0",),
    ):
        said = slidedrop("solve", "2048", *arguments)
        assert said.code != 0
        assert len(said.err.splitlines()) <= 4
    assert slidedrop("solve", "connect4", "44", "--for", "score").code == 2


def test_two_threads_print_the_same_values_as_one() -> None:
    one, two = (slidedrop("solve", "connect4", "4444443265123", "--threads", count) for count in ("1", "2"))
    assert (one.out, one.code) == (two.out, two.code)
    assert "column 1: " in two.out
