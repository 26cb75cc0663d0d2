"""Tests of the plain reference: it equals a recursion on boards without layers, numbering or rounding."""

from __future__ import annotations

from functools import lru_cache

import pytest

from slidedrop.core.errors import RulesError
from slidedrop.twenty48 import Board, Direction
from slidedrop.twenty48.tables.layout import CERTAIN, LEVELS, SETS, Goal, Layout, chance_at, level_of
from tests.twenty48.tables.reference import Ranks, boards_of, sum_of
from tests.twenty48.tables.toys import FULL_ROWS, PARTIAL, TOYS, solved_plainly


class Brute:
    """The sub-game by the rules of `Board` alone: locked tiles are large and all different, so they cannot merge."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.large = {cell: 1 << (20 + cell) for cell, cap in enumerate(layout.caps) if cap < 0}
        self.chance = lru_cache(maxsize=None)(self._chance)

    def board(self, ranks: Ranks) -> Board:
        return Board(4, tuple(self.large[c] if r < 0 else (1 << r if r else 0) for c, r in enumerate(ranks)))

    def _chance(self, board: Board) -> float:
        if sum(board.tiles) - sum(self.large.values()) > self.layout.limit:
            return 0.0
        afters = [board.slide(move).board for move in Direction if board.slide(move).board != board]
        still = [after for after in afters if all(after.tiles[cell] == tile for cell, tile in self.large.items())]
        return max(map(self._after, still), default=0.0)

    def _after(self, after: Board) -> float:
        if any(all(after.tiles[cell] == 1 << rank for cell, rank in goal.ranks) for goal in self.layout.goals):
            return 1.0
        free = [cell for cell in range(16) if cell not in self.large]
        if any(after.tiles[cell] > 1 << self.layout.caps[cell] for cell in free):
            return 0.0
        cells = after.empty_cells()
        fallen = [(0.9 * self.chance(after.with_tile(c, 2)) + 0.1 * self.chance(after.with_tile(c, 4))) for c in cells]
        return sum(fallen) / len(cells)


@pytest.mark.parametrize("layout", TOYS)
def test_chances_match_a_plain_recursion_over_the_rules(layout: Layout) -> None:
    brute, known = Brute(layout), solved_plainly(layout)
    assert max(entry[0] for entry in known.values()) == CERTAIN
    for board, (chance, _) in known.items():
        assert chance / CERTAIN == pytest.approx(brute.chance(brute.board(board)), abs=1e-4)


def test_the_layers_hold_every_board_within_the_limit_once() -> None:
    boards = [board for total in PARTIAL.sums for board in boards_of(PARTIAL, total)]
    assert len(boards) == len(set(boards))
    assert {sum_of(board) for board in boards} == set(range(2, PARTIAL.limit + 1, 2))
    assert len(boards) == 5134
    assert len([board for total in FULL_ROWS.sums for board in boards_of(FULL_ROWS, total)]) == 971


def test_a_chance_is_stored_to_the_nearest_step_of_log_odds() -> None:
    assert (level_of(0), level_of(1), chance_at(0)) == (0, LEVELS - 1, 0.0)
    assert [level_of(chance_at(level)) for level in range(LEVELS)] == list(range(LEVELS))
    assert chance_at(level_of(0.9)) == pytest.approx(0.9, abs=0.01)


def test_table_layouts_have_unique_names_and_limited_sizes() -> None:
    layouts = [layout for layouts in SETS.values() for layout in layouts]
    assert len({layout.name for layout in layouts}) == len(layouts)
    boards = {name: sum(layout.sizes[0] * layout.sizes[1] for layout in layouts) for name, layouts in SETS.items()}
    assert boards["small"] < 1e9
    assert boards["full"] < 5e9


@pytest.mark.parametrize(
    ("text", "goal", "limit"),
    [
        ("####/23##/2222", 3, 28),
        ("####/23##/2221/####", 3, 28),
        ("####/23##/2222/####", 3, 27),
        ("####/23##/2222/####", 2, 28),
        ("####/34##/2222/####", 4, 28),
        ("####/45##/4222/2222", 5, 60),
    ],
)
def test_an_invalid_layout_is_refused(text: str, goal: int, limit: int) -> None:
    with pytest.raises(RulesError):
        Layout("bad", text, (Goal(((5, goal), (4, goal)), Direction.RIGHT),), 4, limit)
