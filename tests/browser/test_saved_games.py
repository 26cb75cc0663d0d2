"""Tests that games survive reloads, tabs, links and files, and that only the requested games are removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidedrop.core.arguments import require_type
from slidedrop.core.command import Command
from slidedrop.records.replay import read_record, replay
from slidedrop.records.share import read_code, write_code
from slidedrop.twenty48 import Game
from tests.browser.conftest import StaticHost, Visit
from tests.browser.playing import SEED, begin_seeded, board, count, eventually, played, press, set_up, worker_ready

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page


def test_a_reload_restores_the_game_even_offline(browser: Browser, site: Path) -> None:
    host, visit = StaticHost(site), Visit(browser, worker=True)
    page = visit.page(host.url)
    begin_seeded(page, SEED)
    press(page, "ArrowLeft")
    worker_ready(page)
    stored = "caches.match('js/main.js').then(Boolean)"
    eventually(page, lambda: page.evaluate(stored))
    page.reload()
    page.wait_for_selector("#saved:not(:empty)")
    host.close()
    page.reload()
    page.wait_for_selector("#saved:not(:empty)")
    press(page, "ArrowUp")
    assert board(page) == list(played(SEED, "left", "up").board.tiles)
    assert "this device" in page.inner_text("#saved"), "files alone can sync nothing"
    visit.context.close()
    assert [noise for noise in visit.noise if not noise.startswith("failed")] == []


def test_two_tabs_stay_in_sync(visit: Visit, host: StaticHost) -> None:
    one = visit.page(host.url)
    begin_seeded(one, SEED)
    other = visit.page(host.url)
    assert board(other) == board(one)
    press(one, "ArrowLeft")
    eventually(other, lambda: count(other, "moves") == 1)
    press(other, "ArrowUp")
    eventually(one, lambda: count(one, "moves") == 2)
    assert board(one) == board(other) == list(played(SEED, "left", "up").board.tiles)


def test_python_reads_a_2048_link_from_the_page(page: Page) -> None:
    begin_seeded(page, SEED, "3")
    press(page, "ArrowLeft", "ArrowUp", "u", "ArrowRight")
    page.click("#open-share")
    link = page.locator("#share-links input").first.input_value()
    game = read_code(link.partition("#game=")[2])
    assert isinstance(game, Game)
    assert list(game.board.tiles) == board(page)
    assert game.take_backs == 1


def test_python_reads_a_connect4_link_from_the_page(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    press(page, *"4453")
    page.click("#open-share")
    link = page.locator("#share-links input").first.input_value()
    assert read_code(link.partition("#game=")[2]).line() == ["4", "4", "5", "3"]


def test_a_link_can_be_shown_as_qr_code_and_hidden_again(page: Page) -> None:
    page.click("#open-share")
    for seen in (1, 0):
        page.locator("#share-links").get_by_role("button", name="QR code").first.click()
        assert page.locator("#share-links svg.qr").count() == seen


def test_a_share_code_from_python_opens_on_the_page_and_is_stored_once(visit: Visit, host: StaticHost) -> None:
    game = played(SEED, "left", "up", "right", size=6)
    for command in ("undo", "redo", "hint"):
        game.do(Command.from_json(command))
    link = f"{host.url}#game={write_code(game)}"
    page = visit.page(link)
    assert board(page) == list(game.board.tiles)
    assert count(page, "undos") == 1
    assert "#" not in page.url
    again = visit.page(link)
    again.click("#open-games")
    again.wait_for_selector("#games-list li")
    assert again.locator("#games-list li", has_text="a shared game").count() == 1


def test_a_damaged_share_code_shows_an_error(visit: Visit, host: StaticHost) -> None:
    code = write_code(played(SEED, "left"))
    page = visit.page(f"{host.url}#game={code[:-3]}")
    page.wait_for_selector("#note:has-text('checksum')")
    assert sum(tile > 0 for tile in board(page)) == 2


def test_python_reads_an_exported_file_and_the_page_imports_it_again(page: Page, tmp_path: Path) -> None:
    begin_seeded(page, SEED)
    press(page, "ArrowLeft", "ArrowUp", "u")
    page.click("#open-share")
    with page.expect_download() as download:
        page.click("#export")
    file = tmp_path / "one.game"
    download.value.save_as(file)
    game = replay(read_record(file.read_bytes(), "the file"))
    assert list(require_type(game, Game, "a game of 2048").board.tiles) == board(page)
    page.click("#share [data-close]")
    kept = board(page)
    begin_seeded(page, "1")
    page.click("#open-games")
    page.wait_for_selector("#games[open]")
    page.set_input_files("#import", file)
    page.wait_for_selector("#games", state="hidden")
    assert board(page) == kept


def test_a_game_is_removed_only_after_asking(page: Page) -> None:
    begin_seeded(page, "3")
    press(page, "ArrowLeft")
    begin_seeded(page, "4")
    page.click("#open-games")
    old = page.locator("#games-list li", has_text="· 1 move")
    old.get_by_role("button", name="Remove").click()
    page.click("#ask [data-close]")
    assert old.count() == 1
    old.get_by_role("button", name="Remove").click()
    page.click("#ask-yes")
    eventually(page, lambda: old.count() == 0)


def test_a_link_with_65536_undos_opens_fast_and_is_stored_once(visit: Visit, host: StaticHost) -> None:
    game = played("7", "left", "up")
    game.take_backs = 65536
    link = f"{host.url}#game={write_code(game)}"
    page = visit.page(host.url)
    for _ in range(2):
        page.goto("about:blank")
        page.goto(link)
        page.wait_for_selector("#saved:not(:empty)")
        eventually(page, lambda: board(page) == list(game.board.tiles), 5)
    stored = page.evaluate("() => Object.entries(localStorage).filter(([, text]) => text.includes('a shared game'))")
    assert len(stored) == 1
    assert len(stored[0][1]) < 4_000


def test_a_watched_game_is_not_saved_and_a_reload_restores_your_game(page: Page) -> None:
    begin_seeded(page, SEED)
    press(page, "ArrowLeft", "ArrowUp")
    own = board(page)
    page.click("#watch")
    eventually(page, lambda: count(page, "moves") > 3)
    press(page, "u")
    assert count(page, "undos") == 0
    page.reload()
    page.wait_for_selector("#saved:not(:empty)")
    assert board(page) == own
    press(page, "ArrowLeft", "ArrowDown", "ArrowRight")
    assert count(page, "moves") > 2
    page.click("#open-games")
    page.wait_for_selector("#games[open]")
    assert page.locator("#games-list li").count() == 1
    page.click("#games summary")
    lines = page.locator("#statistics-list > li").all_inner_texts()
    assert len(lines) == 1
    assert "Games\n1\nBest" in lines[0]


def test_new_game_while_watching_the_computer_offers_your_previous_game(page: Page) -> None:
    begin_seeded(page, SEED)
    press(page, "ArrowLeft", "ArrowUp")
    own = board(page)
    page.click("#watch")
    eventually(page, lambda: count(page, "moves") > 3)
    page.click("#new")
    page.click("#note button")
    assert board(page) == own
    press(page, "ArrowLeft", "ArrowDown", "ArrowRight")
    assert count(page, "moves") > 2


def test_switching_games_while_watching_the_computer_restores_your_board(page: Page) -> None:
    begin_seeded(page, SEED)
    press(page, "ArrowLeft", "ArrowUp")
    own = board(page)
    page.click("#watch")
    eventually(page, lambda: count(page, "moves") > 3)
    page.click("button[data-kind=connect4]")
    page.click("button[data-kind='2048']")
    eventually(page, lambda: board(page) == own)
    press(page, "ArrowLeft", "ArrowDown", "ArrowRight")
    assert count(page, "moves") > 2


def test_to_watch_after_the_end_of_a_game_starts_a_new_one_for_the_computer(page: Page) -> None:
    set_up(page, "8,16,32/64,128,256/0,8,16")
    press(page, "ArrowLeft")
    page.wait_for_selector("#banner:visible")
    over = board(page)
    page.click("#watch")
    eventually(page, lambda: count(page, "moves") > 1)
    assert not page.locator("#banner").is_visible()
    assert len(board(page)) == 9, "by the same rules"
    page.click("#watch")
    eventually(page, lambda: board(page) == over)
