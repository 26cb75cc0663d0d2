"""Tests that the page plays, hints and analyses on a static host with the network cut after the first load."""

from __future__ import annotations

import re
import socket
from typing import TYPE_CHECKING

import pytest

from slidedrop.connect4 import Position
from slidedrop.connect4.engine.perfect import analyse
from slidedrop.connect4.notation import write_move
from slidedrop.web.site import STATIC, content_of, service_worker, site_files
from tests.browser.axe import findings
from tests.browser.conftest import StaticHost, Visit
from tests.browser.playing import board, choose, count, discs, eventually, press, worker_ready
from tests.browser.test_analysis import values, wait_reviewed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

LISTED = """async () => {
  const names = Object.values(await (await fetch("engine/files.json")).json());
  const wanted = names.map(([name]) => name).filter((name) => !name.startsWith("strong-"));
  const kept = await Promise.all(wanted.map((name) => caches.match(`engine/${name}`)));
  return kept.every(Boolean);
}"""


@pytest.fixture(scope="module")
def cut_off(browser: Browser, site: Path) -> Iterator[Page]:
    """A page that has been loaded once and then lost its host."""
    host, visit = StaticHost(site), Visit(browser, worker=True)
    page = visit.page(host.url)
    worker_ready(page)
    eventually(page, lambda: bool(page.evaluate(LISTED)))
    host.close()
    page.reload()
    page.wait_for_selector("#saved:not(:empty)")
    yield page
    visit.context.close()
    assert [sound for sound in visit.noise if not sound.startswith("failed")] == []


def begin_against(page: Page, player: str) -> None:
    """Start a game of Connect-4 against a computer, as red."""
    page.click("button[data-kind=connect4]")
    page.click("#options")
    choose(page, player)
    page.click("#new-connect4 [type=submit]")


def position_on(page: Page) -> Position:
    """Return the position on the board."""
    signs = {"r": 0, "b": 1, ".": None}
    return Position.from_rows([[signs[cell] for cell in row] for row in discs(page)])


def play_to_the_end(page: Page, *, well: bool) -> str:
    """Play red against the computer with the best or the worst moves; return the symbol at the end."""
    for _ in range(21):  # a disc per move, and no board has more cells
        if page.locator("#banner").count():
            break
        position = position_on(page)
        worths = {move: solution.low for move, solution in analyse(position, seconds=0.5).values.items()}
        pick = max if well else min
        press(page, write_move(pick(worths, key=worths.__getitem__)))
        before = position.discs
        eventually(page, lambda: page.locator("#banner").count() > 0 or position_on(page).discs == before + 2)  # noqa: B023
    return page.inner_text("#banner")


def test_offline_the_beginner_loses_and_the_perfect_player_wins(cut_off: Page) -> None:
    begin_against(cut_off, "beginner")
    assert "You won" in play_to_the_end(cut_off, well=True)
    begin_against(cut_off, "perfect")
    assert "Perfect won" in play_to_the_end(cut_off, well=False)


def test_values_hint_and_review_work_offline(cut_off: Page) -> None:
    begin_against(cut_off, "here")
    press(cut_off, *"44354334556271")
    cut_off.click("#scores")
    eventually(cut_off, lambda: "Column 3: win in 1, best" in values(cut_off))
    assert findings(cut_off, "scores offline", "light") == []
    cut_off.click("#scores")
    cut_off.click("#hint")
    cut_off.wait_for_selector("#advice:has-text('Column 3: wins with')")
    press(cut_off, "3")
    cut_off.locator("#banner").get_by_role("button", name="Review").click()
    wait_reviewed(cut_off)
    assert "turned at move" in cut_off.inner_text("#review-sum")
    press(cut_off, "Escape")


def test_2048_hint_and_watching_work_offline_and_a_reload_restores_the_game(cut_off: Page) -> None:
    cut_off.click("button[data-kind='2048']")
    cut_off.click("#hint")
    cut_off.wait_for_selector("#advice:has-text('leaves')")
    own = board(cut_off)
    cut_off.click("#watch")
    eventually(cut_off, lambda: count(cut_off, "moves") > 5)
    cut_off.click("#watch")
    assert board(cut_off) == own
    press(cut_off, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
    before = board(cut_off)
    cut_off.reload()
    cut_off.wait_for_selector("#saved:not(:empty)")
    assert board(cut_off) == before
    assert findings(cut_off, "2048 offline", "light") == []


def test_a_stalled_network_does_not_delay_the_board(browser: Browser, site: Path) -> None:
    host, visit = StaticHost(site), Visit(browser, worker=True)
    page = visit.page(host.url)
    worker_ready(page)
    eventually(page, lambda: bool(page.evaluate(LISTED)))
    port = int(host.url.rstrip("/").rpartition(":")[2])
    host.close()
    with socket.create_server(("127.0.0.1", port), backlog=64):  # it takes connections and never answers
        page.reload(wait_until="commit")
        page.wait_for_selector("#stage table td")
        press(page, "ArrowLeft", "ArrowUp", "ArrowRight")
        eventually(page, lambda: page.locator("#moves").inner_text() != "0")
    visit.context.close()


def test_the_name_of_the_cache_changes_with_any_file_of_the_page() -> None:
    files = site_files()
    worker = content_of(files["sw.js"])
    assert b'"slidedrop-0"' not in worker
    assert content_of(site_files()["sw.js"]) == worker
    changed = {**files, "sw.js": STATIC / "sw.js", "css/look.css": b"body {}"}
    stored = re.findall(r'"([^"]+)"', worker.decode().partition("const SHELL = [")[2].partition("]")[0])[1:]
    assert service_worker(changed, stored) != worker
    assert service_worker({**files, "sw.js": STATIC / "sw.js"}, stored) == worker
