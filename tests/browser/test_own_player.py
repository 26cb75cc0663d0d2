"""Tests that a player added by the server's owner is offered on the page and plays there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidedrop.web.app import Settings
from tests.browser.playing import choose, discs, eventually
from tests.browser.test_with_server import visitor
from tests.web.running import UNLIMITED, LiveServer

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

BOT = """
class Right:
    def choose(self, position):
        return position.legal_moves()[-1]
"""


def test_a_custom_player_of_the_server_can_be_chosen_and_answers(browser: Browser, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(BOT)
    settings = Settings(limits=UNLIMITED, engine_processes=1, own_players={"own:1": f"{bot}:Right"})
    with LiveServer(tmp_path / "db", settings) as live, visitor(browser) as visit:
        page = visit.page(live.url)
        page.click("button[data-kind=connect4]")
        page.click("#options")
        page.wait_for_selector("#new-connect4 [value='own:1']", state="attached")
        choose(page, "own:1")
        page.click("#new-connect4 [type=submit]")
        page.keyboard.press("4")
        eventually(page, lambda: discs(page)[-1] == "...r..b", 30)
