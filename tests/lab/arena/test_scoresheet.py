"""Tests of the scoresheet: every finished game is saved, even if the last line is damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import RecordError
from slidedrop.lab.arena.match import Entrant, Match, Result
from slidedrop.lab.arena.scoresheet import NAME, Scoresheet, results_in
from slidedrop.records.journal import write_entry
from slidedrop.twenty48 import Rules as Slides

if TYPE_CHECKING:
    from pathlib import Path

HEADER = Match(Slides(), (Entrant("greedy"),)).header()
RESULTS = [Result(number, 0, 10 * number, 0.5, score=number) for number in range(5)]


def written(folder: Path) -> Path:
    with Scoresheet.open(folder, HEADER) as sheet:
        for result in RESULTS:
            sheet.add(result)
    return folder / NAME


def opened(folder: Path, header: dict[str, Any] = HEADER) -> None:
    with Scoresheet.open(folder, header):
        pass


def test_added_results_are_read_back(tmp_path: Path) -> None:
    written(tmp_path / "new" / "folder")
    with Scoresheet.open(tmp_path / "new" / "folder", HEADER) as sheet:
        assert sheet.results == RESULTS
    assert results_in(tmp_path / "new" / "folder") == RESULTS
    assert results_in(tmp_path / "nowhere") == []


@given(st.integers(0, 10_000))
def test_a_truncated_file_loses_only_its_incomplete_line(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    path = written(tmp_path_factory.mktemp("match"))
    content = path.read_bytes()
    kept = content[: cut % (len(content) + 1)]
    path.write_bytes(kept)
    whole = max(0, kept.count(b"\n") - 1)
    with Scoresheet.open(path.parent, HEADER) as sheet:
        assert sheet.results == RESULTS[:whole]
        sheet.add(RESULTS[4])
    assert results_in(path.parent) == [*RESULTS[:whole], RESULTS[4]]


def test_another_match_is_not_written_over(tmp_path: Path) -> None:
    path = written(tmp_path)
    before = path.read_bytes()
    with pytest.raises(RecordError, match="holds another match"):
        opened(tmp_path, {**HEADER, "seed": 2})
    assert path.read_bytes() == before


def test_lines_that_are_no_results_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.write_bytes(path.read_bytes() + write_entry({"move": "left"}))
    with pytest.raises(RecordError, match="not results"):
        opened(tmp_path)


def test_two_programs_do_not_write_on_one_sheet(tmp_path: Path) -> None:
    with Scoresheet.open(tmp_path, HEADER), pytest.raises(RecordError, match="another slidedrop"):
        opened(tmp_path)


def test_a_folder_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match=r"'.+': not a directory"):
        opened(tmp_path / "file" / "folder")
