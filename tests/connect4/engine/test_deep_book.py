"""Tests of the deep book: its scores equal the solver's, and it has no score for other positions."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from slidedrop.connect4 import Position, Rules
from slidedrop.connect4.engine import deep_book, perfect
from slidedrop.connect4.engine.book.build import BuildLog, build
from slidedrop.connect4.engine.book.openings import openings, unpack
from slidedrop.connect4.engine.book.stored import StoredBook, shipped_book_path
from slidedrop.connect4.engine.deep_book import (
    DeepBook,
    pattern_numbers,
    place_of,
    read_deep_book,
    shape_count,
    shipped_deep_book,
)
from slidedrop.connect4.engine.kernels import native_engine
from slidedrop.connect4.engine.perfect import Solver, discs
from slidedrop.connect4.engine.solver.bitboard import geometry
from slidedrop.connect4.engine.solver.narrowing import new_searches
from slidedrop.connect4.engine.solver.transpositions import new_table
from slidedrop.core.errors import RecordError
from tests.connect4.native_solver import NativeSolver
from tests.connect4.random_discs import Discs, random_positions, solved
from tools.deep_book import write_deep_book

if TYPE_CHECKING:
    from pathlib import Path

SIZE = (5, 4)
PLY = 6


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> StoredBook:
    journal = BuildLog(tmp_path_factory.mktemp("book") / "book.journal", *SIZE, PLY)
    assert build(journal, megabytes=1)
    return StoredBook(*SIZE, {PLY: journal.scores.tobytes()})


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory, book: StoredBook) -> Path:
    path = tmp_path_factory.mktemp("deep") / "a.book"
    write_deep_book(path, book)
    return path


@pytest.fixture(scope="module")
def shipped() -> DeepBook:
    found, wrong = shipped_deep_book(7, 6)
    assert not wrong
    assert found is not None
    return found


def all_openings(columns: int, rows: int, ply: int) -> list[Discs]:
    keys = openings(columns, rows, ply)
    movers, others = np.empty_like(keys), np.empty_like(keys)
    unpack(keys, movers, others, geometry(columns, rows))
    return list(zip(movers.tolist(), others.tolist(), strict=True))


def mirrored(board: int, columns: int, rows: int) -> int:
    lines = [board >> (rows + 1) * column & (1 << rows) - 1 for column in range(columns)]
    return sum(line << (rows + 1) * column for column, line in enumerate(reversed(lines)))


@pytest.mark.parametrize("ply", range(PLY - 3, PLY + 1))
def test_deep_book_scores_on_a_small_board_equal_solver_scores(path: Path, ply: int) -> None:
    deep, alone = read_deep_book(path), NativeSolver(*SIZE, megabytes=4)
    for mover, other in all_openings(*SIZE, ply):
        assert deep.score(mover, other) == alone.solve(mover, other).score
        assert deep.score(mirrored(mover, *SIZE), mirrored(other, *SIZE)) == deep.score(mover, other)


def test_every_opening_has_a_unique_index() -> None:
    positions = all_openings(*SIZE, PLY)
    places = {place_of(mover, other, *SIZE) for mover, other in positions}
    assert len(places) == len(positions)
    assert max(shape for shape, _ in places) < shape_count(*SIZE, PLY)
    assert max(pattern for _, pattern in places) < len(pattern_numbers(PLY))


def test_the_deep_book_knows_only_plies_9_to_12(shipped: DeepBook) -> None:
    assert [ply for ply in range(43) if shipped.knows(ply)] == [9, 10, 11, 12]
    assert shipped.column_scores(0, 0) is None


def test_a_finished_game_is_lost_and_has_no_columns(shipped: DeepBook) -> None:
    place = discs(Position.from_moves("341212121"))
    assert shipped.score(*place) == NativeSolver(7, 6).solve(*place).score
    assert shipped.column_scores(*place) is None


def test_unreachable_positions_are_searched(shipped: DeepBook) -> None:
    """All discs at the bottom are the second player's: nobody can have moved first."""
    place = discs(Position.from_drawing("\n".join(["......."] * 4 + ["XXX.XXX", "OOO.OOO"])))
    assert shipped.score(*place) is None
    assert Solver(7, 6, deep_book=shipped).solve(*place).score == NativeSolver(7, 6).solve(*place).score


@pytest.mark.parametrize("ply", [9, 10, 11, 12])
def test_a_sample_of_the_bundled_book_matches_a_search(shipped: DeepBook, ply: int) -> None:
    prove(shipped, random_positions(Random(ply), 7, 6, 2 + 10 * (ply == 12), (ply, ply)))


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("ply", [10, 12])
def test_two_thousand_bundled_book_entries_match_a_search(shipped: DeepBook, ply: int) -> None:
    prove(shipped, Random(ply).sample(all_openings(7, 6, ply), 2000))


def prove(book: DeepBook, positions: list[Discs]) -> None:
    """Solve positions again, without a book."""
    scores, _ = solved(new_searches(geometry(7, 6), new_table(64)), positions)
    assert [book.score(*place) for place in positions] == scores.tolist()


@pytest.mark.parametrize("moves", ["44444432", "444333265", "4443332651", "44433326516"])
def test_column_scores_come_from_the_deep_book_without_search(shipped: DeepBook, moves: str) -> None:
    place = discs(Position.from_moves(moves))
    asked = Solver(7, 6, deep_book=shipped).analyse(*place)
    assert {column: answer.score for column, answer in asked.items()} == {
        column: answer.score for column, answer in NativeSolver(7, 6).analyse(*place).items()
    }
    assert {answer.nodes for answer in asked.values()} == {0}


@pytest.mark.parametrize("verdict_only", [False, True])
@pytest.mark.parametrize("natively", [False, pytest.param(True, marks=pytest.mark.soak)])  # everything is compiled then
def test_columns_beyond_the_last_ply_are_searched_within_book_bounds(
    path: Path, *, verdict_only: bool, natively: bool
) -> None:
    deep, alone = read_deep_book(path), NativeSolver(*SIZE, megabytes=4)
    built, native = Solver(*SIZE, deep_book=deep), Solver(*SIZE, deep_book=deep)
    if natively:
        native._engine = native_engine()
        native._engine.set_up(*SIZE)
    for place in all_openings(*SIZE, PLY)[::7]:
        proven = {column: answer.low for column, answer in alone.analyse(*place).items()}
        bounds = deep.column_bounds(*place)
        assert not bounds or -max(proven.values()) == min(bounds.values())
        assert all(bounds[column] <= -proven[column] for column in bounds)
        answers = built.analyse(*place, verdict_only=verdict_only)
        assert answers == native.analyse(*place, verdict_only=verdict_only)
        signs = {column: np.sign(score) for column, score in proven.items()}
        told = {column: np.sign(answer.low + answer.high) for column, answer in answers.items()}
        assert told == signs if verdict_only else {column: answer.score for column, answer in answers.items()} == proven


def test_bounds_at_the_last_ply_save_nodes(shipped: DeepBook) -> None:
    bounded, alone = Solver(7, 6, deep_book=shipped), Solver(7, 6)
    nodes = [0, 0]
    for place in random_positions(Random(8), 7, 6, 6, (12, 12)):
        one, other = bounded.analyse(*place), alone.analyse(*place)
        assert {column: answer.score for column, answer in one.items()} == {
            column: answer.score for column, answer in other.items()
        }
        nodes = [sum(answer.nodes for answer in told.values()) + n for told, n in zip((one, other), nodes, strict=True)]
    assert nodes[0] < 0.8 * nodes[1]


def test_a_position_is_looked_up_or_searched(shipped: DeepBook) -> None:
    asked, alone = Solver(7, 6, deep_book=shipped), NativeSolver(7, 6)
    for place in random_positions(Random(5), 7, 6, 12, (11, 30)):
        answer = asked.solve(*place)
        assert answer.score == alone.solve(*place).score
        assert (answer.nodes == 0) or answer.discs > 12


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("ply", [10, 12])
def test_the_bundled_deep_book_contains_every_opening(shipped: DeepBook, ply: int) -> None:
    assert all(shipped.score(mover, other) is not None for mover, other in all_openings(7, 6, ply))


def test_a_deep_book_with_any_flipped_bit_is_refused(path: Path, tmp_path: Path) -> None:
    content, rng, damaged = path.read_bytes(), Random(3), tmp_path / "a.book"
    for at in [*range(120), *rng.sample(range(len(content)), 100)]:
        damaged.write_bytes(content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :])
        with pytest.raises(RecordError, match=r"^a\.book .*damaged .*deep book"):
            read_deep_book(damaged)


def test_without_the_deep_book_or_with_a_damaged_one_search_takes_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    book = shipped_book_path(7, 6)
    assert book is not None
    damaged = tmp_path / "a-deep.book"
    damaged.write_bytes(book.with_name("connect4-7x6-deep.book").read_bytes()[:-1] + b"?")
    monkeypatch.setattr(deep_book, "shipped_book_path", lambda *_: tmp_path / "a.book")
    monkeypatch.setattr(perfect, "shipped_deep_book", shipped_deep_book.__wrapped__)
    monkeypatch.setattr(perfect, "solver_for", perfect.solver_for.__wrapped__)
    assert "a-deep.book is damaged" in perfect.solver_for(Rules()).notice
    assert perfect.solve(Position.from_moves("44433326516")).nodes > 0
