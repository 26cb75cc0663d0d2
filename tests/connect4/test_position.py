"""Tests of the Connect-4 position: invariants, and the same game as on the naive grid."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from slidedrop.connect4 import Position, Rules
from slidedrop.core.errors import GameOver, IllegalMove, NotationError
from slidedrop.core.position import Outcome, Termination
from tests.connect4.games import check_game_against_twin, positions
from tests.connect4.naive_grid import NaiveGrid

if TYPE_CHECKING:
    from slidedrop.connect4.layout import Move
    from slidedrop.core.position import Position as AnyPosition

FREE = Rules(4, 4, gravity=False)
DRAWN = "1212212134344343"
"""A drawn game on 4x4."""


def lines_of_play(position: Position, depth: int) -> int:
    """Return the number of move sequences of this length; games that end earlier do not count."""
    if depth == 0:
        return 1
    return sum(lines_of_play(position.play(move), depth - 1) for move in position.legal_moves())


@pytest.mark.no_cover  # many cases of code that smaller tests cover
def test_move_sequences_from_the_empty_board_match_the_published_counts() -> None:
    assert [lines_of_play(Position(), depth) for depth in range(7)] == [1, 7, 49, 343, 2401, 16807, 117649]
    assert lines_of_play(Position(), 7) == 823536


@pytest.mark.no_cover  # many cases of code that smaller tests cover
@pytest.mark.parametrize("seeds", [range(200), pytest.param(range(200, 2000), marks=pytest.mark.soak)])
def test_random_games_match_the_reference_implementation(seeds: range) -> None:
    for seed in seeds:
        check_game_against_twin(Random(seed))


def test_a_position_implements_the_common_position_protocol() -> None:
    position: AnyPosition[Move] = Position()
    assert position.turn == 0
    assert list(position.chance_outcomes()) == []


def test_a_disc_falls_on_the_discs_of_its_column() -> None:
    position = Position(Rules()).play(3).play(3)
    assert position.disc_at((5, 3)) == 0
    assert position.disc_at((4, 3)) == 1
    assert position.disc_at((3, 3)) is None
    assert position.landing(3) == (3, 3)


def test_a_free_disc_stays_where_it_is_set() -> None:
    position = Position(FREE).play((1, 2))
    assert position.to_rows()[1] == (None, None, 0, None)
    assert (position.last_cell, position.last_move) == ((1, 2), (1, 2))
    assert position.landing((0, 0)) == (0, 0)


def test_the_last_move_is_a_column_with_gravity() -> None:
    assert (Position().last_move, Position().last_cell) == (None, None)
    position = Position().play(0)
    assert (position.last_move, position.last_cell) == (0, (5, 0))


@pytest.mark.requirement("R-003-12", "R-003-13")
@pytest.mark.parametrize(
    ("moves", "line"),
    [
        ("1213141", ((2, 0), (3, 0), (4, 0), (5, 0))),
        ("1122334", ((5, 0), (5, 1), (5, 2), (5, 3))),
        ("12234334474", ((5, 0), (4, 1), (3, 2), (2, 3))),
        ("76654554414", ((2, 3), (3, 4), (4, 5), (5, 6))),
    ],
)
def test_four_in_a_column_a_row_and_on_either_diagonal_win(moves: str, line: tuple[tuple[int, int], ...]) -> None:
    outcome = Position.from_moves(moves).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, Termination.LINE)
    assert {frozenset(found) for found in outcome.lines} == {frozenset(line)}


def test_a_disc_that_completes_several_lines_reports_all_of_them() -> None:
    drawing = """
        . X X X
        X O O .
        X . O .
        X O O O"""
    outcome = Position.from_drawing(drawing, FREE).play((0, 0)).outcome
    assert outcome is not None
    row, column = tuple((0, i) for i in range(4)), tuple((i, 0) for i in range(4))
    assert outcome.lines == (row, column)


def test_five_in_a_row_are_two_lines_of_four() -> None:
    outcome = Position.from_moves("112255443").outcome
    assert outcome is not None
    assert outcome.lines == (((5, 0), (5, 1), (5, 2), (5, 3)), ((5, 1), (5, 2), (5, 3), (5, 4)))
    assert Position.from_moves("112255443").winning_cells == {(5, column) for column in range(5)}


@pytest.mark.requirement("R-003-11", "R-003-14", "R-003-15")
def test_a_full_board_without_a_line_is_a_draw() -> None:
    position = Position.from_moves(DRAWN, Rules(4, 4))
    assert position.is_full
    assert position.is_over
    assert position.outcome == Outcome(None, Termination.BOARD_FULL)
    assert position.winning_cells == frozenset()
    assert position.legal_moves() == []


@pytest.mark.requirement("R-003-14")
def test_a_win_on_the_last_cell_is_a_win() -> None:
    before = Position.from_rows([[1, 0, 0, None], [0, 1, 1, 1], [1, 0, 0, 1], [0, 0, 0, 1]])
    assert before.turn == 1
    last = before.play(3)
    assert last.is_full
    assert last.outcome is not None
    assert (last.outcome.winner, last.outcome.reason) == (1, Termination.LINE)


@pytest.mark.requirement("R-003-15", "R-003-27")
def test_a_move_after_the_end_is_refused() -> None:
    won = Position.from_moves("1122334")
    assert won.is_over
    assert won.legal_moves() == []
    with pytest.raises(GameOver, match=rf"\({Rules().goal}\)"):
        won.play(0)
    with pytest.raises(GameOver, match=r"\(board full\)"):
        Position.from_moves(DRAWN, Rules(4, 4)).play(0)


@pytest.mark.requirement("R-003-10", "R-003-25", "R-003-31")
@pytest.mark.parametrize(
    ("rules", "moves", "move", "sentence"),
    [
        (Rules(), "444444", 3, "column 3 .*full.*from 0: 0, 1, 2, 4, 5, 6$"),
        (Rules(), "", 7, "no column 7 .*7x6"),
        (Rules(), "", -1, "no column -1 .*7x6"),
        (Rules(), "", (0, 3), r"column .*not \(0, 3\)"),
        (Rules(), "", True, "column .*not True"),
        (Rules(), "", 3.0, r"column .*not 3\.0"),
        (FREE, "", (0, True), "column .*not True"),
        (FREE, "2.3", (1, 2), r"row 1, column 2 .*taken.*from 0: 0\.0, 0\.1"),
        (FREE, "", (4, 0), "row 4, column 0 .*4x4"),
        (FREE, "", 2, "row and .*column.*not 2"),
        (Rules(5, 5, gravity=False), "", (9, 9), "3.4 and 5 more on 5x5$"),
    ],
)
def test_an_illegal_move_is_refused_with_the_legal_moves(rules: Rules, moves: str, move: Move, sentence: str) -> None:
    with pytest.raises(IllegalMove, match=sentence):
        Position.from_moves(moves, rules).play(move)


def test_numpy_integers_are_accepted_as_moves_and_sizes() -> None:
    numpy = pytest.importorskip("numpy")
    assert Position().play(numpy.int64(3)) == Position().play(3)
    assert Position(FREE).play((numpy.uint8(1), numpy.int32(2))) == Position(FREE).play((1, 2))
    assert type(Rules(numpy.int64(8), numpy.uint8(7)).columns) is int
    with pytest.raises(IllegalMove):
        Position().play(numpy.float64(3))
    with pytest.raises(IllegalMove):
        Position().play(numpy.True_)


@given(positions())
def test_playing_leaves_the_position_as_it_was(position: Position) -> None:
    before = copy.copy(position), position.to_rows(), position.turn
    for move in position.legal_moves():
        after = position.play(move)
        assert (after.discs, after.turn) == (position.discs + 1, 1 - position.turn)
    assert (position, position.to_rows(), position.turn) == before


@given(positions())
def test_turn_and_count_follow_from_the_discs(position: Position) -> None:
    discs = [disc for row in position.to_rows() for disc in row]
    assert position.discs == discs.count(0) + discs.count(1)
    assert position.turn == discs.count(0) - discs.count(1)
    assert position.is_over == (position.outcome is not None)


@given(positions())
def test_mirroring_reverses_every_row_and_keeps_the_outcome(position: Position) -> None:
    mirrored = position.mirror()
    assert mirrored.to_rows() == tuple(row[::-1] for row in position.to_rows())
    assert mirrored.mirror() == position
    assert mirrored.mirror().last_cell == position.last_cell
    assert len(mirrored.winning_cells) == len(position.winning_cells)
    assert mirrored.is_over == position.is_over


@given(positions())
def test_a_position_round_trips_through_rows_drawing_and_pickle(position: Position) -> None:
    assert Position.from_rows(position.to_rows(), position.rules) == position
    assert Position.from_drawing(str(position), position.rules) == position
    restored = pickle.loads(pickle.dumps(position))  # noqa: S301 - our own bytes
    assert (restored, restored.last_cell, restored.outcome) == (position, position.last_cell, position.outcome)


@pytest.mark.requirement("R-003-17")
def test_positions_are_equal_by_rules_and_discs_whatever_the_order_of_play() -> None:
    one, other = Position.from_moves("1234"), Position.from_moves("3214")
    assert one == other
    assert hash(one) == hash(other)
    assert one != Position.from_moves("1243")
    assert one != Position.from_moves("1234", Rules(connect=5))
    assert Position(Rules(4, 4)) != Position(FREE)
    assert one != "1234"


def test_a_position_cannot_be_changed_from_outside() -> None:
    with pytest.raises(AttributeError):
        Position().turn = 1  # type: ignore[misc]


def test_passing_shows_what_the_other_player_threatens() -> None:
    position = Position.from_moves("112233").play(6)
    passed = position.passed()
    assert (passed.turn, passed.to_rows()) == (0, position.to_rows())
    assert passed != position
    assert passed.play(3).outcome is not None
    even = Position.from_moves("12")
    assert even.passed() != Position.from_moves("21")


def test_bits_lie_column_by_column_from_the_bottom() -> None:
    position = Position.from_moves("112")
    assert position.bitboards == (0b1 | 1 << 7, 0b10)
    assert position.packed == 0b10 | (0b1 | 1 << 7) << 49
    assert position.layout.rules == Rules()
    assert position.layout.mask(((5, 0), (4, 0))) == 0b11


def test_the_repr_of_a_position_can_be_read_back() -> None:
    position = Position.from_moves("443")
    assert repr(position) == "<Position 7x6 ......./......./......./......./...O.../..XX... O>"
    assert Position.from_text(repr(position).removeprefix("<Position ").removesuffix(">")) == position


def test_a_board_of_twenty_by_twenty_is_played_to_its_end() -> None:
    rules, rng = Rules(20, 20, gravity=False, connect=5), Random(20)
    position, twin = Position(rules), NaiveGrid(rules)
    while moves := position.legal_moves():
        move = rng.choice(moves)
        position = position.play(move)
        twin.play(move)
    assert position.outcome is not None
    assert set(position.outcome.lines) == twin.winning_lines()


def test_a_full_column_is_no_legal_move() -> None:
    assert Position.from_moves("444444").legal_moves() == [0, 1, 2, 4, 5, 6]


def test_disc_at_refuses_a_cell_outside_the_board() -> None:
    assert Position.from_moves("4").disc_at((5, 3)) == 0
    with pytest.raises(NotationError, match=r"row .*column .*7x6"):
        Position().disc_at((6, 0))
