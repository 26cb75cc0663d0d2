"""Tests of the key log on disk: every key is written immediately and without gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from slidedrop.core.errors import RecordError
from slidedrop.records.keylog import LogFile
from slidedrop.twenty48.notation import KeyLog

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.requirement("R-001-28", "R-001-29")
def test_every_key_is_written_immediately(tmp_path: Path) -> None:
    log = LogFile.begin(tmp_path / "log", KeyLog(4, seed=7))
    shown = []
    for key in "wsa":
        log.append(key)
        shown.append((tmp_path / "log").read_text())
    assert shown == ["seed 7\n4 w", "seed 7\n4 ws", "seed 7\n4 wsa"]
    assert LogFile.read(tmp_path / "log").log == KeyLog(4, "wsa", 7)


def test_a_new_log_overwrites_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("old")
    LogFile.begin(tmp_path / "log", KeyLog(5))
    assert (tmp_path / "log").read_text() == "5 "


def test_undo_rewrites_the_keys_and_adds_the_seed_only_once(tmp_path: Path) -> None:
    log = LogFile.begin(tmp_path / "log", KeyLog(4, "ws"))
    log.rewrite("w", seed=9)
    assert (tmp_path / "log").read_text() == "seed 9\n4 w"
    log.rewrite("wd")
    assert (tmp_path / "log").read_text() == "seed 9\n4 wd"


def test_a_key_that_could_not_be_written_goes_with_the_next(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    log = LogFile.begin(folder / "log", KeyLog(4, seed=7))
    (folder / "log").unlink()
    (folder / "log").mkdir()
    for key in "ws":
        with pytest.raises(RecordError, match="cannot write"):
            log.append(key)
    (folder / "log").rmdir()
    (folder / "log").write_text("seed 7\n4 ")
    log.append("a")
    assert (folder / "log").read_text() == "seed 7\n4 wsa"


def test_a_deleted_log_is_written_again_with_the_next_key(tmp_path: Path) -> None:
    log = LogFile.begin(tmp_path / "log", KeyLog(4, "ws", 7))
    (tmp_path / "log").unlink()
    log.append("a")
    assert (tmp_path / "log").read_text() == "seed 7\n4 wsa"
