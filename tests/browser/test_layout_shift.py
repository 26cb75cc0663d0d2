"""Tests that the board stays in place whatever appears beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.conftest import StaticHost, Visit
from tests.browser.playing import press, set_up

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIZES: Final = [(320, 640), (844, 390), (1100, 800)]
MORE_SIZES: Final = [(390, 844), (768, 1024), (2560, 1440)]


WATCHED: Final = """() => {
    const round = window.round = (window.round ?? 0) + 1;
    Object.assign(window, { shifts: 0, longest: 0, moved: "" });
    const board = () => document.querySelector("#stage .wells, #stage .frame");
    const rectangle = () => { const { x, y, width, height } = board().getBoundingClientRect();
        return [x + scrollX, y + scrollY, width, height].map(side => Math.round(side * 10)).join(" "); };
    const first = rectangle();
    new PerformanceObserver(list => list.getEntries().forEach(({ sources }) => {
        if (sources.some(({ node }) => node?.contains?.(board()))) window.shifts += 1;
    })).observe({ type: "layout-shift" });
    let last = performance.now();
    const frame = now => {
        if (round !== window.round) return;
        window.longest = Math.max(window.longest, now - last);
        last = now;
        if (rectangle() !== first) window.moved = `${first} became ${rectangle()}`;
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}"""
"""Watches the board's rectangle in every frame, and the layout shifts that the browser reports."""


def place(page: Page) -> dict[str, float]:
    """Return the position of the board on the page."""
    where = """element => { const box = element.getBoundingClientRect();
        return { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height } }"""
    rectangle: dict[str, float] = page.locator("#stage .wells, #stage .frame").first.evaluate(where)
    return {side: round(value, 1) for side, value in rectangle.items()}


@pytest.mark.parametrize(
    "size",
    SIZES + [pytest.param(size, marks=pytest.mark.soak) for size in MORE_SIZES],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
def test_the_board_stays_where_it_is_over_whole_games(
    browser: Browser, host: StaticHost, size: tuple[int, int]
) -> None:
    phone = {"has_touch": True, "is_mobile": True} if min(size) < 700 else {}
    visit = Visit(browser, viewport={"width": size[0], "height": size[1]}, **phone)
    page = visit.page(host.url)
    set_up(page, "1024,1024,8,4,2/4,8,512,512,2/0,0,0,0,0/0,0,0,0,0/0,0,0,0,0")
    page.evaluate(WATCHED)
    hinted(page)
    press(page, "ArrowLeft", "Escape", "u", "r")
    hinted(page)
    press(page, *("ArrowDown", "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp") * 12, "p")
    page.wait_for_selector("#rail:visible")
    press(page, "ArrowRight", "End", "Escape", "v")
    page.wait_for_selector("#luck-progress:visible")
    press(page, "ArrowLeft", "Escape")
    assert still(page)
    page.click("button[data-kind=connect4]")
    page.wait_for_timeout(150)
    page.evaluate(WATCHED)
    hinted(page)
    press(page, "4", "c")
    page.wait_for_selector(".values:not(.empty) li")
    press(page, "3", "u", "3", "4", "3", "c", "4", "3", "4")
    page.wait_for_selector("#banner")
    press(page, "v")
    page.wait_for_selector("#review-moves li")
    press(page, "ArrowLeft", "Home", "Escape")
    assert still(page)
    visit.context.close()


def hinted(page: Page) -> None:
    """Request a hint and show it for a few frames."""
    press(page, "i")
    page.wait_for_selector("#advice:visible")
    page.wait_for_timeout(50)


def still(page: Page) -> bool:
    """Wait for running animations, and tell whether the board never moved."""
    page.wait_for_timeout(300)
    assert page.evaluate("window.moved") == ""
    assert page.evaluate("window.shifts") == 0
    return True
