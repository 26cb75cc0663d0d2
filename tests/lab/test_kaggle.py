"""Tests of the agent for Kaggle's ConnectX: legal moves on any board, and the submission file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from slidedrop.lab.kaggle import agent


def asked(columns: int, rows: int, inarow: int, discs: str = "", mark: int = 1) -> int:
    """Return the agent's move; the discs are the board's last cells in Kaggle's numbering."""
    board = [0] * (columns * rows - len(discs)) + [int(disc) for disc in discs]
    configuration = SimpleNamespace(columns=columns, rows=rows, inarow=inarow, actTimeout=0.5)
    return agent(SimpleNamespace(board=board, mark=mark, step=0), configuration)


def test_the_agent_wins_in_one_with_either_mark() -> None:
    assert asked(7, 6, 4, "2220000" + "1110000") == 3
    assert asked(7, 6, 4, "2220000" + "1110001", mark=2) == 3
    assert asked(9, 7, 4, "222000000" + "111000000") == 3


def test_the_agent_blocks_an_immediate_loss() -> None:
    assert asked(7, 6, 4, "0222001" + "0111022" + "0222011") in {0, 4}
    assert asked(6, 5, 5, "002222" + "001111", mark=1) == 1


@pytest.mark.parametrize(("columns", "rows", "inarow"), [(7, 6, 4), (8, 8, 4), (5, 4, 3), (10, 7, 5), (3, 3, 3)])
def test_the_first_move_is_a_column_of_the_board(columns: int, rows: int, inarow: int) -> None:
    assert asked(columns, rows, inarow) in range(columns)


def test_the_submission_plays_where_slidedrop_is_not_installed(tmp_path: Path) -> None:
    path = tmp_path / "submission.py"
    subprocess.run([sys.executable, "-m", "slidedrop.lab.kaggle", str(path)], check=True)
    play = (
        "from types import SimpleNamespace as N; space = {};"
        f"exec(open({str(path)!r}).read(), space);"
        "last = [value for value in space.values() if callable(value)][-1];"
        "print(last(N(board=[0] * 35 + [2, 2, 2, 0, 1, 1, 1], mark=2), N(columns=7, rows=6, inarow=4, actTimeout=1)))"
    )
    done = subprocess.run([sys.executable, "-S", "-I", "-c", play], capture_output=True, text=True, check=False)
    assert done.stdout == "3\n", done.stderr
