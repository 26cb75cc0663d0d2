"""Tests of Connect-4's plain text: drawings, input and messages."""

from __future__ import annotations

import re

import pytest

from slidedrop.connect4 import Game, Position, Rules
from slidedrop.core.command import Command
from slidedrop.core.errors import NotationError
from slidedrop.players.registry import make_player
from slidedrop.session import Session
from slidedrop.terminal.plain.connect4_face import Connect4Face
from slidedrop.terminal.plain.face import title

FREE = Rules(4, 4, gravity=False)


def session(*moves: str, rules: Rules | None = None, computer: str = "") -> Session:
    """Return a game with these moves, against a person or a computer."""
    seats = (None, make_player(computer, "connect4") if computer else None)
    sat = Session(Game(rules), seats=seats)
    for move in moves:
        sat.play(move)
    return sat


def drawn(face: Connect4Face, sat: Session, *, colour: bool = False, width: int = 80) -> list[str]:
    return face.board(sat, colour=colour, width=width).splitlines()


def test_the_title_shows_the_players_and_their_discs() -> None:
    face = Connect4Face(shapes="#@")
    assert re.match("Connect-4: 7x6, red # .*you, blue @ .*tree:2", title(face, session(computer="tree:2")))
    assert re.search("red X .*, blue O ", title(Connect4Face(), session()))


def test_the_last_disc_and_the_winning_four_are_marked() -> None:
    face = Connect4Face()
    assert drawn(face, session("4", "4"))[-4:-1] == [
        " .  .  . (O) .  .  .",
        " .  .  .  X  .  .  .",
        " 1  2  3  4  5  6  7",
    ]
    won = drawn(face, session(*"1212121"))
    assert won[2:6] == ["<X> .  .  .  .  .  .", "[X] O  .  .  .  .  .", "[X] O  .  .  .  .  .", "[X] O  .  .  .  .  ."]
    assert won[-1] == " 1  2  3  4  5  6  7"


def test_in_colour_the_discs_are_red_and_blue() -> None:
    text = "\n".join(drawn(Connect4Face(), session("4", "4"), colour=True))
    assert "\x1b[91m" in text
    assert "\x1b[94m" in text


@pytest.mark.parametrize(("shapes", "column"), [("XO", 10), ("🔴🔵", 13)])
def test_the_cursor_points_at_the_column_that_enter_takes(shapes: str, column: int) -> None:
    lines = drawn(Connect4Face(keys=True, shapes=shapes), session())
    assert lines[-2] == " " * column + "^"
    assert lines[-1].startswith(f"Red ({shapes[0]}) ")


def test_with_ten_or_more_columns_the_cursor_shows_its_number() -> None:
    face, sat = Connect4Face(keys=True), session(rules=Rules(12, 10))
    assert face.key("1", sat) == []
    assert face.key("2", sat) == []
    assert drawn(face, sat)[-2].endswith("^ 12, enter drops")
    assert face.key("enter", sat) == [11]
    assert face.key("left", sat) == []
    assert face.key("space", sat) == [10]
    assert face.key("down", sat) == [10]


def test_with_fewer_than_ten_columns_a_digit_drops_immediately() -> None:
    face, sat = Connect4Face(keys=True), session()
    assert face.key("7", sat) == [6]
    assert face.key("right", sat) == []
    assert face.key("enter", sat) == [4]


def test_in_free_placement_arrows_or_a_number_choose_the_cell() -> None:
    face, sat = Connect4Face(keys=True), session(rules=FREE)
    assert drawn(face, sat)[-2] == "at row 3, column 3"
    for key in ("up", "right"):
        assert face.key(key, sat) == []
    assert face.key("enter", sat) == [(1, 3)]
    for key in "4.1":
        assert face.key(key, sat) == []
    assert face.key("enter", sat) == [(3, 0)]


def test_an_unknown_key_is_refused_with_the_help_key() -> None:
    with pytest.raises(NotationError, match=r"^z .*\?"):
        Connect4Face(keys=True).key("z", session())


def test_a_screen_too_narrow_gets_the_tight_board() -> None:
    wide = session("20", "1", rules=Rules(20, 4))
    assert drawn(Connect4Face(), wide, width=40, colour=True)[:5] == [
        *["." * 20] * 3,
        "O" + "." * 18 + "X",
        "12345678901234567890",
    ]
    assert drawn(Connect4Face(keys=True), wide, width=40)[-2] == "at column 11"
    free = session("1.1", rules=Rules(20, 20, gravity=False))
    assert drawn(Connect4Face(), free, width=30)[0] == " 1 X" + "." * 19
    assert max(map(len, drawn(Connect4Face(), free, width=30))) <= 30


def test_the_spoken_board_reads_columns_upwards_and_free_rows_from_the_left() -> None:
    face = Connect4Face()
    assert face.spoken_board(session("4", "4", "1")).split(".")[:4] == [
        "Column 1: red", "\nColumn 2: empty", "\nColumn 3: empty", "\nColumn 4: red, blue",
    ]  # fmt: skip
    assert face.spoken_board(session("2.3", rules=FREE)).split(".")[1:4] == [
        "\nRow 2: " + "empty, " * 2 + "red", "\nRow 3: empty", "\nRow 4: empty",
    ]  # fmt: skip


def test_a_line_holds_one_move_or_several() -> None:
    face = Connect4Face()
    assert face.moves("4", session()) == [3]
    assert face.moves("4, 5 6", session()) == [3, 4, 5]
    assert face.moves("2.3", session(rules=FREE)) == [(1, 2)]
    with pytest.raises(NotationError, match=r"'left' .*from 1 to 7"):
        face.moves("left", session())
    with pytest.raises(NotationError, match=r"'4' .*dot; .*row\.column"):
        face.moves("4", session(rules=FREE))


def test_a_move_is_described_with_its_cell_and_the_next_player() -> None:
    face, sat, free = Connect4Face(), session(), session(rules=FREE)
    event, other = sat.play("4"), free.play("2.3")
    assert event is not None
    assert other is not None
    assert re.match("Red .*column 4 .*row 6; blue ", face.told(event, sat))
    assert re.match("Red .*row 2, column 3; blue ", face.told(other, free))
    undone, given_up = sat.undo(), free.do(Command("resign"))
    assert undone is not None
    assert given_up is not None
    assert face.told(undone, sat) == ""
    assert face.told(given_up, free).startswith("Blue resigns")
    assert face.news(given_up, free) == ""


def test_only_the_moves_of_a_computer_are_announced() -> None:
    face, sat = Connect4Face(), session(computer="greedy")
    mine, answer = sat.play("4"), sat.let_computer_play()
    assert mine is not None
    assert answer is not None
    assert face.news(mine, sat) == ""
    assert face.news(answer, sat).startswith("Blue played ")
    assert Connect4Face(speak=True).news(answer, sat) == ""


def test_the_ending_shows_the_winner_and_the_number_of_moves() -> None:
    face = Connect4Face()
    assert re.match("Red won, .* 7 moves", face.ending(session(*"1212121")))
    assert face.ending(session("1")) == ""
    given_up = session("4")
    given_up.do(Command("resign"))
    assert re.match("Red won, .*resigned, .*1 move", face.ending(given_up))


def test_an_empty_line_and_a_finished_game_show_the_possible_commands() -> None:
    face = Connect4Face()
    assert "1, 2, 3, 4, 5, 6, 7" in face.refused("", session())
    assert face.refused("9", session()).startswith("9 is not possible")
    assert re.search("over; u .*m .*q ", face.refused("", session(*"1212121")))


def test_the_next_game_has_the_same_rules_and_an_empty_board() -> None:
    again = Connect4Face().again(session("1.1", rules=FREE))
    assert again.rules == FREE
    assert again.position == Position(FREE)


def test_the_help_fits_in_forty_columns() -> None:
    assert max(map(len, Connect4Face().help.splitlines())) <= 40
