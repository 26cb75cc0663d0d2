"""Tests of the expectimax search: values as defined, by depth and by time limit, with any tile."""

from __future__ import annotations

import time
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.selfplay2048 import chances_by_plies, downgraded_word
from slidedrop.core.errors import RulesError
from slidedrop.twenty48 import Board, Direction, Position, Rules
from slidedrop.twenty48.engine.expectimax import Expectimax, best_move, cost_of_chance, fits, plain_analysis
from slidedrop.twenty48.engine.lookahead import begin, fresh_stack, fresh_table, go_on
from slidedrop.twenty48.engine.weights import Network
from slidedrop.twenty48.engine.wide import familiar_word, packed, words_of
from slidedrop.twenty48.heuristic import promise
from slidedrop.twenty48.training.training import network_of
from tests.twins.downgrading2048 import downgraded, familiar
from tests.twins.networks2048 import TUPLES, naive_value, random_training

NEARLY_FULL = Board.from_rows([[2, 4, 8, 2], [16, 64, 128, 4], [512, 256, 32, 8], [2048, 1024, 4, 0]])
OPEN = Board.from_rows([[0, 4, 8, 2], [16, 64, 0, 4], [512, 256, 32, 8], [2048, 1024, 4, 4]])
STUCK = Board.from_rows([[2, 4, 2, 4], [4, 2, 4, 2], [2, 4, 2, 4], [4, 2, 4, 2]])
NETWORK = network_of(random_training(), least=0)
WEIGHTS = NETWORK.evaluator.units * NETWORK.evaluator.unit


@pytest.fixture
def expectimax() -> Expectimax:
    return Expectimax(NETWORK)


def naive_worth(board: Board, plies: int, rules: Rules) -> dict[Direction, float]:
    """Return the value of every slide by definition: best of slides, mean of tiles, network values at the end."""
    return {
        direction: board.slide(direction).gained + naive_mean(board.slide(direction).board, plies - 1, rules)
        for direction in board.legal_moves()
    }


def naive_mean(after: Board, plies: int, rules: Rules) -> float:
    if plies == 0:
        return naive_value(after, WEIGHTS)
    draws = Position(after, rules, due=1).chance_outcomes()
    return sum(chance * max(naive_worth(draw.board, plies, rules).values(), default=0) for draw, chance in draws)


@pytest.mark.parametrize("board", [NEARLY_FULL, OPEN, STUCK])
@pytest.mark.parametrize("plies", [1, 2, 3])
def test_move_values_match_a_plain_recursive_expectimax(board: Board, plies: int, expectimax: Expectimax) -> None:
    answer = expectimax.search(board, plies)
    assert answer.values == pytest.approx(naive_worth(board, plies, Rules()), rel=1e-4)


def test_a_search_uses_the_spawn_chances_of_the_rules() -> None:
    rules = Rules.preset("mis")
    answer = Expectimax(NETWORK, rules).search(NEARLY_FULL, 3)
    assert answer.values == pytest.approx(naive_worth(NEARLY_FULL, 3, rules), rel=1e-4)


def test_move_values_scale_with_the_base_tile() -> None:
    doubled = Board(4, tuple(tile // 2 * 6 for tile in OPEN.tiles))
    values = Expectimax(NETWORK, Rules(base=6, winning_tile=6144)).search(doubled, 2).values
    plain = Expectimax(NETWORK).search(OPEN, 2).values
    assert values == pytest.approx({direction: 3 * worth for direction, worth in plain.items()})


def test_merging_two_32768s_in_a_search_counts_only_their_points(expectimax: Expectimax) -> None:
    board = Board.from_rows([[32768, 16384, 2, 4], [2, 16384, 8, 4], [0, 0, 4, 2], [0, 0, 0, 0]])
    for answer in (expectimax.search(board, 3), expectimax.think(board, 0.01)):
        assert max(answer.values.values()) < 200_000


def test_a_stuck_board_has_no_best_move(expectimax: Expectimax) -> None:
    assert expectimax.search(STUCK, 3).best is None
    assert expectimax.think(STUCK, 0.001).values == {}


def test_earlier_searches_do_not_change_the_values(expectimax: Expectimax) -> None:
    first = expectimax.search(OPEN, 3).values
    for plies in (1, 2, 3):
        expectimax.search(NEARLY_FULL, plies)
        expectimax.search(OPEN, plies)
    assert expectimax.search(OPEN, 3).values == first == Expectimax(NETWORK).search(OPEN, 3).values


def test_a_search_in_slices_is_the_same_search() -> None:
    answers = []
    for limit in (1, 7, 1 << 60):
        stack, table = fresh_stack(len(TUPLES)), fresh_table(10)
        chances = chances_by_plies(0.1)
        begin(stack, packed(OPEN)[0], 2)
        while not go_on(stack, table, NETWORK.evaluator, chances, limit):
            pass
        answers.append((stack.answers.tolist(), int(stack.counts[1])))
    assert answers[0] == answers[1] == answers[2]


def test_a_small_table_gives_the_same_answers_as_a_large_one() -> None:
    small, large = Expectimax(NETWORK, table_bits=4), Expectimax(NETWORK, table_bits=18)
    assert small.search(OPEN, 3).values == large.search(OPEN, 3).values


def test_unlikely_tiles_cost_more_of_the_budget() -> None:
    costs = [cost_of_chance(empty, chance) for empty, chance in ((1, 1.0), (1, 0.9), (4, 0.9), (4, 0.1), (16, 0.1))]
    assert all(one <= other for one, other in pairwise(costs))
    assert costs[0] > 0


def test_a_longer_time_limit_is_observed_and_searches_deeper(expectimax: Expectimax) -> None:
    expectimax.think(OPEN, 0.001)  # compiles the kernels first
    began = time.process_time()
    short = expectimax.think(OPEN, 0.004)
    long = Expectimax(NETWORK).think(OPEN, 0.1)
    assert time.process_time() - began < 0.3
    assert long.depth >= short.depth >= 1
    assert long.nodes > short.nodes
    assert set(long.values) == set(OPEN.legal_moves())


def test_a_larger_node_limit_searches_deeper_and_is_reproducible() -> None:
    few, many, again = (Expectimax(NETWORK).think(OPEN, nodes=nodes) for nodes in (300, 20_000, 20_000))
    assert few.nodes <= 300 + 16 < many.nodes <= 20_000 + 700
    assert few.depth < many.depth
    assert (many.values, many.nodes, many.depth) == (again.values, again.nodes, again.depth)


def test_a_single_legal_move_is_not_searched(expectimax: Expectimax) -> None:
    only = Board.from_rows([[2, 4, 8, 16], [32, 64, 128, 256], [2, 4, 8, 16], [32, 64, 128, 0]])
    board = Board.from_rows([[2, 0, 0, 0], [4, 0, 0, 0], [2, 0, 0, 0], [4, 0, 0, 0]])
    assert expectimax.think(board, nodes=5000).nodes == 1
    assert expectimax.think(only, nodes=5000).nodes > 2


def test_thinking_without_a_limit_is_refused(expectimax: Expectimax) -> None:
    with pytest.raises(RulesError, match=r"seconds.*nodes"):
        expectimax.think(OPEN)


def test_spawn_outcomes_hold_every_tile_in_every_empty_cell(expectimax: Expectimax) -> None:
    falls = list(expectimax.spawn_outcomes(OPEN, Direction.LEFT, plies=2))
    empty = OPEN.slide(Direction.LEFT).board.empty_cells()
    assert sorted((fall.cell, fall.tile) for fall in falls) == sorted((cell, tile) for cell in empty for tile in (2, 4))
    mean = sum(fall.chance * fall.value for fall in falls)
    gained = OPEN.slide(Direction.LEFT).gained
    assert gained + mean == pytest.approx(expectimax.search(OPEN, 2).values[Direction.LEFT], rel=1e-4)


huge = st.lists(st.sampled_from((0, 0, 1, 2, 3, 10, 13, 14, 15, 15, 16, 16, 17, 17)), min_size=16, max_size=16)


@settings(max_examples=200)
@given(huge)
def test_boards_with_tiles_up_to_131072_are_searched_consistently(ranks: list[int]) -> None:
    board = Board.from_tiles([1 << rank if rank else 0 for rank in ranks])
    answer = Expectimax(NETWORK, table_bits=4).search(board, 1)
    assert list(answer.values) == board.legal_moves()
    fitted = downgraded(ranks) or ranks
    plain, shown = (Board.from_tiles([1 << rank if rank else 0 for rank in one]) for one in (fitted, familiar(fitted)))
    unseen = [
        worth - board.slide(way).gained + plain.slide(way).gained - shown.slide(way).gained
        for way, worth in answer.values.items()
    ]
    level, margin = (0.0, 32 * 400) if shown == plain else (min(unseen, default=0.0), 64 * 400)
    assert unseen == pytest.approx([level] * len(unseen), abs=margin)


@given(huge, st.integers(9, 15))
def test_a_downgraded_board_keeps_the_order_and_equality_of_its_tiles(ranks: list[int], largest: int) -> None:
    lower = downgraded(ranks, largest)
    if lower is None:
        assert len(set(ranks) - {0}) >= 15
        return
    pairs = set(zip(ranks, lower, strict=True))
    assert len({one for one, _ in pairs}) == len({other for _, other in pairs}) == len(pairs)
    assert sorted(pairs) == sorted(pairs, key=lambda pair: pair[1])
    assert all((one == 0) == (other == 0) for one, other in pairs)


def test_a_board_that_fits_is_not_downgraded() -> None:
    assert downgraded([0, 1, 2, 11], 11) == [0, 1, 2, 11]
    assert downgraded([0, 1, 2, 12], 11) == [0, 1, 2, 11]
    assert downgraded([15, 15, 1, 0]) == [14, 14, 1, 0]


@given(st.lists(st.integers(0, 15), min_size=16, max_size=16))
def test_familiar_word_matches_familiar_ranks(ranks: list[int]) -> None:
    assert familiar_word(words_of(ranks, 4)[0]) == words_of(familiar(ranks), 4)[0]


@pytest.mark.parametrize(
    ("ranks", "seen"),
    [
        ([14, 12, 11, 3], [13, 12, 11, 3]),
        ([14, 13, 12, 11, 10, 8], [13, 12, 11, 10, 9, 8]),
        ([14, 13, 12, 11, 10, 9, 3], [14, 13, 12, 11, 10, 9, 3]),  # 256 is missing, and a few moves make it
    ],
)
def test_16384_is_evaluated_as_8192_while_the_missing_tile_is_far_off(ranks: list[int], seen: list[int]) -> None:
    word, expected = (words_of(one + [0] * (16 - len(one)), 4)[0] for one in (ranks, seen))
    assert familiar_word(word) == expected


@pytest.mark.parametrize("plies", [1, 2])
def test_large_tiles_are_searched_as_smaller_ones_with_a_value_offset(plies: int, expectimax: Expectimax) -> None:
    rows = [[16384, 4096, 2048, 8], [2, 16, 4, 2], [0, 0, 2, 2], [0, 0, 0, 0]]
    board, seen = Board.from_rows(rows), Board.from_rows([[8192, *rows[0][1:]], *rows[1:]])
    values, shown = expectimax.search(board, plies).values, expectimax.search(seen, plies).values
    own, lower = (max(naive_worth(one, 1, Rules()).values()) for one in (board, seen))
    assert own != pytest.approx(lower, rel=1e-3)
    assert values == pytest.approx({way: worth + own - lower for way, worth in shown.items()}, rel=1e-4)


@pytest.mark.parametrize("rules", [Rules(size=5), Rules(tiles_per_move=2), Rules(spawn_weights=(80, 10, 10))])
def test_rules_without_a_network_use_the_heuristic(rules: Rules) -> None:
    assert not fits(NETWORK, rules)
    board = Board.empty(rules.size).with_tile((0, 1), 2).with_tile((1, 1), 2)
    answer = plain_analysis(board, rules, plies=1)
    assert not answer.learned
    assert list(answer.values) == board.legal_moves()


def test_best_move_returns_a_legal_move_for_any_board_size() -> None:
    for rules in (Rules(), Rules(size=5)):
        board = Board.empty(rules.size).with_tile((0, 1), 2).with_tile((1, 1), 4)
        assert best_move(board, rules, plies=1).best in board.legal_moves()


def test_the_heuristic_prefers_order_and_adjacent_pairs() -> None:
    ordered = Board.from_rows([[64, 32, 16, 8], [0] * 4, [0] * 4, [0] * 4])
    mixed = Board.from_rows([[32, 64, 8, 16], [0] * 4, [0] * 4, [0] * 4])
    pair = Board.from_rows([[64, 64, 2, 4], [2, 4, 2, 4], [4, 2, 4, 2], [2, 4, 2, 4]])
    split = Board.from_rows([[64, 2, 64, 4], [2, 4, 2, 4], [4, 2, 4, 2], [2, 4, 2, 4]])
    assert promise(ordered) > promise(mixed)
    assert promise(pair) > promise(split)


def test_a_network_holds_its_size_and_spawn_chance() -> None:
    assert isinstance(NETWORK, Network)
    assert NETWORK.size == 4
    assert NETWORK.four == pytest.approx(0.1)
    assert np.count_nonzero(WEIGHTS) > 0


@given(st.lists(st.integers(0, 17), min_size=16, max_size=16))
def test_downgraded_word_matches_downgraded_ranks(ranks: list[int]) -> None:
    low, high = words_of(ranks, 4)
    expected = downgraded(ranks) if any(ranks) else ranks
    if expected is not None:
        assert downgraded_word(low, high) == words_of(expected, 4)[0]
