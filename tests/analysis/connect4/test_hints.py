"""Tests of hints for Connect-4: each gives a move and its reason, such as a win, a block or a threat."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slidedrop.analysis.connect4.hints import position_hint
from slidedrop.analysis.connect4.threats import waiting_threats, winning_moves
from slidedrop.analysis.hints import Hint, hint_for
from slidedrop.analysis.sentences import say
from slidedrop.connect4 import Game, Position, Rules
from slidedrop.connect4.notation import read_moves
from slidedrop.core.capabilities import Basis

GOAL = Rules().goal
WINNING = "{}: " + say("wins now", goal=GOAL) + "."
BLOCKING = say("blocks", other="red", goal=GOAL)


def hint(moves: str, rules: Rules | None = None) -> str:
    """Return the hint after these moves, as shown to the player."""
    game = Game(rules)
    for move in read_moves(moves, game.rules):
        game.play(move)
    found = hint_for(game)
    assert found is not None
    return str(found)


def test_a_hint_takes_an_immediate_win() -> None:
    assert hint("121212") == WINNING.format(1)


def test_with_two_winning_moves_the_hint_is_either_of_them() -> None:
    assert hint("223344") in {WINNING.format(1), WINNING.format(5)}


def test_a_hint_blocks_a_threat_and_names_the_opponent() -> None:
    assert hint("12121").startswith(f"1: {BLOCKING}")


def test_a_forced_win_shows_its_length_and_the_double_threat() -> None:
    text = hint("4433")
    assert say("wins", worth=say("win", discs=3)) in text
    assert say("threats", count=2) in text


def test_a_hint_mentions_a_single_threat() -> None:
    assert say("threat") in hint("6515174")


def test_a_hint_in_a_lost_position_shows_moves_until_the_loss() -> None:
    assert hint("44335") in {
        "2: {}; {}.".format(BLOCKING, say("loses", worth=say("loss", discs=2))),
        "6: {}; {}.".format(BLOCKING, say("loses", worth=say("loss", discs=2))),
    }


def test_a_hint_names_the_moves_that_lose_immediately() -> None:
    # Red has three in a row with a free cell at its end: a disc in the cell below allows the fourth.
    rows = [
        ".......",
        ".......",
        ".......",
        ".......",
        "XXX....",
        "OOXO...",
    ]
    position = Position.from_drawing("\n".join(rows))
    assert position.turn == 1
    reason = position_hint(position).reason
    assert BLOCKING in reason
    rows = [".......", ".......", ".......", ".......", "XXX....", "OOX.O.."]
    position = Position.from_drawing("\n".join(rows))
    found = position_hint(position)
    assert found.move != "4"
    assert say("risk", moves=4, other="red") in found.reason


def test_a_quiet_move_counts_open_lines_and_is_marked_as_not_proven() -> None:
    text = hint("", Rules(9, 9))
    assert say("quiet", count=7, goal=GOAL) in text
    assert re.fullmatch(say("looked ahead", levels=r"\d+"), text.removesuffix(".").rpartition("; ")[2])


def test_a_hint_shows_the_value_of_the_best_move() -> None:
    assert hint("451726255271757773161115") == f"6: {say('draws')}; {say('only move')}."
    reasons = [say("blocks", other="blue", goal=GOAL), say("wins", worth=say("win", discs=19)), say("only win")]
    assert hint("16266311243412116237") == f"5: {'; '.join(reasons)}."


@pytest.mark.parametrize(
    ("moves", "named"),
    [
        ("44451543722144117125", {"winner": "red", "kind": "odd", "column": 3, "loser": "blue"}),
        ("156227227733165753223671", {"winner": "blue", "kind": "even", "column": 4, "loser": "red"}),
    ],
)
def test_a_hint_names_the_decisive_zugzwang_threat(moves: str, named: dict[str, object]) -> None:
    assert say("zugzwang", **named) in hint(moves)


def test_a_threat_undercut_by_a_forced_block_is_not_called_decisive() -> None:
    text = hint("4727474423425421")
    assert say("wins", worth=say("win", discs=5)) in text
    assert "decides" not in text


def test_waiting_threats_are_those_above_a_free_cell() -> None:
    rows = [".......", ".......", ".......", ".......", "XXX....", "OOX.O.."]
    position = Position.from_drawing("\n".join(rows))
    assert waiting_threats(position, 0) == [(4, 3)]
    assert waiting_threats(position, 1) == []


def test_free_4x4_is_proven_also_for_a_hint() -> None:
    position = Position.from_moves("2.2,1.1,3.3", Rules(4, 4, gravity=False))
    found = position_hint(position, seconds=60)  # the default limit of five seconds may be too short on a busy machine
    assert (found.basis, "keeps the draw" in str(found)) == (Basis.PROOF, True)


def test_without_the_extra_a_hint_uses_the_search_and_loads_no_numpy() -> None:
    program = """
import sys
sys.modules["numba"] = None
from slidedrop.analysis.hints import hint_for
from slidedrop.connect4 import Game
game = Game()
for move in (0, 0, 1, 1, 2):
    game.play(move)
print(hint_for(game), "numpy" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"4: {BLOCKING}")
    assert done.stdout.endswith("False\n")


def test_an_early_position_stops_at_the_time_limit_and_is_marked_as_not_proven() -> None:
    reason = position_hint(Position(Rules(7, 8)), seconds=0.1).reason
    assert reason.endswith("not proven yet")


def test_a_hint_for_the_last_disc_of_a_draw_fills_the_board() -> None:
    game = Game(Rules(4, 4))
    for move in read_moves("432131114423423", game.rules):
        game.play(move)
    assert game.outcome is None
    found = hint_for(game)
    assert found is not None
    assert found.reason == say("fills the board")


def test_in_free_placement_the_hint_names_row_and_column() -> None:
    assert hint("1.1,4.1,1.2,4.2,1.3,3.1", Rules(4, 4, gravity=False)) == WINNING.format(1.4)


def test_a_finished_game_has_no_hint_and_no_winning_moves() -> None:
    game = Game()
    for move in read_moves("1212121", game.rules):
        game.play(move)
    assert hint_for(game) is None
    assert winning_moves(game.position) == []


@settings(max_examples=25)
@given(st.lists(st.integers(0, 6), min_size=14, max_size=34))
def test_a_hint_is_always_a_legal_move_with_a_reason(choices: list[int]) -> None:
    game = Game()
    for choice in choices:
        if game.outcome is None:
            legal = game.position.legal_moves()
            game.play(legal[choice % len(legal)])
    found = hint_for(game)
    assert (found is None) is (game.outcome is not None)
    if isinstance(found, Hint):
        assert found.reason
        assert int(found.move) - 1 in game.position.legal_moves()


@pytest.mark.parametrize("size", [(20, 20), (4, 4)])
def test_a_hint_is_quick_on_every_free_placement_board(size: tuple[int, int]) -> None:
    found = hint_for(Game(Rules(*size, gravity=False)))
    assert found is not None
