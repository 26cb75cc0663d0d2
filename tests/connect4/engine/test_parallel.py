"""Tests of the parallel search: results equal to one thread, node limits and interrupts."""

from __future__ import annotations

import threading
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from slidedrop.connect4 import Position, Rules, values
from slidedrop.connect4.engine import parallel, perfect
from slidedrop.connect4.engine.parallel import ParallelSolver
from slidedrop.connect4.engine.perfect import analyse, discs, solve
from slidedrop.connect4.engine.solver.narrowing import advance, proven
from slidedrop.connect4.engine.solver.null_window import MARKS
from slidedrop.connect4.values import Budget
from slidedrop.core.errors import RulesError
from tests.connect4.random_discs import random_positions, solved
from tests.connect4.solver_checks import fresh_searches

if TYPE_CHECKING:
    from slidedrop.connect4.engine.parallel import Place
    from slidedrop.connect4.engine.solver.narrowing import Searches
    from slidedrop.connect4.values import Solution

HARD = "44444432"


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize(("columns", "rows", "plies"), [(7, 6, (14, 20)), (6, 5, (4, 12)), (5, 5, (0, 8))])
def test_any_number_of_threads_finds_the_single_thread_scores(
    columns: int, rows: int, plies: tuple[int, int], threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(values, "_SLICE", 40)
    places = random_positions(Random(threads), columns, rows, 20, plies)
    solver = ParallelSolver(columns, rows, megabytes=8)
    answers = [solver.solve(place, Budget(), threads).score for place in places]
    assert answers == solved(fresh_searches(columns, rows), places)[0].tolist()


def test_two_threads_solve_a_hard_position() -> None:
    place = discs(Position.from_moves(HARD))
    answer = ParallelSolver(7, 6, megabytes=16).solve(place, Budget(), 2)
    assert answer.score == perfect.solver_for(Rules()).solve(*place).score
    assert answer.nodes > 100_000


def test_a_node_limit_stops_all_threads_with_correct_bounds() -> None:
    position = Position.from_moves(HARD)
    answer = ParallelSolver(7, 6, megabytes=8).solve(discs(position), Budget(nodes=100_000), 2)
    truth = solve(position).score
    assert truth is not None
    assert answer.low <= truth <= answer.high
    assert not answer.is_exact
    assert answer.nodes < 100_000 + 2 * values._SLICE


def test_a_search_with_no_time_returns_bounds() -> None:
    answer = ParallelSolver(7, 6, megabytes=1).solve((0, 0), Budget(seconds=0), 2)
    assert (answer.low < 0 < answer.high, answer.nodes) == (True, 0)


def test_a_verdict_only_search_needs_no_more_nodes_than_an_exact_one() -> None:
    place = discs(Position.from_moves(HARD))
    verdict = ParallelSolver(7, 6, megabytes=8).solve(place, Budget(), 2, verdict_only=True)
    exact = ParallelSolver(7, 6, megabytes=8).solve(place, Budget(), 2)
    assert verdict.verdict == exact.verdict
    assert verdict.nodes <= exact.nodes


def test_an_interrupt_ends_every_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    main, before = threading.current_thread(), threading.active_count()
    slices: list[int] = []

    def interrupted(searches: Searches, limit: int, verdict_only: bool) -> bool:
        if threading.current_thread() is main and len(slices) > 5:
            raise KeyboardInterrupt
        slices.append(limit)
        return advance(searches, limit, verdict_only)

    solver = ParallelSolver(7, 6, megabytes=8)
    monkeypatch.setattr(parallel, "advance", interrupted)
    with pytest.raises(KeyboardInterrupt):
        solver.solve((0, 0), Budget(), 3)
    assert threading.active_count() == before


def test_two_searches_at_the_same_time_share_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def nodes_of_each(number: int) -> int:
        solver, marks = ParallelSolver(7, 6, megabytes=16), np.zeros(MARKS, dtype=np.uint64)
        place = discs(Position.from_moves("44444432651"))
        team = [solver._searches(place, marks, 1) for _ in range(number)]
        while not any([advance(one, 3, False) for one in team]):  # noqa: C419 - every one takes its turn
            pass
        return max(proven(one)[2] for one in team)

    alone, shared = nodes_of_each(1), nodes_of_each(2)
    assert alone > 1.5 * shared
    monkeypatch.setattr(parallel, "_ALONE", 42)  # without marks both threads search the same nodes
    assert alone < 1.1 * nodes_of_each(2)


@pytest.mark.parametrize("size", [(7, 6), (6, 5)])
def test_every_second_thread_tries_the_columns_in_mirrored_order(size: tuple[int, int]) -> None:
    solver, marks = ParallelSolver(*size, megabytes=1), np.zeros(MARKS, dtype=np.uint64)
    orders = [solver._searches((0, 0), marks, number).sure.columns.tolist() for number in range(3)]
    in_place = sorted(orders[0])
    mirrored = [in_place[size[0] - 1 - in_place.index(column)] for column in orders[0]]
    assert orders == [orders[0], mirrored, orders[0]]


def test_a_small_budget_is_spent_on_every_position() -> None:
    places = [discs(Position.from_moves(f"4444{column}")) for column in range(1, 8)]
    answers = ParallelSolver(7, 6, megabytes=8).solve_all(places, Budget(nodes=700_000), 2)
    assert all(answer.nodes for answer in answers)
    assert not all(answer.is_exact for answer in answers)


@pytest.mark.parametrize("moves", ["44444432651", "112233", "1122334", "4444443265123"])
def test_solve_and_analyse_return_the_same_with_two_threads(moves: str) -> None:
    position = Position.from_moves(moves)
    assert solve(position, threads=2).score == solve(position).score
    assert solve(position, threads=2, verdict_only=True).verdict == solve(position).verdict
    one, two = (analyse(position, threads=threads).values for threads in (1, 2))
    assert {column: answer.score for column, answer in two.items()} == {column: one[column].score for column in one}
    verdicts = analyse(position, threads=2, verdict_only=True).values
    assert {column: answer.verdict for column, answer in verdicts.items()} == {
        column: one[column].verdict for column in one
    }


def test_threads_are_used_only_when_numba_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert perfect._team(Rules(), 1) is None
    assert perfect._team(Rules(), 2) is perfect._team(Rules(), 3) is not None
    with pytest.raises(RulesError, match=r"on 4x4 .*free"):
        perfect._team(Rules(4, 4, gravity=False), 2)
    monkeypatch.setattr(perfect, "find_spec", lambda _name: None)
    assert perfect._team(Rules(), 2) is None
    assert solve(Position.from_moves("4444443265123"), threads=2).is_exact


def test_threads_search_only_positions_missing_from_the_books(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    whole = ParallelSolver.solve

    def solve_and_say(solver: ParallelSolver, place: Place, budget: Budget, threads: int, **options: bool) -> Solution:
        asked.append(threads)
        return whole(solver, place, budget, threads, **options)

    monkeypatch.setattr(ParallelSolver, "solve", solve_and_say)
    perfect.solver_for.cache_clear()  # the position may already be in its table
    assert solve(Position.from_moves("4444"), threads=3).is_exact
    assert asked == []
    assert solve(Position.from_moves("4444443265123"), threads=3).is_exact
    assert asked == [3]
