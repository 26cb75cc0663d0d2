"""The accessibility checker axe, with all its rules, in light and dark themes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import Page

Theme = Literal["light", "dark"]
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")
_RUN: Final = "async (options) => { const { violations } = await axe.run(options); return { violations }; }"


def findings(page: Page, screen: str, theme: Theme, *, all_rules: bool = True) -> list[str]:
    """Return the problems that axe finds on the page in this theme; in the dark theme only colours are checked."""
    page.emulate_media(color_scheme=theme)
    rules = {} if theme == "light" and all_rules else {"runOnly": ["color-contrast"]}
    if not page.evaluate("'axe' in window"):  # once per document: half a megabyte of script
        page.evaluate(_axe().axe_script)
    report = page.evaluate(_RUN, {"resultTypes": ["violations"], **rules})
    page.emulate_media(color_scheme="light")
    return [f"{screen}, {theme}: {trouble}" for trouble in troubles(report)]


def troubles(report: dict[str, Any]) -> list[str]:
    """Return the problems of an axe report, with their elements."""
    return [f"{rule['id']} {[node['html'][:120] for node in rule['nodes']]}" for rule in report["violations"]]


@cache
def _axe() -> Axe:
    from axe_playwright_python.sync_playwright import Axe

    return Axe()
