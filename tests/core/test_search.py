"""Tests of the game search: it returns the same values as textbook minimax, with fewer nodes."""

from __future__ import annotations

import re
from functools import cache
from itertools import count
from random import Random

import pytest

from slidedrop.connect4 import Position, Rules
from slidedrop.connect4.evaluation import evaluate
from slidedrop.core import search as search_module
from slidedrop.core.errors import GameOver
from slidedrop.core.position import CHANCE
from slidedrop.core.search import WIN, TooManyNodes, check_levels, estimated_nodes, is_decided, largest_levels, search
from slidedrop.core.tree import GameTree
from tests.core.toys import GAMBLE, Toy, every_worth, first_best, minimax, score

BOARDS = [Rules(4, 4), Rules(5, 4), Rules(7, 6), Rules(5, 5, connect=3), Rules(4, 4, gravity=False, connect=3)]


def some_position(seed: int) -> Position:
    """Return a random unfinished position on one of several boards."""
    rng = Random(seed)
    position = Position(BOARDS[seed % len(BOARDS)])
    for _ in range(rng.randrange(12)):
        following = position.play(rng.choice(position.legal_moves()))
        if not following.is_over:
            position = following
    return position


@pytest.mark.parametrize("seed", range(60))
def test_the_move_and_its_value_match_plain_minimax(seed: int) -> None:
    position, levels = some_position(seed), 1 + seed // 5 % 4
    result = search(position, evaluate, levels)
    assert (result.move, result.value) == first_best(position, levels, evaluate)


@pytest.mark.parametrize("seed", range(30))
def test_every_move_has_its_plain_minimax_value_on_request(seed: int) -> None:
    position, levels = some_position(seed), 1 + seed // 5 % 3
    result = search(position, evaluate, levels, every_move=True)
    assert result.values == every_worth(position, levels, evaluate)
    assert list(result.values) == list(position.legal_moves())


@pytest.mark.parametrize("seed", range(12))
def test_transpositions_do_not_change_the_values(seed: int) -> None:
    rng, position = Random(seed), Position(Rules(4, 4))
    for _ in range(4):
        position = position.play(rng.choice(position.legal_moves()))
    levels, me = 8, position.turn

    @cache
    def worth(after: Position, level: int) -> float:
        if after.is_over or level == levels:
            return minimax(after, level, evaluate, me, level)
        worths = [worth(after.play(move), level + 1) for move in after.legal_moves()]
        return max(worths) if after.turn == me else min(worths)

    worths = {move: worth(position.play(move), 1) for move in position.legal_moves()}
    result = search(position, evaluate, levels)
    assert (result.move, result.value) == (max(worths, key=lambda move: worths[move]), max(worths.values()))


def test_ties_go_to_the_first_legal_move() -> None:
    def coarse(position: Position, player: int) -> float:
        return evaluate(position, player) // 4

    for seed in range(40):
        position = some_position(seed)
        assert search(position, coarse, 3).move == first_best(position, 3, coarse)[0]


def test_where_all_is_equal_the_first_legal_move_is_taken() -> None:
    assert search(Position(), lambda _position, _player: 0, 4).move == 0


@pytest.mark.no_cover  # many cases of code that smaller tests cover
def test_four_by_four_with_gravity_is_a_draw() -> None:
    rules = Rules(4, 4)
    result = search(Position(rules), evaluate, rules.cells)
    assert (result.value, result.levels) == (0, 16)


def test_the_fastest_win_is_chosen() -> None:
    result = search(Position.from_moves("112233"), evaluate, 6)
    assert (result.move, result.value) == (3, WIN - 1)
    assert result.levels == 1


def test_the_slowest_loss_is_chosen() -> None:
    soon = Toy(1, after=(("end", Toy(0, winner=1)),))
    late = Toy(1, after=(("on", Toy(0, after=(("on", soon),))),))
    result = search(Toy(0, after=(("soon", soon), ("late", late))), score, 9)
    assert (result.move, result.value) == ("late", 4 - WIN)
    assert is_decided(result.value)


def test_a_forced_win_is_found_at_depth_3() -> None:
    open_two = Position.from_moves("4433")
    result = search(open_two, evaluate, 3)
    assert result.value == WIN - 3
    assert is_decided(result.value)


def test_chance_outcomes_are_weighted_by_probability() -> None:
    two, three = Toy(CHANCE, after=((1.0, Toy(0, score=2)),)), Toy(CHANCE, after=((1.0, Toy(0, score=3)),))
    assert search(Toy(0, after=(("two", two), ("gamble", GAMBLE))), score, 2).move == "gamble"
    result = search(Toy(0, after=(("gamble", GAMBLE), ("three", three))), score, 2, every_move=True)
    assert result.values == {"gamble": 2.5, "three": 3}


def test_a_certain_win_is_preferred_to_a_random_one() -> None:
    lot = Toy(CHANCE, after=((0.5, Toy(0, winner=0)), (0.5, Toy(0, winner=1))))
    certain = Toy(1, after=(("end", Toy(0, winner=0)),))
    assert search(Toy(0, after=(("lot", lot), ("certain", certain))), score, 4).move == "certain"


def test_in_a_game_of_points_the_evaluation_judges_the_end_too() -> None:
    won_with_little, on = Toy(0, score=1, winner=0), Toy(0, score=5)
    start = Toy(0, after=(("end", won_with_little), ("on", on)))
    assert search(start, score, 1).move == "end"
    assert search(start, score, 1, by_points=True).move == "on"


@pytest.mark.requirement("R-003-34")
def test_depth_0_searches_one_level() -> None:
    assert search(Position(), evaluate, 0) == search(Position(), evaluate, 1)


def test_with_no_time_the_first_level_is_still_searched() -> None:
    result = search(Position(), evaluate, seconds=0)
    assert result.levels < 4
    assert result.move == search(Position(), evaluate, result.levels).move


def test_at_the_time_limit_the_deepest_finished_level_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr("slidedrop.core.search.monotonic", lambda: next(ticks))
    result = search(Position(), evaluate, seconds=40)
    assert result.levels > 3
    same = search(Position(), evaluate, result.levels)
    assert (result.move, result.value) == (same.move, same.value)
    assert result.nodes > same.nodes


def test_the_search_stops_at_the_end_of_the_game() -> None:
    position = Position.from_moves("121221213434", Rules(4, 4))
    result = search(position, evaluate, seconds=1000)
    assert result.levels == 4


def test_a_full_transposition_table_does_not_change_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.from_moves("43")
    expected = search(position, evaluate, 5)
    monkeypatch.setattr(search_module, "_MOST_REMEMBERED", 5)
    forgetful = search(position, evaluate, 5)
    assert (forgetful.move, forgetful.value) == (expected.move, expected.value)
    assert forgetful.nodes > expected.nodes


def test_pruning_visits_less_than_a_tenth_of_the_positions() -> None:
    assert search(Position(), evaluate, 6).nodes < 137_257 // 10


def test_a_finished_game_has_no_move_to_search_for() -> None:
    with pytest.raises(GameOver):
        search(Position.from_moves("1122334"), evaluate, 2)


def test_a_search_without_any_limit_is_refused() -> None:
    with pytest.raises(ValueError, match=r"levels .*seconds"):
        search(Position(), evaluate)


FREE = Rules(4, 4, gravity=False)


def test_the_estimate_of_an_empty_board_is_exact() -> None:
    assert [estimated_nodes(Position(), levels) for levels in range(5)] == [1, 8, 57, 400, 2801]
    assert estimated_nodes(Position(FREE), 3) == 1 + 16 + 16 * 15 + 16 * 15 * 14


@pytest.mark.parametrize("seed", range(20))
def test_a_real_tree_is_hardly_larger_than_its_estimate(seed: int) -> None:
    position, levels = some_position(seed), 1 + seed % 4
    tree = GameTree(position, evaluate)
    tree.build(levels)
    assert tree.generated <= 1.1 * estimated_nodes(position, levels)


def test_chance_outcomes_count_as_positions() -> None:
    lot = Toy(CHANCE, after=((0.5, Toy(0)), (0.5, Toy(0, score=1))))
    assert estimated_nodes(lot, 1) == 3
    assert estimated_nodes(Toy(0, after=(("gamble", GAMBLE),)), 2) == 4


def test_the_estimate_of_a_finished_game_is_one_position() -> None:
    assert estimated_nodes(Position.from_moves("1122334"), 9) == 1


def test_the_largest_number_of_levels_stays_within_the_node_limit() -> None:
    assert largest_levels(Position(), 2801) == 4
    assert largest_levels(Position(), 2800) == 3
    assert largest_levels(Position(Rules(20, 20, gravity=False)), 10) == 1


def test_the_pruned_estimate_is_close_to_the_searched_nodes() -> None:
    estimate = estimated_nodes(Position(), 7, pruned=True)
    assert estimate / 10 < search(Position(), evaluate, 7).nodes < estimate * 2
    assert largest_levels(Position(), estimate, pruned=True) == 7


def test_too_many_levels_are_refused_with_the_estimate_and_the_largest_number() -> None:
    with pytest.raises(TooManyNodes) as refusal:
        check_levels(Position(), 9, 300_000)
    assert (refusal.value.levels, refusal.value.estimate, refusal.value.largest) == (9, 47_079_208, 6)
    assert {"9", "47,079,208", "11,769", "6"} <= set(re.findall(r"[\d,]+", str(refusal.value)))


def test_astronomical_numbers_stay_readable() -> None:
    with pytest.raises(TooManyNodes, match=r"10\^31"):
        check_levels(Position(Rules(20, 20, gravity=False)), 12, 300_000)
    assert estimated_nodes(Position(Rules(20, 20, gravity=False)), 250, pruned=True) > 10**200


def test_one_level_is_never_refused() -> None:
    check_levels(Position(), 1, 1)
    check_levels(Position(), 4, 2801)
