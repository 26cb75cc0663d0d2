"""Tests of the player `network` for 2048."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import slidedrop.twenty48
from slidedrop.core.errors import NotationError, RecordError, RulesError
from slidedrop.players.registry import check_player, make_player, player_type
from slidedrop.players.twenty48.ntuple import NetworkPlayer, SmallNetworkPlayer
from slidedrop.twenty48 import Board, Expectimax, Game, Position, Rules, best_move
from slidedrop.twenty48.engine.expectimax import expectimax_for
from tests.cli.talking import names
from tests.twins.weights2048 import random_network, random_weights, small_weights

if TYPE_CHECKING:
    from pathlib import Path

BOARD = Board.from_rows([[0, 4, 8, 2], [16, 64, 0, 4], [512, 256, 32, 8], [2048, 1024, 4, 4]])
BARE = "import sys; sys.modules.update(dict.fromkeys(['numpy', 'numba']))\n"
"""A Python without the extra."""


def said_without_the_extra(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", BARE + program], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    return random_weights(tmp_path / "random.weights")


@pytest.mark.parametrize(("name", "plies"), [("network", 2), ("network:1", 1), ("network:3", 3)])
def test_the_network_plays_the_best_move_of_its_search_depth(name: str, plies: int, weights: Path) -> None:
    player = make_player(name, "2048", weights=weights)
    assert player.choose(Position(BOARD)) == Expectimax(random_network()).search(BOARD, plies).best
    assert player.name == name


def test_the_network_with_a_time_limit_finishes_a_game(weights: Path) -> None:
    game, player = Game(seed=3), make_player("network@1ms", "2048", weights=weights)
    while not game.is_over:
        assert game.play(player.choose(game.position)) is not None


@pytest.mark.parametrize("name", ["network:0", "network:7", "network:2@5ms"])
def test_an_invalid_network_level_is_refused_with_the_allowed_ones(name: str) -> None:
    with pytest.raises(NotationError, match=r"write network:\d"):
        make_player(name, "2048")


def test_rules_without_a_network_use_the_plain_heuristic_with_a_notice() -> None:
    position = Game(Rules(size=3), seed=1).position
    player = make_player("network", "2048")
    assert isinstance(player, NetworkPlayer)
    check_player(player, position)
    assert "heuristic" in player.remark(position)
    assert not player.analyse(position).learned
    assert player.choose(position) == best_move(position.board, position.rules, plies=2).best


@pytest.mark.parametrize("rules", [Rules(), Rules(base=3), Rules.preset("mis"), Rules.preset("twos")])
def test_the_network_supports_any_base_and_any_spawn_chances(rules: Rules, weights: Path) -> None:
    player = make_player("network", "2048", weights=weights)
    assert isinstance(player, NetworkPlayer)
    assert player.remark(Game(rules, seed=1).position) == ""
    assert player.analyse(Game(rules, seed=1).position).learned


def test_weights_for_another_board_are_refused(tmp_path: Path) -> None:
    player = make_player("network", "2048", weights=small_weights(tmp_path / "small.weights"))
    check_player(player, Game(Rules(size=3), seed=1).position)
    with pytest.raises(RulesError, match=r"small\.weights' .*3x3"):
        check_player(player, Position(BOARD))


def test_a_damaged_or_missing_weights_file_is_refused_before_the_game(tmp_path: Path, weights: Path) -> None:
    weights.write_bytes(weights.read_bytes()[:-3])
    for path, words in ((weights, "damaged or cut short"), (tmp_path / "none", "cannot read")):
        with pytest.raises(RecordError, match=words):
            check_player(make_player("network", "2048", weights=path), Position(BOARD))


def test_networks_are_distinguished_by_their_fingerprints(tmp_path: Path, weights: Path) -> None:
    other = random_weights(tmp_path / "other.weights", seed=2)
    assert NetworkPlayer.fingerprint(weights) != NetworkPlayer.fingerprint(other)
    assert NetworkPlayer.fingerprint(weights) == NetworkPlayer.fingerprint(random_weights(tmp_path / "again.weights"))
    with pytest.raises(RecordError, match="none"):
        NetworkPlayer.fingerprint(tmp_path / "none")


def test_player_names_show_if_an_engine_is_needed() -> None:
    assert [player_type(name, "2048").needs_engine for name in ("network@5ms", "small", "greedy")] == [
        True,
        True,
        False,
    ]
    assert player_type("perfect", "connect4").needs_engine


def test_the_network_plays_the_same_values_without_the_extra() -> None:
    program = """
from slidedrop.players.registry import make_player
from slidedrop.twenty48 import Board, Position
board = Board.from_rows([[0, 4, 8, 2], [16, 64, 0, 4], [512, 256, 32, 8], [2048, 1024, 4, 4]])
print(make_player("network", "2048").analyse(Position(board)).values)
"""
    assert said_without_the_extra(program) == str(best_move(BOARD, plies=2).values)


def test_a_network_of_another_shape_without_the_extra_is_refused(tmp_path: Path) -> None:
    program = f"""
from pathlib import Path
from slidedrop.core.errors import MissingExtra
from slidedrop.players.registry import check_player, make_player
from slidedrop.twenty48 import Game
import slidedrop.twenty48
weights = Path({str(random_weights(tmp_path / "random.weights"))!r})
for ask in (
    lambda: check_player(make_player("network", "2048", weights=weights), Game(seed=1).position),
    lambda: slidedrop.twenty48.load_network,
):
    try:
        ask()
    except MissingExtra as error:
        print(error)
"""
    named, loaded = said_without_the_extra(program).splitlines()
    assert names(named, "another shape", "'ai'", f"{sys.executable} -m pip install '.[ai]'")
    assert names(loaded, "load_network", "'ai'", f"{sys.executable} -m pip install '.[ai]'")


def test_without_wasmtime_the_plain_heuristic_plays_with_a_notice() -> None:
    program = """
sys.modules["wasmtime"] = None
import slidedrop.engine.wasm, importlib.util
from slidedrop.players.registry import make_player
from slidedrop.twenty48 import Game
player, position = make_player("network", "2048"), Game(seed=1).position
print(player.remark(position), player.choose(position).value)
"""
    assert "heuristic" in said_without_the_extra(program)


def test_the_2048_package_exports_the_engine() -> None:
    for name in slidedrop.twenty48.__all__:
        assert getattr(slidedrop.twenty48, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = slidedrop.twenty48.nothing


def test_the_small_network_is_a_separate_player_with_its_own_fingerprint() -> None:
    position = Position(BOARD)
    small = make_player("small:2", "2048")
    assert isinstance(small, NetworkPlayer)
    found = expectimax_for(position.rules, small=True)
    assert found is not None
    assert small.analyse(position).values == found.search(BOARD, 2).values
    assert small.analyse(position).values != best_move(BOARD, plies=2).values
    assert player_type("small@5ms", "2048").needs_engine
    assert len({NetworkPlayer.fingerprint(None), SmallNetworkPlayer.fingerprint(None)}) == 2


def test_the_first_hint_uses_the_small_network_and_later_ones_the_large_one() -> None:
    program = """
from slidedrop.twenty48.engine.expectimax import hint_engine, searcher
from slidedrop.twenty48.rules import Rules
rules = Rules()
advisers = [hint_engine(rules), hint_engine(rules), hint_engine(rules), hint_engine(Rules(size=5))]
both = [searcher(rules, small=True), searcher(rules)]
print([both.index(one) if one in both else one for one in advisers])
"""
    assert said_without_the_extra(program) == "[0, 1, 1, None]"
