"""Tests of the opponents: each sees the end of the game within its sight and no further."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from slidedrop.connect4 import Position, Rules
from slidedrop.connect4.engine.perfect import analyse
from slidedrop.core.errors import NotationError
from slidedrop.players.connect4.opponents import LADDER
from slidedrop.players.player import PlayerBase
from slidedrop.players.registry import make_player, player_type
from tests.twins.proving_opponent import ProvingOpponent

if TYPE_CHECKING:
    from slidedrop.connect4.layout import Move
    from slidedrop.connect4.values import Value

NAMES = [one.declaration.name for one in LADDER]
LEVELS = list(range(1, 6))
SIGHT = {level: one.sight for level, one in enumerate(LADDER, 1)}


def opponent(level: int, seed: int = 1) -> PlayerBase[Position, Move]:
    return make_player(NAMES[level - 1], "connect4", seed=seed)


def late_positions(number: int, discs: int) -> list[Position]:
    """Return random unfinished positions with this number of discs."""
    rng, found = Random(discs), list[Position]()
    while len(found) < number:
        position = Position()
        while position.discs < discs and not position.is_over:
            position = position.play(rng.choice(position.legal_moves()))
        if not position.is_over:
            found.append(position)
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_every_opponent_takes_a_win_at_once(level: int) -> None:
    assert opponent(level).choose(Position.from_moves("112233")) == 3
    diagonal = Position.from_moves("1223343454")  # red has a rising diagonal in columns 1 to 3; column 4 completes it
    assert diagonal.play(3).outcome is not None
    assert opponent(level).choose(diagonal) == 3


@pytest.mark.parametrize("level", LEVELS)
def test_every_opponent_blocks_a_row_and_a_column(level: int) -> None:
    assert opponent(level).choose(Position.from_moves("12131")) == 0
    assert opponent(level).choose(Position.from_moves("11223")) == 3


def test_only_the_first_opponent_overlooks_a_diagonal() -> None:
    threat = Position.from_moves("14324123364")
    assert threat.passed().play(3).outcome is not None
    chosen = {opponent(1, seed).choose(threat) for seed in range(20)}
    assert chosen != {3}
    assert all(opponent(level).choose(threat) == 3 for level in LEVELS[1:])


@pytest.mark.parametrize("level", LEVELS[1:])
def test_an_opponent_finds_the_wins_within_its_depth(level: int) -> None:
    for position in late_positions(12, 24):
        values = {move: solution.value for move, solution in analyse(position).values.items()}
        near = {
            move: value.discs for move, value in values.items() if value is not None and 0 < value.discs <= SIGHT[level]
        }
        assert ProvingOpponent(level, lambda place: analyse(place).values).ends_in_sight(position) == near


@pytest.mark.parametrize("level", LEVELS[1:])
def test_an_opponent_only_makes_mistakes_beyond_its_depth(level: int) -> None:
    for position in late_positions(20, 18):
        values: dict[Move, Value | None] = {move: solution.value for move, solution in analyse(position).values.items()}
        value, best = values[opponent(level).choose(position)], max(value for value in values.values() if value)
        assert value is not None
        if value.verdict == "loss" and best.verdict != "loss":
            assert value.discs > SIGHT[level]
        if best.verdict == "win" and best.discs <= SIGHT[level]:
            assert value == best


def test_a_lost_opponent_delays_the_loss_within_its_depth() -> None:
    position = Position.from_moves("44335")
    assert opponent(3).choose(position) in {1, 5}


def test_equal_moves_are_chosen_at_random_and_repeat_with_the_seed() -> None:
    start = Position.from_moves("4")
    drawn = [opponent(2, seed).choose(start) for seed in range(30)]
    assert drawn == [opponent(2, seed).choose(start) for seed in range(30)]
    assert len(set(drawn)) > 1


def test_opponents_play_on_boards_that_the_solver_does_not_know() -> None:
    for rules in (Rules(4, 4, gravity=False), Rules(12, 12), Rules(6, 6, connect=5)):
        player, position = opponent(5), Position(rules)
        for _ in range(4):
            position = position.play(player.choose(position))
        assert position.discs == 4


@pytest.mark.parametrize("name", ["beginner:1", "master@1s", "teacher:3"])
def test_an_opponent_has_neither_level_nor_time(name: str) -> None:
    with pytest.raises(NotationError):
        make_player(name, "connect4")


def test_the_opponents_are_five_from_weak_to_strong_and_need_no_engine() -> None:
    assert NAMES == ["beginner", "casual", "strong", "expert", "master"]
    assert sorted(SIGHT.values()) == list(SIGHT.values())
    assert not any(player_type(name, "connect4").needs_engine for name in NAMES)


@pytest.mark.parametrize("level", [1, 2, 4])
def test_the_even_match_plays_as_the_opponents_of_its_level_in_turn(level: int) -> None:
    even = make_player(f"even:{level}", "connect4", seed=3)
    pair = [opponent((level + 1) // 2, seed=3), opponent(level // 2 + 1, seed=3)]
    for discs in range(10, 18):
        for position in late_positions(8, discs):
            assert even.choose(position) == pair[discs // 2 % 2].choose(position)


def test_the_even_match_has_nine_levels() -> None:
    assert make_player("even", "connect4").name == "even"
    for name in ("even:0", "even:10"):
        with pytest.raises(NotationError):
            make_player(name, "connect4")
