"""Tests of the threats on the page's board: the same cells as on the full screen, until they are turned off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidedrop.connect4 import Position
from slidedrop.terminal.full.connect4.screen import threats_on
from tests.browser.axe import findings
from tests.browser.playing import discs, eventually, press

if TYPE_CHECKING:
    from playwright.sync_api import Page

MARKED = """() => [...document.querySelectorAll(".column")].flatMap((column, number) =>
    [...column.querySelectorAll(".cell")].map((cell, row) => [row, number, cell.dataset.threat])
).filter(([, , of]) => of)"""
GAME = "5445534254742753676237"


def marked(page: Page) -> dict[tuple[int, int], str]:
    """Return the marked cells in the form that the full screen uses."""
    letters = {"red": "x", "blue": "o", "both": "!"}
    return {(row, column): letters[of] for row, column, of in page.evaluate(MARKED)}


def test_marked_threats_match_the_full_screen_after_every_move(page: Page) -> None:
    page.click("[data-kind=connect4]")
    press(page, "t")
    for count in range(1, len(GAME) + 1):
        press(page, GAME[count - 1])
        own = threats_on(Position.from_moves(GAME[:count]))
        eventually(page, lambda: marked(page) == own)  # noqa: B023 - asked at once
    assert set(own.values()) == {"x", "o", "!"}
    assert page.locator("#threats").get_attribute("aria-pressed") == "true"
    assert findings(page, "threats", "light") == []
    page.reload()
    page.wait_for_selector("#saved:not(:empty)")
    eventually(page, lambda: marked(page) == own and "".join(discs(page)).count("r") == len(GAME) // 2)
    page.click("#replay")
    eventually(page, lambda: marked(page) == {})
    press(page, "Escape")
    eventually(page, lambda: marked(page) == own)
    page.click("#threats")
    eventually(page, lambda: marked(page) == {})
