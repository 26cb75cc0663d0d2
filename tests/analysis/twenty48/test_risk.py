"""What a slide risks is said as the definition says it."""

from __future__ import annotations

from typing import NamedTuple

from slidedrop.analysis.twenty48.risk import Prospect, compared, corner_kept, costly, risk
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction

CORNER = Board.from_rows([[64, 8, 0, 0], [4, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
FULL = Board.from_rows([[2, 4, 2, 4], [4, 2, 4, 2], [2, 4, 2, 4], [8, 8, 4, 2]])


class Tile(NamedTuple):
    """A tile that falls, as the search tells of it."""

    cell: tuple[int, int]
    tile: int
    chance: float
    value: float


def prospect(direction: Direction, *values: float, board: Board = CORNER) -> Prospect:
    """A slide after which as many tiles may fall as values are given, each as likely as the next."""
    slide = board.slide(direction)
    cells = slide.board.empty_cells()
    falls = [Tile(cells[place % len(cells)], 2, 1 / len(values), value) for place, value in enumerate(values)]
    return Prospect(slide, slide.gained + sum(values) / len(values), falls)  # type: ignore[arg-type] # a tile is a fall


def test_the_largest_round_sum_that_some_tiles_cost_is_said() -> None:
    best = prospect(Direction.UP, *[50_000] * 10)
    second = prospect(Direction.RIGHT, *[50_000] * 8, 45_500, 30_000)
    assert costly(best, second) == (10_000, 0.1)
    assert risk(best, second) == "Right risks the corner: 10 % of tiles cost more than 10,000"


def test_more_tiles_may_cost_less() -> None:
    best = prospect(Direction.UP, *[50_000] * 50)
    second = prospect(Direction.RIGHT, *[50_000] * 41, *[45_500] * 9)
    assert risk(best, second) == "Right risks the corner: 18 % of tiles cost more than 4,000"


def test_bad_luck_is_not_the_fault_of_a_slide() -> None:
    best = prospect(Direction.UP, *[50_000] * 9, 40_000)
    second = prospect(Direction.RIGHT, *[49_000] * 9, 39_000)
    assert costly(best, second) is None
    assert risk(best, second) == "Right gives away 1,000 points on average"


def test_a_rare_tile_or_a_small_loss_is_not_a_risk() -> None:
    best = prospect(Direction.UP, *[50_000] * 25)
    assert costly(best, prospect(Direction.RIGHT, *[50_000] * 24, 10_000)) is None
    assert costly(best, prospect(Direction.RIGHT, *[49_100] * 25)) is None


def test_a_tile_that_ends_the_game_outweighs_everything() -> None:
    best = prospect(Direction.RIGHT, 900.0, board=FULL)
    assert best.ends == 0.0
    stuck = Board.from_rows([[4, 8, 4, 8], [8, 4, 8, 4], [4, 8, 4, 8], [0, 16, 32, 64]])
    lost = prospect(Direction.LEFT, 0.0, board=stuck)
    assert lost.ends == 1.0
    assert risk(best, lost) == "Left ends the game"
    half = lost._replace(falls=[lost.falls[0]._replace(chance=0.1)])  # type: ignore[attr-defined]
    assert risk(best, half) == "Left risks the game: 10 % of tiles end it"


def test_what_is_at_stake_is_named_only_where_the_board_shows_it() -> None:
    pair = Board.from_rows([[0, 2, 2, 0], [0, 0, 0, 0], [0, 64, 0, 0], [0, 4, 0, 0]])
    best = prospect(Direction.RIGHT, 50_000, board=pair)
    assert risk(best, prospect(Direction.UP, 30_000, board=pair)).startswith("Up risks room: 100 %")
    assert risk(best, prospect(Direction.LEFT, 30_000, board=pair)).startswith("Left is riskier: 100 %")


def test_of_one_that_is_nearly_as_good_the_next_is_told_too() -> None:
    best, near = prospect(Direction.UP, 50_000), prospect(Direction.DOWN, 49_900)
    worse = prospect(Direction.RIGHT, 30_000)
    assert compared(best, [near]) == "Down is nearly as good"
    told = "Down is nearly as good; right risks the corner: 100 % of tiles cost more than 10,000"
    assert compared(best, [near, worse]) == told
    assert compared(best, [worse]) == risk(best, worse)


def test_the_corner_is_kept_by_any_of_the_largest_tiles() -> None:
    assert corner_kept(Board.from_rows([[8, 0, 0], [0, 0, 0], [0, 0, 0]]))
    assert corner_kept(Board.from_rows([[8, 16, 0], [0, 0, 0], [0, 0, 16]]))
    assert not corner_kept(Board.from_rows([[8, 16, 0], [0, 0, 0], [0, 0, 0]]))
