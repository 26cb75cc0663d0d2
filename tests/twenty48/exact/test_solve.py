"""Tests of the compiled 2048 solver: 2x2 is compared with the plain solver, the whole of 3x3 is a soak test."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path

import pytest

from slidedrop.core.errors import NotationError, RecordError, RulesError
from slidedrop.twenty48 import Board, Rules
from slidedrop.twenty48.exact.solve import solve
from slidedrop.twenty48.exact.values import canonical_word, exact_for, layers_of, read_exact, solve_plainly, sums

TWO = Rules(size=2)
THREE = Rules(size=3)
SOLVE_THREE = (
    "import sys, pathlib; from slidedrop.twenty48.exact.solve import solve; from slidedrop.twenty48 import Rules; "
    "solve(Rules(size=3), folder=pathlib.Path(sys.argv[1]))"
)


class Killed(Exception):
    """An exception that simulates the end of the process."""


def interrupt_after(steps: int) -> object:
    left = iter(range(steps))

    def tell(_done: int, _of: int) -> None:
        if next(left, None) is None:
            raise Killed

    return tell


@pytest.mark.parametrize("tile", [0, 16, 32])
@pytest.mark.parametrize("weights", [(90, 10), (50, 50), (1,), (0, 1)], ids=str)
def test_values_of_2x2_boards_match_the_plain_python_solver(
    tile: int, weights: tuple[int, ...], tmp_path: Path
) -> None:
    rules = Rules(size=2, spawn_weights=weights)
    solved = solve(rules, tile, folder=tmp_path)
    for board, worth in solve_plainly(rules, tile).items():
        assert solved.worth(board) == pytest.approx(worth, abs=1e-12)


def test_the_same_file_serves_another_base_tile(tmp_path: Path) -> None:
    rules = Rules(size=2, base=3)
    assert solve(rules, folder=tmp_path).start == pytest.approx(1.5 * solve(TWO, folder=tmp_path).start)
    assert [path.name for path in tmp_path.iterdir()] == ["2x2-9-1"]


@pytest.mark.parametrize("steps", [0, 1, 7, 27, 28, 29, 40, 56])
def test_a_killed_and_resumed_solver_writes_the_same_files(steps: int, tmp_path: Path) -> None:
    solve(TWO, folder=tmp_path / "whole")
    with pytest.raises(Killed):
        solve(TWO, folder=tmp_path / "killed", tell=interrupt_after(steps))  # type: ignore[arg-type] # any callable
    assert read_exact(TWO, folder=tmp_path / "killed") is None
    solve(TWO, folder=tmp_path / "killed")
    assert contents(tmp_path / "killed") == contents(tmp_path / "whole")


def test_a_damaged_file_is_refused_and_solving_again_mends_it(tmp_path: Path) -> None:
    solve(TWO, folder=tmp_path)
    before = contents(tmp_path)
    path = next(path for path in tmp_path.rglob("score/20"))
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    damaged = read_exact(TWO, folder=tmp_path)
    assert damaged is not None
    with pytest.raises(RecordError, match="damaged"):
        damaged.worth(Board.from_rows([[8, 4], [4, 4]]))
    solve(TWO, folder=tmp_path)
    assert contents(tmp_path) == before


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_mirrored_and_rotated_boards_have_the_same_canonical_word() -> None:
    rows = [[2, 4, 8], [0, 2, 0], [16, 0, 64]]
    turned = [list(row) for row in zip(*rows[::-1], strict=True)]
    mirrored = [row[::-1] for row in rows]
    words = {canonical_word(Board.from_rows(view)) for view in (rows, turned, mirrored, turned[::-1])}
    assert len(words) == 1


def test_unsolvable_rules_tiles_and_unreachable_boards_are_refused(tmp_path: Path) -> None:
    for rules in (Rules(), Rules(size=3, tiles_per_move=2), Rules(size=3, spawn_weights=(1, 1, 1))):
        with pytest.raises(RulesError, match="2x2 and 3x3"):
            solve(rules, folder=tmp_path)
        assert exact_for(rules) is None
    with pytest.raises(RulesError, match=r"^48 "):
        solve(TWO, 48, folder=tmp_path)
    with pytest.raises(NotationError, match="cannot come up"):
        solve(TWO, folder=tmp_path).worth(Board.from_rows([[64, 2], [0, 0]]))


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the solution of 3x3, solved once for all soak tests."""
    folder = tmp_path_factory.mktemp("three")
    solve(THREE, folder=folder)
    return folder


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_3x3_has_its_known_value_and_100_000_boards_are_consistent(three: Path) -> None:
    """Figures fixed by the first solution; each board is worth its best slide, by one step of plain recursion."""
    exact = solve(THREE, folder=three)
    assert f"{exact.start:.10f}" == "5468.4867974103"
    boards, draw = layers_of(THREE, 0, three)[0], random.Random(20)
    sizes = {total: len(boards.layer(total)) // 8 for total in sums(THREE)}
    assert sum(sizes.values()) == 48_713_519
    for total in sorted(draw.choices(list(sizes), list(sizes.values()), k=100_000)):
        board = board_of(draw.choice(boards.layer(total).cast("Q")))
        assert abs(exact.worth(board) - max(exact.slides(board).values(), default=0.0)) < 1e-9


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize(("tile", "chance"), [(256, "0.9957096432"), (512, "0.7367741770"), (1024, "0.0113378801")])
def test_3x3_tiles_have_their_known_chances(three: Path, tile: int, chance: str) -> None:
    assert f"{solve(THREE, tile, folder=three).start:.10f}" == chance


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_3x3_solver_killed_three_times_writes_the_same_files(three: Path, tmp_path: Path) -> None:
    """`kill -9` after a number of layers drawn beforehand, in either pass."""
    for layers in sorted(random.Random(20).sample(range(1, 2 * len(sums(THREE))), 3)):
        solver = subprocess.Popen([sys.executable, "-c", SOLVE_THREE, str(tmp_path)])
        while solver.poll() is None and len(digests(tmp_path, whole=False)) < layers:
            time.sleep(0.2)
        solver.kill()
        assert solver.wait() == -signal.SIGKILL
        assert read_exact(THREE, folder=tmp_path) is None
    solve(THREE, folder=tmp_path)
    goals = ("boards", "score")
    assert digests(tmp_path) == {name: crc for name, crc in digests(three).items() if name.split("/")[1] in goals}


def digests(folder: Path, *, whole: bool = True) -> dict[str, int]:
    """Return the checksum of every layer file in a folder, or only the file names."""
    layers = [path for path in folder.rglob("*") if path.name.isdecimal()]
    return {path.relative_to(folder).as_posix(): zlib.crc32(path.read_bytes()) if whole else 0 for path in layers}


def board_of(word: int) -> Board:
    ranks = [word >> 4 * (4 * row + column) & 15 for row in range(3) for column in range(3)]
    return Board.from_tiles([1 << rank if rank else 0 for rank in ranks])
