"""A build that is stale or was edited is noticed, and building again gives the same bytes."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from tools.portable.build import PROJECT, RECIPES, stale

if TYPE_CHECKING:
    from pathlib import Path

PARTS = ("src/slidedrop/connect4", "src/slidedrop/twenty48/engine", "src/slidedrop/engine/kernel.py", "tools/portable")
BUILT = ("connect4.wasm", "2048.wasm", "2048-small.wasm", "portable.json")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of everything that the programs are built from, and of the programs."""
    for part in PARTS:
        source, target = PROJECT / part, tmp_path / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    (tmp_path / "src/slidedrop/data").mkdir()
    for name in BUILT:
        shutil.copy(PROJECT / "src/slidedrop/data" / name, tmp_path / "src/slidedrop/data" / name)
    return tmp_path


def test_the_programs_of_this_tree_were_built_from_its_kernels() -> None:
    assert stale() == []


def test_a_kernel_that_was_edited_is_noticed(tree: Path) -> None:
    kernel = tree / "src/slidedrop/connect4/engine/solver/bounds.py"
    kernel.write_text(kernel.read_text().replace("NO_LIMIT: Final = 100", "NO_LIMIT: Final = 99"))
    assert stale(tree) == ["connect4.wasm was built from other sources than these; run `make portable`"]


def test_a_program_that_was_edited_is_noticed(tree: Path) -> None:
    program = tree / "src/slidedrop/data/2048.wasm"
    code = bytearray(program.read_bytes())
    code[len(code) // 2] ^= 1
    program.write_bytes(code)
    assert stale(tree) == ["2048.wasm is not the file that was built; run `make portable`"]


def test_what_is_committed_names_the_tools_that_built_it() -> None:
    built = json.loads((PROJECT / "src/slidedrop/data/portable.json").read_text())
    pinned = dict(line.split("==") for line in (PROJECT / "constraints.txt").read_text().splitlines() if "==" in line)
    for recipe in RECIPES:
        assert built[recipe.name]["with"] == {name: pinned[name] for name in ("numba", "llvmlite", "numpy")}
