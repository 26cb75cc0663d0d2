"""New tiles come by two draws, in this order: the cell, then the value."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.randomness import JavaRandom
from slidedrop.twenty48 import Board, Rules, Spawn
from slidedrop.twenty48.spawn import draw_spawn, drawn_value, spawned
from tests.twins.boards2048 import boards, grid_of
from tests.twins.naive2048 import naive_spawn_cell


class Watched:
    """A generator that notes the bounds it was asked for and answers from a list."""

    def __init__(self, *answers: int) -> None:
        self.bounds: list[int] = []
        self._answers = list(answers)

    def next_int(self, bound: int, /) -> int:
        self.bounds.append(bound)
        return self._answers.pop(0)


EXAMPLE = Board.from_rows([[0, 0, 2, 0], [0, 0, 4, 0], [8, 4, 2, 2], [0, 2, 4, 2]])


@pytest.mark.requirement("R-001-38", "R-001-7", "R-001-6")
def test_location_1_of_the_numbered_empties_is_the_second_cell_of_the_top_row() -> None:
    assert draw_spawn(EXAMPLE, Rules(), Watched(1, 0)) == Spawn((0, 1), 2)


@pytest.mark.requirement("R-001-6", "R-001-7")
@given(boards(), st.data())
def test_the_cell_is_drawn_first_then_the_value_and_nothing_else(board: Board, data: st.DataObject) -> None:
    empties = board.tiles.count(0)
    if empties:
        location, value = data.draw(st.integers(0, empties - 1)), data.draw(st.integers(0, 99))
        random = Watched(location, value)
        spawn = draw_spawn(board, Rules(), random)
        assert random.bounds == [empties, 100]
        assert spawn == Spawn(naive_spawn_cell(grid_of(board), location), 2 if value < 90 else 4)


@pytest.mark.requirement("R-000-9", "R-001-5")
def test_on_a_full_board_nothing_is_drawn_and_nothing_changes() -> None:
    board, random = Board.from_rows([[2, 4], [4, 2]]), Watched()
    assert draw_spawn(board, Rules(), random) is None
    assert random.bounds == []
    assert spawned(board, None) == board


@pytest.mark.requirement("R-000-8", "R-001-8", "R-002-3")
def test_below_90_comes_a_two_and_from_90_a_four() -> None:
    values = [drawn_value(Rules(), Watched(number)) for number in range(100)]
    assert values == [2] * 90 + [4] * 10


@pytest.mark.requirement("R-000-20", "R-000-8")
@given(st.integers(1, 9), st.lists(st.integers(0, 5), min_size=1, max_size=4).filter(any))
def test_each_value_comes_as_often_as_its_weight_says(base: int, weights: list[int]) -> None:
    rules = Rules(base=base, spawn_weights=tuple(weights))
    values = Counter(drawn_value(rules, Watched(number)) for number in range(sum(weights)))
    assert values == Counter({base << power: weight for power, weight in enumerate(weights) if weight})


@pytest.mark.requirement("R-000-8", "R-002-3", "R-001-9")
@given(boards(), st.integers(0, 1000))
def test_a_seeded_tile_lands_on_a_cell_that_was_empty_and_changes_no_other(board: Board, seed: int) -> None:
    spawn = draw_spawn(board, Rules(), JavaRandom(seed))
    if spawn is not None:
        after = spawned(board, spawn)
        assert board.tile(spawn.cell) == 0
        assert after.tile(spawn.cell) == spawn.value in {2, 4}
        assert after.with_tile(spawn.cell, 0) == board


@pytest.mark.requirement("R-002-3")
def test_all_free_cells_are_equally_likely() -> None:
    random = JavaRandom(1)
    board = EXAMPLE
    drawn = [draw_spawn(board, Rules(), random) for _ in range(7000)]
    cells = Counter(spawn.cell for spawn in drawn if spawn)
    assert set(cells) == set(board.empty_cells())
    assert all(850 < count < 1150 for count in cells.values())
    assert 600 < sum(spawn.value == 4 for spawn in drawn if spawn) < 800
