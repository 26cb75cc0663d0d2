"""Tests that everything can be reached with the keyboard alone and fits the smallest phone."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.conftest import StaticHost, Visit
from tests.browser.playing import choose, coached, press, resign, settled, sideways, warned
from tests.browser.test_layout_shift import MORE_SIZES, SIZES
from tests.web.test_languages import catalogue

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.mark.parametrize("kind", ["2048", "connect4"])
def test_everything_can_be_reached_by_keyboard_alone(page: Page, kind: str) -> None:
    page.click(f"button[data-kind='{kind}']")
    press(page, "1", "ArrowLeft", "ArrowUp")
    page.evaluate("document.activeElement.blur()")
    seen = set()
    for _ in range(40):
        press(page, "Tab")
        seen.add(page.evaluate("document.activeElement.id || document.activeElement.dataset.move || ''"))
    buttons = page.locator("button:not(:disabled)").evaluate_all(
        "all => all.filter(b => b.checkVisibility() && !b.closest('dialog')).map(b => b.id || b.dataset.move || '')"
    )
    assert set(buttons) <= seen
    page.locator("#new").focus()
    assert page.evaluate("getComputedStyle(document.querySelector('#new')).outlineStyle") == "solid"


def test_a_320_pixel_phone_needs_no_sideways_scrolling_and_has_44_pixel_targets(
    browser: Browser, host: StaticHost
) -> None:
    visit = Visit(browser, viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    page = visit.page(host.url)
    for kind in ("connect4", "2048"):
        page.click(f"button[data-kind='{kind}']")
        assert sideways(page) == 0
        small = page.locator("button, input, select").evaluate_all(
            """all => all.filter(e => e.checkVisibility() && !e.closest("dialog"))
                .map(e => [e.id, e.getBoundingClientRect()])
                .filter(([, box]) => box.width < 44 || box.height < 44)
                .map(([id, box]) => `${id} ${box.width} ${box.height}`)"""
        )
        assert small == []
    visit.context.close()


def test_text_at_200_percent_needs_no_sideways_scrolling_in_any_window(page: Page) -> None:
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for kind in ("connect4", "2048"):
        page.click(f"button[data-kind='{kind}']")
        for width, height in SIZES + MORE_SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert (sideways(page), spilling(page)) == (0, []), f"{kind} at {width}x{height}"


@pytest.mark.parametrize("kind", ["2048", "connect4"])
def test_text_at_200_percent_covers_no_button_on_a_phone(page: Page, kind: str) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    page.click(f"button[data-kind='{kind}']")
    press(page, "4", *(("ArrowLeft", "ArrowUp") * 3))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    parts = [".places", "#counts", "#caption", "#stage"]
    boxes = page.evaluate(BOXES, parts)
    assert [(one, two) for one, two in combinations(parts, 2) if overlap(boxes[one], boxes[two])] == []


@pytest.mark.parametrize("kind", ["2048", "connect4"])
def test_every_button_of_a_replay_is_on_the_screen_of_a_laptop(page: Page, kind: str) -> None:
    page.click(f"button[data-kind='{kind}']")
    press(page, "4", *(("ArrowLeft", "ArrowUp") * 3), "p")
    page.wait_for_selector("#rail:visible")
    for width, height in [(1280, 720), (1366, 768)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        ends = page.locator("#rail > *").evaluate_all("all => all.map(one => one.getBoundingClientRect().bottom)")
        assert max(ends) <= height, f"{width}x{height}"


def spilling(page: Page) -> list[str]:
    """Return the buttons whose texts extend beyond them."""
    words: list[str] = page.locator("button").evaluate_all(
        """all => all.filter(e => e.checkVisibility() && !e.closest("dialog, #stage") && e.scrollWidth > e.clientWidth)
            .map(e => e.textContent)"""
    )
    return words


PHONES = [(320, 568), (360, 640), (390, 664), (412, 732), (844, 390), (915, 412)]
HINT_SIZES = [*PHONES, (1280, 720), (1366, 768), (2560, 1440)]


@pytest.mark.parametrize("kind", ["2048", "connect4"])
def test_a_hint_never_covers_the_board_and_a_tap_or_escape_closes_it(page: Page, kind: str) -> None:
    page.click(f"button[data-kind='{kind}']")
    for turn, (width, height) in enumerate(HINT_SIZES):
        page.set_viewport_size({"width": width, "height": height})
        press(page, "i")
        page.wait_for_selector("#advice .hint-bar")
        check_place(page, "#advice", (width, height))
        page.click("#advice") if turn % 2 else press(page, "Escape")
        assert page.locator("#advice").is_hidden()


def test_a_warning_never_covers_the_board_and_can_be_answered_at_every_size(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    press(page, *"12121")
    coached(page)
    for turn, size in enumerate(HINT_SIZES):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        warned(page, "3")
        check_place(page, "#warning", size)
        page.click("#warning-other") if turn % 2 else press(page, "Escape")
        assert page.locator("#warning").is_hidden()


@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
@pytest.mark.parametrize("kind", ["2048", "connect4"])
def test_no_parts_of_the_page_overlap_at_any_size(browser: Browser, host: StaticHost, kind: str, locale: str) -> None:
    visit = Visit(browser, locale=locale)
    page = visit.page(host.url)
    page.click(f"button[data-kind='{kind}']")
    press(page, "1", *(("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown") * 6))
    parts = ["#stage", ".kinds", ".places", "#open-help", "#counts", "#caption", ".acts", ".drawers", ".foot"]
    for width, height in HINT_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        boxes = page.evaluate(BOXES, parts)
        pairs = [(one, two) for one, two in combinations(boxes, 2) if overlap(boxes[one], boxes[two])]
        assert pairs == [], f"{width}x{height}"
        assert all(box["left"] >= 0 and box["right"] <= width for box in boxes.values()), f"{width}x{height}"
    visit.context.close()


def test_the_game_over_banner_stays_within_the_page_at_every_size(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    page.click("#options")
    choose(page, "beginner")
    page.click("#new-connect4 [type=submit]")
    resign(page)
    page.click("#ask-yes")
    page.wait_for_selector("#banner")
    for width, height in HINT_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        inside = ["#banner .banner-title", "#banner .row"]
        boxes = page.evaluate(BOXES, ["#banner .sign", *inside])
        sign = boxes["#banner .sign"]
        assert 0 <= sign["left"] <= sign["right"] <= width, f"{width}x{height}"
        assert all(sign["left"] <= boxes[name]["left"] for name in inside), f"{width}x{height}"
        assert all(boxes[name]["right"] <= sign["right"] for name in inside), f"{width}x{height}"
        assert not overlap(boxes[inside[0]], boxes[inside[1]]), f"{width}x{height}"


def test_the_longest_opponent_name_is_not_cut_at_any_size(browser: Browser, host: StaticHost) -> None:
    texts = catalogue("de")
    visit = Visit(browser, locale="de-DE")
    visit.context.add_init_script("localStorage.setItem('slidedrop:against', 'even')")
    page = visit.page(host.url)
    page.click("button[data-kind=connect4]")
    for width, height in HINT_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        name, cut = page.evaluate(TURN_AFTER_A_MOVE)
        assert (name, cut) == (f"Gelb ({texts['player.even']})", 0), f"{width}x{height}"
        page.evaluate("document.querySelector('#more').open = true")
        page.click("#resign")
        page.click("#ask-yes")
        page.wait_for_selector("#banner")
        page.evaluate("document.querySelector('#more').open = false")
        settled(page)
        assert page.text_content("#counts dt") == texts["play.result"]
        boxes = page.evaluate(BOXES, [".places", "#caption", ".acts", ".sign", ".banner-title"])
        for one, two in [(".places", "#caption"), ("#caption", ".acts")]:
            assert not overlap(boxes[one], boxes[two]), f"{one}, {two} at {width}x{height}"
        assert boxes[".sign"]["top"] <= boxes[".banner-title"]["top"], f"{width}x{height}"
        assert boxes[".banner-title"]["bottom"] <= boxes[".sign"]["bottom"], f"{width}x{height}"
        assert page.evaluate("document.querySelector('.banner-title').scrollHeight") <= boxes[".sign"]["height"]
        page.click("#new")
        page.wait_for_selector("#banner", state="hidden")
    visit.context.close()


TURN_AFTER_A_MOVE: Final = """() => {
    document.querySelectorAll("#stage .column")[3].click();
    const turn = document.querySelector("#turn");
    return [turn.textContent, turn.scrollWidth - turn.clientWidth];
}"""
"""Makes a move and returns the turn's text and overflow right after it, before the computer answers."""
BOXES: Final = """names => Object.fromEntries(names.map(name =>
    [name, document.querySelector(name).getBoundingClientRect().toJSON()]))"""


def check_place(page: Page, name: str, size: tuple[int, int]) -> None:
    """Check that the message is entirely on the screen and not over the board."""
    code = "names => names.map(name => document.querySelector(name).getBoundingClientRect().toJSON())"
    stage, box = page.evaluate(code, ["#stage", name])
    assert not overlap(stage, box), size
    assert (box["left"] >= 0, box["top"] >= 0) == (True, True), size
    assert (box["right"] <= size[0], box["bottom"] <= size[1]) == (True, True), size


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Tell whether two rectangles share a pixel."""
    across = one["left"] < other["right"] and other["left"] < one["right"]
    return across and one["top"] < other["bottom"] and other["top"] < one["bottom"]


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
def test_every_button_of_a_replay_is_in_sight_beside_the_board(
    browser: Browser, host: StaticHost, language: str
) -> None:
    visit = Visit(browser, viewport={"width": 1280, "height": 720}, locale=language)
    page = visit.page(host.url)
    press(page, "ArrowLeft", "ArrowUp", "ArrowLeft", "p")
    page.wait_for_selector("#rail:visible")
    long = page.inner_text("#replay-count").replace("0", "1,234").replace("3", "1,234")
    for words in (page.inner_text("#replay-count"), long):
        page.locator("#replay-count").evaluate("(count, words) => { count.textContent = words; }", words)
        for width, height in ((1280, 720), (1366, 768)):
            page.set_viewport_size({"width": width, "height": height})
            bottoms = page.locator("#rail > *").evaluate_all("all => all.map(e => e.getBoundingClientRect().bottom)")
            assert max(bottoms) <= height, f"{words} at {width}x{height}"
    visit.context.close()


def test_a_lying_phone_has_the_replay_beside_the_board_and_not_below_the_review(
    browser: Browser, host: StaticHost
) -> None:
    visit = Visit(browser, viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    page = visit.page(host.url)
    press(page, *("ArrowLeft", "ArrowUp") * 4, "v")
    page.wait_for_selector("#luck:visible")
    page.evaluate("scrollTo(0, 0)")
    boxes = page.evaluate(BOXES, ["#rail", "#luck"])
    assert boxes["#rail"]["bottom"] <= min(390, boxes["#luck"]["top"])
    visit.context.close()
