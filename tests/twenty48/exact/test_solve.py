"""The compiled solver against its plain twin on 2x2; 3x3 whole is a soak."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from slidedrop.core.errors import NotationError, RulesError
from slidedrop.twenty48 import Board, Rules
from slidedrop.twenty48.exact.goal import SCORE, Goal
from slidedrop.twenty48.exact.layers import Layers
from slidedrop.twenty48.exact.plain import solve_plainly
from slidedrop.twenty48.exact.solve import solve
from slidedrop.twenty48.exact.stored import canonical_word, exact_for, files_of, read_exact

TWO = Rules(size=2)


class Killed(Exception):
    """Stands for the end of the process."""


def interrupt_after(steps: int) -> object:
    left = iter(range(steps))

    def tell(_done: int, _of: int) -> None:
        if next(left, None) is None:
            raise Killed

    return tell


@pytest.mark.parametrize("goal", [SCORE, Goal(16), Goal(32)], ids=str)
@pytest.mark.parametrize("weights", [(90, 10), (50, 50), (1,), (0, 1)], ids=str)
def test_every_board_of_2x2_is_worth_what_plain_python_finds(
    goal: Goal, weights: tuple[int, ...], tmp_path: Path
) -> None:
    rules = Rules(size=2, spawn_weights=weights)
    solved = solve(rules, goal, folder=tmp_path)
    for board, worth in solve_plainly(rules, goal).items():
        assert solved.worth(board) == pytest.approx(worth, abs=1e-12)


def test_points_of_another_base_tile_follow_from_the_same_file(tmp_path: Path) -> None:
    rules = Rules(size=2, base=3)
    assert solve(rules, folder=tmp_path).start == pytest.approx(1.5 * solve(TWO, folder=tmp_path).start)
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["2x2-9-1-score.worths", "2x2-9-1.boards"]


@pytest.mark.parametrize("steps", [0, 1, 7, 27, 28, 29, 40, 55])
def test_killed_anywhere_and_begun_again_it_writes_the_same_files(steps: int, tmp_path: Path) -> None:
    solve(TWO, folder=tmp_path / "whole")
    with pytest.raises(Killed):
        solve(TWO, folder=tmp_path / "killed", tell=interrupt_after(steps))  # type: ignore[arg-type] # any callable
    assert read_exact(TWO, SCORE, tmp_path / "killed") is None
    for path in (tmp_path / "killed").iterdir():  # as if the last block had been torn by a power cut
        path.write_bytes(path.read_bytes()[:-3])
    solve(TWO, folder=tmp_path / "killed")
    assert contents(tmp_path / "killed") == contents(tmp_path / "whole")


def test_a_damaged_file_is_refused_and_solving_again_mends_it(tmp_path: Path) -> None:
    whole, files = solve(TWO, folder=tmp_path), files_of(TWO, SCORE, tmp_path)
    before = contents(tmp_path)
    data = bytearray(files.worths.read_bytes())
    data[len(data) // 2] ^= 1
    files.worths.write_bytes(data)
    assert not Layers(files.worths, files.about_worths, verify=True).is_complete
    assert solve(TWO, folder=tmp_path).start == whole.start
    assert contents(tmp_path) == before


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_mirrors_and_turns_of_a_board_are_one_word() -> None:
    rows = [[2, 4, 8], [0, 2, 0], [16, 0, 64]]
    turned = [list(row) for row in zip(*rows[::-1], strict=True)]
    mirrored = [row[::-1] for row in rows]
    words = {canonical_word(Board.from_rows(view)) for view in (rows, turned, mirrored, turned[::-1])}
    assert len(words) == 1


def test_what_cannot_be_solved_is_said(tmp_path: Path) -> None:
    for rules in (Rules(), Rules(size=3, tiles_per_move=2), Rules(size=3, spawn_weights=(1, 1, 1))):
        with pytest.raises(RulesError, match="2x2 and 3x3"):
            solve(rules, folder=tmp_path)
        assert exact_for(rules) is None
    with pytest.raises(NotationError, match="48 is not a tile"):
        solve(TWO, Goal(48), folder=tmp_path)
    with pytest.raises(NotationError, match="write score, or a tile"):
        Goal.read("points")
    with pytest.raises(NotationError, match="cannot come up"):
        solve(TWO, folder=tmp_path).worth(Board.from_rows([[64, 2], [0, 0]]))


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_3x3_is_solved_and_100_000_boards_follow_from_those_after_them(tmp_path: Path) -> None:
    """Figures fixed by the first solution; each board is worth its best slide, by one step of plain recursion."""
    exact = solve(Rules(size=3), folder=tmp_path)
    assert f"{exact.start:.10f}" == "5468.4867974103"
    files, draw = files_of(Rules(size=3), SCORE, tmp_path), random.Random(20)
    boards = Layers(files.boards, files.about)
    assert boards.count == 48_713_519
    sums = draw.choices(list(boards), [len(boards.layer(total)) for total in boards], k=100_000)
    for total in sums:
        board = board_of(draw.choice(boards.layer(total).cast("Q")))
        assert abs(exact.worth(board) - max(exact.slides(board).values(), default=0.0)) < 1e-9
    for tile, chance in ((256, "0.9957096432"), (512, "0.7367741770"), (1024, "0.0113378801")):
        assert f"{solve(Rules(size=3), Goal(tile), folder=tmp_path).start:.10f}" == chance


def board_of(word: int) -> Board:
    ranks = [word >> 4 * (4 * row + column) & 15 for row in range(3) for column in range(3)]
    return Board.from_tiles([1 << rank if rank else 0 for rank in ranks])
