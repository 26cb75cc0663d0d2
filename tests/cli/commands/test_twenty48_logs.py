"""Tests of the key logs of `slidedrop 2048`: recording, replaying and continuing."""

from __future__ import annotations

from pathlib import Path

import pytest

from slidedrop.records.library import Library
from slidedrop.twenty48.notation import read_board
from tests.cli.talking import boards_in, error_of, names, slidedrop

BOARD = "4\n224\n2 16 0 0 \n16 4 2 0 \n4 32 0 0 \n8 0 0 2 \n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder during a test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.requirement("R-001-39", "R-001-30")
@pytest.mark.parametrize("option", ["-i", "-o"])
def test_record_cannot_be_combined_with_board_files(option: str, folder: Path) -> None:
    Path("start.board").write_text(BOARD)
    error = error_of(slidedrop("2048", "--record", "log", option, "start.board"), code=2)
    assert names(error, "--record", "-i", "-o")
    assert [path.name for path in folder.iterdir()] == ["start.board"]


@pytest.mark.requirement("R-001-28", "R-001-29", "R-001-30", "R-001-40")
def test_a_log_has_a_seed_line_then_the_size_and_the_keys() -> None:
    slidedrop("2048", "--seed", "7", "-s", "5", "--record", "log", typed="w\nleft\ns\nu\nq\n")
    assert Path("log").read_text() == "seed 7\n5 wa"
    slidedrop("2048", "--seed", "8", "--rules", "twos", "--record", "log", "--force", typed="q\n")
    assert Path("log").read_text() == "seed 8 twos\n4 "


@pytest.mark.requirement("R-001-31", "R-001-32", "R-001-33")
def test_a_log_continued_over_several_replays_is_one_game(folder: Path) -> None:
    slidedrop("2048", "--seed", "7", "--record", "log", typed="w\na\nq\n")
    for key in "sdwasdwa":
        slidedrop("2048", "--replay", "log", "--delay", "0", "-s", "9", "-o", "never", typed=f"{key}\nq\n")
    slidedrop("2048", "--seed", "7", "-o", "straight", typed="wasdwasdwa\nq\n")
    last = slidedrop("2048", "--replay", "log", "--delay", "0").out
    board, score = read_board(Path("straight").read_text())
    assert f"Score: {score}  " in last
    assert str(board) in last
    assert "9x9" not in last
    assert sorted(path.name for path in folder.iterdir()) == ["log", "straight"]


@pytest.mark.requirement("R-001-40")
def test_a_log_without_a_seed_is_replayed_on_new_tiles_with_a_notice() -> None:
    Path("log").write_text("4 wsad")
    assert slidedrop("2048", "--replay", "log", "--delay", "0").out.startswith("'log' has no ")
    assert Path("log").read_text().splitlines()[1] == "4 wsad"
    assert "no seed" not in slidedrop("2048", "--replay", "log", "--delay", "0").out


@pytest.mark.requirement("C-25")
def test_a_new_game_after_a_logged_one_leaves_its_log_alone() -> None:
    said = slidedrop("2048", "--seed", "7", "--record", "log", typed="w\nn\ny\nw\nq\n")
    assert names(said.out, "The log 'log'", "not logged")
    assert Path("log").read_text() == "seed 7\n4 w"


def test_an_unwritable_log_prints_a_notice_and_the_game_continues(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from slidedrop.records import keylog

    Path("log").write_text("seed 7\n4 wa")
    monkeypatch.setattr(keylog, "write_whole", _refuse)
    said = slidedrop("2048", "--replay", "log", "--delay", "0", typed="s\nq\n")
    assert "'log': read-only file system" in said.out
    assert said.code == 0
    assert Path("log").read_text() == "seed 7\n4 wa"
    assert len(Library().record(1).commands) == 3


def _refuse(path: Path, content: bytes) -> None:
    from slidedrop.core.errors import RecordError

    message = f"cannot write '{path}': read-only file system"
    raise RecordError(message)


@pytest.mark.requirement("R-001-29", "C-11")
def test_a_log_records_keys_that_move_nothing_and_undo_removes_them() -> None:
    said = slidedrop("2048", "--seed", 7, "--record", "log", typed="a\n" * 6 + "d\na\n")
    assert "Nothing moves left" in said.out
    assert Path("log").read_text() == "seed 7\n4 aaaaaada"
    last = boards_in(said.out)[-4:]
    replayed = slidedrop("2048", "--replay", "log", "--delay", 0, typed="u\nr\nq\n")
    assert boards_in(replayed.out)[-4:] == last
    assert Path("log").read_text() == "seed 7\n4 aaaaaada"
    slidedrop("2048", "--replay", "log", "--delay", 0, typed="u\nu\nq\n")
    assert Path("log").read_text() == "seed 7\n4 aaaaaa"
