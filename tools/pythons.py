"""Test the wheel on every installed Python: `make pythons`, or `python -m tools.pythons 3.12` for one.

For each version that pyproject.toml names: a fresh environment, the wheel with all extras, every example of README.md
and docs/, the scripts of `examples`, and mypy --strict on three of them. A version that is not installed is skipped
with a message; one that fails ends the command with 1.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).parents[1]
TYPED: Final = ("examples/play_and_save.py", "examples/review_a_game.py", "examples/bot_2048.py")
RUN: Final = ("examples/play_and_save.py", "examples/review_a_game.py")
BESIDE: Final = ("pytest", "pytest-timeout", "hypothesis", "mypy")
"""Packages that the checks need in addition to the wheel."""
PYTEST: Final = ("-q", "-p", "no:cacheprovider", "--timeout", "3600")
"""The time limit of an example: it may have to compile kernels first, which takes minutes on a busy machine."""


def named() -> list[str]:
    """Return the versions of the classifiers, such as 3.11."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    return re.findall(r"Python :: (3\.\d+)$", "\n".join(project["classifiers"]), re.MULTILINE)


def found(version: str) -> Path | None:
    """Return a Python of that version from the path or from pyenv, or None."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    on_path = shutil.which(f"python{version}")
    places = [Path(on_path)] if on_path else []
    for place in [*places, *sorted(pyenv.glob(f"{version}.*/bin/python"), reverse=True)]:
        asked = [str(place), "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        if subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() == version:
            return place
    return None


def tried(python: Path, wheel: Path, folder: Path) -> bool:
    """Install the wheel in a fresh environment and run every check; return whether all passed."""
    subprocess.run([python, "-m", "venv", folder], check=True)
    own = folder / "bin" / "python"
    pip: list[str | Path] = [own, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    checks: dict[str, list[str | Path]] = {
        "install": [*pip, "-c", PROJECT / "constraints.txt", f"{wheel}[all]", *BESIDE],
        "documentation": [own, "-m", "pytest", *PYTEST, "tests/test_readme.py"],
        "mypy --strict": [own, "-m", "mypy", "--config-file=", "--strict", "--cache-dir", folder / "mypy", *TYPED],
        **{script: [own, script] for script in RUN},
    }
    passed = True
    for name, command in checks.items():
        done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
        told = (done.stdout.strip().splitlines() or ["done"])[-1]
        print(f"    {name}: {told if done.returncode == 0 else done.stdout + done.stderr}", flush=True)
        passed &= done.returncode == 0
    return passed


def main() -> None:
    """Build the wheel once, and test it on each version."""
    failed = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=PROJECT, check=True
        )
        (wheel,) = folder.glob("*.whl")
        for version in sys.argv[1:] or named():
            python = found(version)
            if python is None:
                print(f"Python {version}: skipped, not installed", flush=True)
                continue
            print(f"Python {version}: {python}", flush=True)
            if not tried(python, wheel, folder / version):
                failed.append(version)
    if failed:
        sys.exit(f"Failed: Python {', '.join(failed)}")


if __name__ == "__main__":
    main()
