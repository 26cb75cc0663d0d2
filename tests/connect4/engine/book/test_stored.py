"""Tests of the stored opening book: building in pieces, resuming, damaged files and scores equal to the solver's."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from slidedrop.connect4 import Position, Rules
from slidedrop.connect4.engine import perfect as solver
from slidedrop.connect4.engine.book import openings as drawing
from slidedrop.connect4.engine.book import stored as books
from slidedrop.connect4.engine.book.build import BLOCK, BuildLog, build, checked
from slidedrop.connect4.engine.book.openings import UNKNOWN, openings, without_a_win
from slidedrop.connect4.engine.book.stored import StoredBook, read_book, write_book
from slidedrop.core.errors import RecordError
from tests.connect4.native_book import NativeBook
from tests.connect4.native_solver import NativeSolver
from tests.connect4.random_discs import random_positions

if TYPE_CHECKING:
    from pathlib import Path

SIZE = (5, 4)
PLY = 6


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    journal = BuildLog(tmp_path_factory.mktemp("book") / "book.journal", *SIZE, PLY)
    assert build(journal, megabytes=1)
    return journal.path.read_bytes()


@pytest.fixture
def journal(tmp_path: Path, finished: bytes) -> BuildLog:
    path = tmp_path / "book.journal"
    path.write_bytes(finished)
    return BuildLog(path, *SIZE, PLY)


@pytest.fixture
def book(journal: BuildLog) -> StoredBook:
    return StoredBook(*SIZE, {PLY: journal.scores.tobytes()})


def test_the_number_of_openings_matches_the_module_docstring() -> None:
    plies, counts = (re.findall(r"\d+", line.split("  On ")[0]) for line in (drawing.__doc__ or "").splitlines()[2:4])
    assert [len(openings(7, 6, int(ply))) for ply in plies] == [int(count) for count in counts]


@pytest.mark.parametrize(("ply", "positions", "quiet"), [(0, 1, 1), (1, 4, 4), (8, 91295, 77715)])
def test_7x6_openings_match_the_published_counts(ply: int, positions: int, quiet: int) -> None:
    keys = openings(7, 6, ply)
    assert (len(keys), len(without_a_win(keys, 7, 6))) == (positions, quiet)
    assert (np.diff(keys.astype(np.int64)) > 0).all()


@pytest.mark.parametrize("discs", range(PLY + 1))
def test_book_scores_equal_solver_scores_up_to_the_book_depth(book: StoredBook, discs: int) -> None:
    alone = NativeSolver(*SIZE, megabytes=1)
    for mover, other in random_positions(Random(discs), *SIZE, 20, (discs, discs)):
        assert NativeBook(book).score(mover, other) == alone.solve(mover, other).score


def test_a_book_has_no_score_beyond_its_depth(book: StoredBook) -> None:
    [(mover, other)] = random_positions(Random(9), *SIZE, 1, (PLY + 1, PLY + 1))
    assert NativeBook(book).score(mover, other) is None


def test_a_solver_with_a_book_does_not_search_what_it_can_look_up(book: StoredBook) -> None:
    answer = NativeSolver(*SIZE, megabytes=1, book=NativeBook(book)).solve(0, 0)
    assert (answer.score, answer.nodes) == (0, 0)


def test_a_book_round_trips_through_a_file(book: StoredBook, tmp_path: Path) -> None:
    write_book(tmp_path / "a.book", book)
    again = read_book(tmp_path / "a.book")
    assert (again.columns, again.rows, again.depth) == (*SIZE, PLY)
    assert again.sections[PLY] == book.sections[PLY]


def test_a_book_file_with_any_flipped_bit_is_refused(book: StoredBook, tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    write_book(path, book)
    content, rng = path.read_bytes(), Random(3)
    for at in [*range(120), *rng.sample(range(len(content)), 100)]:
        path.write_bytes(content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :])
        with pytest.raises(RecordError, match=r"^a\.book .*damaged .*opening book"):
            read_book(path)


def test_with_a_damaged_book_search_takes_over(
    monkeypatch: pytest.MonkeyPatch, book: StoredBook, tmp_path: Path
) -> None:
    path = tmp_path / "a.book"
    write_book(path, book)
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    monkeypatch.setattr(books, "own_book_path", lambda *_: path)
    monkeypatch.setattr(solver, "book_in_use", books.book_in_use.__wrapped__)
    monkeypatch.setattr(solver, "solver_for", solver.solver_for.__wrapped__)
    position = Position(Rules(*SIZE))
    assert "searched instead" in solver.solver_for(position.rules).notice
    assert solver.solve(position).score == 0


def test_a_damaged_custom_book_falls_back_to_the_bundled_book(
    monkeypatch: pytest.MonkeyPatch, book: StoredBook, tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.book", tmp_path / "bad.book"
    write_book(good, book)
    bad.write_bytes(good.read_bytes()[:-1] + b"?")
    monkeypatch.setattr(books, "own_book_path", lambda *_: bad)
    monkeypatch.setattr(books, "shipped_book_path", lambda *_: good)
    found, notice = books.book_in_use.__wrapped__(*SIZE)
    assert notice.startswith("bad.book is damaged")
    assert found is not None
    assert found.depth == book.depth


def test_a_book_cut_short_is_refused(book: StoredBook, tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    write_book(path, book)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(RecordError):
        read_book(path)


def test_a_half_built_book_returns_correct_scores_or_none(journal: BuildLog) -> None:
    half = journal.scores.copy()
    half[len(half) // 2 :] = UNKNOWN
    part, full = (
        NativeBook(StoredBook(*SIZE, {PLY: half.tobytes()})),
        NativeBook(StoredBook(*SIZE, {PLY: journal.scores.tobytes()})),
    )
    answers = [(part.score(*discs), full.score(*discs)) for discs in random_positions(Random(4), *SIZE, 200, (0, PLY))]
    assert any(known is None for known, _ in answers)
    assert any(known is not None for known, _ in answers)
    assert all(known in (None, right) for known, right in answers)


@pytest.mark.parametrize("left", [1, 7, 71])
def test_a_killed_build_resumes_from_its_journal(journal: BuildLog, left: int) -> None:
    content = journal.path.read_bytes()
    record = BLOCK + 8
    journal.path.write_bytes(content[: len(content) - 3 * record + left])
    again = BuildLog(journal.path, *SIZE, PLY)
    assert len(again.missing()) == 3
    assert build(again, megabytes=1)
    assert (again.scores == journal.scores).all()
    assert sorted(journal.path.read_bytes()) == sorted(content)


def test_a_damaged_record_is_solved_again(journal: BuildLog) -> None:
    content = bytearray(journal.path.read_bytes())
    content[-20] ^= 4
    journal.path.write_bytes(bytes(content))
    again = BuildLog(journal.path, *SIZE, PLY)
    assert again.missing() == [journal.blocks - 1]


def test_the_journal_of_another_book_is_left_alone(journal: BuildLog) -> None:
    before = journal.path.read_bytes()
    with pytest.raises(RecordError, match="holds another book"):
        BuildLog(journal.path, 4, 4, 3)
    assert journal.path.read_bytes() == before


def test_a_build_with_no_time_reports_that_it_is_unfinished(tmp_path: Path) -> None:
    assert not build(BuildLog(tmp_path / "b.journal", *SIZE, 4), minutes=0, megabytes=1)


def test_a_check_finds_a_wrong_score(book: StoredBook) -> None:
    assert checked(book, 50, Random(1)) == []
    wrong = np.frombuffer(book.sections[PLY], np.int8).copy()
    wrong[::2] += 1
    assert checked(StoredBook(*SIZE, {PLY: wrong.tobytes()}), 50, Random(1)) != []


def test_a_second_build_of_the_same_book_is_refused_while_the_first_runs(tmp_path: Path) -> None:
    first, second = (BuildLog(tmp_path / "4x4-ply3.journal", 4, 4, 3) for _ in range(2))
    with first.open(), pytest.raises(RecordError, match="another slidedrop"):
        build(second, megabytes=1)
    assert build(second, megabytes=1)
