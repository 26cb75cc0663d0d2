"""Tests that the analysis board finds the same worst moves as `slidedrop review`."""

from __future__ import annotations

import pytest

from slidedrop.analysis.connect4.review import review as review_connect4
from slidedrop.analysis.twenty48.review import review as review_2048
from slidedrop.connect4.game import Game as Connect4
from slidedrop.connect4.rules import Rules
from slidedrop.core.command import Command
from slidedrop.terminal.full.parts import parts_of
from slidedrop.terminal.full.screens.analysis import positions_of
from slidedrop.terminal.full.twenty48.parts import bars
from slidedrop.terminal.full.twenty48.screen import slide_advice
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game as Twenty48
from slidedrop.twenty48.rules import Rules as Twenty48Rules
from tests.attempt import tried


@pytest.mark.parametrize("seed", range(10))
def test_the_worst_moves_match_the_2048_review(seed: int) -> None:
    game = Twenty48(Twenty48Rules(size=2), seed=seed)
    for way in ("left", "down", "right", "up") * 4:
        if not game.is_over:
            tried(game, way)
    done: list[tuple[int, int]] = []
    shown, found = parts_of(game).review(game, lambda *counts: done.append(counts)), review_2048(game)
    assert [ply + 1 for ply in shown.worst] == [slide.number for slide in found.worst] != []
    assert [shown.reasons[ply] for ply in shown.worst] == [found.why(slide) for slide in found.worst]
    words = {one["number"] - 1: one["words"] for one in found.to_json()["worst"]}
    assert [words[ply] for ply in shown.worst] == [shown.reasons[ply] for ply in shown.worst], "as `slidedrop review`"
    assert f"{found.luck:+,.0f} luck {found.skill:+,.0f} skill" in shown.summary
    assert [shown.better[ply] for ply in shown.worst] == [[slide.best] for slide in found.worst]
    assert done[-1] == (len(game.turns), len(game.turns))
    assert len(shown.heights) == len(game.turns) + 1
    assert max(height for height in shown.heights if height is not None) == 1.0


def test_the_worst_moves_match_the_connect4_review() -> None:
    game = Connect4(Rules(4, 4))
    for column in "1213141":
        game.do(Command("move", column))
    shown, found = parts_of(game).review(game, lambda *_: None), review_connect4(game)
    costs = [move.grade.cost for move in found.moves]
    assert list(shown.losses) == costs
    assert costs[shown.worst[0]] == max(costs) > 0
    first = shown.worst[0]
    assert parts_of(game).better_line(positions_of(game)[1][first], shown.better[first])


def test_the_positions_of_a_game_exclude_undone_moves_and_a_resignation() -> None:
    game = Connect4()
    for command in (
        Command("move", "4"),
        Command("move", "4"),
        Command("undo"),
        Command("move", "1"),
        Command("resign"),
    ):
        game.do(command)
    line, positions = positions_of(game)
    assert line == ["4", "1"]
    assert [len(position.legal_moves()) for position in positions] == [7, 7, 7]
    assert [position.turn for position in positions] == [0, 1, 0]


def test_a_better_line_of_2048_uses_the_spawned_tiles() -> None:
    game = Twenty48(seed=7)
    steps = parts_of(game).better_line(game.position, [game.legal_moves()[0].value])
    assert len(steps) == 8
    before = game.position
    for move, position in steps:
        assert move in {way.value for way in before.legal_moves()}
        assert sum(position.board.tiles) > sum(before.board.tiles), "one tile more"
        before = position


def test_the_best_value_beside_a_board_is_the_move_of_the_hint() -> None:
    for seed in range(6):
        game = Twenty48(seed=seed)
        advice = slide_advice(game)
        assert advice is not None
        assert max(advice.values, key=advice.values.__getitem__).value == advice.move


def test_a_worse_direction_is_never_shown_with_zero_cost() -> None:
    values = {Direction.UP: 900.25, Direction.LEFT: 900.0, Direction.DOWN: 899.0, Direction.RIGHT: -500.0}
    assert [line.split()[-1] for line in bars(values)] == ["best", "-0.2", "-1", "-1,400"]
