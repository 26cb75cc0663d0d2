"""Tests that one game continues in every interface: full screen, plain text, browser, and back."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from slidedrop.core.arguments import require_type
from slidedrop.records.library import Library
from slidedrop.records.replay import replay
from slidedrop.records.share import read_code
from slidedrop.twenty48.game import Game
from tests.browser.playing import board, count, press
from tests.terminal.full.real_terminal import DOWN, LEFT, RIGHT, Terminal, kept, settled

if TYPE_CHECKING:
    from tests.browser.conftest import StaticHost, Visit


def plain(*arguments: str, typed: str = "") -> str:
    """Run the program on a pipe, and return its output."""
    command = [sys.executable, "-m", "slidedrop", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=True).stdout


def tiles(number: int) -> list[int]:
    return list(require_type(replay(Library().record(number)), Game, "a game of 2048").board.tiles)


def test_a_game_continues_from_full_screen_to_plain_text_to_browser_and_back(visit: Visit, host: StaticHost) -> None:
    full = Terminal()
    full.begin("2")
    full.press(LEFT, DOWN, RIGHT, "u")
    full.see("Undos          1")
    begun = settled(full, 1, 1)
    full.press("q")
    full.see("Continue 2048")
    full.press("q")
    assert full.ended() == 0

    plain("2048", "--resume", "1", typed="up\nleft\ndown\nright\nq\n")
    written = kept(1)
    assert written[: len(begun)] == begun
    assert len(written) > len(begun)

    page = visit.page(f"{host.url}#game={plain('share', '1').strip()}")
    assert board(page) == tiles(1)
    assert (count(page, "moves"), count(page, "undos")) == (len(written), 1)
    press(page, "ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp")
    page.click("#open-share")
    code = page.locator("#share-links input").first.input_value().partition("#game=")[2]
    shared = read_code(code).line()
    assert shared[: len(written)] == written
    assert len(shared) > len(written)

    plain("2048", "--from", code, typed="q\n")
    assert (kept(2), tiles(2)) == (shared, board(page))
    again = Terminal()
    again.see("Continue 2048")
    again.press("c")
    again.see("·  game 2")
    again.press(LEFT, DOWN, RIGHT, "w")
    back = settled(again, 2, len(shared) + 1)
    again.remove()
    assert back[: len(shared)] == shared
    assert kept(1) == written, "the first game stands where it was left"
