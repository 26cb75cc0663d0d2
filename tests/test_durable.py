"""Tests of durable files: atomic replacement, appending and locks."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from slidedrop.core.errors import RecordError
from slidedrop.durable import Appender, folder_lock, lock, replacing, write_whole

if TYPE_CHECKING:
    from pathlib import Path


def test_a_file_is_locked_by_one_handle_until_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "1.journal"
    first = os.open(path, os.O_RDWR | os.O_CREAT)
    second = os.open(path, os.O_RDWR)
    lock(first, "taken")
    with pytest.raises(RecordError, match="taken"):
        lock(second, "taken")
    os.close(first)
    lock(second, "taken")
    os.close(second)


def test_a_folder_can_be_locked_only_once(tmp_path: Path) -> None:
    with (
        folder_lock(tmp_path / "new", "taken"),
        pytest.raises(RecordError, match="taken"),
        folder_lock(tmp_path / "new", "taken"),
    ):
        pass
    with folder_lock(tmp_path / "new", "taken"):
        assert (tmp_path / "new").is_dir()


def test_a_failed_replacement_leaves_the_old_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(TypeError), replacing(path) as file:
        file.write(1)  # type: ignore[call-overload]
    assert [found.name for found in tmp_path.iterdir()] == ["file"]
    assert path.read_bytes() == b"old"


def test_a_pipe_is_written_in_place_and_a_link_stays_a_link(tmp_path: Path) -> None:
    pipe, file, link = tmp_path / "pipe", tmp_path / "file", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(file)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    for path in (pipe, link):
        with replacing(path, mode=0o600) as written:
            written.write(b"new")
    assert (os.read(reader, 9), pipe.is_fifo()) == (b"new", True)
    assert (file.read_bytes(), link.is_symlink()) == (b"new", True)
    os.close(reader)


def test_only_partial_files_of_dead_writers_are_removed(tmp_path: Path) -> None:
    path = tmp_path / "file"
    program = (
        "import os, sys, pathlib; from slidedrop.durable import replacing\n"
        "with replacing(pathlib.Path(sys.argv[1])) as file: file.write(b'x'); file.flush(); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", program, str(path)], check=False)
    assert len(list(tmp_path.glob(".file.*.part"))) == 1
    with replacing(path) as living:
        write_whole(path, b"written meanwhile")
        assert len(list(tmp_path.glob(".file.*.part"))) == 1
        living.write(b"written last")
    assert [found.name for found in tmp_path.iterdir()] == ["file"]
    assert path.read_bytes() == b"written last"


def test_the_rest_of_a_failed_append_is_cut_off_before_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    file = Appender(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND))
    file.append(b"one ")
    os.write(file.handle, b"to")  # as if a write had stopped half-way
    file.append(b"two")
    file.close()
    assert path.read_bytes() == b"one two"
