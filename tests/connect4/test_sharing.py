"""Tests of Connect-4 share codes: round trips of games, and errors for invalid codes."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.connect4 import Game, Position, Rules
from slidedrop.connect4.sharing import bits_a_move
from slidedrop.core.errors import NotationError
from slidedrop.records import share
from slidedrop.records.replay import begin, do_all, header_of
from slidedrop.records.share import write_code

GOLDEN = Path(__file__).parents[1] / "data" / "share_codes" / "connect4.json"


def read_code(text: str) -> Game:
    game = share.read_code(text)
    assert isinstance(game, Game)
    return game


def random_game(seed: int) -> Game:
    """Return a random game: any size, placement, goal and start, with undos, hints and resignations."""
    dice = random.Random(seed)
    rules = Rules(dice.randint(4, 12), dice.randint(4, 12), gravity=dice.random() < 0.6, connect=dice.randint(3, 4))
    if dice.random() < 0.3:
        rules = Rules()
    start = _played(Position(rules), dice.randint(0, 9), dice) if dice.random() < 0.3 else None
    game = Game(rules, start=start)
    for _ in range(dice.choice([0, 1, 7, 40, 200])):
        _something(game, dice)
    return game


def _played(position: Position, plies: int, dice: random.Random) -> Position:
    for _ in range(plies):
        if position.outcome is None:
            position = position.play(dice.choice(position.legal_moves()))
    return Position.from_rows(position.to_rows(), position.rules)


def _something(game: Game, dice: random.Random) -> None:
    what = dice.random()
    if what < 0.05:
        game.undo()
    elif what < 0.08:
        game.redo()
    elif what < 0.1:
        game.hints += 1
    elif game.outcome is None:
        game.resign() if what > 0.99 else game.play(dice.choice(game.position.legal_moves()))


def same(one: Game, other: Game) -> bool:
    """Return whether two games behave the same from here on."""
    return (
        one.position == other.position
        and one.outcome == other.outcome
        and one.line() == other.line()
        and one.turns == other.turns
        and one.header() == other.header()
        and (one.take_backs, one.hints) == (other.take_backs, other.hints)
    )


@given(st.integers(0, 10**9))
def test_a_code_gives_the_same_game(seed: int) -> None:
    game = random_game(seed)
    code = write_code(game)
    again = read_code(code)
    assert same(game, again)
    assert write_code(again) == code


@given(st.integers(0, 10**9))
def test_a_game_from_a_share_code_is_saved_with_its_undos_and_hints(seed: int) -> None:
    game = read_code(write_code(random_game(seed)))
    again = begin(header_of(game))
    do_all(again, game.commands)
    assert isinstance(again, Game)
    counted = game.position.legal_moves() or game.line()
    assert not counted or same(game, again)


@pytest.mark.parametrize(
    ("rules", "bits"),
    [(Rules(), 3), (Rules(4, 4), 2), (Rules(8, 4), 3), (Rules(9, 4), 4), (Rules(4, 4, gravity=False), 4)],
)
def test_a_move_takes_the_fewest_bits_that_fit(rules: Rules, bits: int) -> None:
    assert bits_a_move(rules) == bits


def test_the_share_code_of_a_long_game_has_fewer_than_40_characters() -> None:
    game = Game(Rules(connect=7))
    while game.outcome is None:
        game.play(game.position.legal_moves()[0])
    assert len(game.line()) >= 36
    assert len(write_code(game)) < 40


def golden() -> list[dict[str, Any]]:
    kept: list[dict[str, Any]] = json.loads(GOLDEN.read_text())
    return kept


@pytest.mark.parametrize("kept", golden(), ids=lambda kept: str(kept["name"]))
def test_old_share_codes_still_give_the_same_games(kept: dict[str, Any]) -> None:
    game = read_code(kept["code"])
    summary = game.summary()
    assert ["".join(".XO"[0 if disc is None else disc + 1] for disc in row) for row in game.position.to_rows()] == kept[
        "rows"
    ]
    assert [summary.rules, summary.standing] == kept["rules_standing"]
    assert [summary.moves, summary.take_backs, summary.hints] == kept["moves_take_backs_hints"]
    assert write_code(game) == kept["code"]


@given(st.binary(max_size=40))
def test_random_bytes_with_a_valid_checksum_are_refused_or_playable(packed: bytes) -> None:
    try:
        game = read_code(share._written("C1", packed))
    except NotationError:
        return
    do_all(begin(header_of(game)), game.commands)


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        ((16,), "it begins with 16"),
        ((8, 3, 6, 4), "number of columns .*from 4"),
        ((2, 0, 0, 0, 0), r"\b0 cells .*7x6 .*42"),
        ((10, 4, 4, 4, 16, 0x30, 0, 0, 0, 0), "row 1, column 2 .*-1"),
        ((10, 4, 4, 4, 16, 0x40, 0, 0, 0, 0), "row 1, column 1 floats"),
        ((0, 1, 0xE0, 0, 0), "no column 8"),
        ((4, 7, 0x49, 0x24, 0x92, 0, 0), "column 3 is full"),
    ],
)
def test_a_share_code_that_breaks_the_rules_is_refused_with_the_reason(numbers: tuple[int, ...], sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        read_code(share._written("C1", bytes(numbers)))


def test_the_code_of_a_finished_start_position_drops_its_undos() -> None:
    rows = Position.from_moves("1212121").to_rows()
    game = Game(start=Position.from_rows(rows))
    game.take_backs = 3
    assert read_code(write_code(game)).commands == []
