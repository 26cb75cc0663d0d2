"""Tests of assignment 001's command line: -s, -i, -o, --record and --replay."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from slidedrop.editions.psa3 import Board, Random
from tests.editions.talking import talk

if TYPE_CHECKING:
    from pathlib import Path

SMALL = "2\n12\n8 0 \n0 4 \n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to an empty folder and return it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.requirement("R-001-22", "R-001-25", "R-001-26")
def test_without_arguments_the_board_is_4x4_and_saved_as_2048_board(folder: Path) -> None:
    code, screen = talk("psa3", [], "q")
    assert code == 0
    assert screen.startswith("Welcome to 2048!\nGenerating a New Board\n")
    assert len(Board(Random(0), "2048.board").grid) == 4


@pytest.mark.requirement("R-001-24")
@pytest.mark.parametrize("arguments", [["-s", "5", "-o", "my.board"], ["-o", "my.board", "-s", "5"]])
def test_size_and_output_come_in_any_order(folder: Path, arguments: list[str]) -> None:
    assert talk("psa3", arguments, "q").code == 0
    assert len(Board(Random(0), "my.board").grid) == 5
    assert [path.name for path in folder.iterdir()] == ["my.board"]


@pytest.mark.requirement("R-001-25")
@pytest.mark.parametrize("size", ["1", "0", "-3"])
def test_a_size_below_two_means_four(size: str) -> None:
    assert talk("psa3", ["-s", size], "q").code == 0
    assert len(Board(Random(0), "2048.board").grid) == 4


@pytest.mark.requirement("R-001-24", "R-001-25")
@pytest.mark.parametrize("size", ["5", "1000"])
def test_with_an_input_board_the_size_is_ignored(folder: Path, size: str) -> None:
    (folder / "in.board").write_text(SMALL)
    code, screen = talk("psa3", ["-s", size, "-i", "in.board", "-o", "out.board"], "q")
    assert code == 0
    assert "Loading Board from in.board\n" in screen
    assert (folder / "out.board").read_text() == SMALL


@pytest.mark.requirement("R-001-27")
@pytest.mark.parametrize("arguments", [["-s"], ["-x", "4"], ["4"], ["-o", "a", "-i"], ["--rec", "log"]])
def test_an_odd_or_unknown_argument_shows_the_usage_and_fails(
    folder: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, screen = talk("psa3", arguments, "q")
    assert code != 0
    assert screen == ""
    assert capsys.readouterr().err.startswith("usage: ")
    assert not list(folder.iterdir())


@pytest.mark.requirement("R-001-28", "R-001-30")
def test_a_size_can_be_combined_with_a_recording(folder: Path) -> None:
    assert talk("psa3", ["-s", "5", "--record", "log", "--seed", "9"], "w", "s", "a", "q").code == 0
    assert (folder / "log").read_text() == "seed 9\n5 wsa"


@pytest.mark.requirement("R-001-30", "R-001-39")
@pytest.mark.parametrize("flag", ["-o", "-i"])
def test_a_recording_with_a_board_file_prints_one_error(
    folder: Path, flag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert talk("psa3", ["--record", "log", flag, "a.board"]).code == 1
    assert re.fullmatch("--record .* -i and -o\n", capsys.readouterr().err)
    assert not list(folder.iterdir())


@pytest.mark.requirement("R-001-31", "R-001-33")
def test_a_replay_overrides_all_other_flags(folder: Path) -> None:
    (folder / "log").write_text("seed 1\n3 wa")
    others = ["-s", "5", "-o", "out.board", "-i", "missing.board", "--record", "other", "--seed", "77"]
    code, screen = talk("psa3", [*others, "--replay", "log", "--delay", "0"], "d", "q")
    assert code == 0
    assert screen.splitlines()[1] == "Replaying log"
    assert (folder / "log").read_text() == "seed 1\n3 wad"
    assert [path.name for path in folder.iterdir()] == ["log"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["-i", "missing.board"], r"board file 'missing\.board': .*such file"),
        (["-i", "."], r"board file '\.': .*directory"),
        (["-o", "no/such/place"], "board .*saved .*'no/such/place'"),
        (["-o", "."], r"board .*saved .*'\.'"),
        (["-s", "65"], "size .*2 to 64, not 65"),
        (["--record", "no/log"], "write 'no/log': .*such file"),
        (["--replay", "no/log"], "log 'no/log': .*such file"),
        (["--seed", "99999999999999999999"], "seed .*from"),
    ],
)
def test_an_impossible_argument_prints_one_error(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert talk("psa3", arguments, "w", "q").code == 1
    error = capsys.readouterr().err
    assert re.search(sentence, error)
    assert error.count("\n") == 1


@pytest.mark.parametrize("delay", ["nan", "-1", "1e-9"])
def test_an_odd_delay_does_not_break_a_replay(folder: Path, delay: str) -> None:
    (folder / "log").write_text("seed 1\n3 ")
    assert talk("psa3", ["--replay", "log", "--delay", delay], "q").code == 0


@pytest.mark.requirement("R-001-24")
def test_psa3_runs_as_a_module(folder: Path) -> None:
    command = [sys.executable, "-m", "slidedrop.editions.psa3", "-s", "5", "-o", "my.board", "--seed", "1"]
    done = subprocess.run(command, input=b"w\n\xff\xfe\nq\n", capture_output=True, check=True)
    assert done.stderr == b""
    assert len(Board(Random(0), "my.board").grid) == 5
