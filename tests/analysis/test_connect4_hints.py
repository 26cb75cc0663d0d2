"""A hint for Connect-4 says what its move wins, blocks, threatens, avoids, or is good for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slidedrop.analysis.connect4_hints import best_and_why, winning_moves
from slidedrop.analysis.hints import Hint, hint_for
from slidedrop.connect4 import Game, Position, Rules
from slidedrop.connect4.notation import read_moves


def hint(moves: str, rules: Rules | None = None) -> str:
    """Return the hint after these moves, as it is shown."""
    game = Game(rules)
    for move in read_moves(moves, game.rules):
        game.move(move)
    found = hint_for(game)
    assert found is not None
    return str(found)


def test_a_win_is_taken_and_named() -> None:
    assert hint("121212") == "1: wins with four in a row."


def test_with_two_wins_any_of_them_is_named_as_such() -> None:
    assert hint("223344") in {"1: wins with four in a row.", "5: wins with four in a row."}


def test_a_threat_is_blocked_and_whose_it_was_is_said() -> None:
    assert hint("12121").startswith("1: blocks red's four in a row")


def test_a_forced_win_is_counted_and_its_double_threat_named() -> None:
    text = hint("4433")
    assert "wins by force in 2 moves" in text
    assert "makes 2 threats at once" in text


def test_a_single_threat_is_said() -> None:
    assert hint("6515174") == "5: threatens to win next."


def test_a_lost_position_says_how_long_it_holds() -> None:
    assert hint("44335") in {
        "2: blocks red's four in a row; holds out longest; red wins with the next move.",
        "6: blocks red's four in a row; holds out longest; red wins with the next move.",
    }


def test_moves_that_would_lose_at_once_are_named_as_the_risk() -> None:
    # Red has three in a row above a free cell: whoever fills the cell below it makes the row possible.
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
    _, reason = best_and_why(position)
    assert "blocks red's four in a row" in reason
    rows = [".......", ".......", ".......", ".......", "XXX....", "OOX.O.."]
    position = Position.from_drawing("\n".join(rows))
    move, reason = best_and_why(position)
    assert move != 3
    assert "4 would let red win at once" in reason


def test_a_quiet_move_is_good_for_lines_that_are_still_open() -> None:
    assert hint("") == "4: takes part in 7 lines that can still become four in a row."


def test_the_last_disc_of_a_draw_says_so() -> None:
    game = Game(Rules(4, 4))
    for move in read_moves("432131114423423", game.rules):
        game.move(move)
    assert game.outcome is None
    found = hint_for(game)
    assert found is not None
    assert found.reason == "fills the board for a draw"


def test_in_free_placement_the_hint_names_row_and_column() -> None:
    assert hint("1.1,4.1,1.2,4.2,1.3,3.1", Rules(4, 4, gravity=False)) == "1.4: wins with four in a row."


def test_after_the_end_there_is_no_hint_and_nothing_wins() -> None:
    game = Game()
    for move in read_moves("1212121", game.rules):
        game.move(move)
    assert hint_for(game) is None
    assert winning_moves(game.position) == []
    assert winning_moves(None) == []


@settings(max_examples=25)
@given(st.lists(st.integers(0, 6), max_size=30))
def test_a_hint_is_always_a_legal_move_with_a_reason(choices: list[int]) -> None:
    game = Game()
    for choice in choices:
        if game.outcome is None:
            legal = game.position.legal_moves()
            game.move(legal[choice % len(legal)])
    found = hint_for(game)
    assert (found is None) is (game.outcome is not None)
    if isinstance(found, Hint):
        assert found.reason
        assert int(found.move) - 1 in game.position.legal_moves()


@pytest.mark.parametrize("size", [(20, 20), (4, 4)])
def test_on_any_board_a_hint_takes_a_moment_only(size: tuple[int, int]) -> None:
    found = hint_for(Game(Rules(*size, gravity=False)))
    assert found is not None
