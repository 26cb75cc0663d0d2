"""Tests of the coach: off by default, warns before a losing or costly move, and never blocks play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.conftest import StaticHost, Visit
from tests.browser.playing import board, coached, count, discs, eventually, press, set_up, warned

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

CORNER = "0,0,2,0/0,0,0,2/2,8,4,16/512,256,64,32"


def focused(page: Page) -> str:
    """Return the element that has the focus."""
    name: str = page.evaluate("document.activeElement.id")
    return name


def test_the_coach_warns_of_a_losing_disc_and_the_player_decides(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    press(page, *"1212131")
    assert discs(page)[5].startswith("rbb"), "off by default"
    press(page, "n")
    eventually(page, lambda: set("".join(discs(page))) == {"."})
    press(page, *"12121")
    coached(page)
    warned(page, "3")
    assert discs(page)[3:] == ["r......", "rb.....", "rb....."]
    assert "column 1" in page.inner_text("#warning-text")
    assert focused(page) == "warning-other"
    assert page.locator("#warning").get_attribute("role") == "alertdialog"
    press(page, "3", "Escape")
    assert page.locator("#warning").is_hidden()
    assert len("".join(discs(page)).replace(".", "")) == 5
    warned(page, "4")
    press(page, "Enter")  # on "Choose another move"
    assert page.locator("#warning").is_hidden()
    warned(page, "3")
    press(page, "Tab", "Enter")  # on "Play anyway"
    eventually(page, lambda: discs(page)[5] == "rbb....")
    assert page.locator("#warning").is_hidden()


def test_the_coach_warns_of_a_costly_move_and_another_one_can_be_made(page: Page) -> None:
    coached(page)
    set_up(page, CORNER)
    warned(page, "ArrowUp")
    assert "512" in page.inner_text("#warning-text")
    before = board(page)
    press(page, "ArrowUp")
    assert board(page) == before
    press(page, "ArrowLeft")
    eventually(page, lambda: board(page) != before)
    assert page.locator("#warning").is_hidden()
    assert count(page, "moves") == 1


def test_moves_are_made_unwarned_if_the_engine_is_missing_or_slow(browser: Browser, host: StaticHost) -> None:
    held: list[Route] = []
    for answer in (lambda route: route.abort(), lambda route: held.append(route)):  # noqa: PLW0108 - Playwright marks it
        visit = Visit(browser)
        visit.context.route("**/engine/**", answer)
        page = visit.page(host.url)
        coached(page)
        page.click("button[data-kind=connect4]")
        press(page, *"12")
        eventually(page, lambda page=page: discs(page)[5] == "rb.....")  # type: ignore[misc]
        press(page, *"13")
        eventually(page, lambda page=page: discs(page)[4:] == ["r......", "rbb...."])  # type: ignore[misc]
        visit.context.close()


def test_keys_pressed_while_the_coach_checks_a_move_run_after_it(browser: Browser, host: StaticHost) -> None:
    held: list[Route] = []
    visit = Visit(browser)
    visit.context.route("**/engine/**", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it
    page = visit.page(host.url)
    coached(page)
    page.click("button[data-kind=connect4]")
    press(page, "4", "u", "3", "i")
    assert discs(page)[5] == "..r....", "the first move was made and undone, the second is on the board"
    for route in held:
        route.continue_()
    visit.context.unroute("**/engine/**")
    page.wait_for_selector("#advice .hint-bar")
    visit.context.close()
