"""The players that know Connect-4 by heart."""

from __future__ import annotations

import pytest

from slidedrop.connect4 import Position, Rules, solve
from slidedrop.core.errors import NotationError, RulesError
from slidedrop.players.registry import check_player, player_called

SMALL = Rules(columns=5, rows=4)


@pytest.mark.parametrize("name", ["perfect", "winner", "perfect@5s"])
def test_a_solving_player_never_gives_a_win_or_a_draw_away(name: str) -> None:
    player = player_called(name, "connect4", seed=3)
    position = Position(SMALL)
    while position.outcome is None:
        before = solve(position).verdict
        after = position.play(player.choose(position))
        answer = solve(after).verdict
        assert {"win": "loss", "draw": "draw", "loss": "win"}[before or ""] == answer
        position = after


def test_the_perfect_player_wins_as_soon_as_it_can() -> None:
    position = Position.from_moves("112233")
    assert player_called("perfect", "connect4").choose(position) == 3


def test_what_the_solver_does_not_know_is_refused_when_sitting_down() -> None:
    with pytest.raises(RulesError, match="play by search instead"):
        check_player(player_called("perfect", "connect4"), Position(Rules(gravity=False)))
    with pytest.raises(NotationError, match="does not have"):
        player_called("perfect:3", "connect4")


def test_the_solver_is_offered_by_the_game_itself() -> None:
    import slidedrop.connect4

    assert str(solve(Position.from_moves("112233"))) == "win in 1"
    with pytest.raises(AttributeError, match="no attribute"):
        _ = slidedrop.connect4.nothing
