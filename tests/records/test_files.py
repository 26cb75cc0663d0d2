"""Tests of reading and writing a player's files: size limits, atomic writes and error messages."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from slidedrop.core.errors import NotationError, RecordError
from slidedrop.durable import reason, write_whole
from slidedrop.records.files import LARGEST_FILE, read_bytes, read_text
from tests.records.rights import open_folder, said_without_rights


def test_a_written_file_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "my.board"
    write_whole(path, "grüße\n".encode())
    assert read_text(path, "board file") == "grüße\n"


def test_a_missing_file_is_refused_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "none.board"
    with pytest.raises(NotationError) as caught:
        read_text(path, "board file")
    assert f"board file '{path}': no such file" in str(caught.value)


def test_a_folder_in_place_of_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match=r"log .*: .*\bdirectory"):
        read_bytes(tmp_path, "log")


def test_invalid_utf_8_is_refused_with_the_byte_and_its_offset(tmp_path: Path) -> None:
    path = tmp_path / "binary.board"
    path.write_bytes(b"4\n0\n\xfe\x00")
    with pytest.raises(NotationError, match="byte 4 is 0xfe"):
        read_text(path, "board file")


def test_a_file_that_is_too_large_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "large.board"
    path.write_bytes(b"2" * (LARGEST_FILE + 1))
    with pytest.raises(NotationError, match="1048576 bytes"):
        read_text(path, "board file")
    with pytest.raises(NotationError, match="larger than"):
        read_bytes(Path("/dev/zero"), "board file")


def test_a_new_file_gets_the_default_permissions_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    path = tmp_path / "my.board"
    mask = os.umask(0o027)
    try:
        write_whole(path, b"new")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(0o604)
        write_whole(path, b"newer")
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o604
    assert path.read_bytes() == b"newer"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "my.board", tmp_path / "link.board"
    path.write_bytes(b"old")
    link.symlink_to(path)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(pipe, b"through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_raises_a_record_error() -> None:
    with pytest.raises(RecordError) as caught:
        write_whole(Path("/dev/full"), b"2048")
    assert "'/dev/full': no space left" in str(caught.value)


@pytest.mark.parametrize("name", ["none/my.board", "file/my.board", "folder"])
def test_an_unwritable_path_raises_a_record_error_with_the_reason(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "folder").mkdir()
    with pytest.raises(RecordError, match=f"cannot write '{tmp_path / name}': [a-z ]+$"):
        write_whole(tmp_path / name, b"2048")


@pytest.mark.parametrize(
    ("mode", "deed", "said"),
    [
        (0o555, "write_whole(folder / 'my.board', b'')", "write '{folder}/my.board': permission denied"),
        (0o000, "write_whole(folder / 'my.board', b'')", "write '{folder}/my.board': permission denied"),
        (0o000, "read_text(folder / 'a', 'log')", "log '{folder}/a': permission denied"),
    ],
)
def test_a_folder_without_permission_is_refused_with_the_path(mode: int, deed: str, said: str) -> None:
    with open_folder(mode) as folder:
        assert said_without_rights(deed, folder).endswith(said.format(folder=folder))


def test_a_failed_write_leaves_the_old_file_and_no_temporary_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "my.board"
    path.write_bytes(b"old")

    def refuse(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(RecordError, match="no space left"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_without_an_errno_uses_its_own_text() -> None:
    assert reason(OSError("the Cable")) == "the cable"
