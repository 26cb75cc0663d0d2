"""axe finds nothing on any screen, light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from tests.browser.playing import press, set_up

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.conftest import Visit


def _dialog(button: str) -> Callable[[Page], None]:
    return lambda page: page.click(button)


def _connect4(page: Page) -> None:
    page.click("[data-kind=connect4]")
    press(page, "4", "3")


def _won_connect4(page: Page) -> None:
    page.click("[data-kind=connect4]")
    press(page, "u", "u", *"4455667")
    page.wait_for_timeout(700)


def _new_connect4(page: Page) -> None:
    page.click("[data-kind=connect4]")
    page.click("#new")


def _won(page: Page) -> None:
    set_up(page, "1024,1024,0,0/0,0,0,0/0,0,0,0/0,0,0,2")
    press(page, "ArrowLeft")
    page.wait_for_timeout(700)


def _replay(page: Page) -> None:
    press(page, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "p")


def _advice(page: Page) -> None:
    page.click("#hint")
    page.wait_for_selector("#advice:visible")


THEMES: Final[dict[Literal["light", "dark"], dict[str, list[str]]]] = {
    "light": {},
    "dark": {"runOnly": ["color-contrast"]},
}
"""What axe looks for: everything, and again what darkness can change."""
SCREENS: Final[dict[str, Callable[[Page], None]]] = {
    "2048": lambda _: None,
    "2048 won": _won,
    "connect4": _connect4,
    "connect4 won": _won_connect4,
    "new 2048": _dialog("#new"),
    "new connect4": _new_connect4,
    "games": _dialog("#open-games"),
    "share": _dialog("#open-share"),
    "help": _dialog("#open-help"),
    "editor": _dialog("#edit"),
    "replay": _replay,
    "advice": _advice,
}


def test_axe_finds_nothing_on_any_screen_in_light_and_dark(visit: Visit, page: Page) -> None:
    from axe_playwright_python.sync_playwright import Axe

    axe, found = Axe(), []
    for name, show in SCREENS.items():
        show(page)
        for theme, options in THEMES.items():
            page.emulate_media(color_scheme=theme)
            found += [
                f"{name}, {theme}: {trouble}"
                for trouble in troubles(axe.run(page, options={**options, "resultTypes": ["violations"]}).response)
            ]
        leave(page)
    assert found == []


def troubles(report: dict[str, Any]) -> list[str]:
    """Return what axe complains about, with the elements."""
    return [f"{rule['id']} {[node['html'][:120] for node in rule['nodes']]}" for rule in report["violations"]]


def leave(page: Page) -> None:
    """Go back to a board of 2048 with nothing over it."""
    page.emulate_media(color_scheme="light")
    press(page, "Escape")
    page.click("[data-kind='2048']")
