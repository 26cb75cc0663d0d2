"""Tests of the list of your games: boards, filters, search, statistics, import and keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.playing import begin_seeded, eventually, press
from tests.web.test_languages import catalogue

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

PAINTED = """[...document.querySelectorAll("#games-list canvas")].map((canvas) => {
    const blank = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
    return canvas.toDataURL() !== blank.toDataURL();
})"""


def test_the_games_list_shows_boards_and_totals_and_can_be_filtered(page: Page) -> None:
    for seed in "34":
        begin_seeded(page, seed)
        press(page, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowUp")
    page.click("button[data-kind=connect4]")
    press(page, "4", "4")
    page.click("#open-games")
    entries = page.locator("#games-list > li")
    eventually(page, lambda: entries.count() == 3)
    eventually(page, lambda: page.evaluate(PAINTED) == [True] * 3)
    page.select_option("#games-filter", "2048")
    assert entries.count() == 2
    page.select_option("#games-filter", "finished")
    assert entries.count() == 1
    assert page.locator("#games-list canvas").count() == 0
    page.select_option("#games-filter", "")
    page.fill("#games-search", "connect")
    assert entries.count() == 1
    page.click("#games summary")
    group = page.locator("#statistics-list > li", has_text="2048")
    assert "Games\n2\n" in group.inner_text()
    assert (group.locator("polyline").get_attribute("points") or "").count(",") == 2
    assert group.locator(".bars li").count() >= 1


def test_an_import_error_is_visible_in_a_long_list_and_clears_on_the_next_action(page: Page, tmp_path: Path) -> None:
    for seed in "345678":
        begin_seeded(page, seed)
        press(page, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
    page.set_viewport_size({"width": 390, "height": 664})
    page.click("#open-games")
    page.click("#games summary")
    page.evaluate("document.querySelector('#games').scrollTo(0, 0)")
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann,\n")
    page.set_input_files("#import", file)
    trouble = page.locator("#games .trouble")
    eventually(page, lambda: bool(trouble.inner_text()))
    assert trouble.inner_text()[1:-1] == str(catalogue("en")["error.no record"])[1:]
    box = trouble.bounding_box()
    assert box
    assert box["y"] + box["height"] <= 664, "on the screen, however long the list is"
    page.fill("#games-search", "2048")
    assert trouble.is_hidden()


def test_removing_or_renaming_a_game_by_keyboard_keeps_the_focus_in_place(page: Page) -> None:
    for seed in "3456":
        begin_seeded(page, seed)
        press(page, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
    page.click("#open-games")
    buttons = page.locator("#games-list button")
    place = "[...document.querySelectorAll('#games-list button')].indexOf(document.activeElement)"
    buttons.nth(7).focus()
    press(page, "Enter")
    page.focus("#ask-yes")
    press(page, "Enter")
    eventually(page, lambda: buttons.count() == 12)
    assert page.evaluate(place) == 7
    buttons.nth(5).focus()
    press(page, "Enter")
    page.fill("#ask [name=answer]", "long")
    press(page, "Enter")
    page.wait_for_selector("#games-list h3:text-is('long')")
    assert page.evaluate(place) == 5
