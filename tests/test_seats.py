"""Who made which ply, and what an undo takes back: for every line of Connect-4, from either side's start."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.connect4 import Game, Position
from slidedrop.core.command import Command
from slidedrop.core.errors import IllegalMove
from slidedrop.seats import check_seat, seat_of_ply, to_move, undos_for

LINES = st.lists(st.integers(1, 7), max_size=6)


def played(line: list[int], *, second_begins: bool = False, resigned: bool = False) -> Game:
    """Return a game after these columns."""
    game = Game(start=Position.from_moves("1")) if second_begins else Game()
    for column in line:
        game.do(Command("move", str(column)))
    if resigned:
        game.do(Command("resign"))
    return game


@given(LINES, st.booleans(), st.booleans())
def test_the_plies_of_a_line_belong_to_the_seats_in_turn(line: list[int], second: bool, resigned: bool) -> None:
    game = played(line, second_begins=second, resigned=resigned)
    owners = [seat_of_ply(game, ply) for ply in range(len(game.line()))]
    moves = [(second + ply) % 2 for ply in range(len(line))]
    assert owners == moves + [(second + len(line)) % 2] * resigned


@given(LINES, st.booleans(), st.booleans(), st.integers(0, 1))
def test_after_its_undos_a_seat_is_to_move_with_its_last_move_gone(
    line: list[int], second: bool, resigned: bool, seat: int
) -> None:
    game = played(line, second_begins=second, resigned=resigned)
    owners = [seat_of_ply(game, ply) for ply in range(len(game.line()))]
    undos = undos_for(game, {seat})
    assert bool(undos) == (seat in owners)
    for _ in range(undos):
        game.do(Command("undo"))
    assert not undos or to_move(game) == seat
    assert owners[len(game.line()) + 1 :].count(seat) == 0 or not undos


def test_a_player_alone_takes_nothing_back_and_waits_for_the_turn() -> None:
    game = played([4])
    with pytest.raises(IllegalMove, match="by agreement"):
        check_seat(game, 1, Command("undo"))
    with pytest.raises(IllegalMove, match="the other side's turn"):
        check_seat(game, 0, Command("move", "4"))
    check_seat(game, 1, Command("move", "4"))


def test_after_the_end_nobody_is_to_move() -> None:
    assert to_move(played([], resigned=True)) is None
