"""Take the README's pictures of the page: both games, light and dark, desktop and phone.

.venv/bin/python tools/pictures.py          writes docs/pictures/<game>-<theme>-<screen>.png
.venv/bin/python tools/pictures.py review   writes docs/pictures/review-<theme>.png, with the solver's help
"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright  # noqa: E402 - the tests' own host and browser are used

from slidedrop.players.registry import make_player  # noqa: E402
from slidedrop.twenty48 import Game  # noqa: E402
from slidedrop.web.app import Settings  # noqa: E402
from slidedrop.web.site import write_site  # noqa: E402
from tests.browser.conftest import FLAGS, StaticHost, Visit, browser_path  # noqa: E402
from tests.browser.playing import begin_seeded, eventually  # noqa: E402
from tests.web.running import UNLIMITED, LiveServer  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER: Final = ROOT / "docs" / "pictures"
SCREENS: Final[dict[str, dict[str, Any]]] = {
    "desktop": {"viewport": {"width": 940, "height": 700}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
}
SEED: Final = 5
MOVES: Final = 330
DISCS: Final = {"light": "44354334556271", "dark": "44333546565676"}
REVIEWED: Final = "44536755446333534476636677717"
KEYS: Final = {"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"}


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_site(Path(folder))
        host = StaticHost(Path(folder))
        browser = playwright.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
        first = Visit(browser)
        play_2048(first.page(host.url))
        kept = first.context.storage_state()
        for theme, (screen, options) in product(("light", "dark"), SCREENS.items()):
            visit = Visit(browser, color_scheme=theme, storage_state=kept, **options)
            take(visit.page(host.url), theme, screen)
            visit.context.close()
        browser.close()
        host.close()


def take(page: Page, theme: str, screen: str) -> None:
    """Take a picture of 2048, then play and take one of Connect-4."""
    page.screenshot(path=FOLDER / f"2048-{theme}-{screen}.png")
    page.click("button[data-kind=connect4]")
    page.keyboard.type(DISCS[theme], delay=20)
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(3500)
    page.screenshot(path=FOLDER / f"connect4-{theme}-{screen}.png")


def play_2048(page: Page) -> None:
    """Play a seeded game greedily."""
    begin_seeded(page, str(SEED))
    page.evaluate("document.activeElement.blur()")
    game, player = Game(seed=SEED), make_player("greedy", "2048")
    for _ in range(MOVES):
        if game.is_over:
            break
        direction = player.choose(game.position)
        game.play(direction)
        page.keyboard.press(KEYS[direction.value])
    page.wait_for_timeout(400)


def take_reviews() -> None:
    """Start a server, and take the review pictures in light and dark."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
        with LiveServer(Path(folder) / "db", Settings(limits=UNLIMITED)) as live:
            for theme in ("light", "dark"):
                visit = Visit(browser, color_scheme=theme, viewport={"width": 940, "height": 900})
                take_review(visit.page(live.url), theme)
                visit.context.close()
        browser.close()


def take_review(page: Page, theme: str) -> None:
    """Play a game, review it, go to the last turning point, and take a picture."""
    page.click("button[data-kind=connect4]")
    page.keyboard.type(REVIEWED, delay=20)
    page.locator("#banner").get_by_role("button", name="Review").click()
    page.wait_for_selector("#review-moves li")
    for _ in range(2):
        eventually(page, lambda: "Looking" not in page.inner_text("#review-progress"), 300)
        if page.locator("#review-deeper").is_visible():
            page.click("#review-deeper")
            page.wait_for_timeout(500)
    page.locator("#review-moves .turn").last.click()
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(400)
    page.screenshot(path=FOLDER / f"review-{theme}.png")


if __name__ == "__main__":
    take_reviews() if sys.argv[1:] == ["review"] else main()
