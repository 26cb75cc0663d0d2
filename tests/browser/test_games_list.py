"""Your games: their boards, what is looked for, and what they add up to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.playing import begin_seeded, eventually, press

if TYPE_CHECKING:
    from playwright.sync_api import Page

PAINTED = """[...document.querySelectorAll("#games-list canvas")].map((canvas) =>
    new Set(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data).size > 8)"""


def test_games_show_their_boards_are_found_by_words_and_add_up(page: Page) -> None:
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
