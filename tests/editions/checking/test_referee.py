"""Tests of the referee: it accepts every legal game and detects illegal boards."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.editions.checking.assignments import ASSIGNMENTS, PSA3, SWIPE
from slidedrop.editions.checking.findings import Account, Fault
from slidedrop.editions.checking.printed import Shown
from slidedrop.editions.checking.referee import (
    Progress,
    Referee,
    brought_in_silence,
    difference,
    new_tiles,
    overwritten,
)
from slidedrop.twenty48 import Board, Direction, Game, Rules
from tests.attempt import tried

SEEDS = st.integers(0, 10_000)


def shown(board: Board, score: int) -> Shown:
    return Shown(board, score, "", (), frozenset())


def played(seed: int, document: str) -> tuple[list[Shown], list[Direction]]:
    """Return the boards that a correct program shows, and the keys."""
    dice = random.Random(seed)
    game = Game(Rules.preset("twos" if document == "swipe" else "classic"), seed=seed)
    boards, keys = [shown(game.board, 0)], []
    for _ in range(60):
        keys.append(dice.choice(list(Direction)))
        moved = tried(game, keys[-1])
        if moved or document != "swipe":
            boards.append(shown(game.board, game.score))
        if game.is_over:
            break
    return boards, keys


def verdict(document: str, boards: list[Shown], keys: list[Direction]) -> tuple[Account, Referee]:
    referee = Referee(ASSIGNMENTS[document], "game 1")
    referee.follow(boards, keys, 0)
    return referee.account, referee


@given(SEEDS, st.sampled_from(sorted(ASSIGNMENTS)))
def test_a_legal_game_is_followed_to_its_end(seed: int, document: str) -> None:
    boards, keys = played(seed, document)
    ledger, referee = verdict(document, boards, keys)
    assert not ledger.findings
    assert referee.board == boards[-1].board
    assert referee.score == boards[-1].score


@given(SEEDS, st.sampled_from(["psa3", "swipe"]), st.data())
def test_an_illegal_tile_is_found(seed: int, document: str, data: st.DataObject) -> None:
    boards, keys = played(seed, document)
    place = data.draw(st.integers(1, len(boards) - 1)) if len(boards) > 1 else 0
    cell = data.draw(st.integers(0, 15))
    tiles = list(boards[place].board.tiles)
    tiles[cell] = 64 if tiles[cell] != 64 else 32
    if place:
        boards[place] = replace(boards[place], board=Board(4, tuple(tiles)))
        assert verdict(document, boards, keys)[0].findings


@given(SEEDS, st.data())
def test_a_wrong_score_is_found_where_it_first_appears(seed: int, data: st.DataObject) -> None:
    boards, keys = played(seed, "psa3")
    place = data.draw(st.integers(1, len(boards) - 1))
    boards[place] = replace(boards[place], score=(boards[place].score or 0) + 4)
    ledger, _ = verdict("psa3", boards, keys)
    assert list(ledger.findings) == ["R-001-13"]
    assert f"key {place} " in ledger.findings["R-001-13"].where


START = Board.from_rows([(2, 2, 4, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)])
LEFT = Board.from_rows([(4, 4, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)])

CHAINED = Board.empty(4).with_tile((0, 0), 8).with_tile((1, 1), 2)


@pytest.mark.parametrize(
    ("after", "requirement", "fault"),
    [
        (LEFT, "R-001-15", Fault.TILES),
        (LEFT.with_tile((1, 1), 2).with_tile((2, 2), 2), "R-001-15", Fault.TILES),
        (LEFT.with_tile((1, 1), 8), "R-001-8", Fault.VALUE),
        (CHAINED, "R-001-12", Fault.SLIDE),
        (START, "R-001-12", Fault.SLIDE),
    ],
)
def test_a_wrong_board_is_reported_with_its_requirement(after: Board, requirement: str, fault: Fault) -> None:
    account, _ = verdict("psa3", [shown(START, 0), shown(after, 4)], [Direction.LEFT])
    assert list(account.findings) == [requirement]
    assert account.findings[requirement].fault is fault


def test_tiles_overwritten_by_new_tiles_are_not_a_wrong_slide() -> None:
    before = Board.from_rows([(2, 2, 4, 0), (64, 32, 16, 8), (0, 0, 0, 0), (8, 0, 0, 0)])
    slide = before.slide(Direction.LEFT)
    several = Board.from_rows([(4, 4, 2, 0), (2, 32, 2, 8), (0, 0, 2, 0), (8, 0, 2, 0)])
    assert overwritten(slide, several, (2, 4)) == (2, 64, 2, 1)
    assert overwritten(slide, before.with_tile((2, 2), 2), (2, 4)) is None
    half = Board.from_rows([(2, 4, 0, 0), (64, 32, 16, 8), (0, 0, 0, 2), (8, 0, 0, 0)])
    assert overwritten(slide, half, (2, 4)) is None, "two 2s made a 2, which is a wrong merge"


STAYS = Board.from_rows([(2, 4), (0, 0)])


@pytest.mark.parametrize(
    ("shows", "rows", "requirement"),
    [
        (True, [(2, 4), (0, 2)], "R-004-5"),
        (None, [(2, 4), (0, 2)], "R-004-4"),  # the board after the first key, or a slide that moved nothing
        (False, [(2, 0), (4, 4)], "R-004-5"),  # a 2 appeared at the bottom left, and slid with the next key
        (False, [(2, 4), (8, 0)], "R-004-4"),  # no new tile explains that
    ],
)
def test_a_tile_after_a_blocked_move_is_not_reported_as_a_wrong_slide(
    shows: bool | None, rows: list[tuple[int, int]], requirement: str
) -> None:
    referee = Referee(SWIPE, "game 1", shows=shows)
    referee.follow([shown(board, 0) for board in (STAYS, Board.from_rows(rows))], [Direction.UP, Direction.DOWN], 0)
    assert list(referee.account.findings) == [requirement]


def test_missing_output_is_recorded_as_run_out() -> None:
    _, referee = verdict("psa3", [shown(START, 0)], [Direction.LEFT])
    assert referee.progress is Progress.RAN_OUT


def test_only_tiles_on_free_cells_count_as_new() -> None:
    assert new_tiles(LEFT, LEFT.with_tile((3, 3), 4)) == (4,)
    assert new_tiles(LEFT, START) is None
    assert list(PSA3.new_tiles) == [2, 4]


@given(SEEDS, st.sampled_from(list(Direction)))
def test_the_reported_difference_names_a_line_that_differs(seed: int, direction: Direction) -> None:
    game, _ = played(seed, "psa3")
    slide = game[-1].board.slide(direction)
    wrong = Board(4, tuple(2 * tile for tile in slide.board.tiles))
    what, number, *_ = difference(slide, wrong)
    rows = list(wrong.rows) if what == "row" else list(zip(*wrong.rows, strict=True))
    right = list(slide.board.rows) if what == "row" else list(zip(*slide.board.rows, strict=True))
    assert rows[number - 1] != right[number - 1]


def test_two_overwritten_tiles_are_not_a_wrong_slide() -> None:
    slide = Board.from_text("0,0,0,0/0,0,0,0/0,0,2,0/0,0,4,0").slide("up")
    swapped = Board.from_text("0,0,4,0/0,0,2,0/0,0,0,0/0,0,0,0")
    assert overwritten(slide, swapped, (2, 4)) == (4, 2, 1, 3)
    assert overwritten(slide, swapped.with_tile((3, 3), 2), (2, 4)) is None


def test_new_tiles_after_several_silent_keys_are_counted_together() -> None:
    board, silent = Board.from_text("2,0/0,0"), [Direction.UP, Direction.LEFT] * 2
    assert brought_in_silence(board, silent, Direction.DOWN, Board.from_text("4,4/2,2"), (2,))
    assert not brought_in_silence(board, silent, Direction.DOWN, Board.from_text("0,2/2,0"), (2,))
