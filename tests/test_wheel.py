"""Tests of the wheel: its contents, its extras, and play after an install without extras in an empty environment."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from typing import Final

import pytest

from tests.compile_kernels import without_coverage

PROJECT: Final = Path(__file__).parents[1]
PLAIN: Final = {"click", "platformdirs", "slidedrop", "tomlkit", "wasmtime"}
"""The distributions of a plain install."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=PROJECT, capture_output=True, check=True, env=without_coverage())
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_the_whole_package_with_weights_book_programs_and_page(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {"slidedrop/py.typed", "slidedrop/cli/main.py"} <= set(names)
    tracked = subprocess.run(
        ["git", "ls-files", "src/slidedrop"], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    assert {name.removeprefix("src/") for name in tracked.stdout.split("\n") if name} <= set(names)
    for what in ("2048-4x4.weights", ".wasm", "static/index.html", ".js", ".css", "book"):
        assert [name for name in names if what in name], what


def test_every_extra_of_the_wheel_lists_its_library(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    metadata = archive.read(name).decode()
    brought = {"ai": "numba", "export": "pillow", "full": "textual", "web": "fastapi"}
    for extra, library in brought.items():
        assert re.search(rf"^Requires-Dist: {library}\b.*extra == '(all|{extra})'", metadata, re.MULTILINE), extra
        assert re.search(rf"^Provides-Extra: {extra}$", metadata, re.MULTILINE)
    assert "Typing :: Typed" in metadata


def test_the_wheel_has_a_licence_and_nothing_of_the_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"slidedrop"}
    assert not [name for name in names if "__pycache__" in name or "test" in name.rpartition("/")[2]]


def test_the_installed_program_plays_a_seeded_game(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "fresh", with_pip=False, symlinks=True)
    programs = tmp_path / "fresh" / ("Scripts" if os.name == "nt" else "bin")
    python = programs / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-input", wheel],
        env={**without_coverage(), "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        check=True,
    )
    installed = subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "list", "--format=freeze"],
        env=without_coverage(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert {line.partition("==")[0] for line in installed.stdout.split()} == PLAIN
    played = subprocess.run(
        [programs / "slidedrop", "2048", "--seed", "7", "-o", "my.board"],
        input="wasd\nq\n",
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (played.returncode, played.stderr) == (0, "")
    assert "2048: game 1, 4x4 classic, seed 7" in played.stdout
    assert (tmp_path / "my.board").read_text() == "4\n8\n0 0 0 2 \n0 0 0 0 \n0 0 0 4 \n0 0 2 4 \n"
    solved = subprocess.run(
        [programs / "slidedrop", "solve", "connect4", "44455554221"],
        cwd=tmp_path,
        env={**os.environ, "SLIDEDROP_HOME": str(tmp_path / "home")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (solved.returncode, solved.stderr) == (0, "")
    assert "column 3: loss in 2" in solved.stdout
