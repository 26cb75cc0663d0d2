"""Tests of lists and forms: the selection is visible without colour, and the cursor stays on its line."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from slidedrop.connect4.game import Game as Drops
from slidedrop.records.library import Library
from slidedrop.terminal.full.drawing.palette import PALETTES
from slidedrop.terminal.full.sessions import described, saved_games, title_line
from slidedrop.terminal.full.settings import Settings, config_path
from slidedrop.twenty48.game import Game as Slides
from tests.terminal.full.driving import drive
from tests.terminal.full.test_app import begin

if TYPE_CHECKING:
    from pathlib import Path

    from tests.terminal.full.driving import Driven


def chosen(person: Driven) -> list[str]:
    """Return the reversed lines that have a mark, as they are drawn."""
    strips = person.app.screen._compositor.render_strips(person.app.size)
    reversed_ = ["".join(one.text for one in strip if one.style and one.style.reverse) for strip in strips]
    return [text.strip() for text in reversed_ if "▸" in text]


def test_without_colour_the_selected_line_is_marked_and_reversed() -> None:
    begin(Slides(seed=7), "left", "down", "left")

    async def play(person: Driven) -> None:
        await person.until("Continue 2048")
        assert chosen(person)[0].startswith("▸c  Continue 2048")
        await person.press("down")
        assert chosen(person) == ["▸2  Play 2048"]
        await person.press("enter", "down")
        assert any("▸New tiles" in line for line in chosen(person)), "below it the line of home is still marked"
        await person.press("escape", "escape")
        assert any("▸Stay" in line for line in chosen(person))
        await person.press("down")
        assert any("▸Quit" in line for line in chosen(person))

    drive(play, settings=Settings(theme="no colour", animation=False))


def test_with_16_colours_successive_tiles_have_different_colours() -> None:
    from rich.color import Color, ColorSystem

    for palette in PALETTES.values():
        if palette.colour:
            grounds = [palette.with_few_colours().tile(2 << power, 2)[1] or "" for power in range(17)]
            few = [Color.parse(ground).downgrade(ColorSystem.STANDARD).number for ground in grounds]
            assert all(one != other for one, other in pairwise(few))


def test_the_list_of_games_keeps_its_position_and_removes_the_selected_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for number in range(4):
        begin(Slides(seed=number), "left", "down", "right", "up")
    begin(Drops(), "4", "4")

    async def play(person: Driven) -> None:
        await person.press("g")
        await person.until("5  Connect-4")
        await person.press("down", "down")
        await person.until("Game 3, ")
        for keys in (("question_mark", "escape"), ("c", "escape"), ("x", "escape"), ("x", "enter"), ("e", "escape")):
            await person.press(*keys)
            await person.until("Game 3, ")
        await person.press("x")
        await person.until("game 3 for good?")
        await person.press("down", "enter")
        await person.until("Game 3 is deleted")
        await person.until("Game 2, ")

    drive(play)
    assert Library().numbers() == [1, 2, 4, 5]


def test_escape_at_home_confirms_quitting_and_share_explains_the_code() -> None:
    begin(Drops(), "4", "4")

    async def play(person: Driven) -> None:
        await person.press("escape")
        await person.until("Quit slidedrop?")
        await person.press("escape", "g")
        await person.until("1  Connect-4")
        await person.press("c")
        await person.until("slidedrop connect4 --from CODE")
        assert person.app.clipboard.startswith("C1")

    drive(play)


def test_statistics_never_overwrite_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "slidedrop-1.csv").write_text("mine")

    async def play(person: Driven) -> None:
        await person.press("t")
        await person.until("No games yet")
        await person.press("e")
        await person.until("slidedrop-2.csv")

    drive(play)
    assert (tmp_path / "slidedrop-1.csv").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["slidedrop-1.csv", "slidedrop-2.csv"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('theme = "light\n', "line 1, column 15"),
        ('them = "light"\n', "no setting 'them'"),
        ('[keys]\nundo = "i"\n', "Key 'i' "),
    ],
)
def test_settings_with_a_mistake_are_reported_and_left_alone(text: str, says: str) -> None:
    config_path().parent.mkdir(parents=True)
    config_path().write_text(text)

    async def play(person: Driven) -> None:
        assert says in " ".join(one.message for one in person.app._notifications)
        await person.press("s", "right", "enter")

    drive(play, settings=Settings.read())
    assert text in config_path().read_text()


def listed(person: Driven) -> list[int]:
    """Return the numbers of the games in the order of the list."""
    return [int(name.removeprefix("game-")) for name in person.app.screen.saved]  # type: ignore[attr-defined]


def test_games_are_filtered_sorted_and_marked_and_actions_apply_to_all_marked() -> None:
    begin(Slides(seed=1), "left", "down")
    begin(Slides(seed=2), *("left", "down", "right", "up") * 6)
    begin(Drops(), *"4455661")
    begin(Drops(), *"1212121")

    async def play(person: Driven) -> None:
        async def choose(key: str, *, downs: int) -> None:
            await person.press(key, *["down"] * downs, "enter")

        await person.press("g")
        await person.until("1  2048")
        assert listed(person) == [4, 3, 2, 1]
        await choose("o", downs=3)
        assert listed(person)[0] == 2, "it has the most moves"
        await choose("o", downs=1)
        assert listed(person) == [1, 2, 3, 4]
        await person.until("oldest first")
        await choose("f", downs=2)
        assert listed(person) == [4], "that game is won"
        await choose("f", downs=6)
        assert listed(person) == [3, 4], "these are of Connect-4"
        await choose("f", downs=0)
        await person.press("home", "space", "space")
        await person.until("2 marked")
        await choose("x", downs=1)
        await person.until("2 games are deleted")

    drive(play)
    assert Library().numbers() == [3, 4]


def test_a_game_is_exported_in_screen_colours_without_overwriting_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "slidedrop-1-1.svg").write_text("mine")
    begin(Slides(seed=7), "left", "down", "left")
    begin(Drops(), "4", "4")

    async def play(person: Driven) -> None:
        await person.press("g")
        await person.until("1  2048")
        await person.press("space", "space")
        for downs, kind in enumerate(("svg", "gif", "txt"), 1):
            await person.press("e", *["down"] * downs, "enter")
            await person.until(f"slidedrop-2-1.{kind}")

    drive(play, settings=Settings(theme="light", animation=False), size=(100, 40))
    assert (tmp_path / "slidedrop-1-1.svg").read_text() == "mine"
    drawn = (tmp_path / "slidedrop-1-2.svg").read_text()
    palette = PALETTES["light"]
    assert all(f'fill="{colour}"' in drawn for colour in (palette.ground, palette.frame, palette.tiles[0]))
    standing = Library().game(1).summary().standing.capitalize()
    assert f"<title>{standing}; 2048, 4x4 classic, 3 moves</title>" in drawn
    assert (tmp_path / "slidedrop-1-1.txt").read_text().endswith(f"{standing}\n2048, 4x4 classic, 3 moves\n")
    with Image.open(tmp_path / "slidedrop-2-1.gif") as film:
        assert film.n_frames == 3  # type: ignore[attr-defined] # a film has it


@pytest.mark.parametrize(("columns", "moves"), [("4", "1 move"), ("43", "2 moves")])
def test_a_saved_game_is_described_with_a_noun_that_fits_its_count(columns: str, moves: str) -> None:
    begin(Drops(), *columns)
    saved = saved_games()[0]
    assert title_line(saved).endswith(f": {moves}")
    assert f"\n{moves}, started " in described(saved)
