"""Tests of play with tables: lookup under all symmetries, the rules before and after a table, and damaged files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from slidedrop.analysis.twenty48.hints import hint
from slidedrop.analysis.twenty48.judge import search_judge
from slidedrop.analysis.twenty48.review import Review
from slidedrop.core.capabilities import Basis
from slidedrop.core.errors import RecordError
from slidedrop.players.registry import make_player
from slidedrop.players.twenty48.ntuple import NetworkPlayer, TablelessNetworkPlayer
from slidedrop.twenty48 import Board, Direction, Game, Position, Rules, State
from slidedrop.twenty48.engine.expectimax import searcher
from slidedrop.twenty48.tables.build import build
from slidedrop.twenty48.tables.layout import SETS, Layout, chance_at, level_of
from slidedrop.twenty48.tables.play import Advice, LateGame, _built, late_game
from tests.twenty48.tables.reference import Entry, Ranks, solve_plainly
from tests.twenty48.tables.toys import CHAIN, PARTIAL, pair

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TOY = Layout("toy", "####/23##/2222/####", pair(3, 5, 4, 9), 4, 28)
LARGE = (15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5)
TURNED = {Direction.UP: Direction.RIGHT, Direction.RIGHT: Direction.DOWN}
TURNED |= {Direction.DOWN: Direction.LEFT, Direction.LEFT: Direction.UP}


@pytest.fixture(scope="module")
def known() -> dict[Ranks, Entry]:
    return solve_plainly(TOY)


@pytest.fixture
def late(tmp_path: Path) -> LateGame:
    build(TOY, tmp_path)
    return LateGame((TOY,), tmp_path)


def filled(ranks: Ranks, large: tuple[int, ...] = LARGE) -> Board:
    """Return a board whose locked cells hold large tiles, all different."""
    left = iter(large)
    return of_ranks([next(left) if rank < 0 else rank for rank in ranks])


def best(late: LateGame, board: Board, base: int = 2) -> Direction | None:
    advice = late.advice(board, base)
    return None if advice is None else advice.move


def of_ranks(ranks: list[int] | tuple[int, ...]) -> Board:
    return Board(4, tuple(1 << rank if rank else 0 for rank in ranks))


def turned(board: Board) -> Board:
    """Return the board turned by a quarter, clockwise."""
    return Board(4, tuple(board.tiles[4 * (3 - column) + row] for row in range(4) for column in range(4)))


def mirrored(board: Board) -> Board:
    return Board(4, tuple(board.tiles[4 * row + 3 - column] for row in range(4) for column in range(4)))


def test_a_board_is_found_in_all_eight_symmetries(late: LateGame, known: dict[Ranks, Entry]) -> None:
    asked = 0
    for ranks, (chance, number) in known.items():
        level = level_of(chance / 65535)
        if chance_at(level) < 0.55:
            continue
        asked += 1
        board, move = filled(ranks), tuple(Direction)[number]
        for _ in range(4):
            assert late.advice(board) == Advice(move, TOY, chance_at(level))
            swapped = {Direction.LEFT: Direction.RIGHT, Direction.RIGHT: Direction.LEFT}.get(move, move)
            assert best(late, mirrored(board)) is swapped
            board, move = turned(board), TURNED[move]
    assert asked > 50


def test_locked_tiles_can_have_any_size_and_base(late: LateGame, known: dict[Ranks, Entry]) -> None:
    ranks, (_, number) = max(known.items(), key=lambda one: one[1][0])
    assert best(late, filled(ranks, (17, 16, 15, 14, 13, 12, 11, 8, 7, 6))) is tuple(Direction)[number]
    assert best(late, filled(ranks, (17, 16, 15, 14, 13, 12, 11, 10, 9, 8))) is None
    tripled = Board(4, tuple(3 * tile // 2 for tile in filled(ranks).tiles))
    assert best(late, tripled, base=3) is tuple(Direction)[number]


@pytest.mark.parametrize(
    "large",
    [(15, 14, 13, 12, 11, 10, 9, 8, 7, 15), (15, 14, 13, 12, 11, 10, 9, 8, 7, 3)],
    ids=["two locked tiles are equal", "a locked tile is too small"],
)
def test_a_board_with_invalid_locked_tiles_is_not_found(
    large: tuple[int, ...], late: LateGame, known: dict[Ranks, Entry]
) -> None:
    ranks = max(known, key=lambda ranks: known[ranks][0])
    assert best(late, filled(ranks, large)) is None


def test_a_reached_goal_is_merged_towards_the_head(late: LateGame) -> None:
    assert late.advice(of_ranks((15, 14, 13, 12, 3, 3, 11, 10, 1, 0, 2, 0, 9, 8, 7, 6))) == Advice(
        Direction.RIGHT, None, 1
    )
    assert best(late, of_ranks((15, 14, 13, 12, 0, 3, 11, 10, 1, 3, 2, 0, 9, 8, 7, 6))) is Direction.UP


def test_the_end_of_a_merge_chain_is_played_by_rule(late: LateGame) -> None:
    rest = (1, 2, 1, 2, 3, 1, 0, 1)
    assert best(late, of_ranks((14, 13, 12, 11, 1, 0, 0, 11, *rest))) is Direction.UP
    assert best(late, of_ranks((14, 13, 12, 11, 0, 0, 10, 10, *rest))) is Direction.RIGHT
    assert best(late, of_ranks((14, 13, 12, 11, 5, 9, 9, 10, *rest))) is Direction.RIGHT
    assert best(late, turned(of_ranks((14, 13, 12, 11, 5, 9, 9, 10, *rest)))) is Direction.DOWN
    assert best(late, of_ranks((14, 13, 12, 11, 5, 7, 7, 10, *rest))) is None
    assert best(late, of_ranks((14, 12, 12, 11, 0, 0, 10, 10, *rest))) is None
    assert best(late, of_ranks((14, 13, 12, 11, 5, 9, 9, 10, 9, *rest[1:]))) is None
    assert best(late, of_ranks((14, 13, 12, 9, 5, 0, 10, 10, *rest))) is None
    assert best(late, of_ranks((14, 13, 12, 11, 5, 9, 9, 6, 10, *rest[1:]))) is None  # no chain: cell 8 is too small


def test_other_boards_are_left_to_the_network(late: LateGame) -> None:
    assert best(late, Board(4, (2, 2, *[0] * 14))) is None
    assert best(late, Board(3, (1024, 512, 256, 2048, 4096, 2, 0, 0, 8192))) is None


def test_a_damaged_block_is_refused_when_it_is_read(tmp_path: Path, known: dict[Ranks, Entry]) -> None:
    path = build(TOY, tmp_path)
    data = bytearray(path.read_bytes())
    data[-500] ^= 1
    path.write_bytes(data)
    late = LateGame((TOY,), tmp_path)
    ranks = max(known, key=lambda ranks: known[ranks][0])
    with pytest.raises(RecordError):
        best(late, filled(ranks))


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Replace the bundled sets by small tables, and build the small set."""
    monkeypatch.setitem(SETS, "small", (TOY,))
    monkeypatch.setitem(SETS, "full", (CHAIN, PARTIAL))
    _built.cache_clear()
    build(TOY)
    yield
    _built.cache_clear()


@pytest.mark.usefixtures("built")
def test_the_largest_complete_table_set_is_used() -> None:
    build(CHAIN)  # one of the two tables
    late = late_game(Rules())
    assert late is not None
    assert len(late.tables) == 1
    assert late_game(Rules(base=3)) is late


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("rules", [Rules.preset("mis"), Rules.preset("twos"), Rules(size=5), Rules(tiles_per_move=2)])
def test_tables_apply_only_to_4x4_with_the_standard_tiles(rules: Rules) -> None:
    assert late_game(rules) is None


def test_no_late_game_is_used_without_tables() -> None:
    _built.cache_clear()
    assert late_game(Rules()) is None
    _built.cache_clear()


@pytest.mark.usefixtures("built")
def test_network_players_follow_the_tables_on_known_boards(known: dict[Ranks, Entry]) -> None:
    players = [make_player(name, "2048") for name in ("network:1", "network@1ms", "tableless:1", "small:1")]
    asked, differing = 0, [0] * 4
    for ranks, (chance, number) in list(known.items())[::9]:
        if chance_at(level_of(chance / 65535)) > 0.55:
            position, move = Position(filled(ranks)), tuple(Direction)[number]
            asked += 1
            differing = [old + (one.choose(position) != move) for old, one in zip(differing, players, strict=True)]
    assert asked > 5
    assert differing[:2] == [0, 0]
    assert min(differing[2:]) > 0


@pytest.mark.usefixtures("built")
def test_the_player_fingerprint_names_its_tables() -> None:
    assert NetworkPlayer.fingerprint(None) == f"{TablelessNetworkPlayer.fingerprint(None)}+small"


@pytest.mark.usefixtures("built")
def test_hints_and_reviews_show_the_table_move(known: dict[Ranks, Entry]) -> None:
    ranks, (chance, number) = next(one for one in known.items() if 40000 < one[1][0] < 60000)
    board, move = filled(ranks), tuple(Direction)[number]
    found = hint(Game(start=State(board), seed=1))
    assert (found.move, found.basis) == (move.value, Basis.TABLE)
    assert f"{round(100 * chance_at(level_of(chance / 65535)))}%" in found.reason
    assert hint(Game(seed=1)).basis is Basis.ENGINE
    game = Game(start=State(board), seed=1)
    game.play(next(way for way in game.legal_moves() if way is not move))
    small = searcher(Rules(), small=True)
    assert small is not None
    review = Review(game, search_judge(small, 2))
    assert [slide.table_best for slide in review.grow()] == [move.value]
    assert move.value in review.why(review.slides[0])
