"""Tests of data sets: proven values, resuming after interruptions, and errors for damaged files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from slidedrop.cli.main import program
from slidedrop.connect4.exhaustive import analyse_fully
from slidedrop.connect4.layout import layout_of
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.core.errors import RecordError
from slidedrop.lab.dataset import BLOCK, ILLEGAL, Plan, grow, read

PLAN = Plan(5, 4, 7, 12)


def test_data_set_values_match_a_full_search(tmp_path: Path) -> None:
    path = tmp_path / "out.npz"
    assert list(grow(path, PLAN, BLOCK + 10)) == [0, 1, 2]
    arrays = read(path)
    assert [len(array) for array in arrays.values()] == [BLOCK + 10] * 3
    for mover, other, scores in list(zip(*arrays.values(), strict=True))[:40]:
        assert scores.tolist() == expected(int(mover), int(other))


def expected(mover: int, other: int) -> list[int]:
    """Return the score of each column by playing every game to its end."""
    rules = Rules(5, 4)
    cells = {cell: bit for bit, cell in layout_of(rules).cells.items()}
    first, second = (mover, other) if (mover | other).bit_count() % 2 == 0 else (other, mover)
    rows = [
        [0 if first & cells[row, column] else 1 if second & cells[row, column] else None for column in range(5)]
        for row in range(4)
    ]
    found = analyse_fully(Position.from_rows(rows, rules))
    return [found[column].low if column in found else ILLEGAL for column in range(5)]


def test_an_interrupted_data_set_resumes_to_the_same_content(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole.npz", tmp_path / "stopped.npz"
    list(grow(whole, PLAN, 3 * BLOCK))
    running: Any = grow(stopped, PLAN, 3 * BLOCK)
    assert [next(running), next(running)] == [0, 1]
    running.close()
    with (tmp_path / "stopped.npz.part").open("ab") as part:
        part.write(b"torn")
    assert list(grow(stopped, PLAN, 3 * BLOCK)) == [1, 2, 3]
    for one, other in zip(read(whole).values(), read(stopped).values(), strict=True):
        assert np.array_equal(one, other)
    assert not (tmp_path / "stopped.npz.part").exists()


def test_the_part_file_of_another_data_set_is_refused(tmp_path: Path) -> None:
    running: Any = grow(tmp_path / "out.npz", PLAN, BLOCK)
    next(running)
    running.close()
    with pytest.raises(RecordError, match="another data set"):
        next(grow(tmp_path / "out.npz", PLAN._replace(seed=8), BLOCK))


def test_a_changed_value_is_found(tmp_path: Path) -> None:
    path = tmp_path / "out.npz"
    list(grow(path, PLAN, 10))
    with np.load(path) as file:
        arrays = dict(file)
    arrays["scores"][0, 0] += 1
    np.savez_compressed(path, **arrays)
    with pytest.raises(RecordError, match="checksum"):
        read(path)
    path.write_bytes(b"nothing")
    with pytest.raises(RecordError, match="not be read"):
        read(path)


def test_the_command_writes_a_data_set_and_refuses_bad_options(tmp_path: Path) -> None:
    run = CliRunner().invoke
    made = run(program, ["dataset", "connect4", "--size", "5x4", "--positions", "1e2", str(tmp_path / "out.npz")])
    assert made.output.endswith(f"100 positions: '{tmp_path / 'out.npz'}'.\n")
    assert len(read(tmp_path / "out.npz")["movers"]) == 100
    refused = run(program, ["dataset", "connect4", "--size", "5x4", "--first-ply", "20", str(tmp_path / "out.npz")])
    assert refused.exit_code == 1
    assert re.search("--first-ply .*20", refused.output)
    nowhere = run(program, ["dataset", "connect4", str(tmp_path / "none" / "out.npz")])
    assert nowhere.exit_code == 1
    assert "cannot write" in nowhere.output
