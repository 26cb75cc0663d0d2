"""Tests of the table builder: its bytes equal the plain reference, also after kills, restarts and damage."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from slidedrop.core.errors import RecordError, SlidedropError
from slidedrop.twenty48.tables.build import Solver, build
from slidedrop.twenty48.tables.files import BLOCK, TableFile, header_of, path_of
from slidedrop.twenty48.tables.kernels import boards_in, levels
from slidedrop.twenty48.tables.layout import CERTAIN, Layout, level_of
from tests.twenty48.tables.reference import boards_of, code_of
from tests.twenty48.tables.toys import CHAIN, FULL_ROWS, LAST_ROW, PARTIAL, TOYS, solved_plainly

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HOME = os.environ["SLIDEDROP_HOME"]
"""The folder of compiled kernels that all tests share."""
BUILD = (
    "import sys, pathlib; from slidedrop.twenty48.tables.build import build; "
    "from tests.twenty48.tables.test_build import SLOW; build(SLOW, pathlib.Path(sys.argv[1]), every=0.0)"
)


class Killed(Exception):
    """An exception that simulates the end of the process."""


def interrupt_after(layers: int) -> Callable[[int, int], None]:
    left = iter(range(layers))

    def tell(_done: int, _of: int) -> None:
        if next(left, None) is None:
            raise Killed

    return tell


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A table that was built without interruption."""
    return build(PARTIAL, tmp_path_factory.mktemp("whole")).read_bytes()


@pytest.mark.parametrize("layout", TOYS)
def test_every_chance_and_code_matches_the_reference(layout: Layout, tmp_path: Path) -> None:
    known, solver = solved_plainly(layout), Solver(layout)
    codes = bytearray()
    for total in layout.sums:
        codes += solver.solve(total).tobytes()
        expected = [known[board][0] for board in boards_of(layout, total)]
        assert solver.two.chances.tolist() == expected
    boards = [board for total in layout.sums for board in boards_of(layout, total)]
    assert codes == bytes(code_of(known[board]) for board in boards)
    assert path_of(layout, tmp_path) == build(layout, tmp_path)
    table = TableFile(layout, len(boards), tmp_path)
    assert boards_in(solver.grid) == len(boards)
    assert table.codes == codes
    table.check_all()


def test_the_levels_of_all_chances_match_the_reference() -> None:
    assert levels().tolist() == [level_of(chance / CERTAIN) for chance in range(CERTAIN + 1)]


@pytest.mark.parametrize("layers", [0, 1, 2, 5, 13])
def test_a_build_resumed_after_any_layer_has_the_same_bytes(layers: int, whole: bytes, tmp_path: Path) -> None:
    with pytest.raises(Killed):
        build(PARTIAL, tmp_path, interrupt_after(layers), every=0.0)
    heard: list[int] = []
    assert build(PARTIAL, tmp_path, lambda done, _of: heard.append(done), every=0.0).read_bytes() == whole
    assert len(heard) == len(PARTIAL.sums) - max(0, layers)
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == [".lock", "partial.table"]


@pytest.mark.parametrize("spoil", ["resume", "part", "short"])
def test_damaged_files_of_a_killed_build_are_discarded(spoil: str, whole: bytes, tmp_path: Path) -> None:
    with pytest.raises(Killed):
        build(PARTIAL, tmp_path, interrupt_after(9), every=0.0)
    path = tmp_path / ("partial.part" if spoil == "short" else f"partial.{spoil}")
    data = bytearray(path.read_bytes())
    data[-400 if spoil == "resume" else 600] ^= 1
    path.write_bytes(data[:700] if spoil == "short" else data)
    heard: list[int] = []
    assert build(PARTIAL, tmp_path, lambda done, _of: heard.append(done)).read_bytes() == whole
    assert len(heard) == len(PARTIAL.sums)


SLOW = Layout("slow", "####/67##/5555/####", (), 8, 300)
"""A layout that takes some seconds to build, for a process that is killed; all its chances are 0."""


def test_a_build_killed_by_the_system_resumes_to_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLIDEDROP_HOME", HOME)
    layout = SLOW
    whole = build(layout, tmp_path / "whole").read_bytes()
    folder = tmp_path / "killed"
    kills = 0
    for size in (60_000, 200_000):
        process = subprocess.Popen([sys.executable, "-c", BUILD, str(folder)])
        part = folder / "slow.part"
        while process.poll() is None and (not part.exists() or part.stat().st_size < size):
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
        kills += process.wait() == -signal.SIGKILL
    assert kills
    assert build(layout, folder).read_bytes() == whole


def test_an_existing_table_is_not_rebuilt_and_a_second_builder_is_refused(tmp_path: Path) -> None:
    path = build(FULL_ROWS, tmp_path)
    before = path.stat().st_mtime_ns
    assert build(FULL_ROWS, tmp_path).stat().st_mtime_ns == before

    def second(_done: int, _of: int) -> None:
        build(PARTIAL, tmp_path)

    with pytest.raises(RecordError):
        build(CHAIN, tmp_path, second)


def test_an_unusable_table_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(RecordError):
        build(FULL_ROWS, tmp_path / "file" / "tables")


def test_a_damaged_or_missing_table_raises_a_slidedrop_error(tmp_path: Path) -> None:
    path = build(LAST_ROW, tmp_path)
    size = boards_in(Solver(LAST_ROW).grid)
    whole = path.read_bytes()
    assert len(whole) == len(header_of(LAST_ROW, size)) + size + 4 * (-(-size // BLOCK) + 1)
    for place in (0, 9, 40, len(whole) // 2, len(whole) - 6, len(whole) - 1):
        damaged = bytearray(whole)
        damaged[place] ^= 4
        path.write_bytes(damaged)
        with pytest.raises(SlidedropError):
            TableFile(LAST_ROW, size, tmp_path).check_all()
    for cut in (b"", whole[:5], whole[:-1], whole + b"x"):
        path.write_bytes(cut)
        with pytest.raises(SlidedropError):
            TableFile(LAST_ROW, size, tmp_path)
    path.unlink()
    with pytest.raises(SlidedropError):
        TableFile(LAST_ROW, size, tmp_path)
