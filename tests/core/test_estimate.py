"""The estimate of a tree: near enough, never far too low, and told in time."""

from __future__ import annotations

import pytest

from slidedrop.connect4 import Position, Rules
from slidedrop.connect4.evaluation import evaluate
from slidedrop.core.estimate import TooManyNodes, check_levels, estimated_nodes, largest_levels
from slidedrop.core.position import CHANCE
from slidedrop.core.search import search
from slidedrop.core.tree import GameTree
from tests.core.test_search import some_position
from tests.core.toys import GAMBLE, Toy

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


def test_draws_of_chance_are_counted_as_moves_are() -> None:
    lot = Toy(CHANCE, after=((0.5, Toy(0)), (0.5, Toy(0, score=1))))
    assert estimated_nodes(lot, 1) == 3
    assert estimated_nodes(Toy(0, after=(("gamble", GAMBLE),)), 2) == 4


def test_a_finished_game_is_one_position_however_many_levels_are_asked() -> None:
    assert estimated_nodes(Position.from_moves("1122334"), 9) == 1


def test_the_largest_number_of_levels_is_the_last_within_bounds() -> None:
    assert largest_levels(Position(), 2801) == 4
    assert largest_levels(Position(), 2800) == 3
    assert largest_levels(Position(Rules(20, 20, gravity=False)), 10) == 1


def test_a_search_looks_at_about_what_the_pruned_estimate_says() -> None:
    estimate = estimated_nodes(Position(), 7, pruned=True)
    assert estimate / 10 < search(Position(), evaluate, 7).nodes < estimate * 2
    assert largest_levels(Position(), estimate, pruned=True) == 7


def test_too_many_levels_are_refused_with_estimate_memory_and_the_largest_sensible_number() -> None:
    with pytest.raises(TooManyNodes) as refusal:
        check_levels(Position(), 9, 300_000)
    assert (refusal.value.levels, refusal.value.estimate, refusal.value.largest) == (9, 47_079_208, 6)
    assert str(refusal.value) == (
        "9 levels would take about 47,079,208 positions (11,769 MB);"
        " the largest number of levels that is sensible here is 6"
    )


def test_astronomical_numbers_stay_readable() -> None:
    with pytest.raises(TooManyNodes, match=r"about 10\^31 positions \(more memory than any machine has\)"):
        check_levels(Position(Rules(20, 20, gravity=False)), 12, 300_000)
    assert estimated_nodes(Position(Rules(20, 20, gravity=False)), 250, pruned=True) > 10**200


def test_one_level_is_never_refused() -> None:
    check_levels(Position(), 1, 1)
    check_levels(Position(), 4, 2801)
