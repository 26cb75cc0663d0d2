"""Tests of `slidedrop export`: a game as a picture or an animation."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from tests.cli.talking import names, slidedrop


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder during a test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def texts(path: str) -> list[str]:
    """Return the texts of a picture in reading order."""
    root = ET.fromstring(Path(path).read_text())  # noqa: S314 - we have just written it
    return [str(element.text) for element in root.iter("{http://www.w3.org/2000/svg}text")]


def test_an_svg_shows_the_tiles_of_the_board() -> None:
    slidedrop("2048", "--seed", "7", typed="up\nleft\nq\n")
    assert "'one.svg'" in slidedrop("export", "1", "one.svg").out
    shown = slidedrop("games", "show", "1").out.splitlines()[-4:]
    assert texts("one.svg") == [tile for row in shown for tile in row.split() if tile != "."]
    assert "<title>game 1: score 4, largest 4</title>" in Path("one.svg").read_text()


def test_a_picture_of_connect4_marks_the_winning_four() -> None:
    slidedrop("export", "4433221", "won.svg")
    assert texts("won.svg") == ["O", "O", "O", "X", "X", "X", "X"]
    assert Path("won.svg").read_text().count("stroke=") == 4


@pytest.mark.parametrize(("game", "frames"), [("4433221", 8), ("1", 3)])
def test_a_gif_has_a_frame_for_the_start_and_every_move(game: str, frames: int) -> None:
    slidedrop("2048", "--seed", "7", typed="up\nleft\nq\n")
    assert slidedrop("export", game, "film.gif", "--seconds", "0.2").code == 0
    with Image.open("film.gif") as film:
        assert film.n_frames == frames  # type: ignore[attr-defined] # of films
        assert film.info["duration"] == 200


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("1122", "board.png"), r"'board\.png' .*\.svg .*\.gif"),
        (("1122", "there.svg"), r"'there\.svg' .*--force"),
        (("1122", "nowhere/b.svg"), r"write 'nowhere/b\.svg': .*such file"),
        (("nonsense", "b.svg"), "'nonsense' .*saved game"),
    ],
)
def test_an_invalid_export_is_refused_and_overwrites_nothing(arguments: tuple[str, ...], sentence: str) -> None:
    Path("there.svg").write_text("precious")
    said = slidedrop("export", *arguments)
    assert said.code != 0
    assert re.search(sentence, said.err)
    assert Path("there.svg").read_text() == "precious"
    assert slidedrop("export", "1122", "there.svg", "--force").code == 0


def test_a_gif_without_pillow_is_refused_with_the_install_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "PIL", None)
    said = slidedrop("export", "1122", "film.gif")
    assert names(said.err, "Error: ", "'export'", f"{sys.executable} -m pip install '.[export]'\n")
    assert not Path("film.gif").exists()
