"""Tests that plain play does not import any of the heavy libraries."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

import pytest

HEAVY: Final = ("numpy", "numba", "asyncio", "textual", "fastapi", "gymnasium")
_LOADED: Final = "import sys; print(*sys.modules, file=sys.stderr)"
_PLAY: Final = f"""
import sys
from slidedrop.cli.main import main
sys.argv = ["slidedrop", "2048", "--seed", "7"]
try:
    main()
finally:
    {_LOADED}
"""


def loaded(program: str, typed: str = "") -> set[str]:
    """Return the modules that a program has loaded when it ends."""
    done = subprocess.run(
        [sys.executable, "-c", program], input=typed, capture_output=True, text=True, encoding="utf-8", check=True
    )
    return set(done.stderr.split())


@pytest.mark.parametrize(
    ("program", "typed"),
    [
        (f"import slidedrop\n{_LOADED}", ""),
        (f"import slidedrop.twenty48\n{_LOADED}", ""),
        (f"import slidedrop.connect4\n{_LOADED}", ""),
        (_PLAY, "wasd\nu\nr\nb\n?\nfrob\nn\ny\nw\nq\n"),
    ],
    ids=["slidedrop", "slidedrop.twenty48", "slidedrop.connect4", "a game on a pipe"],
)
def test_no_heavy_library_is_loaded(program: str, typed: str) -> None:
    names = loaded(program, typed)
    assert "slidedrop" in names
    assert not names & set(HEAVY)


def test_a_game_of_2048_does_not_load_the_rules_of_connect4() -> None:
    assert not {name for name in loaded(_PLAY, "w\nq\n") if name.startswith("slidedrop.connect4")}


def test_the_check_detects_a_heavy_library() -> None:
    assert "asyncio" in loaded(f"import asyncio\n{_LOADED}")
