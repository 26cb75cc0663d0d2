"""Tests that axe finds no problem on any screen, light or dark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.axe import THEMES, Theme, findings
from tests.browser.playing import coached, press, set_up, settled, warned

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page


def _dialog(button: str) -> Callable[[Page], None]:
    def show(page: Page) -> None:
        page.click(button)
        page.wait_for_selector("dialog[open]")

    return show


def _connect4(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    press(page, "4", "3")


def _won_connect4(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    press(page, "u", "u", *"4455667")
    settled(page)


def _new_connect4(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    _dialog("#options")(page)


def _won(page: Page) -> None:
    set_up(page, "1024,1024,0,0/0,0,0,0/0,0,0,0/0,0,0,2")
    press(page, "ArrowLeft")
    settled(page)


def _over(page: Page) -> None:
    set_up(page, "2,4,8/16,32,64/4,256,256")
    for _ in range(100):
        press(page, "ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp")
        if page.locator("#banner", has_text="Game over").count():
            break
    settled(page)


def _ask(page: Page) -> None:
    page.click("#open-games")
    page.locator("#games-list").get_by_role("button", name="Rename").first.click()


def _review(page: Page) -> None:
    page.click("button[data-kind=connect4]")  # the game that was just won
    page.click("#look")
    page.wait_for_selector("#review:visible")  # the progress may end before the test looks for it


def _luck(page: Page) -> None:
    press(page, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowUp")
    page.click("#look")
    page.wait_for_selector("#luck-worst li")
    page.wait_for_selector("#luck-progress", state="hidden")


def _puzzle(page: Page) -> None:
    page.click("#open-puzzles")
    page.wait_for_selector("#puzzle-stage td")


def _wrong_puzzle(page: Page) -> None:
    _puzzle(page)
    page.select_option("#puzzles select", "connect4")
    page.focus("#puzzles-title")
    press(page, *"1234567")
    page.wait_for_selector("#puzzle-next:visible")
    settled(page)


def _replay(page: Page) -> None:
    press(page, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "p")
    page.wait_for_selector("#rail:visible")


def _advice(page: Page) -> None:
    page.click("#hint")
    page.wait_for_selector("#advice:visible")


def _warning(page: Page) -> None:
    coached(page)
    set_up(page, "0,0,2,0/0,0,0,2/2,8,4,16/512,256,64,32")
    warned(page, "ArrowUp")


def _columns(page: Page) -> None:
    press(page, "Escape")
    page.click("button[data-kind=connect4]")
    press(page, "n", "4", "i")
    page.wait_for_selector("#advice .hint-bar")
    settled(page)


SCREENS: Final[dict[str, Callable[[Page], None]]] = {
    "2048": lambda _: None,
    "2048 won": _won,
    "connect4": _connect4,
    "connect4 won": _won_connect4,
    "review": _review,
    "luck": _luck,
    "puzzle": _puzzle,
    "puzzle answered": _wrong_puzzle,
    "new 2048": _dialog("#options"),
    "new connect4": _new_connect4,
    "ask": _ask,
    "games": _dialog("#open-games"),
    "share": _dialog("#open-share"),
    "help": _dialog("#open-help"),
    "colours": _dialog("#theme"),
    "editor": _dialog("#edit"),
    "replay": _replay,
    "advice": _advice,
    "2048 over": _over,
    "warning": _warning,
    "columns": _columns,
}


GROUPS: Final = (("2048", "puzzle"), ("puzzle", "games"), ("games", ""))
"""Groups of screens that share one page: the first screen, and the first screen after the group."""


@pytest.mark.parametrize(("first", "after"), GROUPS)
def test_axe_finds_nothing_on_any_screen_in_light_and_dark(page: Page, first: str, after: str) -> None:
    names, found = [*SCREENS, ""], []
    for name in names[names.index(first) : names.index(after)]:
        SCREENS[name](page)
        found += [finding for theme in THEMES for finding in findings(page, name, theme)]
        leave(page)
    assert found == []


@pytest.mark.parametrize("palette", ["classic", "contrast"])
def test_axe_finds_nothing_in_the_other_palettes(page: Page, palette: str) -> None:
    page.click("#theme")
    assert page.locator("#colours :checked").count() == 3
    page.check(f"#colours [name=palette][value={palette}]")
    page.click("#colours [data-close]")
    found = []
    for name in ("2048", "2048 won", "connect4", "connect4 won", "new connect4"):
        SCREENS[name](page)
        found += [finding for theme in THEMES for finding in _colours(page, f"{name}, {palette}", theme)]
        leave(page)
    assert found == []
    page.reload()
    page.wait_for_selector("#saved:not(:empty)")
    page.click("button[data-kind=connect4]")
    second = "Blue" if palette in ("blue", "contrast") else "Yellow"
    press(page, "u", "4")
    assert page.locator("#stage td", has_text=second.lower()).count() > 0
    assert second in page.inner_text("#live") + page.inner_text("#counts")


def _colours(page: Page, screen: str, theme: Theme) -> list[str]:
    return findings(page, screen, theme, all_rules=False)


def leave(page: Page) -> None:
    """Return to a board of 2048 with no dialog open."""
    press(page, "Escape", "Escape")
    page.click("button[data-kind='2048']")
