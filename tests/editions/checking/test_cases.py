"""Tests of the generated unit-test cases: correct by the slow twin, and equal for equal seeds."""

from __future__ import annotations

import json
import random

import pytest

from slidedrop.editions.checking.cases import any_board, keys, starts, vectors
from slidedrop.twenty48 import Board, Direction
from tests.twins.naive2048 import naive_slide


def flat(board: list[list[int]] | list[int]) -> Board:
    rows = board if isinstance(board[0], list) else None
    return Board.from_rows(rows) if rows else Board.from_tiles(board)  # type: ignore[arg-type] # a flat one


@pytest.mark.parametrize("name", ["psa3", "mis", "a07", "swipe"])
def test_a_case_matches_the_reference_implementation(name: str) -> None:
    for line in vectors(name, 60, random.Random(1)):
        case = json.loads(line)
        board = flat(case["board"])
        result, points = naive_slide([list(row) for row in board.rows], case["move"])
        assert flat(case["result"]) == Board.from_rows(result)
        assert case["points"] == points
        assert case["moves"] == (case["board"] != case["result"])
        assert case["over"] == (not board.legal_moves())


def test_the_same_seed_gives_the_same_cases() -> None:
    first, again = (list(vectors("psa3", 40, random.Random(7))) for _ in range(2))
    assert first == again
    assert first != list(vectors("psa3", 40, random.Random(8)))


def test_every_direction_is_the_first_key_of_some_game() -> None:
    dice = random.Random(1)
    assert {keys(5, number, dice)[0] for number in range(4)} == set(Direction)
    assert len(keys(300, 3, dice)) == 300


def test_the_hard_boards_come_first_and_any_board_has_a_tile() -> None:
    dice = random.Random(1)
    assert next(starts(dice)).tiles[:4] == (2, 2, 4, 8)
    assert all(any(any_board(size, dice).tiles) for size in (2, 3, 4, 5) for _ in range(50))
