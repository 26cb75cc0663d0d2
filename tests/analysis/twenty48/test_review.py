"""Tests of the 2048 review: luck and skill add up, with exact values on small boards and a network on 4x4."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

import pytest

from slidedrop.analysis.twenty48.judge import compare, judge_for, search_judge
from slidedrop.analysis.twenty48.review import Review, review
from slidedrop.core.errors import RecordError, RulesError
from slidedrop.players.registry import make_player
from slidedrop.twenty48 import Board, Direction, Game, Rules
from slidedrop.twenty48.engine.expectimax import searcher

if TYPE_CHECKING:
    from slidedrop.twenty48.engine.expectimax import Expectimax

TWO = Rules(size=2)


def played(rules: Rules, who: str, seed: int, slides: int = 10_000) -> Game:
    game, player = Game(rules, seed=seed), make_player(who, "2048", seed=seed)
    while not game.is_over and len(game.turns) < slides:
        game.play(player.choose(game.position))
    return game


@pytest.fixture(scope="module")
def small() -> Expectimax:
    found = searcher(Rules(), small=True)
    assert found is not None
    return found


@pytest.mark.parametrize("who", ["exact", "random", "greedy"])
def test_on_2x2_the_terms_add_up_and_luck_averages_zero(who: str) -> None:
    reviews = [review(played(TWO, who, seed)) for seed in range(100)]
    for one in reviews:
        assert one.final == one.game.score
        assert abs(one.final - one.expected - one.luck - one.skill) < 1e-9
        assert all(slide.loss >= -1e-12 for slide in one.slides)
    lucks = [one.luck for one in reviews]
    assert abs(statistics.fmean(lucks)) < 3 * statistics.stdev(lucks) / len(lucks) ** 0.5
    skill = statistics.fmean(one.skill for one in reviews)
    assert abs(skill) < 1e-9 if who == "exact" else skill < -1


def test_strength_recognises_exact_and_random_play() -> None:
    for seed in range(5):
        assert "the exact player" in review(played(TWO, "exact", seed)).strength.possible
    careless = review(played(Rules(size=2), "random", 7))
    assert careless.strength.loss > 0


def test_on_4x4_the_terms_add_up_and_the_luck_of_a_spawn_averages_zero(small: Expectimax) -> None:
    judge = search_judge(small, 2)
    one = review(played(Rules(), "greedy", 1, 60), judge=judge)
    assert one.final == pytest.approx(one.expected + one.luck + one.skill)
    turn = one.turns[30].slide
    values = judge.slides(turn.before)
    falls = [(cell, tile, chance / 10) for cell in turn.board.empty_cells() for tile, chance in ((2, 9), (4, 1))]
    mean = sum(chance * judge.arrived(turn.board.with_tile(cell, tile)) for cell, tile, chance in falls)
    assert mean / len(turn.board.empty_cells()) == pytest.approx(values[turn.direction] - turn.gained, rel=1e-4)


def test_a_blunder_is_found_and_shown_with_the_better_move(small: Expectimax) -> None:
    judge = search_judge(small, 3)
    game = played(Rules(), "small:2", 4, 120)
    values = judge.slides(game.board)
    blunder = min(values, key=values.__getitem__)
    assert max(values.values()) - values[blunder] > 1000
    game.play(blunder)
    for _ in range(20):
        game.play(small.search(game.board, 2).best or Direction.UP)
    one = review(game, judge=judge)
    assert 121 in [slide.number for slide in one.worst]
    told = one.why(one.slides[120])
    assert told.startswith(blunder.value)
    assert one.slides[120].best in told
    assert [one.why(slide).count(f" {slide.loss:,.0f} points") for slide in one.worst] == [1] * len(one.worst)
    assert one.summary.startswith("You played like ")
    assert one.to_json()["worst"][0]["number"] == one.worst[0].number


def test_a_review_can_be_read_while_it_grows() -> None:
    whole = Review(played(TWO, "greedy", 5))
    for count, _ in enumerate(whole.grow(), 1):
        assert len(whole.slides) == count
        assert whole.final == pytest.approx(whole.expected + whole.luck + whole.skill)


def test_strong_and_weak_games_get_different_strengths(small: Expectimax) -> None:
    judge = search_judge(small, 3)
    strong, weak = played(Rules(), "small:2", 3, 150), played(Rules(), "random", 3, 150)
    assert review(strong, judge=judge).strength.name == "the 2-ply engine"
    assert review(weak, judge=judge).strength.name in {"a random player", "the greedy player"}


def test_rollouts_find_no_difference_between_equal_moves(small: Expectimax) -> None:
    board = Board.from_rows([[0, 0, 0, 0], [0, 0, 0, 0], [0, 2, 4, 8], [16, 32, 64, 128]])
    blunder = compare(board, "left", "up", Rules(), small, 8)
    assert blunder.error >= 0
    same = compare(board, "left", "left", Rules(), small, 3)
    assert (same.mean, same.error, same.is_significant) == (0, 0, False)


def test_a_missing_judge_is_refused_with_the_command_that_solves_the_board() -> None:
    with pytest.raises(RecordError, match="slidedrop solve 2048 --size 3"):
        judge_for(Rules(size=3))
    with pytest.raises(RulesError, match="2x2 to 4x4"):
        judge_for(Rules(size=5))
