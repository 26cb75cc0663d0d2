"""The page without any server: both games play from a static host, offline too, and nothing is lost."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Final

import pytest

from slidedrop.core.command import Command
from slidedrop.records.replay import read_record, replay
from slidedrop.records.share import read_code, write_code
from slidedrop.twenty48 import Direction, Game, Rules
from tests.browser.conftest import STATIC, StaticHost, Visit
from tests.browser.playing import begin_seeded, board, count, discs, drawn_board, eventually, press, set_up

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

SEED: Final = "-9007199254740995"
"""Below what JavaScript's own numbers hold exactly."""
KEYS: Final = {"ArrowLeft": "left", "w": "up", "l": "right", "s": "down", "ArrowUp": "up", "a": "left", "j": "down"}


def played(seed: str, *moves: str, size: int = 4) -> Game:
    """Return the same game as Python plays it."""
    game = Game(Rules(size=size), seed=int(seed))
    for move in moves:
        game.move(Direction(move))
    return game


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
    assert SEED in page.inner_text("#about")


@pytest.mark.requirement("R-002-24")
def test_new_game_asks_first_and_keeps_the_old_one(page: Page) -> None:
    begin_seeded(page, "7")
    press(page, "ArrowLeft", "ArrowUp", "ArrowLeft")
    before = board(page)
    page.click("#new")
    page.click("#new-2048 [data-close]")
    assert board(page) == before
    page.click("#new")
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
def test_a_win_is_shown_on_the_board_and_play_goes_on(page: Page) -> None:
    set_up(page, "1024,1024,0,0/0,0,0,0/0,0,0,0/0,0,0,2")
    press(page, "ArrowLeft")
    page.locator("#banner", has_text="2048!").get_by_role("button", name="Keep playing").click()
    assert not page.locator("#banner").count()
    assert count(page, "score") == 2048
    press(page, "ArrowRight", "ArrowDown")
    assert count(page, "moves") >= 2


@pytest.mark.requirement("R-002-27")
def test_a_sentence_tells_newcomers_what_to_do_and_more_is_behind_the_question_mark(page: Page) -> None:
    assert "arrow keys" in page.inner_text("#how")
    press(page, "?")
    assert "twice the value" in page.inner_text("#help")
    press(page, "Escape")
    assert page.locator("#help").is_hidden()


@pytest.mark.requirement("R-002-28")
def test_no_alert_no_console_and_nothing_inline_is_left_in_the_code() -> None:
    for path in STATIC.rglob("*.js"):
        assert not re.search(r"\b(console\.|alert\(|confirm\(|prompt\(|innerHTML|debugger|eval\()", path.read_text()), (
            path
        )
    html = (STATIC / "index.html").read_text()
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", html)
    assert not re.search(r"https?://", html)


@pytest.mark.requirement("R-002-29")
def test_the_page_plays_from_a_folder_of_any_static_host(visit: Visit, tmp_path: Path) -> None:
    shutil.copytree(STATIC, tmp_path / "some" / "where")
    host = StaticHost(tmp_path, "/some/where/")
    page = visit.page(host.url)
    press(page, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
    assert count(page, "moves") > 0
    assert page.inner_text("#saved") == "Kept on this device"
    host.close()


@pytest.mark.requirement("R-002-19")
def test_the_games_modules_know_nothing_of_a_page() -> None:
    for path in (STATIC / "js" / "game").glob("*.js"):
        assert not re.search(r"\b(document|window|localStorage|fetch)\b\.?[(\w]", strip_comments(path.read_text())), (
            path
        )
        assert 'from "../' not in path.read_text()


def strip_comments(code: str) -> str:
    """Return the code without what it says about itself."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", code, flags=re.DOTALL)


def test_a_sliding_tile_keeps_its_element_and_a_merge_makes_a_new_one(page: Page) -> None:
    set_up(page, "0,0,4/0,2,2/0,0,0")
    page.evaluate("document.querySelectorAll('.tile').forEach((tile, i) => { tile.dataset.mark = i; })")
    press(page, "ArrowLeft")
    drawn_board(page)
    marks = page.locator(".tile").evaluate_all("tiles => tiles.map(t => [t.dataset.value, t.dataset.mark ?? ''])")
    assert ["4", "0"] in marks
    assert ["4", ""] in marks


def test_undo_and_redo_bring_the_same_tile_again(page: Page) -> None:
    begin_seeded(page, SEED, "5")
    press(page, "ArrowLeft", "ArrowUp")
    after = board(page)
    press(page, "u")
    assert board(page) != after
    assert count(page, "take-backs") == 1
    press(page, "ArrowUp")
    assert board(page) == after
    page.click("#undo")
    press(page, "Control+y")
    assert board(page) == after


def test_a_swipe_moves_the_tiles(browser: Browser, host: StaticHost) -> None:
    visit = Visit(browser, has_touch=True, viewport={"width": 390, "height": 800})
    page = visit.page(host.url)
    begin_seeded(page, SEED)
    swipe(visit, page, -120, 4)
    swipe(visit, page, 3, -120)
    assert board(page) == list(played(SEED, "left", "up").board.tiles)
    assert page.evaluate("scrollY") == 0
    visit.context.close()
    assert visit.noise == []


def swipe(visit: Visit, page: Page, right: int, down: int) -> None:
    """Draw one finger over the middle of the board."""
    box = page.locator("#stage").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = visit.context.new_cdp_session(page)
    for kind, share in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 1.0)):
        touch.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x + right * share, "y": y + down * share}]}
        )
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_reload_keeps_the_game_also_without_a_network(browser: Browser) -> None:
    host, visit = StaticHost(STATIC), Visit(browser, worker=True)
    page = visit.page(host.url)
    begin_seeded(page, SEED)
    press(page, "ArrowLeft")
    page.evaluate("navigator.serviceWorker.ready")
    kept = "caches.open('slidedrop-1').then(cache => cache.keys()).then(keys => keys.length)"
    eventually(page, lambda: page.evaluate(kept) > 20)
    page.reload()
    page.wait_for_selector(".tile")
    host.close()
    page.reload()
    page.wait_for_selector(".tile")
    press(page, "ArrowUp")
    assert board(page) == list(played(SEED, "left", "up").board.tiles)
    page.wait_for_selector("#saved:has-text('Offline')")
    visit.context.close()
    assert [noise for noise in visit.noise if not noise.startswith("failed")] == []


def test_every_file_of_the_page_is_kept_for_offline_play() -> None:
    kept = set(re.findall(r'"([^"\n]+\.(?:js|css|svg))"', (STATIC / "sw.js").read_text()))
    files = {
        path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.*") if path.suffix in {".js", ".css", ".svg"}
    }
    assert kept == files - {"sw.js"}


def test_two_tabs_stay_equal(visit: Visit, host: StaticHost) -> None:
    one = visit.page(host.url)
    begin_seeded(one, SEED)
    other = visit.page(host.url)
    assert board(other) == board(one)
    press(one, "ArrowLeft")
    eventually(other, lambda: count(other, "moves") == 1)
    press(other, "ArrowUp")
    eventually(one, lambda: count(one, "moves") == 2)
    assert board(one) == board(other) == list(played(SEED, "left", "up").board.tiles)


def test_a_replay_steps_through_the_game_and_can_be_played_from(page: Page) -> None:
    begin_seeded(page, SEED)
    press(page, "ArrowLeft", "ArrowUp", "ArrowRight")
    press(page, "p")
    assert page.inner_text("#replay-count") == "0 of 3"
    assert board(page) == list(played(SEED).board.tiles)
    press(page, "ArrowRight", "ArrowRight")
    assert board(page) == list(played(SEED, "left", "up").board.tiles)
    press(page, "End", "ArrowLeft")
    assert page.inner_text("#replay-count") == "2 of 3"
    page.click("#replay-from")
    assert count(page, "moves") == 2
    press(page, "ArrowDown")
    assert board(page) == list(played(SEED, "left", "up", "down").board.tiles)


def test_a_link_of_the_page_is_a_game_in_python(page: Page) -> None:
    begin_seeded(page, SEED, "3")
    press(page, "ArrowLeft", "ArrowUp", "u", "ArrowRight")
    page.click("#open-share")
    link = page.locator("#share-links input").first.input_value()
    game = read_code(link.partition("#game=")[2])
    assert isinstance(game, Game)
    assert list(game.board.tiles) == board(page)
    assert game.take_backs == 1


def test_a_link_of_connect4_is_a_game_in_python_too(page: Page) -> None:
    page.click("[data-kind=connect4]")
    press(page, *"4453")
    page.click("#open-share")
    link = page.locator("#share-links input").first.input_value()
    assert read_code(link.partition("#game=")[2]).line() == ["4", "4", "5", "3"]


def test_a_code_of_python_opens_on_the_page_and_only_once(visit: Visit, host: StaticHost) -> None:
    game = played(SEED, "left", "up", "right", size=6)
    for command in ("undo", "redo", "hint"):
        game.do(Command.from_json(command))
    link = f"{host.url}#game={write_code(game)}"
    page = visit.page(link)
    assert board(page) == list(game.board.tiles)
    assert count(page, "take-backs") == 1
    assert "#" not in page.url
    again = visit.page(link)
    again.click("#open-games")
    assert again.locator("#games-list li", has_text="a shared game").count() == 1


def test_a_damaged_code_is_refused_in_a_sentence(visit: Visit, host: StaticHost) -> None:
    code = write_code(played(SEED, "left"))
    page = visit.page(f"{host.url}#game={code[:-3]}")
    page.wait_for_selector("#note:has-text('checksum')")
    assert sum(tile > 0 for tile in board(page)) == 2


def test_a_saved_file_is_a_record_in_python_and_comes_back(page: Page, tmp_path: Path) -> None:
    begin_seeded(page, SEED)
    press(page, "ArrowLeft", "ArrowUp", "u")
    page.click("#open-share")
    with page.expect_download() as download:
        page.click("#export")
    file = tmp_path / "one.game"
    download.value.save_as(file)
    game = replay(read_record(file.read_bytes(), "the file"))
    assert list(game.position.board.tiles) == board(page)
    page.click("#share [data-close]")
    kept = board(page)
    begin_seeded(page, "1")
    page.click("#open-games")
    page.set_input_files("#import", file)
    page.wait_for_selector("#games", state="hidden")
    assert board(page) == kept


def test_a_game_is_removed_only_after_asking(page: Page) -> None:
    begin_seeded(page, "3")
    press(page, "ArrowLeft")
    begin_seeded(page, "4")
    page.click("#open-games")
    old = page.locator("#games-list li", has_text=", 1 moves")
    old.get_by_role("button", name="Remove").click()
    page.click("#ask [data-close]")
    assert old.count() == 1
    old.get_by_role("button", name="Remove").click()
    page.click("#ask-yes")
    eventually(page, lambda: old.count() == 0)


def test_what_needs_the_server_says_so(page: Page) -> None:
    for button in ("#hint", "#watch"):
        page.click(button)
        page.wait_for_selector("#advice:has-text('needs the slidedrop server')")
        press(page, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
    page.click("#edit")
    page.click("#editor-ask")
    page.wait_for_selector("#editor .trouble:has-text('needs the slidedrop server')")


@pytest.mark.parametrize("position", ["2,4/8,16", "2,4,8/16,3,64/4,2,2", "0,0,0/0,0,0/0,0,0"])
def test_a_board_that_cannot_be_is_refused_in_the_dialog(page: Page, position: str) -> None:
    page.click("#edit")
    page.fill("#editor [name=text]", position)
    page.press("#editor [name=text]", "Tab")
    if "3" not in position and "8,16" not in position:
        page.click("#editor [type=submit]")
    assert page.locator("#editor .trouble").is_visible()
    assert page.locator("#editor").is_visible()


def test_reduced_motion_moves_without_sliding(browser: Browser, host: StaticHost) -> None:
    visit = Visit(browser, reduced_motion="reduce")
    page = visit.page(host.url)
    times = page.locator(".tile").first.evaluate(
        "t => getComputedStyle(t).transitionDuration + getComputedStyle(t.firstChild).animationName"
    )
    assert times == "0snone"
    visit.context.close()


def test_two_people_play_connect4_to_a_marked_win(page: Page) -> None:
    page.click("[data-kind=connect4]")
    press(page, *"4455667")
    assert discs(page)[-1] == "...rrrr"
    assert page.locator(".cell.won").count() == 4
    assert page.locator(".cell.last .disc.red").count() == 1
    assert "Red wins" in page.inner_text("#banner")
    assert "Red won, four in a row" in page.inner_text("#live")
    press(page, "u")
    assert not page.locator(".cell.won").count()
    page.locator(".column").nth(6).click()
    page.get_by_role("button", name="Rematch").click()
    assert discs(page)[-1] == "......."


def test_discs_differ_in_shape_and_not_only_in_colour(page: Page) -> None:
    page.click("[data-kind=connect4]")
    press(page, "1", "2")
    radius = "disc => getComputedStyle(disc, '::before').borderRadius"
    shapes = [page.locator(f".disc.{colour}").evaluate(radius) for colour in ("red", "blue")]
    assert shapes[0] != shapes[1]


def test_connect4_is_played_by_arrows_enter_and_touch(page: Page) -> None:
    page.click("[data-kind=connect4]")
    press(page, "ArrowLeft", "ArrowLeft", "Enter", "ArrowRight", "ArrowDown")
    assert discs(page)[-1] == "..rb..."
    page.click("#resign")
    assert "Red resigned" not in page.inner_text("#counts")
    assert "Blue won" in page.inner_text("#counts")


def test_free_placement_sets_a_disc_on_any_cell(page: Page) -> None:
    page.click("[data-kind=connect4]")
    page.click("#new")
    page.fill("#new-connect4 [name=columns]", "5")
    page.fill("#new-connect4 [name=rows]", "4")
    page.check("#new-connect4 [name=free]")
    page.click("#new-connect4 [type=submit]")
    page.get_by_role("button", name="Row 2, column 3").click()
    assert discs(page) == [".....", "..r..", ".....", "....."]


def test_the_computer_opponent_waits_for_a_server_and_says_so(page: Page) -> None:
    page.click("[data-kind=connect4]")
    page.click("#new")
    page.select_option("#new-connect4 [name=against]", "random")
    assert "needs the slidedrop server" in page.inner_text("#against-note")
    assert page.locator("#new-connect4 [type=submit]").is_disabled()


@pytest.mark.parametrize("kind", ["2048", "connect4"])
def test_everything_can_be_reached_by_keyboard_alone(page: Page, kind: str) -> None:
    page.click(f"[data-kind='{kind}']")
    press(page, "1", "ArrowLeft", "ArrowUp")
    page.evaluate("document.activeElement.blur()")
    seen = set()
    for _ in range(40):
        press(page, "Tab")
        seen.add(page.evaluate("document.activeElement.id || document.activeElement.dataset.move || ''"))
    buttons = page.locator("button:not(:disabled)").evaluate_all(
        "all => all.filter(b => b.checkVisibility() && !b.closest('dialog')).map(b => b.id || b.dataset.move || '')"
    )
    assert set(buttons) <= seen
    page.locator("#new").focus()
    assert page.evaluate("getComputedStyle(document.querySelector('#new')).outlineStyle") == "solid"


@pytest.mark.parametrize("kind", ["2048", "connect4"])
def test_a_phone_of_320_pixels_needs_no_sideways_scrolling_and_has_targets_of_44(
    browser: Browser, host: StaticHost, kind: str
) -> None:
    visit = Visit(browser, viewport={"width": 320, "height": 640}, has_touch=True)
    page = visit.page(host.url)
    page.click(f"[data-kind='{kind}']")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    small = page.locator("button, input, select").evaluate_all(
        """all => all.filter(e => e.checkVisibility() && !e.closest("dialog"))
            .map(e => [e.id, e.getBoundingClientRect()])
            .filter(([, box]) => box.width < 44 || box.height < 44)
            .map(([id, box]) => `${id} ${box.width} ${box.height}`)"""
    )
    assert small == []
    visit.context.close()


def test_the_text_on_every_tile_has_a_contrast_of_four_and_a_half() -> None:
    levels = re.findall(
        r"\.level(\d+) \{ background: (#\w{6}); color: (#\w{6})", (STATIC / "css" / "twenty48.css").read_text()
    )
    assert len(levels) == 16
    poor = [level for level, ground, ink in levels if contrast(ground, ink) < 4.5]
    assert poor == []


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as the accessibility guidelines define it."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    """Return how bright a colour is, from 0 to 1."""
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_whole_page_is_small() -> None:
    import gzip

    files = [path for path in STATIC.rglob("*") if path.is_file()]
    assert sum(len(gzip.compress(path.read_bytes(), mtime=0)) for path in files) < 80_000
