"""Helpers that read and use the page like a player."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

from slidedrop.twenty48 import Game, Rules
from tests.attempt import tried

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

SEED: Final = "-9007199254740995"
"""A seed below the integers that JavaScript's numbers represent exactly."""


def played(seed: str, *moves: str, size: int = 4) -> Game:
    """Return the same game of 2048, played in Python."""
    game = Game(Rules(size=size), seed=int(seed))
    for move in moves:
        tried(game, move)
    return game


def board(page: Page, empty: str = "empty") -> list[int]:
    """Return the tiles of 2048 as a screen reader reads them, row by row; `empty` is its word for an empty cell."""
    texts = page.locator("#stage table td").all_text_contents()
    return [0 if text == empty else int(text) for text in texts]


def drawn_board(page: Page) -> list[int]:
    """Return the tiles of 2048 as they are drawn, after all animations."""
    eventually(page, lambda: page.locator(".tile").count() == sum(value > 0 for value in board(page)))
    size = round(len(board(page)) ** 0.5)
    tiles = page.locator(".tile").evaluate_all(
        """tiles => tiles.map(({ style, dataset }) =>
            [+style.getPropertyValue("--x"), +style.getPropertyValue("--y"), +dataset.value])"""
    )
    cells = [0] * (size * size)
    for x, y, value in tiles:
        cells[y * size + x] = value
    assert len(tiles) == sum(value > 0 for value in cells), "two tiles lie on one another"
    return cells


def discs(page: Page) -> list[str]:
    """Return the rows of Connect-4 as a screen reader reads them: r, b or . for each cell, ? for a cell without a text.

    A page that opens a link first shows its last game of 2048.
    """
    letters = {"empty": ".", "red": "r", "blue": "b", "yellow": "b"}
    rows = page.locator("#stage table tr").all()
    return ["".join(letters.get(text, "?") for text in row.locator("td").all_text_contents()) for row in rows]


def count(page: Page, name: str) -> int:
    """Return a number beside the board: score, best, moves or undos."""
    return int(page.locator(f"#{name}").inner_text().replace(",", ""))


def sideways(page: Page) -> int:
    """Return by how many pixels the widest element extends beyond the page, without the width of a scrollbar."""
    beyond: int = page.evaluate(
        "document.documentElement.scrollWidth - Math.ceil(document.documentElement.getBoundingClientRect().width)"
    )
    return beyond


def set_up(page: Page, position: str) -> None:
    """Play from a board that is typed in."""
    is_closed = not page.locator("#edit").is_visible()
    if is_closed:
        page.click("#analyse summary")
    page.click("#edit")
    page.fill("#editor [name=text]", position)
    page.press("#editor [name=text]", "Tab")
    page.click("#editor [type=submit]")
    if is_closed:
        page.click("#analyse summary")


def resign(page: Page) -> None:
    """Press Resign, which is in the menu."""
    if not page.locator("#resign").is_visible():
        page.click("#more summary")
    page.click("#resign")


def begin_seeded(page: Page, seed: str, size: str = "4", rules: str = "classic") -> None:
    """Start a game of 2048 with a seed."""
    page.click("#options")
    all_rules(page)
    page.select_option("#new-2048 [name=size]", size)
    page.select_option("#new-2048 [name=rules]", rules)
    page.fill("#new-2048 [name=seed]", seed)
    page.click("#new-2048 [type=submit]")


def choose(page: Page, player: str) -> None:
    """Choose an opponent in the dialog of a new game of Connect-4, once it is listed."""
    page.check(f"#new-connect4 [name=against][value='{player}']", force=True)


def all_rules(page: Page) -> None:
    """Show all rules in the dialog of a new game that is open."""
    page.wait_for_selector("dialog.new-game[open]")
    if page.locator("dialog.new-game[open] details:not([open])").count():
        page.click("dialog.new-game[open] summary")


def coached(page: Page) -> None:
    """Turn the coach on in the settings."""
    page.click("#theme")
    page.check("#colours [name=coach]")
    page.click("#colours [data-close]")


def warned(page: Page, key: str) -> None:
    """Press a key once the coach has analysed the board, and wait for its warning."""
    page.wait_for_selector("#stage[data-coach=ready]")
    press(page, key)
    page.wait_for_selector("#warning:visible")


def press(page: Page, *keys: str) -> None:
    """Press keys one after the other."""
    for key in keys:
        page.keyboard.press(key)


def worker_ready(page: Page) -> None:
    """Wait until the service worker for offline play is ready."""
    code = "navigator.serviceWorker.getRegistration().then((found) => Boolean(found?.active))"
    eventually(page, lambda: bool(page.evaluate(code)))


def settled(page: Page) -> None:
    """Wait until all animations except endless ones have ended."""
    ends = """Promise.allSettled(document.getAnimations()
        .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity).map(({ finished }) => finished))"""
    page.evaluate(f"() => Promise.race([{ends}, new Promise((resolve) => setTimeout(resolve, 10_000))])")


def eventually(page: Page, happens: Callable[[], bool], seconds: float = 90) -> None:
    """Wait until a condition holds, with growing pauses; the page's security policy forbids conditions as text."""
    end, pause = monotonic() + seconds, 20.0
    while not happens():
        assert monotonic() < end, "it did not happen in time"
        page.wait_for_timeout(pause)
        pause = min(250, 1.3 * pause)
