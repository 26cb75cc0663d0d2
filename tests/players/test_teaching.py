"""A teacher sees the end of the game from so many discs away, and nothing beyond."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from slidedrop.players.teaching import SIGHT, TeachingPlayer

from slidedrop.connect4 import Position, Rules
from slidedrop.connect4.engine.perfect import analyse
from slidedrop.core.errors import NotationError
from slidedrop.players.player import PlayerName
from slidedrop.players.registry import make_player, needs_engine, player_names
from tests.twins.teacher import ProvingTeacher

if TYPE_CHECKING:
    from slidedrop.connect4.layout import Move
    from slidedrop.connect4.values import Value

LEVELS = sorted(SIGHT)


def teacher(level: int, seed: int = 1) -> TeachingPlayer:
    return TeachingPlayer(PlayerName("teacher", level), seed)


def late_positions(number: int, discs: int) -> list[Position]:
    """Return unfinished positions by lot."""
    rng, found = Random(discs), list[Position]()
    while len(found) < number:
        position = Position()
        while position.discs < discs and not position.is_over:
            position = position.play(rng.choice(position.legal_moves()))
        if not position.is_over:
            found.append(position)
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_every_teacher_takes_a_win_at_once(level: int) -> None:
    assert teacher(level).choose(Position.from_moves("112233")) == 3
    diagonal = Position.from_moves("1223343454")  # red has 1, 2, 3 rising; column 4 completes it
    assert diagonal.play(3).outcome is not None
    assert teacher(level).choose(diagonal) == 3


@pytest.mark.parametrize("level", LEVELS)
def test_every_teacher_blocks_a_row_and_a_column(level: int) -> None:
    assert teacher(level).choose(Position.from_moves("12131")) == 0
    assert teacher(level).choose(Position.from_moves("11223")) == 3


def test_only_the_first_teacher_overlooks_a_diagonal() -> None:
    threat = Position.from_moves("14324123364")
    assert threat.passed().play(3).outcome is not None
    chosen = {teacher(1, seed).choose(threat) for seed in range(20)}
    assert chosen != {3}
    assert all(teacher(level).choose(threat) == 3 for level in LEVELS[1:])


@pytest.mark.parametrize("level", LEVELS[1:])
def test_what_a_teacher_sees_is_what_the_solver_knows_up_to_its_sight(level: int) -> None:
    for position in late_positions(12, 24):
        values = {move: solution.value for move, solution in analyse(position).items()}
        near = {
            move: value.discs for move, value in values.items() if value is not None and 0 < value.discs <= SIGHT[level]
        }
        assert ProvingTeacher(level, analyse).ends_in_sight(position) == near


@pytest.mark.parametrize("level", LEVELS[1:])
def test_a_mistake_of_a_teacher_is_punished_only_beyond_its_sight(level: int) -> None:
    for position in late_positions(20, 18):
        values: dict[Move, Value | None] = {move: solution.value for move, solution in analyse(position).items()}
        value, best = values[teacher(level).choose(position)], max(value for value in values.values() if value)
        assert value is not None
        if value.verdict == "loss" and best.verdict != "loss":
            assert value.discs > SIGHT[level]
        if best.verdict == "win" and best.discs <= SIGHT[level]:
            assert value == best


def test_a_lost_teacher_holds_out_as_long_as_it_sees() -> None:
    position = Position.from_moves("44335")
    assert teacher(3).choose(position) in {1, 5}


def test_equal_looking_moves_are_drawn_and_the_same_seed_draws_the_same() -> None:
    start = Position.from_moves("4")
    drawn = [teacher(2, seed).choose(start) for seed in range(30)]
    assert drawn == [teacher(2, seed).choose(start) for seed in range(30)]
    assert len(set(drawn)) > 1


def test_teachers_play_on_boards_that_the_solver_does_not_know() -> None:
    for rules in (Rules(4, 4, gravity=False), Rules(12, 12), Rules(6, 6, connect=5)):
        player, position = teacher(5), Position(rules)
        for _ in range(4):
            position = position.play(player.choose(position))
        assert position.discs == 4


@pytest.mark.parametrize("name", ["teacher:0", "teacher:6", "teacher@1s"])
def test_there_are_five_teachers_and_no_other(name: str) -> None:
    with pytest.raises(NotationError, match="teacher"):
        make_player(name, "connect4")


def test_a_teacher_is_called_by_name() -> None:
    assert "teacher" in player_names("connect4")
    assert make_player("teacher", "connect4").name == "teacher:3"
    assert not any(needs_engine(f"teacher:{level}") for level in LEVELS)
