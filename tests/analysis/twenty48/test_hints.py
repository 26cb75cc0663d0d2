"""Tests of hints for 2048: the best slide by the strongest available engine, and the reason."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

from slidedrop.analysis.hints import Hint, hint_for
from slidedrop.analysis.sentences import say
from slidedrop.analysis.twenty48.hints import PLIES, Prospect, compared, corner_kept, costly, risk, slide_reason
from slidedrop.core.errors import RecordError
from slidedrop.players.registry import make_player
from slidedrop.twenty48 import Board, Direction, Expectimax, Game, Rules, State, best_move
from slidedrop.twenty48.engine.expectimax import expectimax_for
from slidedrop.twenty48.notation import read_position
from tests.players.test_ntuple import BARE
from tests.twins.weights2048 import random_network, random_weights

if TYPE_CHECKING:
    from pathlib import Path


_OTHERS: Final = r"\((up|down|left|right) [\d,]+(, (up|down|left|right) [\d,]+)*\)"
_RISK: Final = (
    r"(is nearly as good|gives away [\d,]+ points on average|ends the game|risks the game: \d+% of tiles end it"
    r"|(risks the corner|risks room|is riskier): \d+% of tiles cost more than [\d,]+)"
)
_COST: Final = rf"; (the others|worse moves) give away points {_OTHERS}"
SHAPE: Final = re.compile(rf"(.+?)(?:{_COST})?\. [A-Z]\w+ {_RISK}(; \w+ {_RISK})?")
BOARDS: Final = [
    "2048,1024,4,2/512,256,8,0/4,16,2,0/2,0,0,0",
    "0,0,0,0/0,2,0,0/0,0,0,0/0,0,2,0",
    "64,8,2,2/512,64,4,4/2048,128,8,0/4096,64,16,2",
    "0,4,8,4/32,8,4,2/256,128,64,8/2,1024,512,64",
    "65536,32768,16384,8192/512,1024,2048,4096/256,128,64,32/0,2,4,16",
]


@pytest.fixture(autouse=True, scope="module")
def _not_the_first_hint_of_this_process() -> None:
    """Load the large network: the first hint of a process uses the small one (tests/players/test_ntuple.py)."""
    expectimax_for()


def costs(slide: str, percent: int, cost: str) -> str:
    """Return the sentence for a slide with this cost for this percentage of new tiles."""
    return say("costs", slide=slide, stake=say("stake corner"), percent=percent, cost=cost)


def hinted(position: str, weights: Path | None = None) -> Hint:
    found = hint_for(Game(start=State(read_position(position)), seed=0), weights=weights)
    assert found is not None
    return found


@pytest.mark.parametrize("position", BOARDS)
def test_the_reason_has_the_effect_the_values_and_the_risk_of_the_other_moves(position: str) -> None:
    hint = hinted(position)
    board = read_position(position)
    match = SHAPE.fullmatch(hint.reason)
    assert match, hint.reason
    assert match[1] == slide_reason(board.slide(Direction.from_text(hint.move)))
    near = re.search(say("nearly", slide=r"([A-Z]\w+)"), hint.reason)
    assert ("the others" in hint.reason) == (near is None)
    assert near is None or f"{near[1].lower()} " not in hint.reason.partition("give away")[2].partition(")")[0]
    assert len(hint.reason) < 300


@pytest.mark.parametrize("position", BOARDS)
def test_the_hint_is_the_best_move_of_the_network(position: str) -> None:
    assert hinted(position).move == getattr(best_move(read_position(position), plies=PLIES).best, "value", "")


def test_the_cost_of_the_other_moves_comes_from_the_search(tmp_path: Path) -> None:
    board = read_position(BOARDS[0])
    best, *others = sorted(Expectimax(random_network()).search(board, PLIES).values.values(), reverse=True)
    reason = hinted(BOARDS[0], random_weights(tmp_path / "own.weights")).reason
    assert all(f" {best - value:,.0f}" in reason for value in others)


def test_the_only_legal_move_is_marked_as_the_only_one(tmp_path: Path) -> None:
    only = "0,2,4,8/0,4,8,16/0,8,16,32/0,16,32,64"
    reason = hinted(only, random_weights(tmp_path / "own.weights")).reason
    assert re.search(r"; the only slide$", reason)


def test_tiles_too_large_for_the_network_are_evaluated_but_score_their_real_points(tmp_path: Path) -> None:
    huge = "65536,65536,32768,16384/1024,2048,4096,8192/512,256,128,64/4,8,16,32"
    reason = hinted(huge, random_weights(tmp_path / "own.weights")).reason
    assert reason.startswith("makes 131072")
    values = Expectimax(random_network()).search(read_position(huge), PLIES).values
    assert 131_000 <= max(values.values()) < 131_100


@pytest.mark.parametrize(("size", "moves"), [(3, 12), (5, 3), (6, 2)])
def test_without_a_network_a_hint_a_player_and_the_best_move_agree(size: int, moves: int) -> None:
    rules = Rules(size=size)
    game, player = Game(rules, seed=size), make_player("search:3", "2048")
    for _ in range(moves):
        found, values = hint_for(game), best_move(game.board, rules, plies=2).values
        assert found is not None
        for move in (Direction.from_text(found.move), player.choose(game.position)):
            assert values[move] == pytest.approx(max(values.values()))
        game.play(move)


def test_a_2x2_hint_comes_from_the_plain_heuristic() -> None:
    board = Board.from_rows([[2, 2], [0, 0]])
    found = hint_for(Game(Rules(size=2), start=State(board)))
    assert found is not None
    assert (found.move, found.reason) == ("left", slide_reason(board.slide(Direction.LEFT)))


def test_a_missing_weights_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="none"):
        hinted(BOARDS[0], tmp_path / "none")


def test_a_plain_installation_hints_without_numpy() -> None:
    program = f"""{BARE}
from slidedrop.analysis.hints import hint_for
from slidedrop.twenty48 import Game
print(hint_for(Game(seed=7)))
print(sys.modules["numpy"])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    hint, numpy = done.stdout.splitlines()
    assert SHAPE.fullmatch(hint.partition(": ")[2].removesuffix("."))
    assert numpy == "None"


CORNER = Board.from_rows([[64, 8, 0, 0], [4, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
FULL = Board.from_rows([[2, 4, 2, 4], [4, 2, 4, 2], [2, 4, 2, 4], [8, 8, 4, 2]])


class Tile(NamedTuple):
    """A new tile in the result of the search."""

    cell: tuple[int, int]
    tile: int
    chance: float
    value: float


def prospect(direction: Direction, *values: float, board: Board = CORNER) -> Prospect:
    """Return a slide with one equally likely new tile for each given value."""
    slide = board.slide(direction)
    cells = slide.board.empty_cells()
    falls = [Tile(cells[place % len(cells)], 2, 1 / len(values), value) for place, value in enumerate(values)]
    return Prospect(slide, slide.gained + sum(values) / len(values), falls)  # type: ignore[arg-type] # a tile is a fall


def test_a_risk_shows_the_largest_round_number_of_points_at_stake() -> None:
    best = prospect(Direction.UP, *[50_000] * 10)
    second = prospect(Direction.RIGHT, *[50_000] * 8, 45_500, 30_000)
    assert costly(best, second) == (10_000, 0.1)
    assert risk(best, second) == costs("Right", 10, "10,000")


def test_a_risk_can_cover_more_tiles_at_a_lower_cost() -> None:
    best = prospect(Direction.UP, *[50_000] * 50)
    second = prospect(Direction.RIGHT, *[50_000] * 41, *[45_500] * 9)
    assert risk(best, second) == costs("Right", 18, "4,000")


def test_a_tile_that_hurts_every_move_is_not_a_risk_of_one_move() -> None:
    best = prospect(Direction.UP, *[50_000] * 9, 40_000)
    second = prospect(Direction.RIGHT, *[49_000] * 9, 39_000)
    assert costly(best, second) is None
    assert risk(best, second) == say("gives away", slide="Right", points="1,000")


def test_a_rare_tile_or_a_small_loss_is_not_a_risk() -> None:
    best = prospect(Direction.UP, *[50_000] * 25)
    assert costly(best, prospect(Direction.RIGHT, *[50_000] * 24, 10_000)) is None
    assert costly(best, prospect(Direction.RIGHT, *[49_100] * 25)) is None


def test_a_tile_that_ends_the_game_is_the_first_risk_shown() -> None:
    best = prospect(Direction.RIGHT, 900.0, board=FULL)
    assert best.ends == 0.0
    stuck = Board.from_rows([[4, 8, 4, 8], [8, 4, 8, 4], [4, 8, 4, 8], [0, 16, 32, 64]])
    lost = prospect(Direction.LEFT, 0.0, board=stuck)
    assert lost.ends == 1.0
    assert risk(best, lost) == say("ends the game", slide="Left")
    half = lost._replace(falls=[lost.falls[0]._replace(chance=0.1)])  # type: ignore[attr-defined]
    assert risk(best, half) == say("risks the game", slide="Left", percent=10)


def test_a_risk_names_a_cause_only_if_the_board_shows_it() -> None:
    pair = Board.from_rows([[0, 2, 2, 0], [0, 0, 0, 0], [0, 64, 0, 0], [0, 4, 0, 0]])
    best = prospect(Direction.RIGHT, 50_000, board=pair)
    assert risk(best, prospect(Direction.UP, 30_000, board=pair)).startswith("Up risks room: 100%")
    assert risk(best, prospect(Direction.LEFT, 30_000, board=pair)).startswith("Left is riskier: 100%")


def test_a_nearly_equal_move_is_followed_by_the_next_worse_one() -> None:
    best, near = prospect(Direction.UP, 50_000), prospect(Direction.DOWN, 49_900)
    worse = prospect(Direction.RIGHT, 30_000)
    assert compared(best, [near]) == say("nearly", slide="Down")
    told = say("then", one=say("nearly", slide="Down"), other=costs("right", 100, "10,000"))
    assert compared(best, [near, worse]) == told
    assert compared(best, [worse]) == risk(best, worse)


def test_any_of_the_largest_tiles_can_hold_the_corner() -> None:
    assert corner_kept(Board.from_rows([[8, 0, 0], [0, 0, 0], [0, 0, 0]]))
    assert corner_kept(Board.from_rows([[8, 16, 0], [0, 0, 0], [0, 0, 16]]))
    assert not corner_kept(Board.from_rows([[8, 16, 0], [0, 0, 0], [0, 0, 0]]))
