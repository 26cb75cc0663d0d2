"""Tests of the page in Firefox: both games, an opponent, values, a hint, and an empty console."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import StaticHost, Visit, missing
from tests.browser.playing import board, choose, count, discs, eventually, press
from tests.browser.test_analysis import values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page, Playwright


@pytest.fixture(scope="module")
def firefox(drivers: Playwright, host: StaticHost) -> Iterator[Page]:
    """The page in Firefox, whose console must stay empty."""
    path = shutil.which("firefox-esr") or shutil.which("firefox") or missing("no Firefox: install firefox-esr")
    browser = drivers.firefox.launch(channel="moz-firefox", executable_path=path)
    visit = Visit(browser)
    yield visit.page(host.url)
    visit.context.close()
    browser.close()
    assert visit.noise == []


def test_2048_play_reload_and_hint_work_in_firefox(firefox: Page) -> None:
    press(firefox, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
    assert count(firefox, "moves") > 0
    before = board(firefox)
    firefox.reload()
    firefox.wait_for_selector("#saved:not(:empty)")
    assert board(firefox) == before
    firefox.click("#hint")
    firefox.wait_for_selector("#advice:has-text('free')")


@pytest.mark.parametrize("player", ["beginner", "perfect"])
def test_the_computer_answers_in_firefox(firefox: Page, player: str) -> None:
    firefox.click("button[data-kind=connect4]")
    firefox.click("#options")
    choose(firefox, player)
    firefox.click("#new-connect4 [type=submit]")
    press(firefox, "4")
    eventually(firefox, lambda: "".join(discs(firefox)).count("b") == 1)


def test_values_are_shown_in_firefox(firefox: Page) -> None:
    firefox.click("button[data-kind=connect4]")
    firefox.click("#options")
    choose(firefox, "here")
    firefox.click("#new-connect4 [type=submit]")
    press(firefox, *"44354334556271")
    firefox.click("#scores")
    eventually(firefox, lambda: "Column 3: win in 1, best" in values(firefox))
