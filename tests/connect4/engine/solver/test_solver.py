"""Tests of the Connect-4 solver: exact scores, node budgets and bounds for unproven positions."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from slidedrop.connect4 import Position, Rules
from slidedrop.connect4.engine.perfect import analyse, discs, is_solvable, solve
from slidedrop.connect4.engine.solver.bitboard import (
    ALL_SHORTCUTS,
    CLAIMEVEN,
    DEAD_CELLS,
    NEUTRAL_DISCS,
    ODD_THREAT,
    geometry,
)
from slidedrop.connect4.engine.solver.narrowing import new_searches
from slidedrop.connect4.engine.solver.transpositions import new_table
from slidedrop.connect4.values import Budget, Value
from slidedrop.core.errors import RulesError
from tests.connect4.native_solver import NativeSolver
from tests.connect4.random_discs import random_positions, solved
from tests.connect4.solver_checks import check_against_brute_force, fresh_searches, plain_score

SMALL_SIZES = [(4, 3), (3, 4), (2, 6), (4, 4)]


@pytest.mark.no_cover  # many cases of code that smaller tests cover
@pytest.mark.parametrize(("columns", "rows"), SMALL_SIZES)
def test_small_board_scores_equal_brute_force_scores(columns: int, rows: int) -> None:
    check_against_brute_force(columns, rows, Random(1))


LATE = [(7, 6, (30, 40)), (6, 7, (30, 40)), (8, 7, (46, 54)), (9, 6, (44, 52)), (4, 15, (48, 58))]


@pytest.mark.no_cover  # many cases of code that smaller tests cover
@pytest.mark.parametrize(("columns", "rows", "discs"), LATE)
def test_late_scores_on_large_boards_equal_a_plain_search(columns: int, rows: int, discs: tuple[int, int]) -> None:
    g = geometry(columns, rows)
    positions = random_positions(Random(2), columns, rows, 25, discs)
    scores, _ = solved(fresh_searches(columns, rows), positions)
    plain = [plain_score(mover, other, g, {}, -g.cells, g.cells) for mover, other in positions]
    assert scores.tolist() == plain


@pytest.mark.no_cover  # many cases of code that smaller tests cover
@pytest.mark.parametrize("shortcut", [CLAIMEVEN, ODD_THREAT, DEAD_CELLS, NEUTRAL_DISCS])
def test_no_shortcut_changes_a_score(shortcut: int) -> None:
    positions = random_positions(Random(shortcut), 7, 6, 150, (16, 30))
    without = new_searches(geometry(7, 6, shortcuts=ALL_SHORTCUTS & ~shortcut), new_table(8))
    assert (solved(without, positions)[0] == solved(fresh_searches(7, 6, 8), positions)[0]).all()


@pytest.mark.parametrize(("size", "score"), [((4, 4), 0), ((5, 4), 0), ((5, 5), 0), ((6, 4), -1)])
def test_small_empty_boards_have_their_published_results(size: tuple[int, int], score: int) -> None:
    solution = solve(Position(Rules(*size)))
    assert (solution.score is not None and (solution.score > 0) - (solution.score < 0)) == score


def test_a_win_in_one_and_a_loss_in_two_are_recognised() -> None:
    assert solve(Position.from_moves("112233")).value == Value("win", 1)
    assert solve(Position.from_moves("33445")).value == Value("loss", 2)


def test_a_finished_game_has_a_value_and_no_columns() -> None:
    assert solve(Position.from_moves("1122334")).value == Value("loss", 0)
    assert analyse(Position.from_moves("1122334")).values == {}


def test_the_best_move_has_the_value_of_the_position() -> None:
    position = Position.from_moves("4444443265")
    solutions = analyse(position, threads=2).values
    assert list(solutions) == position.legal_moves()
    best = max(solution.value for solution in solutions.values() if solution.value is not None)
    assert best == solve(position).value


def test_a_move_has_the_negated_value_of_the_position_it_leads_to() -> None:
    position = Position.from_moves("44444432651")
    for column, solution in analyse(position).values.items():
        after = solve(position.play(column)).value
        assert after is not None
        assert solution.value == after.for_the_other_side()


def test_a_search_out_of_nodes_returns_a_range_with_the_exact_score() -> None:
    position = Position.from_moves("4444443265")
    rough = NativeSolver(7, 6, megabytes=1).solve(*position.bitboards, Budget(nodes=50))
    exact = solve(position)
    assert not rough.is_exact
    assert rough.nodes <= 50
    assert exact.score is not None
    assert rough.low <= exact.score <= rough.high


def test_a_small_node_budget_is_shared_among_the_columns() -> None:
    answers = NativeSolver(7, 6, megabytes=1).analyse(0, 0, Budget(nodes=300_000))
    assert len(answers) == 7
    assert sum(answer.nodes for answer in answers.values()) <= 2 * 300_000


def test_a_search_with_no_time_returns_no_score() -> None:
    answer = NativeSolver(7, 6, megabytes=1).solve(0, 0, Budget(seconds=0))
    assert (answer.score, answer.verdict, answer.nodes) == (None, None, 0)


def test_a_verdict_only_search_needs_no_more_nodes_than_an_exact_one() -> None:
    position = Position.from_moves("44444432")
    verdict = NativeSolver(7, 6, megabytes=8).solve(*position.bitboards, verdict_only=True)
    exact = NativeSolver(7, 6, megabytes=8).solve(*position.bitboards)
    assert verdict.verdict == exact.verdict
    assert verdict.nodes <= exact.nodes


def test_concurrent_searches_on_one_solver_get_correct_scores() -> None:
    positions = random_positions(Random(5), 7, 6, 40, (20, 30))
    solver = NativeSolver(7, 6, megabytes=4)
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda discs: solver.solve(*discs).score, positions))
    assert together == solved(fresh_searches(7, 6), positions)[0].tolist()


def test_unsolvable_rules_are_refused() -> None:
    assert not is_solvable(Rules(8, 8))
    assert not is_solvable(Rules(4, 4, gravity=False))
    with pytest.raises(RulesError, match=r"on 4x4 .*free"):
        solve(Position(Rules(4, 4, gravity=False)))


def test_analysing_counts_every_node_once() -> None:
    position = Position.from_moves("444333")
    solver = NativeSolver(7, 6, megabytes=1)
    mover, other = discs(position)
    answers = solver.analyse(mover, other, verdict_only=True)
    alone = {}
    again = NativeSolver(7, 6, megabytes=1)
    for column, cell in again._moves(mover, other).items():
        alone[column] = again.solve(other, mover | cell, verdict_only=True).nodes
    assert {column: answer.nodes for column, answer in answers.items()} == alone
