"""Tests of the engine build: stale or edited files are found, and a rebuild gives the same bytes."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from slidedrop.connect4.engine import kernels
from slidedrop.connect4.engine.exports import SolverExports
from slidedrop.engine.exports import Array, export
from tests.cli.talking import names
from tools.portable.build import PROJECT, RECIPES, SCRIPT, differences, stale
from tools.portable.lowering import layout_of

if TYPE_CHECKING:
    from pathlib import Path

PARTS = (
    "src/slidedrop/connect4",
    "src/slidedrop/twenty48/engine",
    "src/slidedrop/engine",
    "tools/portable",
    str(SCRIPT),
)
BUILT = ("connect4.wasm", "2048.wasm", "2048-small.wasm", "portable.json")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the built programs and of all their sources."""
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


def test_the_committed_programs_match_their_kernels() -> None:
    assert stale() == []


def test_a_kernel_that_was_edited_is_noticed(tree: Path) -> None:
    kernel = tree / "src/slidedrop/connect4/engine/solver/bounds.py"
    kernel.write_text(kernel.read_text().replace("NO_LIMIT: Final = 100", "NO_LIMIT: Final = 99"))
    assert [line.split()[0] for line in stale(tree)] == ["connect4.wasm"]


def test_a_program_that_was_edited_is_noticed(tree: Path) -> None:
    program = tree / "src/slidedrop/data/2048.wasm"
    code = bytearray(program.read_bytes())
    code[len(code) // 2] ^= 1
    program.write_bytes(code)
    assert [line.split()[0] for line in stale(tree)] == ["2048.wasm"]


def test_the_committed_programs_name_the_pinned_build_tools() -> None:
    built = json.loads((PROJECT / "src/slidedrop/data/portable.json").read_text())
    pinned = dict(line.split("==") for line in (PROJECT / "constraints.txt").read_text().splitlines() if "==" in line)
    for recipe in RECIPES:
        assert built[recipe.name]["with"] == {name: pinned[name] for name in ("numba", "llvmlite", "numpy")}


def test_editing_a_file_without_kernels_is_allowed(tree: Path) -> None:
    caller = tree / "src/slidedrop/connect4/engine/perfect.py"
    caller.write_text(caller.read_text() + "\n")
    assert stale(tree) == []


def test_a_script_that_differs_from_the_declarations_is_detected(tree: Path) -> None:
    script = tree / SCRIPT
    script.write_text(script.read_text().replace("chooseColumn", "choose"))
    assert [line.split()[0] for line in stale(tree)] == ["exports.js"]


class Wrong(SolverExports):
    """A declaration that does not match the kernels."""

    low = Array[int]("q", 7)
    scores = Array[int]("B", growing=True)

    @export
    def search(self, nodes: int) -> bool:  # type: ignore[empty-body]
        """Search."""


def test_kernels_that_differ_from_their_declaration_are_refused() -> None:
    layout = layout_of(kernels.memory_of("connect4"), {"keys", "scores", "scratch", "spare"})
    assert differences(SolverExports, kernels.EXPORTS, layout) == []
    found = differences(Wrong, [kernel for kernel in kernels.EXPORTS if kernel.__name__ == "search"], layout)
    wrong = [("search", "['nodes']", "['limit']"), ("low", "7 of q", "[1024] of q"), ("scores", "None of B", "[] of b")]
    assert [names(sentence, *values) for sentence, values in zip(found, wrong, strict=True)] == [True] * 3
