"""The wheel, installed without extras where nothing else is, plays."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from typing import Final

import pytest

PROJECT: Final = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=PROJECT, capture_output=True, check=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_the_package_its_licence_and_its_types_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {"slidedrop/py.typed", "slidedrop/cli/main.py"} <= set(names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"slidedrop"}
    assert not [name for name in names if "__pycache__" in name or "test" in name.rpartition("/")[2]]


def test_the_installed_program_plays_a_seeded_game(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "fresh", with_pip=False, symlinks=True)
    programs = tmp_path / "fresh" / ("Scripts" if os.name == "nt" else "bin")
    python = programs / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-input", wheel],
        env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        check=True,
    )
    installed = subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "list", "--format=freeze"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert {line.partition("==")[0] for line in installed.stdout.split()} == {"click", "platformdirs", "slidedrop"}
    played = subprocess.run(
        [programs / "slidedrop", "2048", "--seed", "7", "-o", "my.board"],
        input="wasd\nq\n",
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (played.returncode, played.stderr) == (0, "")
    assert "2048: game 1, 4x4 classic, seed 7." in played.stdout
    assert (tmp_path / "my.board").read_text() == "4\n8\n0 0 0 2 \n0 0 0 0 \n0 0 0 4 \n0 0 2 4 \n"
