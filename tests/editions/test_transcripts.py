"""Tests of whole dialogues against saved transcripts, with the typed lines after the prompts as on a terminal.

After an intended change, write them again with `python -m tests.editions.test_transcripts`.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest

from slidedrop.editions.mis import Controller, Display
from tests.editions.talking import talk

FOLDER = Path(__file__).parents[1] / "data" / "transcripts"
WASD = tuple("wasd" * 60)
ADT_SQUARES = tuple(f"{row} {column}" for row in range(1, 7) for column in range(1, 7))
WORDS = ("up", "left", "down", "right") * 40


class Script(NamedTuple):
    """The arguments of an edition and the typed lines."""

    arguments: str
    lines: tuple[str, ...]


SCRIPTS = {
    "psa3_example": Script("psa3 --seed 8 -o my.board", ("a", "f", "q")),
    "psa3_whole_game": Script("psa3 --seed 5 -s 3", WASD),
    "psa3_record": Script("psa3 --seed 42 --record log", ("w", "s", "a", "q")),
    "mis_whole_game": Script("mis --seed 7 --size 3", ("hello", "a", "n", *WASD)),
    "mis_base_3": Script("mis --seed 7 --base 3 --tiles 2", ("left", "up", "right", "down", "q")),
    "a07_whole_game": Script("a07 --seed 11 --size 3", WORDS),
    "swipe_whole_game": Script("swipe --seed 3 --size 3", ("x", *WASD)),
    "adt_whole_game": Script(
        "adt", ("computer?", "computer", "21", "4", "9", "2", "1 1", "5 1", "1 1", "x", *ADT_SQUARES)
    ),
    "adt_person_wins": Script("adt", ("", "6", "1", "1 6", "1 3", "1 4", "1 5")),
    "swipe_default": Script("swipe nowhere.txt --seed 3", tuple("wasd")),
}


@pytest.fixture(autouse=True)
def a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Display, "visual", None)
    monkeypatch.setattr(Controller, "controller", None)


def transcript(script: Script) -> str:
    """Return the command and everything that the screen showed after it."""
    name, *arguments = script.arguments.split()
    return f"$ slidedrop edition {script.arguments}\n{talk(name, arguments, *script.lines).screen}"


@pytest.mark.requirement(
    "R-001-17",
    "R-001-19",
    "R-001-21",
    "R-001-22",
    "R-001-35",
    "R-000-27",
    "R-000-28",
    "R-002-30",
    "R-004-7",
    "R-004-9",
    "R-003-24",
    "R-003-25",
    "R-003-26",
    "R-003-27",
    "R-003-28",
    "R-003-30",
    "R-003-35",
)
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_scripted_game_matches_its_stored_transcript(name: str) -> None:
    assert transcript(SCRIPTS[name]) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.requirement("R-001-17", "R-001-19", "R-001-35")
def test_the_example_session_has_the_documents_layout() -> None:
    lines = (FOLDER / "psa3_example.txt").read_text().splitlines()
    controls = lines[3:9]
    assert lines[1:4] == ["Welcome to 2048!", "Generating a New Board", " Controls:"]
    assert lines[9] == "Score: 0"
    assert lines[14:16] == [" > a", "Score: 4"]
    assert lines[20:27] == [" > f", *controls]
    assert lines[27:] == [*lines[15:20], " > q"]


def _write_all() -> None:
    for name, script in SCRIPTS.items():
        Display.visual = Controller.controller = None
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            (FOLDER / f"{name}.txt").write_text(transcript(script), encoding="utf-8")


if __name__ == "__main__":
    _write_all()
