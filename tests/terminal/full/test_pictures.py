"""Tests that the pictures in docs/ show the current screens."""

from __future__ import annotations

import pytest

from tests.terminal.full.pictures import BY_NETWORK, FOLDER, SCENES, SIZES, THEMES, pictures


@pytest.mark.no_cover  # the scenes of test_app.py in every theme and size
@pytest.mark.parametrize("name", [name for name in SCENES if name not in BY_NETWORK])
def test_a_screen_matches_its_pictures(name: str) -> None:
    drawn = pictures(name)
    assert len(drawn) == len(THEMES) * len(SIZES)
    changed = [file for file, text in drawn.items() if (FOLDER / file).read_text() != text]
    assert not changed, "look at the screens, then write the pictures: python -m tests.terminal.full.pictures"


def test_there_is_a_picture_of_every_screen_and_no_other() -> None:
    names = {f"{name}-{theme}-{size}.svg" for name in SCENES for theme in THEMES for size in SIZES}
    assert {path.name for path in FOLDER.iterdir()} == {*names, "film.svg"}
