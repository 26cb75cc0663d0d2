"""Tests of the solver for players: book scores, node budgets and results equal to the native solver's."""

from __future__ import annotations

from random import Random

import pytest

from slidedrop.connect4 import Position
from slidedrop.connect4.engine.book.stored import StoredBook, shipped_book
from slidedrop.connect4.engine.perfect import Solver, discs
from slidedrop.connect4.values import Budget
from tests.connect4.native_book import NativeBook
from tests.connect4.native_solver import NativeSolver
from tests.connect4.random_discs import random_positions


@pytest.fixture(scope="module")
def book() -> StoredBook:
    found = shipped_book(7, 6)
    assert found is not None
    return found


def test_book_scores_equal_the_native_book_at_every_ply(book: StoredBook) -> None:
    asked, native = Solver(7, 6, book=book), NativeBook(book)
    for ply in range(9):
        positions = random_positions(Random(ply), 7, 6, 30, (ply, ply))
        answers = asked.solve_all(positions)
        assert [(answer.score, answer.nodes) for answer in answers] == [
            (native.score(*place), 0) for place in positions
        ]


def test_a_book_of_the_wrong_size_is_ignored_with_a_notice(book: StoredBook) -> None:
    wrong = StoredBook(7, 6, {**book.sections, 8: book.sections[8][:-1]})
    asked = Solver(7, 6, book=wrong)
    assert asked.analyse(*discs(Position.from_moves("")), Budget(nodes=1))
    assert "not used" in asked.notice


@pytest.mark.parametrize("nodes", [1, 1000, 50_000, 300_000])
def test_a_node_budget_proves_the_same_as_the_native_solver(nodes: int) -> None:
    for moves in ("44455", "4445566", "33344412"):
        place = discs(Position.from_moves(moves))
        asked = Solver(7, 6).analyse(*place, Budget(nodes=nodes))
        assert asked == NativeSolver(7, 6).analyse(*place, Budget(nodes=nodes))


@pytest.mark.parametrize("verdict_only", [False, True])
def test_an_unlimited_analysis_matches_the_native_solver(verdict_only: bool) -> None:
    place = discs(Position.from_moves("44455554221"))
    asked = Solver(7, 6).analyse(*place, verdict_only=verdict_only)
    assert asked == NativeSolver(7, 6).analyse(*place, verdict_only=verdict_only)


def test_a_finished_game_has_no_columns_and_is_lost() -> None:
    place = discs(Position.from_moves("1212121"))
    assert Solver(7, 6).analyse(*place) == {}
    assert str(Solver(7, 6).solve(*place)) == "loss in 0"


def test_a_full_column_is_not_offered() -> None:
    assert sorted(Solver(7, 6).analyse(*discs(Position.from_moves("111111")), Budget(nodes=10))) == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]


def test_a_search_with_no_time_returns_bounds() -> None:
    answer = Solver(7, 6).solve(0, 0, Budget(seconds=0))
    assert (answer.low < 0 < answer.high, answer.nodes) == (True, 0)
