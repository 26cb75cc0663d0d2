"""Tests of `slidedrop book`: building in pieces, resuming after a kill, checking, and damaged files."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest

from slidedrop.connect4.engine.book import stored as books
from slidedrop.connect4.engine.book.build import BLOCK, BuildLog
from slidedrop.connect4.engine.book.openings import openings, without_a_win
from slidedrop.connect4.engine.book.stored import StoredBook, own_book_path, read_book, write_book
from tests.cli.talking import Said, names, slidedrop
from tests.connect4.native_book import native_book

if TYPE_CHECKING:
    from pathlib import Path

SIZE = ("--size", "5x4")
HOME = os.environ["SLIDEDROP_HOME"]
"""The home folder with the kernels of all tests, from before each test got a separate home."""


def build(folder: Path, ply: int = 5, *more: object) -> Said:
    return slidedrop("book", "build", "--ply", ply, *SIZE, "--megabytes", 1, "--folder", folder, *more)


def journal(folder: Path, ply: int) -> Path:
    return folder / f"connect4-5x4-ply{ply}.journal"


def started(folder: Path, ply: int) -> subprocess.Popen[str]:
    """Start a build in another process, and wait until it has written some blocks."""
    command = [sys.executable, "-m", "slidedrop", "book", "build", "--ply", ply, *SIZE, "--megabytes", 1]
    process = subprocess.Popen(
        [str(part) for part in (*command, "--folder", folder)],
        env={**os.environ, "SLIDEDROP_HOME": HOME},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    path = journal(folder, ply)
    while process.poll() is None and (not path.exists() or path.stat().st_size < 10 * BLOCK):
        time.sleep(0.002)
    return process


def test_a_book_is_built_shown_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLIDEDROP_HOME", HOME)  # where the kernels are that both processes need
    said = build(tmp_path, 5, "--threads", 2)
    assert said.code == 0
    number = len(without_a_win(openings(5, 4, 5), 5, 4))
    assert said.out.startswith(f"{number} of {number} scores of ply 5 ")
    shown = slidedrop("book", "show", *SIZE, "--folder", tmp_path)
    assert "5x4" in shown.out
    assert f"ply 5: {number} of {number} scores known (100.0%)" in shown.out
    checked = slidedrop("book", "check", *SIZE, "--folder", tmp_path, "--sample", 7, "--seed", 1)
    assert names(checked.out, "ply 5", "7 scores", number)


def test_a_book_is_shown_without_the_extra() -> None:
    program = "import sys; sys.modules.update(numpy=None, numba=None); from slidedrop.cli.main import main; main()"
    shown = subprocess.run([sys.executable, "-c", program, "book", "show"], capture_output=True, text=True, check=True)
    assert re.search(r"ply 8: 77,715 of 77,715 .*\(100\.0%\)", shown.stdout)
    assert "Deep book: 7x6" in shown.stdout
    assert "ply 10 and 12;" in shown.stdout


def test_a_build_without_time_prints_how_to_resume_and_leaves_a_valid_book(tmp_path: Path) -> None:
    said = build(tmp_path, 5, "--minutes", 0)
    assert "to resume" in said.out.splitlines()[-1]
    book = read_book(tmp_path / "connect4-5x4.book")
    assert book.known(5) == 0


def test_a_killed_build_resumes_and_ends_with_the_same_book(tmp_path: Path) -> None:
    process = started(tmp_path / "killed", 8)
    process.kill()
    process.communicate()
    known = BuildLog(journal(tmp_path / "killed", 8), 5, 4, 8).known
    assert known > 0
    assert build(tmp_path / "killed", 8).code == build(tmp_path / "whole", 8).code == 0
    name = "connect4-5x4.book"
    assert (tmp_path / "killed" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
def test_ctrl_c_stops_the_build_and_saves_the_known_scores(tmp_path: Path) -> None:
    process = started(tmp_path, 9)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode in {0, 130}
    assert "Traceback" not in err
    assert "ply 9" in out
    if process.returncode == 130:
        assert out.splitlines()[-1].startswith("Stopped")
    assert read_book(tmp_path / "connect4-5x4.book").known(9) > 0


def test_two_plies_share_one_book_and_its_export_is_identical(tmp_path: Path) -> None:
    build(tmp_path, 3)
    build(tmp_path, 5)
    assert slidedrop("book", "export", tmp_path / "my.book", *SIZE, "--folder", tmp_path).code == 0
    assert (tmp_path / "my.book").read_bytes() == (tmp_path / "connect4-5x4.book").read_bytes()
    assert sorted(read_book(tmp_path / "my.book").sections) == [3, 5]
    again = slidedrop("book", "export", tmp_path / "my.book", *SIZE, "--folder", tmp_path)
    assert (again.code, "--force" in again.err) == (1, True)


def test_a_wrong_score_is_found_by_a_check(tmp_path: Path) -> None:
    build(tmp_path, 4)
    book = read_book(tmp_path / "connect4-5x4.book")
    scores = np.frombuffer(book.sections[4], np.int8) + 1
    write_book(tmp_path / "wrong.book", StoredBook(5, 4, {4: scores.tobytes()}))
    said = slidedrop("book", "check", tmp_path / "wrong.book", "--sample", 5)
    assert said.code == 1
    assert "5 scores of" in said.err
    assert "are wrong" in said.err


def test_a_damaged_book_is_refused(tmp_path: Path) -> None:
    build(tmp_path, 4)
    path = tmp_path / "connect4-5x4.book"
    content = bytearray(path.read_bytes())
    content[-3] ^= 8
    path.write_bytes(bytes(content))
    for verb in ("info", "check"):
        said = slidedrop("book", verb, path)
        assert said.code != 0
        assert re.match(r"Error: connect4-5x4\.book .*damaged", said.err.strip().splitlines()[-1])


def test_a_book_in_the_data_folder_is_used_by_the_solver(home: Path) -> None:
    assert slidedrop("book", "build", "--ply", 4, *SIZE, "--megabytes", 1).code == 0
    assert own_book_path(5, 4).is_relative_to(home)
    books.book_in_use.cache_clear()
    found = native_book(5, 4)
    assert found is not None
    assert (found.book.depth, found.score(0, 0)) == (4, 0)
    books.book_in_use.cache_clear()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("info", "--size", "6x4"), "book of 6x4 .*build"),
        (("export", "nowhere.book", "--size", "6x4"), "book of 6x4"),
        (("build", "--ply", "3", "--size", "12x12"), "cannot solve .*12x12"),
        (("build", "--ply", "17", "--size", "4x4"), "holds 16 discs"),
        (("buidl",), "'buidl'.*'build'"),
    ],
)
def test_an_invalid_book_command_is_refused_with_the_reason(
    arguments: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    said = slidedrop("book", *arguments, *(["--folder", str(tmp_path)] if len(arguments) > 1 else []))
    assert said.code != 0
    assert re.search(words, said.err)
