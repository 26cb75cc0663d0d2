"""Tests of the players that search: moves equal to plain minimax, reuse of the tree, and limits."""

from __future__ import annotations

import random
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from slidedrop.connect4 import Game, Position, Rules
from slidedrop.connect4.evaluation import evaluate
from slidedrop.core.arguments import require_type
from slidedrop.core.errors import NotationError
from slidedrop.core.search import WIN, TooManyNodes, check_levels, search
from slidedrop.players.common.players import SearchPlayer, TreePlayer
from slidedrop.players.registry import check_player, make_player
from slidedrop.session import Session
from slidedrop.twenty48 import Game as Twenty48

if TYPE_CHECKING:
    from collections.abc import Iterator

BOARDS = [Rules(), Rules(5, 4), Rules(4, 4, gravity=False), Rules(6, 5, connect=3)]


def minimax(position: Position, levels: int, player: int, depth: int = 0) -> float:
    """Return the value by textbook minimax without pruning."""
    outcome = position.outcome
    if outcome is not None and outcome.winner is not None:
        return (WIN - depth) * (1 if outcome.winner == player else -1)
    if outcome is not None or levels == 0:
        return evaluate(position, player)
    values = [minimax(position.play(move), levels - 1, player, depth + 1) for move in position.legal_moves()]
    return max(values) if position.turn == player else min(values)


def positions(rules: Rules, seed: int, most: int = 10) -> Iterator[Position]:
    """Unfinished positions of random games."""
    dice = random.Random(seed)
    while True:
        position = Position(rules)
        for _ in range(dice.randint(0, most)):
            if position.outcome is None:
                position = position.play(dice.choice(position.legal_moves()))
        if position.outcome is None:
            yield position


def tree_player(name: str, game: str = "connect4") -> TreePlayer:
    player = make_player(name, game)
    assert isinstance(player, TreePlayer)
    return player


@pytest.mark.requirement("R-003-21", "R-003-32")
@pytest.mark.parametrize("rules", BOARDS)
@pytest.mark.parametrize("levels", [1, 2, 3])
def test_tree_and_search_play_the_first_move_with_the_best_minimax_value(rules: Rules, levels: int) -> None:
    for position, _ in zip(positions(rules, levels), range(6), strict=False):
        worths = {move: minimax(position.play(move), levels - 1, position.turn, 1) for move in position.legal_moves()}
        best = max(worths.values())
        first = next(move for move, worth in worths.items() if worth == best)
        assert tree_player(f"tree:{levels}").choose(position) == first
        assert make_player(f"search:{levels}", "connect4").choose(position) == first


@pytest.mark.requirement("R-003-34")
@pytest.mark.parametrize("name", ["tree:0", "search:0"])
def test_depth_0_chooses_the_move_with_the_best_evaluation(name: str) -> None:
    position = Position.from_moves("1212")
    worths = [evaluate(position.play(move), 0) for move in position.legal_moves()]
    assert worths[make_player(name, "connect4").choose(position)] == max(worths)


@pytest.mark.requirement("R-003-33")
@pytest.mark.parametrize("rules", [Rules(), Rules(4, 4, gravity=False)])
def test_the_tree_is_reused_through_a_whole_game(rules: Rules) -> None:
    player, dice = tree_player("tree:3"), random.Random(5)
    session = Session(Game(rules), seats=(None, player))
    replies = 0
    while session.game.outcome is None:
        if session.computer is None:
            session.play(session.game.spell(dice.choice(session.game.position.legal_moves())))
            continue
        before = _known_below(player, require_type(session.game.position, Position, "a position"))
        made = player.tree.generated if player.tree else 0
        session.let_computer_play()
        assert player.tree is not None
        if replies:
            assert before
            after = {id(node) for node in player.tree.nodes()}
            assert all(id(node) in after for node in before)
            assert player.tree.generated - made == len(after) - len(before)
        replies += 1
    assert replies > 2


def _known_below(player: TreePlayer, position: Position) -> list[Any]:
    """Return the nodes that the tree already has below a position."""
    if player.tree is None:
        return []
    for node in player.tree.nodes():
        if node.position == position:
            layer, found = [node], []
            while layer:
                found += layer
                layer = [child for one in layer for child in one.children()]
            return found
    return []


def test_the_tree_restarts_after_an_undo_or_a_change_of_sides() -> None:
    player = tree_player("tree:2")
    start = Position()
    first = player.choose(start)
    assert player.choose(start) == first
    other = start.play(require_type(first, int, "a column"))
    assert player.choose(other) == tree_player("tree:2").choose(other)


@pytest.mark.parametrize("name", ["tree:9", "tree:40", "search:14", "search:99"])
def test_a_level_too_high_is_refused_with_the_estimate_and_the_largest_level(name: str) -> None:
    with pytest.raises(TooManyNodes, match=r"levels .* positions .*level \d+") as refusal:
        check_player(make_player(name, "connect4"), Position())
    kind = name.partition(":")[0]
    sensible = f"{kind}:{refusal.value.largest}"
    check_player(make_player(sensible, "connect4"), Position())
    with pytest.raises(TooManyNodes):
        check_player(make_player(f"{kind}:{refusal.value.largest + 1}", "connect4"), Position())


def test_a_level_is_refused_by_its_estimate_and_not_by_its_number() -> None:
    nearly_full = Position.from_moves("4321311144234", Rules(4, 4))
    check_player(make_player("tree:40", "connect4"), nearly_full)
    assert make_player("tree:40", "connect4").choose(nearly_full) in nearly_full.legal_moves()


@pytest.mark.parametrize("name", ["tree:30", "search:30"])
def test_an_unchecked_player_with_too_many_levels_lowers_its_depth(name: str) -> None:
    small = Position.from_moves("1,2,1,2", Rules(20, 20))
    with pytest.raises(TooManyNodes):
        check_levels(small, 30, 300_000)
    assert make_player(name, "connect4").choose(Position.from_moves("111222", Rules(4, 4))) in range(4)


def test_random_and_greedy_are_never_refused() -> None:
    for name in ("random", "greedy", "search@50ms"):
        check_player(make_player(name, "connect4"), Position(Rules(20, 20, gravity=False)))


def test_a_timed_search_stops_at_its_limit_with_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count(0.0, 0.05)
    monkeypatch.setattr("slidedrop.core.search.monotonic", lambda: next(ticks))
    result = search(Position(), evaluate, seconds=1.0)
    asked = next(ticks) / 0.05
    assert result.move in range(7)
    assert asked < 30
    player = make_player("search@1ms", "connect4")
    assert isinstance(player, SearchPlayer)
    assert (player.levels, player.seconds, player.name) == (None, 0.001, "search@1ms")
    assert player.choose(Position()) in range(7)


def test_a_level_with_a_time_is_bounded_by_both() -> None:
    player = make_player("search:2@10s", "connect4")
    check_player(player, Position())
    assert player.choose(Position()) == make_player("search:2", "connect4").choose(Position())


@pytest.mark.parametrize("name", ["tree:2", "search:2", "search@5ms"])
def test_the_same_players_play_2048(name: str) -> None:
    game = Twenty48(seed=3)
    session = Session(game, seats=(make_player(name, "2048"),))
    for _ in range(4):
        assert session.let_computer_play() is not None
    assert len(game.line()) == 4


@pytest.mark.parametrize("name", ["tree@200ms", "random:3", "greedy:2", "random@1s"])
def test_an_option_that_a_player_does_not_have_is_refused(name: str) -> None:
    with pytest.raises(NotationError, match=r"player .* has none"):
        make_player(name, "connect4")


def test_a_player_has_the_requested_name() -> None:
    assert tree_player("tree").levels == 4
    assert [make_player(name, "connect4").name for name in ("tree:4", "search:6@2s")] == ["tree:4", "search:6@2s"]
