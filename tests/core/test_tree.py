"""Tests of the game tree of assignment 003: its links, its values and its reuse between moves."""

from __future__ import annotations

import gc
from random import Random
from typing import Any

import pytest

from slidedrop.connect4 import Position, Rules
from slidedrop.connect4.evaluation import evaluate
from slidedrop.core.position import CHANCE
from slidedrop.core.search import WIN, TooManyNodes, search
from slidedrop.core.tree import GameTree, Node
from tests.core.test_search import some_position
from tests.core.toys import GAMBLE, Toy, first_best, minimax, score

FREE = Rules(4, 4, gravity=False)


def tree_of(position: Position, **settings: Any) -> GameTree[Position]:  # noqa: ANN401 - passed on as they are
    return GameTree(position, evaluate, **settings)


def links_hold(node: Node[Position]) -> bool:
    """Return whether every node below the root links to its parent and is one level below it."""
    children = list(node.children())
    tied = all(child.parent is node and child.level == node.level + 1 for child in children)
    return tied and all(links_hold(child) for child in children)


@pytest.mark.requirement("R-003-18")
def test_a_fresh_tree_is_one_node_on_level_0() -> None:
    root = tree_of(Position()).root
    assert (root.position, root.level, root.worth) == (Position(), 0, None)
    assert (root.parent, root.child, root.sibling, root.move) == (None, None, None, None)


@pytest.mark.requirement("R-003-19")
def test_a_level_has_one_child_for_each_legal_move_in_order() -> None:
    tree = tree_of(Position(FREE).play((0, 1)))
    tree.generate_level(tree.root)
    children = list(tree.root.children())
    assert [child.move for child in children] == tree.root.position.legal_moves()
    assert [child.position for child in children] == [tree.root.position.play(child.move) for child in children]
    assert {child.level for child in children} == {1}
    assert tree.root.child is children[0]
    assert children[0].sibling is children[1]
    assert children[-1].sibling is None


@pytest.mark.requirement("R-003-19")
def test_nothing_follows_a_finished_game() -> None:
    tree = tree_of(Position.from_moves("112233"))
    tree.build(2)
    won = next(child for child in tree.root.children() if child.move == 3)
    assert won.position.is_over
    assert won.child is None


@pytest.mark.requirement("R-003-20")
def test_a_tree_is_built_to_the_given_depth_with_alternating_players() -> None:
    tree = tree_of(Position())
    tree.build(3)
    nodes = list(tree.nodes())
    assert [sum(node.level == level for node in nodes) for level in range(5)] == [1, 7, 49, 343, 0]
    assert all(node.position.turn == node.level % 2 for node in nodes)
    assert links_hold(tree.root)


@pytest.mark.requirement("R-003-21")
@pytest.mark.parametrize("seed", range(40))
def test_the_best_move_of_the_tree_matches_plain_minimax(seed: int) -> None:
    position, levels = some_position(seed), 1 + seed // 5 % 4
    tree = tree_of(position)
    best = tree.best(levels)
    assert (best.move, best.worth) == first_best(position, levels, evaluate)
    assert best.worth == tree.root.worth == search(position, evaluate, levels).value


@pytest.mark.requirement("R-003-21", "R-003-32")
def test_every_node_stores_its_minimax_value() -> None:
    tree = tree_of(Position.from_moves("4433"))
    tree.build(3)
    assert tree.choose_best() == WIN - 3
    for node in tree.nodes():
        assert node.worth == minimax(node.position, 3, evaluate, 0, node.level)


@pytest.mark.requirement("R-003-32")
def test_ties_go_to_the_first_in_reading_order() -> None:
    tree: GameTree[Position] = GameTree(Position(FREE), lambda _position, _player: 0)
    assert tree.best(2).move == (0, 0)


@pytest.mark.requirement("R-003-22")
def test_a_played_move_is_found_by_its_position() -> None:
    tree = tree_of(Position())
    tree.build(2)
    found = tree.find_move(Position().play(5))
    assert found is not None
    assert (found.move, found.level) == (5, 1)
    assert tree.find_move(Position.from_moves("44")) is None


@pytest.mark.requirement("R-003-23")
def test_a_new_root_has_level_0_and_its_children_level_1() -> None:
    tree = tree_of(Position())
    tree.build(3)
    third = list(tree.root.children())[2]
    tree.make_root(third)
    assert tree.root is third
    assert (third.level, third.parent, third.sibling) == (0, None, None)
    assert links_hold(third)
    assert {node.level for node in tree.nodes()} == {0, 1, 2}
    assert tree.levels == 2


@pytest.mark.requirement("R-003-33")
@pytest.mark.parametrize("rules", [Rules(), Rules(5, 5), FREE])
def test_reused_nodes_are_not_generated_again_during_a_game(rules: Rules) -> None:
    rng, position = Random(3), Position(rules)
    tree = tree_of(position)
    while not position.is_over:
        kept = [id(node) for node in tree.nodes()]
        made_before = tree.generated
        best = tree.best(3)
        nodes = list(tree.nodes())
        assert set(kept) <= {id(node) for node in nodes}
        assert tree.generated - made_before == len(nodes) - len(kept)
        position = position.play(best.move)
        if not position.is_over:
            position = position.play(rng.choice(position.legal_moves()))
        tree.follow(position)
        assert tree.root.position == position


@pytest.mark.requirement("R-003-33")
def test_a_move_and_a_reply_leave_two_of_four_levels() -> None:
    tree = tree_of(Position())
    tree.build(4)
    assert tree.generated == 2801
    tree.follow(Position.from_moves("44"))
    assert len(list(tree.nodes())) == 57
    assert tree.levels == 2
    tree.build(4)
    assert tree.generated == 2801 + 343 + 2401


def test_a_reused_tree_gives_the_same_answer_as_a_new_one() -> None:
    for levels_before, levels in ((5, 2), (2, 4), (4, 4)):
        tree = tree_of(Position())
        tree.build(levels_before)
        position = Position.from_moves("43")
        tree.follow(position)
        best = tree.best(levels)
        assert (best.move, best.worth) == first_best(position, levels, evaluate)


def test_a_position_outside_the_tree_starts_a_new_tree() -> None:
    tree = tree_of(Position.from_moves("44"))
    tree.build(2)
    tree.follow(Position.from_moves("1"))
    assert [node.position for node in tree.nodes()] == [Position.from_moves("1")]
    assert tree.generated == 1 + 7 + 49 + 1


def test_following_the_root_itself_changes_nothing() -> None:
    tree = tree_of(Position())
    tree.build(2)
    tree.follow(Position())
    assert (len(list(tree.nodes())), tree.levels, tree.generated) == (57, 2, 57)


@pytest.mark.parametrize("followed", ["44", "1", "7"])
def test_dropped_nodes_are_freed_immediately(followed: str) -> None:
    gc.collect()
    gc.disable()
    try:
        tree = tree_of(Position())
        tree.build(3)
        tree.follow(Position.from_moves(followed))
        alive = sum(type(thing) is Node for thing in gc.get_objects())
    finally:
        gc.enable()
    assert alive == len(list(tree.nodes()))


def test_an_only_child_can_become_the_root() -> None:
    only = Toy(1, after=(("end", Toy(0, score=1)),))
    tree = GameTree(Toy(0, after=(("on", only),)), score)
    tree.build(2)
    tree.follow(only)
    assert [node.position.score for node in tree.nodes()] == [0, 1]


def test_the_tree_can_evaluate_for_the_second_player() -> None:
    position = Position.from_moves("4433")
    tree = tree_of(position, player=1)
    tree.build(3)
    assert tree.choose_best() == 3 - WIN


@pytest.mark.requirement("R-003-34")
def test_depth_0_evaluates_each_legal_move_once() -> None:
    tree = tree_of(Position(FREE))
    best = tree.best(0)
    assert tree.generated == 17
    assert best.worth == max(evaluate(child.position, 0) for child in tree.root.children())


def test_chance_outcomes_are_weighted_by_probability() -> None:
    two = Toy(CHANCE, after=((1.0, Toy(0, score=2)),))
    tree = GameTree(Toy(0, after=(("two", two), ("gamble", GAMBLE))), score)
    best = tree.best(2)
    assert (best.move, best.worth) == ("gamble", 2.5)
    assert [child.chance for child in best.children()] == [0.75, 0.25]


def test_in_a_game_of_points_the_evaluation_judges_the_end() -> None:
    start = Toy(0, after=(("end", Toy(0, score=1, winner=0)), ("on", Toy(0, score=5))))
    assert GameTree(start, score).best(1).move == "end"
    assert GameTree(start, score, by_points=True).best(1).move == "on"


def test_too_many_levels_are_refused_before_anything_is_made() -> None:
    tree = tree_of(Position(), most_nodes=5000)
    with pytest.raises(TooManyNodes, match=r"level 4 or less$"):
        tree.build(5)
    assert tree.generated == 1
    tree.build(4)
    assert tree.generated == 2801
