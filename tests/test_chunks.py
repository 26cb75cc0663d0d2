"""Tests of the block files: reading, appending, damaged blocks, and the lock for a single writing process."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.chunks import BlockLog
from slidedrop.core.errors import RecordError

HEADER = b'{"task": 1}\n'
BLOCKS = [(3, b"abcd"), (0, b"efgh"), (70_000, b"ijkl")]


def written(folder: Path) -> BlockLog:
    log = BlockLog(folder / "new" / "task.log", "task", HEADER, 4)
    with log.open() as before:
        assert before == []
        for block in BLOCKS:
            log.write(*block)
    return log


def test_written_blocks_are_read_back_and_more_can_be_added(tmp_path: Path) -> None:
    log = written(tmp_path)
    assert log.read() == BLOCKS
    with log.open() as before:
        log.write(9, b"mnop")
        assert before == BLOCKS
    assert log.read() == [*BLOCKS, (9, b"mnop")]


@given(st.integers(0, 11 + 3 * 12), st.integers(1, 255))
def test_a_flipped_byte_loses_only_its_block_and_a_cut_only_what_follows(
    tmp_path_factory: pytest.TempPathFactory, at: int, flip: int
) -> None:
    log = written(tmp_path_factory.mktemp("log"))
    content = log.path.read_bytes()
    log.path.write_bytes(content[: at + 1])
    with log.open() as kept:
        assert kept == BLOCKS[: max(0, at + 1 - len(HEADER)) // 12]
    assert log.path.read_bytes() == content[: len(HEADER) + 12 * len(kept)]
    log.path.write_bytes(content[:at] + bytes([content[at] ^ flip]) + content[at + 1 :])
    if at < len(HEADER):
        with pytest.raises(RecordError, match="another task"):
            log.read()
    else:
        damaged = (at - len(HEADER)) // 12
        assert log.read() == [block for number, block in enumerate(BLOCKS) if number != damaged]


def test_a_short_foreign_file_is_refused_and_unchanged(tmp_path: Path) -> None:
    log = BlockLog(tmp_path / "task.log", "task", HEADER, 4)
    log.path.write_bytes(b"note")
    with pytest.raises(RecordError, match="holds another task"), log.open():
        pass
    assert log.path.read_bytes() == b"note"


def test_only_the_process_that_opened_a_log_can_write_it(tmp_path: Path) -> None:
    log = written(tmp_path)
    with pytest.raises(RecordError, match="is not open"):
        log.write(1, b"late")
    second = BlockLog(log.path, "task", HEADER, 4)
    with log.open(), pytest.raises(RecordError, match="another slidedrop"), second.open():
        pass
