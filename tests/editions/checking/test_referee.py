"""The referee follows every lawful game, and no unlawful board gets past him."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.editions.checking.documents import DOCUMENTS, PSA3, SWIPE
from slidedrop.editions.checking.findings import Ledger
from slidedrop.editions.checking.printed import Printed, Shown
from slidedrop.editions.checking.referee import Referee, difference, new_tiles
from slidedrop.twenty48 import Board, Direction, Game, Rules

SEEDS = st.integers(0, 10_000)


def shown(board: Board, score: int) -> Shown:
    return Shown(board, score, "", (), frozenset())


def played(seed: int, document: str) -> tuple[list[Shown], list[Direction]]:
    """Return what a right program shows, and the keys."""
    dice = random.Random(seed)
    game = Game(Rules.preset("twos" if document == "swipe" else "classic"), seed=seed)
    boards, keys = [shown(game.board, 0)], []
    for _ in range(60):
        keys.append(dice.choice(list(Direction)))
        moved = game.move(keys[-1])
        if moved or document != "swipe":
            boards.append(shown(game.board, game.score))
        if game.over:
            break
    return boards, keys


def verdict(document: str, boards: list[Shown], keys: list[Direction]) -> tuple[Ledger, Referee]:
    ledger = Ledger(DOCUMENTS[document].dialogue.values())
    referee = Referee(DOCUMENTS[document], ledger, "game 1")
    referee.follow(Printed(tuple(boards), ""), keys, 0)
    return ledger, referee


@given(SEEDS, st.sampled_from(sorted(DOCUMENTS)))
def test_a_lawful_game_is_followed_to_its_end(seed: int, document: str) -> None:
    boards, keys = played(seed, document)
    ledger, referee = verdict(document, boards, keys)
    assert not ledger.broken
    assert referee.board == boards[-1].board
    assert referee.score == boards[-1].score


@given(SEEDS, st.sampled_from(["psa3", "swipe"]), st.data())
def test_a_tile_that_is_not_lawful_is_found(seed: int, document: str, data: st.DataObject) -> None:
    boards, keys = played(seed, document)
    place = data.draw(st.integers(1, len(boards) - 1)) if len(boards) > 1 else 0
    cell = data.draw(st.integers(0, 15))
    tiles = list(boards[place].board.tiles)
    tiles[cell] = 64 if tiles[cell] != 64 else 32
    if place:
        boards[place] = replace(boards[place], board=Board(4, tuple(tiles)))
        assert verdict(document, boards, keys)[0].broken


@given(SEEDS, st.data())
def test_a_wrong_score_is_found_where_it_first_appears(seed: int, data: st.DataObject) -> None:
    boards, keys = played(seed, "psa3")
    place = data.draw(st.integers(1, len(boards) - 1))
    boards[place] = replace(boards[place], score=(boards[place].score or 0) + 4)
    ledger, _ = verdict("psa3", boards, keys)
    assert list(ledger.broken) == ["R-001-13"]
    assert f"key {place} " in ledger.broken["R-001-13"].where


START = Board.from_rows([(2, 2, 4, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)])
LEFT = Board.from_rows([(4, 4, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)])

CHAINED = Board.empty(4).with_tile((0, 0), 8).with_tile((1, 1), 2)


@pytest.mark.parametrize(
    ("after", "requirement", "says"),
    [
        (LEFT, "R-001-15", "0 new tiles"),
        (LEFT.with_tile((1, 1), 2).with_tile((2, 2), 2), "R-001-15", "2 new tiles"),
        (LEFT.with_tile((1, 1), 8), "R-001-8", "the new tile is 8"),
        (CHAINED, "R-001-12", "2 2 4 . slides to 4 4 . . and became 8 . . ."),
        (START, "R-001-12", "2 2 4 . slides to 4 4 . ."),
    ],
)
def test_a_wrong_board_is_told_by_its_requirement(after: Board, requirement: str, says: str) -> None:
    ledger, _ = verdict("psa3", [shown(START, 0), shown(after, 4)], [Direction.LEFT])
    assert list(ledger.broken) == [requirement]
    assert says in ledger.broken[requirement].says


STAYS = Board.from_rows([(2, 4), (0, 0)])


@pytest.mark.parametrize(
    ("shows", "rows", "requirement", "sure"),
    [
        (True, [(2, 4), (0, 2)], "R-004-5", True),
        (None, [(2, 4), (0, 2)], "R-004-4", False),  # the board of the first key, or a slide that did nothing
        (False, [(2, 0), (4, 4)], "R-004-5", True),  # a 2 came at the bottom left, and slid with the next key
        (False, [(2, 4), (8, 0)], "R-004-4", True),  # no tile in the world explains that
    ],
)
def test_a_tile_after_a_key_that_moves_nothing_is_not_taken_for_a_wrong_slide(
    shows: bool | None, rows: list[tuple[int, int]], requirement: str, sure: bool
) -> None:
    ledger = Ledger(SWIPE.dialogue.values())
    boards = tuple(shown(board, 0) for board in (STAYS, Board.from_rows(rows)))
    referee = Referee(SWIPE, ledger, "game 1", shows=shows)
    referee.follow(Printed(boards, ""), [Direction.UP, Direction.DOWN], 0)
    assert list(ledger.broken) == [requirement]
    assert referee.sure == sure


def test_what_is_printed_too_little_is_noted_as_run_out() -> None:
    _, referee = verdict("psa3", [shown(START, 0)], [Direction.LEFT])
    assert referee.ran_out
    assert not referee.lost


def test_new_tiles_are_those_on_free_cells() -> None:
    assert new_tiles(LEFT, LEFT.with_tile((3, 3), 4)) == (4,)
    assert new_tiles(LEFT, START) is None
    assert list(PSA3.new_tiles) == [2, 4]


@given(SEEDS, st.sampled_from(list(Direction)))
def test_the_difference_names_a_line_that_is_really_different(seed: int, direction: Direction) -> None:
    game, _ = played(seed, "psa3")
    slide = game[-1].board.slide(direction)
    wrong = Board(4, tuple(2 * tile for tile in slide.board.tiles))
    assert "slides to" in difference(slide, wrong)
