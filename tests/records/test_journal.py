"""Tests of the journal: the valid prefix, a single writer and no loss of acknowledged entries."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import RecordError
from slidedrop.records.journal import Journal, read_entries, set_aside, write_entries, write_entry
from tests.records import damage
from tests.records.killing import kill_during_play

if TYPE_CHECKING:
    from pathlib import Path

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


# --- reading ----------------------------------------------------------------------------------------------------------


@given(st.lists(JSON, max_size=6))
def test_entries_survive_writing_and_reading(entries: list[object]) -> None:
    content = b"".join(map(write_entry, entries))
    contents = read_entries(content)
    assert list(contents.entries) == entries
    assert contents.valid == len(content)
    assert not contents.damaged


def test_a_journal_cut_at_any_byte_is_read_up_to_its_valid_prefix() -> None:
    assert len(damage.ENTRIES) == 60
    for place in range(len(damage.CONTENT) + 1):
        damage.check_cut(place)


def test_a_journal_with_a_flipped_bit_is_read_up_to_its_valid_prefix() -> None:
    bits = random.Random(1).sample(range(8 * len(damage.CONTENT)), 2000)
    for bit in bits:
        damage.check_flip(bit)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_without_an_error(content: bytes) -> None:
    contents = read_entries(content)
    assert read_entries(content[: contents.valid]).entries == contents.entries
    assert contents.damaged == (contents.valid < len(content))


@pytest.mark.parametrize("body", [b"{", b"", b"[" * 100_000, b"\xff\xff", b"9" * 5000])
def test_a_line_with_a_valid_checksum_and_invalid_json_ends_the_valid_part(body: bytes) -> None:
    from zlib import crc32

    good = write_entry("undo")
    contents = read_entries(good + b"%08x %s\n" % (crc32(body), body) + good)
    assert contents.entries == ("undo",)
    assert contents.valid == len(good)


# --- writing ----------------------------------------------------------------------------------------------------------


def test_appended_entries_are_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "folder" / "1.journal"
    with Journal.create(path, {"game": "2048"}) as journal:
        journal.append({"move": "left"}, "undo")
        assert read_entries(path.read_bytes()).entries == ({"game": "2048"}, {"move": "left"}, "undo")


def test_an_existing_journal_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "1.journal"
    Journal.create(path, "old").close()
    with pytest.raises(FileExistsError):
        Journal.create(path, "new")
    assert read_entries(path.read_bytes()).entries == ("old",)


def test_an_intact_journal_is_opened_and_continued(tmp_path: Path) -> None:
    path = tmp_path / "1.journal"
    Journal.create(path, "a").close()
    journal, contents, aside = Journal.open(path)
    with journal:
        journal.append("b")
    assert (contents.entries, aside) == (("a",), None)
    assert read_entries(path.read_bytes()).entries == ("a", "b")


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_a_damaged_journal_is_backed_up_and_its_valid_part_continues(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "1.journal"
    Journal.create(path, {"move": "left"}, {"move": "right"}).close()
    damaged = path.read_bytes()[:-cut]
    path.write_bytes(damaged)
    journal, contents, aside = Journal.open(path)
    with journal:
        journal.append("undo")
    assert aside == tmp_path / "1.journal.damaged-1"
    assert aside.read_bytes() == damaged
    assert contents.entries == ({"move": "left"},)
    assert read_entries(path.read_bytes()).entries == ({"move": "left"}, "undo")


def test_a_second_damaged_copy_does_not_overwrite_the_first(tmp_path: Path) -> None:
    path = tmp_path / "1.journal"
    for number in (1, 2, 3):
        path.write_bytes(b"damage %d" % number)
        assert set_aside(path) == tmp_path / f"1.journal.damaged-{number}"
    kept = [(tmp_path / f"1.journal.damaged-{number}").read_bytes() for number in (1, 2, 3)]
    assert kept == [b"damage 1", b"damage 2", b"damage 3"]


def test_a_closed_journal_can_be_closed_again_and_refuses_appends(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "1.journal", "a")
    journal.close()
    journal.close()
    with pytest.raises(RecordError, match=r"1\.journal.*bad file descriptor"):
        journal.append("b")


# --- single writer ----------------------------------------------------------------------------------------------------


def test_opening_an_open_journal_again_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "1.journal"
    with Journal.create(path, "a") as journal:
        with pytest.raises(RecordError, match="another slidedrop"):
            Journal.open(path)
        journal.append("b")
    Journal.open(path)[0].close()
    assert read_entries(path.read_bytes()).entries == ("a", "b")


def test_a_second_process_on_the_same_journal_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "1.journal"
    program = (
        "import sys; from pathlib import Path; from slidedrop.records.journal import Journal\n"
        "from slidedrop.core.errors import RecordError\n"
        "try: Journal.open(Path(sys.argv[1]))\n"
        "except RecordError as error: print(error)\n"
    )
    with Journal.create(path, "a"):
        told = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)
    assert told.stdout.count("\n") == 1
    assert f"'{path}'" in told.stdout
    assert "another slidedrop" in told.stdout
    assert not told.stderr


def test_a_journal_that_is_removed_while_it_is_opened_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "1.journal"
    Journal.create(path, "a").close()
    system_open = os.open

    def open_and_lose(*arguments: object) -> int:
        handle = system_open(*arguments)  # type: ignore[arg-type]
        path.unlink()
        return handle

    monkeypatch.setattr(os, "open", open_and_lose)
    with pytest.raises(RecordError, match="removed"):
        Journal.open(path)


# --- disk errors ------------------------------------------------------------------------------------------------------


def test_a_journal_that_is_not_there_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="no such file"):
        Journal.open(tmp_path / "1.journal")


def test_a_folder_in_place_of_a_journal_is_refused(tmp_path: Path) -> None:
    (tmp_path / "1.journal").mkdir()
    with pytest.raises(RecordError, match=r"open .*: .*\bdirectory"):
        Journal.open(tmp_path / "1.journal")


@pytest.mark.parametrize("name", ["file/1.journal", "file/deeper/1.journal"])
def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(RecordError, match=r"a (file|directory)"):
        Journal.create(tmp_path / name, "a")


def test_a_damaged_journal_that_cannot_be_truncated_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "1.journal"
    path.write_bytes(write_entry("a") + b"torn")

    def refuse(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(os, "ftruncate", refuse)
    with pytest.raises(RecordError, match="read-only file system"):
        Journal.open(path)
    assert path.read_bytes() == write_entry("a") + b"torn"


def test_a_move_that_cannot_be_synced_is_not_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "1.journal"

    def refuse(_: int) -> None:
        raise OSError(5, "Input/output error")

    with Journal.create(path, "a") as journal:
        with monkeypatch.context() as broken:
            broken.setattr("slidedrop.durable._sync_data", refuse)
            with pytest.raises(RecordError, match="not be saved"):
                journal.append("b")
        assert read_entries(path.read_bytes()).entries == ("a",)
        journal.append("c")
    assert read_entries(path.read_bytes()).entries == ("a", "c")


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from slidedrop.core.errors import RecordError
from slidedrop.records.journal import Journal

path, room = Path(sys.argv[1]), int(sys.argv[2])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
kept = []
try:
    journal = Journal.create(path, "begin")
    for number in range(100):
        journal.append({"move": number})
        kept.append(number)
except RecordError as error:
    print(error)
    print(len(kept))
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    if path.exists():
        journal.append("after")
"""


def on_a_full_disk(path: Path, room: int) -> list[str]:
    """Save a game with this limit on the file size in bytes, and return the output lines."""
    told = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path), str(room)], capture_output=True, text=True, check=True
    )
    return told.stdout.splitlines()


@pytest.mark.skipif(resource.getrlimit(resource.RLIMIT_FSIZE)[1] != resource.RLIM_INFINITY, reason="cannot be limited")
@pytest.mark.parametrize("room", [150, 155, 160, 165])
def test_a_full_disk_loses_no_acknowledged_entry_and_leaves_no_torn_line(tmp_path: Path, room: int) -> None:
    path = tmp_path / "1.journal"
    said, kept = on_a_full_disk(path, room)
    assert f"'{path}': file too large" in said
    expected = ("begin", *[{"move": number} for number in range(int(kept))], "after")
    contents = read_entries(path.read_bytes())
    assert contents.entries == expected
    assert not contents.damaged


def test_a_disk_too_full_for_the_first_line_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "1.journal"
    said, _ = on_a_full_disk(path, 5)
    assert f"'{path}': file too large" in said
    assert not path.exists()


# --- kill -9 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trial", range(8))
def test_kill_9_during_play_loses_no_acknowledged_move(trial: int) -> None:
    kill_during_play(trial)


# --- format 2: every checksum covers all lines before it --------------------------------------------------------------

CHAINED = [{"game": "2048"}, *({"move": move} for move in ("left", "up", "left", "left")), "undo", {"move": "up"}]


@pytest.mark.parametrize("place", range(1, len(CHAINED) - 1))
def test_a_removed_swapped_or_doubled_line_is_detected_at_its_place(place: int) -> None:
    lines = write_entries(CHAINED).splitlines(keepends=True)
    removed = [*lines[:place], *lines[place + 1 :]]
    swapped = [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]
    doubled = [*lines[: place + 1], *lines[place:]]
    for changed, good in ((removed, place), (swapped, place), (doubled, place + 1)):
        contents = read_entries(b"".join(changed))
        assert (contents.entries, contents.damaged) == (tuple(CHAINED[:good]), True)


def test_a_file_of_format_1_is_read_and_continued_in_format_1(tmp_path: Path) -> None:
    path = tmp_path / "1.journal"
    path.write_bytes(b"".join(map(write_entry, CHAINED)))
    journal, contents, aside = Journal.open(path)
    with journal:
        journal.append("hint")
    assert (contents.entries, contents.check, aside) == (tuple(CHAINED), None, None)
    assert path.read_bytes() == b"".join(map(write_entry, [*CHAINED, "hint"]))


def test_lines_of_both_formats_do_not_mix() -> None:
    first, second = write_entries(CHAINED[:3]), b"".join(map(write_entry, CHAINED[:3]))
    assert read_entries(first + write_entry("undo")).damaged
    assert read_entries(second + write_entry("undo", read_entries(first).check or 0)).damaged


def test_a_journal_that_is_opened_again_continues_its_chain(tmp_path: Path) -> None:
    path = tmp_path / "1.journal"
    for count, entry in enumerate(CHAINED):
        with Journal.create(path, entry) if not count else Journal.open(path)[0] as journal:
            journal.append(*([entry] if count else []))
    assert path.read_bytes() == write_entries(CHAINED)
