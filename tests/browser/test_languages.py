"""Tests of the page in other languages: no English left, everything fits a small phone, and the keyboard is enough."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64encode
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

import pytest

from tests.browser.axe import findings
from tests.browser.conftest import StaticHost, Visit
from tests.browser.playing import board, eventually, press, sideways
from tests.browser.test_accessibility import SCREENS, leave
from tests.web.test_languages import LANGUAGES, OTHERS, catalogue, forms

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WALK: Final = [name for name in SCREENS if name not in ("ask", "2048 over")]
"""The screens that can be opened without reading an English word."""
SEEN: Final = """() => {
    const names = ["aria-label", "title", "placeholder"];
    const isShown = (part) => part.checkVisibility() && !part.closest("[lang]:not(html)");
    const shown = [...document.querySelectorAll("body *")].filter(isShown);
    const nodes = shown.flatMap((part) => [...part.childNodes]).filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    const spoken = shown.flatMap((part) => names.map((name) => part.getAttribute(name)));
    return [...new Set([document.title, ...nodes.map(({ data }) => data.trim()), ...spoken].filter(Boolean))];
}"""
# a game's name, in #about, has any length and ends in dots
CUT: Final = """() => {
    const isCut = (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline";
    return [...document.querySelectorAll("button, summary, h2, h3, label, dt, dd, p, .choice")]
        .filter((part) => part.checkVisibility() && !part.closest(".unseen, #stage table, #about"))
        .filter((part) => part.getBoundingClientRect().right > innerWidth + 1 || isCut(part))
        .map((part) => `${part.tagName} ${part.id} ${part.textContent.trim().slice(0, 40)}`);
}"""


def english_only(language: str) -> list[re.Pattern[str]]:
    """Return the texts that exist in English but not in this language; a placeholder matches any text."""
    translated = {form for entry in catalogue(language).values() for form in forms(entry)}
    english = {form for entry in catalogue("en").values() for form in forms(entry)} - translated
    parts = [re.split(r"\{\w+\}", form) for form in english if re.search(r"[a-z]{3}", re.sub(r"\{\w+\}", "", form))]
    return [re.compile(".+".join(map(re.escape, [part.strip() for part in form])), re.IGNORECASE) for form in parts]


@pytest.fixture
def german(browser: Browser, host: StaticHost) -> Any:  # noqa: ANN401 - a generator
    """The page on a small phone with a German browser."""
    visit = Visit(browser, locale="de-AT", viewport={"width": 320, "height": 568})
    with closing(visit.context):
        yield visit.page(host.url)
    assert visit.noise == []


def test_a_german_page_has_no_english_text_and_fits_a_small_phone(german: Page) -> None:
    english = english_only("de")
    assert german.evaluate("[document.documentElement.lang, document.title]") == ["de", catalogue("de")["page.title"]]
    left, cut = [], []
    for name in WALK:
        if german.locator("#analyse:not([open])").count():
            german.click("#analyse summary")
        SCREENS[name](german)
        left += [f"{name}: {text}" for text in german.evaluate(SEEN) if any(one.fullmatch(text) for one in english)]
        cut += [f"{name}: {part}" for part in german.evaluate(CUT)]
        cut += [f"{name}: {beyond} pixels beyond the page"] if (beyond := sideways(german)) else []
        leave(german)
    assert (left, cut) == ([], [])


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_new_game_texts_on_a_phone_are_not_cut_and_cover_no_button(
    browser: Browser, host: StaticHost, language: str
) -> None:
    visit = Visit(browser, locale=language, has_touch=True, is_mobile=True)
    visit.context.add_init_script("localStorage.setItem('slidedrop:best:4x4 classic', '16384')")
    page = visit.page(host.url)
    for width, height in [(320, 568), (360, 640), (390, 664), (412, 732)]:
        page.set_viewport_size({"width": width, "height": height})
        press(page, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "n")
        page.wait_for_selector("#note:visible button")
        cut = page.evaluate("(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(window.how)")
        above, below = (page.locator(one).evaluate("one => one.getBoundingClientRect()") for one in (".acts", "#note"))
        assert (cut, below["top"] >= above["bottom"]) == (0, True), f"{width}x{height}"
    page.click("#options")
    page.wait_for_selector("#new-2048[open]")
    assert " 2048" in page.inner_text("#new-2048 .choice >> nth=0"), "a tile is written as it stands on the board"
    visit.context.close()


def test_a_french_page_can_be_played_and_shared_by_keyboard_only(browser: Browser, host: StaticHost) -> None:
    texts = catalogue("fr")
    empty = str(texts["play.empty"])
    visit = Visit(browser, locale="fr-FR")
    page = visit.page(host.url)
    press(page, "o")
    page.wait_for_selector("#new-2048[open]")
    press(page, "Enter")
    page.wait_for_selector("#new-2048", state="hidden")
    before = board(page, empty)
    press(page, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
    assert board(page, empty) != before
    press(page, "i")
    page.wait_for_selector("#advice:visible")
    reach(page, "#open-share")
    press(page, "Enter")
    page.wait_for_selector("#share[open] input")
    link = page.input_value("#share input")
    reach(page, f"#share button:text-is('{texts['share.copy']}')")
    press(page, "Enter")
    page.wait_for_selector("#note:visible")
    assert page.inner_text("#note") in {texts["share.copied"], texts["share.selected"]}
    other = visit.page(link)
    eventually(other, lambda: board(other, empty=str(texts["play.empty"])) == board(page, empty))
    visit.context.close()
    assert visit.noise == []


def test_a_language_is_chosen_by_keyboard_and_remembered_and_only_it_is_fetched(page: Page, host: StaticHost) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.extend(re.findall(r"lang/(\w+)", request.url)))
    reach(page, "#theme")
    press(page, "Enter")
    page.wait_for_selector("#colours[open]")
    page.focus("#colours [name=language]:checked")
    with page.expect_navigation():
        press(page, "ArrowDown")  # from "same as your browser" to English
    page.wait_for_selector("#saved:not(:empty)")
    assert page.evaluate("localStorage.getItem('slidedrop:language')") == "en"
    page.evaluate("localStorage.setItem('slidedrop:language', 'es')")
    fetched.clear()
    page.goto(host.url)
    page.wait_for_selector("#saved:not(:empty)")
    assert page.evaluate("document.documentElement.lang") == "es"
    assert page.inner_text("#hint") == catalogue("es")["page.hint"]
    assert page.locator("#colours [name=language][value=es]").is_checked()
    assert set(fetched) == {"es"}


@pytest.mark.parametrize(("locale", "language"), [("fr-CA", "fr"), ("pt-BR", "en"), ("es-MX", "es")])
def test_the_page_uses_the_browsers_language_if_it_is_available(
    browser: Browser, host: StaticHost, locale: str, language: str
) -> None:
    visit = Visit(browser, locale=locale)
    page = visit.page(host.url)
    assert page.evaluate("document.documentElement.lang") == language
    assert page.inner_text("#hint") == catalogue(language)["page.hint"]
    visit.context.close()


def test_the_catalogues_are_stored_for_offline_play(site: Any) -> None:  # noqa: ANN401 - a folder
    listed = json.loads(re.findall(r"const SHELL = (\[.*?\]);", (site / "sw.js").read_text())[0])
    wanted = {f"lang/{language}{part}.json" for language in LANGUAGES for part in ("", "-later")}
    assert {name for name in listed if name.startswith("lang/")} == wanted
    assert all((site / name).is_file() for name in wanted)


@pytest.mark.soak
@pytest.mark.parametrize("language", OTHERS)
def test_axe_finds_nothing_in_any_language(browser: Browser, host: StaticHost, language: str) -> None:
    visit = Visit(browser, locale=language)
    page = visit.page(host.url)
    found = []
    for name in WALK:
        SCREENS[name](page)
        found += findings(page, f"{name}, {language}", "light")
        leave(page)
    visit.context.close()
    assert found == []


def reach(page: Page, selector: str) -> None:
    """Press Tab until an element has the focus."""
    wanted = page.locator(selector).first
    for _ in range(80):
        if wanted.evaluate("(part) => part === document.activeElement"):
            return
        press(page, "Tab")
    pytest.fail(f"{selector} cannot be reached by keyboard")


def test_a_damaged_share_code_shows_an_error_in_the_pages_language(german: Page, host: StaticHost) -> None:
    texts = catalogue("de")
    for content, name in ((b"\x01\x7f\x7f", "code strange"), (b"\x0b" + b"\xff" * 9 + b"\x01\x04", "code large")):
        signs = b"T1" + content
        code = urlsafe_b64encode(content + crc32(signs).to_bytes(4, "little")).decode().rstrip("=")
        german.goto(f"{host.url}#game=T1{code}")
        said = f"{texts[f'error.{name}']}.".lower()
        eventually(german, lambda said=said: german.inner_text("#note").lower() == said, 30)  # type: ignore[misc]
