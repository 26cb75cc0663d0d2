"""Tests of the opponent kernel: its moves equal those of the plain Python reference."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from slidedrop.connect4 import Position, Rules
from slidedrop.connect4.engine.book.stored import shipped_book
from slidedrop.connect4.engine.perfect import Solver, discs
from slidedrop.connect4.values import Budget
from slidedrop.core.randomness import state_for
from slidedrop.players.registry import make_player
from tests.connect4.native_book import NativeBook
from tests.connect4.native_solver import NativeSolver
from tests.twins.proving_opponent import ProvingOpponent

NAMES = ("beginner", "casual", "strong", "expert", "master")

if TYPE_CHECKING:
    from slidedrop.connect4.values import Solution

NODES = 300_000
MEGABYTES = 1


def random_position(rng: Random, rules: Rules, ply: int) -> Position:
    while True:
        position = Position(rules)
        while position.outcome is None and position.discs < ply:
            position = position.play(rng.choice(position.legal_moves()))
        if position.outcome is None:
            return position


def proven_afresh(position: Position) -> dict[int, Solution]:
    """Return the result that an opponent's node limit proves, with a small empty table and the bundled book."""
    rules, stored = position.rules, shipped_book(position.rules.columns, position.rules.rows)
    book = None if stored is None else NativeBook(stored)
    solver = NativeSolver(rules.columns, rules.rows, megabytes=MEGABYTES, book=book)
    return solver.analyse(*discs(position), Budget(nodes=NODES))


@pytest.mark.parametrize(
    ("columns", "rows", "number", "least"), [(7, 6, 40, 0), (5, 4, 40, 0), (8, 7, 5, 20), (4, 4, 40, 0)]
)
@pytest.mark.parametrize("level", [1, 2])
def test_beginner_and_casual_match_the_plain_python_opponents(
    level: int, columns: int, rows: int, number: int, least: int
) -> None:
    check(level, Rules(columns, rows), number, (least, columns * rows - 1))


@pytest.mark.parametrize("level", [3, 4, 5])
def test_proving_opponents_match_plain_python_and_the_native_solver(level: int) -> None:
    check(level, Rules(7, 6), 8, (3, 41))
    check(level, Rules(5, 4), 8, (0, 19))


def check(level: int, rules: Rules, number: int, plies: tuple[int, int]) -> None:
    rng = Random(f"{level} {rules.size}")
    built = Solver(rules.columns, rules.rows, book=shipped_book(rules.columns, rules.rows))
    plain = ProvingOpponent(level, proven_afresh)
    for _ in range(number):
        position, state = random_position(rng, rules, rng.randint(*plies)), rng.getrandbits(48)
        expected = plain.chosen(position, state)
        assert built.opponent(*discs(position), level, state) == expected, (position, state)


def test_an_opponent_move_does_not_depend_on_earlier_searches() -> None:
    rng, position = Random(1), Position.from_moves("4435266")
    asked = Solver(7, 6)
    first = [asked.opponent(*discs(position), 5, state) for state in range(4)]
    asked.analyse(*discs(Position.from_moves("44352663")), Budget(nodes=100_000))
    for _ in range(3):
        asked.opponent(*discs(random_position(rng, Rules(), 12)), 4, 1)
    assert [asked.opponent(*discs(position), 5, state) for state in range(4)] == first


def test_a_finished_game_has_no_move() -> None:
    assert Solver(7, 6).opponent(*discs(Position.from_moves("1212121")), 3, 0) == -1


def test_named_opponents_play_the_same_as_their_old_names() -> None:
    position = Position.from_moves("44352")
    for level, name in enumerate(("beginner", "casual", "strong", "expert", "master"), 1):
        player = make_player(name, "connect4", seed=7)
        assert player.name == name
        assert player.choose(position) == make_player(NAMES[level - 1], "connect4", seed=7).choose(position)


def test_every_seed_and_ply_has_its_own_48_bit_state() -> None:
    states = [state_for(seed, ply) for seed in (-5, 0, 2**63 - 1) for ply in range(42)]
    assert len(set(states)) == len(states)
    assert all(0 <= state < 1 << 48 for state in states)
