"""Tests of games that cannot be saved: the message, the choices, and the moves that are on disk."""

from __future__ import annotations

import io
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from slidedrop.cli.playing import play
from slidedrop.core.errors import RecordError
from slidedrop.places import data_folder
from slidedrop.records.library import Library
from slidedrop.session import new_session
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.twenty48_face import Twenty48Face
from slidedrop.twenty48.game import Game
from tests.cli.talking import Screen, slidedrop
from tests.terminal.plain.disk_trouble import has_trouble

if TYPE_CHECKING:
    from pathlib import Path

    from slidedrop.session import Session


class Removing(io.StringIO):
    """Typed input; the line "remove" is not passed on but removes the folder of the games."""

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override] # as of every text stream
        line = super().readline(size)
        if line == "remove\n":
            shutil.rmtree(data_folder())
            return self.readline()
        return line


def said_at(typed: str, session: Session) -> tuple[str, int]:
    """Play on a pipe and return the output and the exit code."""
    out = io.StringIO()
    try:
        play(Console(stdin=Removing(typed), stdout=out), Twenty48Face(), session)
    except SystemExit as ended:
        return out.getvalue(), int(ended.code or 0)
    return out.getvalue(), 0


def test_no_move_is_made_after_one_that_cannot_be_saved() -> None:
    session = new_session(Game(seed=7))
    said, code = said_at("w\nremove\na\ns\nd\nw\n", session)
    assert session.game.line() == ["up", "left"]
    assert said.count("NOT SAVED: ") == 4
    assert said.count("t tries again") == 4
    assert (said.endswith("slidedrop 2048 --resume 1\n"), code) == (True, 0)


def test_trying_again_saves_all_unsaved_moves() -> None:
    session = new_session(Game(seed=7))
    said, _ = said_at("w\nremove\na\nt\ns\n", session)
    assert "Everything is saved" in said
    assert Library().take(1).game.line() == session.game.line() == ["up", "left", "down"]


def test_continuing_without_saving_needs_a_choice_and_stays_marked() -> None:
    session = new_session(Game(seed=7))
    said, _ = said_at("w\nremove\na\ng\ns\nd\n", session)
    assert session.game.line() == ["up", "left", "down", "right"]
    assert said.count("NOT SAVED from") == 3
    assert said.splitlines()[-1].startswith("Nothing of game 1 ")


def test_a_game_can_be_saved_to_and_continued_in_another_file(tmp_path: Path) -> None:
    session = new_session(Game(seed=7))
    (tmp_path / "taken").write_text("precious")
    said, _ = said_at(
        f"w\nremove\na\nf\n{tmp_path}/taken\nf\n\nf\n{tmp_path}/taken/x\nf\n{tmp_path}/my.game\ns\n", session
    )
    assert "taken' exists already" in said
    assert "No file was" in said
    assert "Not saved there" in said
    assert f"Saved in '{tmp_path}/my.game'. Import it with" in said
    assert (tmp_path / "taken").read_text() == "precious"
    assert "Imported as game 1" in slidedrop("games", "import", tmp_path / "my.game").out
    assert Library().take(1).game.line() == ["up", "left", "down"]


def test_a_new_game_that_cannot_be_saved_prompts_before_the_first_move() -> None:
    data_folder().parent.mkdir(parents=True, exist_ok=True)
    data_folder().write_text("a file where the folder should be")
    screen = Screen()
    session = new_session(Game(seed=7))
    play(Console(stdin=Screen("w\nt\ng\nw\nq\n"), stdout=screen, lines=True), Twenty48Face(), session)
    assert session.game.line() == ["up"]
    assert screen.getvalue().count("NOT SAVED: ") == 3
    assert "Still not saved" in screen.getvalue()
    assert "Saved as" not in screen.getvalue()


def test_a_new_game_gets_its_number_once_it_can_be_saved(home: Path) -> None:
    data_folder().parent.mkdir(parents=True, exist_ok=True)
    data_folder().write_text("in the way")
    session = new_session(Game(seed=7))
    data_folder().unlink()
    screen = Screen()
    play(Console(stdin=Screen("t\nw\nq\n"), stdout=screen, lines=True), Twenty48Face(), session)
    assert "Saved as game 1" in screen.getvalue()
    assert Library().take(1).game.line() == ["up"]


def test_a_removed_journal_raises_and_can_be_rewritten() -> None:
    opened = Library().put(Game(seed=7))
    opened.journal.append({"move": "up"})
    shutil.rmtree(data_folder())
    with pytest.raises(RecordError, match="was removed"):
        opened.journal.append({"move": "left"})
    opened.journal.rescue({"move": "left"})
    opened.journal.close()
    assert Library().take(1).game.line() == ["up", "left"]


def can_mount() -> bool:
    """Tell whether a process can mount a tiny private disk here."""
    if shutil.which("unshare") is None:
        return False
    tried = ["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    return subprocess.run(tried, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(
    ("kind", "seed"), [("limit", 1), ("limit", 4), ("limit", 5), ("removed", 1), ("removed", 2), ("readonly", 2)]
)
def test_moves_reported_as_saved_are_on_disk_despite_disk_errors(kind: str, seed: int, home: Path) -> None:
    assert has_trouble(kind, seed, home)


@pytest.mark.parametrize("seed", [1, 2])
def test_moves_reported_as_saved_are_on_a_full_disk(seed: int, home: Path) -> None:
    if not can_mount():
        pytest.skip("no right to mount a disk here")
    assert has_trouble("full", seed, home)
