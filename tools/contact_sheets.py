"""Make contact sheets of the page: every screen at eight window sizes, light and dark.

    python tools/contact_sheets.py FOLDER [--screens hint,win] [--sizes 390x664] [--themes dark]

Each picture is also saved separately. It uses a real server and Chromium, and waits for engines.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.browser.conftest import FLAGS, browser_path
from tests.browser.playing import set_up
from tests.web.running import LiveServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from playwright.sync_api import Browser, Page

PHONES: Final = ("320x568", "360x640", "390x664", "412x732", "844x390")
DESKTOPS: Final = ("1280x720", "1366x768", "2560x1440")
THEMES: Final = ("light", "dark")
LATE: Final = "2,4,8,4/16,32,64,8/4,128,256,512/2,2,1024,4"
ALMOST: Final = "2,4,8,4/16,32,64,8/4,128,256,512/2,8,1024,1024"
CELL: Final = (320, 300)
"""The maximum size of a picture on a sheet."""


def mid_game(page: Page) -> None:
    """Set up a late board of 2048."""
    set_up(page, LATE)
    page.wait_for_timeout(300)


def hint(page: Page) -> None:
    """Ask for a hint."""
    mid_game(page)
    page.click("#hint")
    page.wait_for_selector("#advice:not([hidden])", timeout=30_000)


def win(page: Page) -> None:
    """Make 2048."""
    set_up(page, ALMOST)
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#banner")
    page.wait_for_timeout(700)


def discs(page: Page) -> None:
    """Play a few discs against the default opponent."""
    page.click("[data-kind=connect4]")
    for column in "44355":
        page.keyboard.press(column)
        page.wait_for_timeout(900)


def line(page: Page) -> None:
    """End a game of Connect-4."""
    page.evaluate("localStorage.setItem('slidedrop:against', 'here')")
    page.click("[data-kind=connect4]")
    for column in "4455667":
        page.keyboard.press(column)
        page.wait_for_timeout(350)
    page.wait_for_timeout(900)


def review(page: Page) -> None:
    """Review a short game."""
    for _ in range(12):
        for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"):
            page.keyboard.press(key)
    page.evaluate("document.querySelector('#analyse').open = true")
    page.click("#look")
    page.wait_for_timeout(5000)


def games(page: Page) -> None:
    """Play three games and open their list."""
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown") * 6:
        page.keyboard.press(key)
    page.click("#new")
    for key in ("ArrowLeft", "ArrowDown") * 9:
        page.keyboard.press(key)
    line(page)
    page.click("#open-games")
    page.wait_for_timeout(500)


def pressed(selector: str) -> Callable[[Page], None]:
    """Return a function that opens a screen with one click."""

    def press(page: Page) -> None:
        if page.locator(selector).count():
            page.click(selector)
        page.wait_for_timeout(1500)

    return press


def opponents(page: Page) -> None:
    """Open the options of Connect-4."""
    page.click("[data-kind=connect4]")
    page.click("#options")
    page.wait_for_timeout(1000)


def columns(page: Page) -> None:
    """Ask for a hint in Connect-4."""
    page.click("[data-kind=connect4]")
    page.keyboard.press("4")
    page.wait_for_timeout(1500)
    page.keyboard.press("i")
    page.wait_for_selector("#advice .hint-bar", timeout=30_000)


def room(page: Page) -> None:
    """Open a room and join it."""
    page.goto(f"{page.url}room/")
    page.fill("[name=title]", "Class 7b")
    page.click("#open [type=submit]")
    page.wait_for_selector("#hall:visible")
    page.fill("#join [name=name]", "Ann")
    page.click("#join button")
    page.click("#start")
    page.wait_for_timeout(1000)
    page.evaluate("scrollTo(0, 0)")


SCREENS: Final[dict[str, Callable[[Page], None]]] = {
    "first": lambda page: page.wait_for_timeout(300),
    "mid-game": mid_game,
    "hint": hint,
    "columns": columns,
    "win": win,
    "discs": discs,
    "line": line,
    "review": review,
    "options": pressed("#options"),
    "opponents": opponents,
    "puzzle": pressed("#open-puzzles"),
    "games": games,
    "help": pressed("#open-help"),
    "daily": pressed("#open-daily"),
    "room": room,
}
"""The function that opens each screen from a first visit."""


def taken(browser: Browser, url: str, folder: Path, screen: str, theme: str, sizes: list[str]) -> Iterable[Path]:
    """Save a screen at each size."""
    for group, is_phone in ((PHONES, True), (DESKTOPS, False)):
        for size in (one for one in group if one in sizes):
            width, height = map(int, size.split("x"))
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if theme == "dark" else "light",
                has_touch=is_phone,
                is_mobile=is_phone,
            )
            page = context.new_page()
            page.goto(url)
            page.wait_for_selector("#saved:not(:empty)", state="attached")
            SCREENS[screen](page)
            path = folder / f"{screen}-{size}-{theme}.png"
            page.screenshot(path=path)
            context.close()
            yield path


def sheet(rows: list[list[Path]], path: Path) -> None:
    """Put pictures side by side, a row for each screen."""
    whole = Image.new("RGB", (CELL[0] * max(map(len, rows)), CELL[1] * len(rows)), "#808080")
    draw = ImageDraw.Draw(whole)
    for y, row in enumerate(rows):
        for x, file in enumerate(row):
            with Image.open(file) as picture:
                picture.thumbnail((CELL[0] - 8, CELL[1] - 20))
                whole.paste(picture, (x * CELL[0] + 4, y * CELL[1] + 16))
            draw.text((x * CELL[0] + 4, y * CELL[1] + 2), file.stem, fill="#ffffff")
    whole.save(path)


def main() -> None:
    """Make the sheets that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--screens", default=",".join(SCREENS))
    parser.add_argument("--sizes", default=",".join(PHONES + DESKTOPS))
    parser.add_argument("--themes", default=",".join(THEMES))
    wishes = parser.parse_args()
    wishes.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, LiveServer(Path(data) / "db") as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
        for theme in wishes.themes.split(","):
            sizes = wishes.sizes.split(",")
            screens = wishes.screens.split(",")
            rows = [list(taken(browser, f"{server.url}/", wishes.folder, one, theme, sizes)) for one in screens]
            sheet(rows, wishes.folder / f"sheet-{theme}.png")
        browser.close()


if __name__ == "__main__":
    main()
