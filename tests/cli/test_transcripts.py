"""Tests of whole dialogues: each file of tests/data/transcripts/plain must equal the program's output on a pipe.

$ slidedrop 2048 --seed 7         a command; the typed text follows its prompts
> left
$ cat game.log                    a file that it wrote
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.cli.talking import slidedrop

FOLDER: Final = Path(__file__).parents[1] / "data" / "transcripts" / "plain"
TRANSCRIPTS: Final = sorted(FOLDER.glob("*.txt"))
_COMMAND: Final = re.compile(r"^\$ (.+)\n", re.MULTILINE)
_TYPED: Final = re.compile(r"^(?:> |.*\[y/N\] )(.+)$", re.MULTILINE)


def played(transcript: str) -> str:
    """Return the current transcript for the commands and the typed text of a transcript."""
    pieces = _COMMAND.split(transcript)[1:]
    today = ""
    for command, shown in zip(pieces[::2], pieces[1::2], strict=True):
        typed = "".join(f"{line}\n" for line in _TYPED.findall(shown))
        today += f"$ {command}\n{_printed(command, typed)}"
    return today


def _printed(command: str, typed: str) -> str:
    program, *arguments = command.split()
    if program == "cat":
        return Path(arguments[0]).read_text("utf-8").rstrip("\n") + "\n"
    said = slidedrop(*arguments, typed=typed)
    assert not said.err, said.err
    return said.out


@pytest.mark.requirement("R-001-24", "R-001-28", "R-001-31", "R-001-32", "R-001-33", "R-001-40")
@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=[path.stem for path in TRANSCRIPTS])
def test_a_dialogue_matches_its_transcript(transcript: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = transcript.read_text("utf-8")
    assert played(text) == text


def test_the_three_ways_to_play_have_a_transcript() -> None:
    assert {path.stem for path in TRANSCRIPTS} >= {"seeded_game", "spoken_game", "record_and_replay"}
