"""Tests of the page on a static host without a server, as document 002 requires."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Final

import pytest

from slidedrop.web.site import write_site
from tests.browser.conftest import StaticHost, Visit
from tests.browser.playing import SEED, begin_seeded, board, count, drawn_board, eventually, played, press, set_up

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

KEYS: Final = {"ArrowLeft": "left", "w": "up", "l": "right", "s": "down", "ArrowUp": "up", "a": "left", "j": "down"}


@pytest.mark.requirement("R-002-20")
def test_the_page_starts_with_a_random_position(visit: Visit, host: StaticHost, browser: Browser) -> None:
    boards = {tuple(board(visit.page(host.url)))}
    for _ in range(2):
        other = Visit(browser)
        boards.add(tuple(board(other.page(host.url))))
        other.context.close()
    assert all(sum(tile > 0 for tile in tiles) == 2 for tiles in boards)
    assert len(boards) > 1


@pytest.mark.requirement("R-002-21", "R-002-22", "R-002-23")
def test_keys_move_the_tiles_as_python_does_and_board_and_score_follow(page: Page) -> None:
    begin_seeded(page, SEED)
    for done in range(1, len(KEYS) + 1):
        press(page, list(KEYS)[done - 1])
        game = played(SEED, *list(KEYS.values())[:done])
        assert board(page) == list(game.board.tiles)
        assert count(page, "score") == game.score
        assert count(page, "moves") == len(game.turns)
    assert drawn_board(page) == list(game.board.tiles)
    page.click("#more summary")
    page.click("#details")
    assert SEED in page.inner_text("#game-details-list")


@pytest.mark.requirement("R-002-24")
def test_new_game_asks_first_and_saves_the_old_game(page: Page) -> None:
    begin_seeded(page, "7")
    press(page, "ArrowLeft", "ArrowUp", "ArrowLeft")
    before = board(page)
    page.click("#options")
    page.click("#new-2048 [data-close]")
    assert board(page) == before
    page.click("#options")
    page.click("#new-2048 [type=submit]")
    assert sum(tile > 0 for tile in board(page)) == 2
    assert count(page, "score") == 0
    page.click("#open-games")
    page.locator("#games-list li", has_text="3 moves").get_by_role("button", name="Open").click()
    assert board(page) == before


@pytest.mark.requirement("R-002-25")
def test_game_over_is_shown_on_the_board(page: Page) -> None:
    set_up(page, "2,4,8/16,32,64/4,256,256")
    seen = page.locator("#banner", has_text="Game over")
    for _ in range(12):
        if seen.count():
            break
        press(page, "ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp")
    assert seen.is_visible()
    assert "Game over" in page.inner_text("#live")
    seen.get_by_role("button", name="Undo").click()
    assert not seen.count()


@pytest.mark.requirement("R-002-26")
def test_a_win_is_shown_on_the_board_and_play_continues(page: Page) -> None:
    set_up(page, "1024,1024,0,0/0,0,0,0/0,0,0,0/0,0,0,2")
    press(page, "ArrowLeft")
    page.locator("#banner", has_text="2048!").get_by_role("button", name="Keep playing").click()
    assert not page.locator("#banner").count()
    assert count(page, "score") == 2048
    press(page, "ArrowRight", "ArrowDown")
    assert count(page, "moves") >= 2


@pytest.mark.parametrize("start", ["n", "#new"])
def test_new_restarts_with_the_same_rules_and_offers_the_previous_game(page: Page, start: str) -> None:
    begin_seeded(page, "7", size="5")
    press(page, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
    before = board(page)
    page.click(start) if start.startswith("#") else press(page, start)
    eventually(page, lambda: count(page, "moves") == 0)
    assert len(board(page)) == 25
    page.click("#note button:has-text('Previous game')")
    assert board(page) == before


def test_your_game_resumes_after_watching_the_computer(page: Page) -> None:
    press(page, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
    before, moves = board(page), count(page, "moves")
    page.click("#watch")
    eventually(page, lambda: "watching" in page.inner_text("#about") and count(page, "moves") > 0)
    assert page.inner_text("#watch") == "Stop watching"
    page.click("#watch")
    eventually(page, lambda: board(page) == before)
    press(page, "ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp")
    assert count(page, "moves") > moves
    assert page.inner_text("#watch") == "Watch the computer"


@pytest.mark.requirement("R-002-27")
def test_newcomers_see_one_line_of_help_and_more_behind_the_question_mark(page: Page) -> None:
    assert "arrow keys" in page.inner_text("#how")
    page.click("#open-help")
    assert "twice the value" in page.inner_text("#help")
    press(page, "Escape")
    assert page.locator("#help").is_hidden()


@pytest.mark.requirement("R-002-29")
def test_the_page_works_from_a_subfolder_of_a_static_host(visit: Visit, site: Path, tmp_path: Path) -> None:
    shutil.copytree(site, tmp_path / "some" / "where")
    host = StaticHost(tmp_path, "/some/where/")
    page = visit.page(host.url)
    press(page, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
    assert count(page, "moves") > 0
    assert "this device" in page.inner_text("#saved")
    page.click("#hint")
    page.wait_for_selector("#advice:has-text('leaves')")
    host.close()


def test_a_set_up_board_gets_advice_without_a_server(page: Page) -> None:
    page.click("#edit")
    page.click("#editor-ask")
    page.wait_for_selector("#editor-advice:has-text('leaves')")


def test_a_missing_engine_is_reported_and_play_continues(visit: Visit, tmp_path: Path) -> None:
    write_site(tmp_path / "bare")
    shutil.rmtree(tmp_path / "bare" / "engine")
    host = StaticHost(tmp_path / "bare")
    page = visit.page(host.url)
    page.click("#hint")
    page.wait_for_selector("#advice:has-text('not be loaded')")
    press(page, "ArrowLeft", "ArrowUp")
    assert count(page, "moves") > 0
    visit.noise[:] = [sound for sound in visit.noise if "404" not in sound]
    host.close()
