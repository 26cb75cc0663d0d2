"""Tests of the page while it loads: early keys and clicks, status texts, a failed script and the first look."""

from __future__ import annotations

from itertools import starmap
from typing import TYPE_CHECKING, Any

from tests.browser.conftest import FLAGS, StaticHost, Visit, browser_path
from tests.browser.playing import all_rules, begin_seeded, board, count, discs, eventually, press, settled
from tests.web.test_languages import catalogue

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright, Route


def test_keys_and_clicks_before_the_script_loads_are_carried_out_later(browser: Browser, host: StaticHost) -> None:
    visit = Visit(browser)
    page = visit.page(host.url)
    begin_seeded(page, "1")  # every move below moves something
    press(page, "ArrowLeft")
    held: list[Route] = []
    page.route("**/js/bundle.js", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    page.reload(wait_until="commit")
    page.wait_for_selector("#undo")
    eventually(page, lambda: bool(held))
    press(page, "ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight")
    page.click("button[data-kind=connect4]")
    press(page, "4")
    held[0].continue_()
    page.wait_for_selector("body[data-kind=connect4] #stage table")
    eventually(page, lambda: discs(page)[-1:] == ["...r..."])
    page.click("button[data-kind='2048']")
    eventually(page, lambda: count(page, "moves") == 5)
    assert sum(value > 0 for value in board(page)) >= 2
    visit.context.close()
    assert visit.noise == []


def test_keys_between_the_first_board_and_the_rest_of_the_script_are_carried_out(
    browser: Browser, host: StaticHost
) -> None:
    visit = Visit(browser)
    held: list[Route] = []
    visit.context.route("**/js/rest.js", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    page = visit.context.new_page()
    page.goto(host.url)
    page.wait_for_selector("#stage td")
    eventually(page, lambda: bool(held))
    press(page, "ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "u")
    assert count(page, "moves") == 0
    held[0].continue_()
    eventually(page, lambda: count(page, "undos") == 1 and count(page, "moves") >= 1)
    visit.context.close()
    assert visit.noise == []


def test_a_script_that_fails_to_load_is_reported_and_can_be_reloaded(browser: Browser, host: StaticHost) -> None:
    visit = Visit(browser, locale="de-DE")
    visit.context.route("**/js/rest.js", lambda route: route.abort())
    page = visit.context.new_page()
    page.goto(host.url)
    page.wait_for_selector("#note button")
    assert len(board(page, "leer")) == 16
    visit.context.unroute("**/js/rest.js")
    page.click("#note button")
    page.wait_for_selector("#saved:not(:empty)")
    press(page, "ArrowDown", "ArrowLeft")
    eventually(page, lambda: count(page, "moves") >= 1)
    visit.context.close()


def test_status_texts_fit_free_placement_and_an_offline_static_host(browser: Browser, host: StaticHost) -> None:
    visit = Visit(browser)
    page = visit.page(host.url)
    page.click("button[data-kind=connect4]")
    page.click("#options")
    all_rules(page)
    page.check("#new-connect4 [name=free]")
    page.click("#new-connect4 [type=submit]")
    eventually(page, lambda: page.inner_text("#how").startswith("Click a free cell"))
    page.route("**/healthz", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.reload()
    page.wait_for_selector("#saved:not(:empty)")
    page.wait_for_timeout(300)
    assert page.inner_text("#saved") == catalogue("en")["saved.here"], "nothing promises that it is synced later"
    visit.context.close()


def contrast(page: Page, one: str, other: str) -> float:
    """Return the contrast between the background colours of two elements."""

    def luminance(selector: str) -> float:
        code = """element => { const pen = document.createElement('canvas').getContext('2d');
            pen.fillStyle = getComputedStyle(element).backgroundColor; pen.fillRect(0, 0, 1, 1);
            return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3) }"""
        parts: list[float] = [part / 255 for part in page.locator(selector).evaluate(code)]
        linear: list[float] = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def rectangle(page: Page, selector: str) -> dict[str, Any]:
    """Return the rectangle of an element."""
    box = page.locator(selector).bounding_box()
    assert box
    return dict(box)


def overlap(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Tell whether two rectangles share an area."""
    pairs = (("x", "width"), ("y", "height"))
    return all(
        starmap(
            lambda start, size: one[start] < other[start] + other[size] and other[start] < one[start] + one[size], pairs
        )
    )


def test_the_page_looks_right_with_scrollbars_in_dark_mode_and_on_small_screens(
    drivers: Playwright, host: StaticHost
) -> None:
    path = browser_path()
    browser = drivers.chromium.launch(executable_path=path, args=list(FLAGS), ignore_default_args=["--hide-scrollbars"])
    visit = Visit(browser, color_scheme="dark")
    page = visit.page(host.url)
    assert page.evaluate("innerWidth - document.documentElement.getBoundingClientRect().width") == 0, "no seam"
    assert contrast(page, ".kind[aria-pressed=true]", ".kinds") >= 3
    before = rectangle(page, "#stage")
    page.set_viewport_size({"width": 1100, "height": 480})
    page.set_viewport_size({"width": 1100, "height": 800})
    assert rectangle(page, "#stage") == before
    page.focus("button[data-kind=connect4]")
    press(page, "Enter", "ArrowLeft")
    assert page.evaluate("document.activeElement.matches('.kind')") is False

    press(page, *"4455667")
    settled(page)
    page.evaluate("document.documentElement.dataset.palette = 'classic'")
    shadow = page.locator("dialog#help").evaluate("element => getComputedStyle(element).boxShadow")
    assert "11, 6, 36" not in shadow, "no purple in the classic colours"
    assert "0.0431373 0.0235294 0.141176" not in shadow
    for size in ((390, 664), (320, 568)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        settled(page)
        assert not overlap(rectangle(page, "#banner"), rectangle(page, "#counts"))
        assert not overlap(rectangle(page, "#banner"), rectangle(page, "#caption"))
    page.set_viewport_size({"width": 768, "height": 1024})
    page.reload()
    page.wait_for_selector("#saved:not(:empty)")
    for name in ("connect4", "2048"):
        page.click(f"button[data-kind='{name}']")
        settled(page)
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    browser.close()


def test_keys_after_n_apply_to_the_new_game_even_while_it_loads(browser: Browser, host: StaticHost) -> None:
    visit = Visit(browser)
    page = visit.page(host.url)
    page.click("button[data-kind=connect4]")
    press(page, "1")
    held: list[Route] = []
    page.route("**/js/dialogs/new-game.js", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    press(page, "n", "4", "5")
    assert discs(page)[5] == "r......", "the old game is as it was"
    eventually(page, lambda: len(held) == 1, seconds=10)
    held[0].continue_()
    eventually(page, lambda: discs(page)[5] == "...rb..", seconds=10)
    visit.context.close()
