"""Tests of today's board: start without a name, share the result as a picture and a text, and count the streak."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from slidedrop.games import game_spec
from slidedrop.records.daily import seed_of_day
from slidedrop.twenty48 import Direction, Game
from tests.browser.axe import THEMES, findings
from tests.browser.playing import board, count, eventually, press, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page


def day_before(days: int) -> str:
    """Return the UTC date of some days ago."""
    return (datetime.now(UTC).date() - timedelta(days)).isoformat()


def finished_game(day: str) -> Game:
    """Return a game on the board of a day, played to its end."""
    game = Game(seed=seed_of_day(game_spec("2048"), day))
    while not game.is_over:
        game.play(game.legal_moves()[0])
    return game


def keep(page: Page, day: str, game: Game) -> None:
    """Save a finished game in the page's store."""
    summary = {"rules": "4x4 classic", "score": game.score, "moves": len(game.turns), "finished": True}
    letters = {"up": "w", "down": "s", "left": "a", "right": "d"}
    saved = {
        "id": day.replace("-", "").rjust(32, "0"),
        "header": {"version": 1, **game.header()},
        "commands": "".join(letters[move] for move in game.line()),
        "name": "",
        "at": 1,
        "link": None,
        "summary": {"takeBacks": 0, "hints": 0, **summary},
    }
    page.evaluate(
        "([key, text]) => localStorage.setItem(key, text)", [f"slidedrop:game:{saved['id']}", json.dumps(saved)]
    )


def test_the_daily_board_starts_at_once_and_its_result_can_be_shared(page: Page) -> None:
    for days in (1, 2):
        keep(page, day_before(days), finished_game(day_before(days)))
    page.click("#open-daily")
    same = Game(seed=seed_of_day(game_spec("2048"), day_before(0)))
    eventually(page, lambda: board(page) == list(same.board.tiles))
    press(page, "u", "ArrowLeft", "ArrowUp")
    for move in ("left", "up"):
        same.play(Direction(move))
    assert board(page) == list(same.board.tiles)

    page.click("#new")
    page.click("#open-daily")
    eventually(page, lambda: board(page) == list(same.board.tiles))  # a board that is not finished is continued
    while not same.is_over:
        same.play(same.legal_moves()[0])
        press(page, {"up": "w", "down": "s", "left": "a", "right": "d"}[same.line()[-1]])
    settled(page)
    assert count(page, "score") == same.score
    page.locator("#banner").get_by_role("button", name="Result").click()
    page.wait_for_selector("#daily[open]")
    points = f"{same.score:,} points"
    assert points in page.inner_text("#daily")
    assert "3 days " in page.inner_text("#daily-streak")
    line = page.inner_text("#daily-line")
    assert points in line
    assert line.endswith(page.url)
    drawn = page.locator("#daily canvas").evaluate(
        "canvas => new Set(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data).size"
    )
    assert drawn > 20, "the picture shows a board"
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click()
    assert download.value.suggested_filename == f"slidedrop-{day_before(0)}.png"
    assert [finding for theme in THEMES for finding in findings(page, "daily", theme)] == []
    press(page, "Escape")
    page.click("#new")
    page.click("#open-daily")
    page.wait_for_selector("#daily[open]")
    assert page.locator("#daily .daily-score").inner_text().startswith(points)
