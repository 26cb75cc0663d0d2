"""Tests of 2048 on the page: moving tiles, swipes, undo and redo, and boards typed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from slidedrop.records.share import read_code
from slidedrop.twenty48 import Game, Rules
from tests.attempt import tried
from tests.browser.conftest import StaticHost, Visit
from tests.browser.playing import (
    SEED,
    all_rules,
    begin_seeded,
    board,
    count,
    drawn_board,
    eventually,
    played,
    press,
    set_up,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def test_a_sliding_tile_keeps_its_element_and_a_merge_makes_a_new_one(page: Page) -> None:
    set_up(page, "0,0,4/0,2,2/0,0,0")
    page.evaluate("document.querySelectorAll('.tile').forEach((tile, i) => { tile.dataset.mark = i; })")
    press(page, "ArrowLeft")
    drawn_board(page)
    marks = page.locator(".tile").evaluate_all("tiles => tiles.map(t => [t.dataset.value, t.dataset.mark ?? ''])")
    assert ["4", "0"] in marks
    assert ["4", ""] in marks


def test_a_blocked_move_is_announced_and_a_set_up_board_sets_no_best_score(page: Page) -> None:
    set_up(page, "1024,1024,0,0/0,0,0,0/0,0,0,0/0,0,0,0")
    press(page, "ArrowUp")
    assert (page.text_content("#live") or "").startswith("Up: nothing")
    press(page, "ArrowLeft")
    assert "won" in (page.text_content("#live") or "")
    assert (count(page, "score"), count(page, "best")) == (2048, 0)


def test_undo_and_redo_bring_the_same_tile_again(page: Page) -> None:
    begin_seeded(page, SEED, "5")
    press(page, "ArrowLeft", "ArrowUp")
    after = board(page)
    press(page, "u")
    assert board(page) != after
    assert count(page, "undos") == 1
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
    """Swipe with one finger over the middle of the board."""
    box = page.locator("#stage").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = visit.context.new_cdp_session(page)
    for kind, share in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 1.0)):
        touch.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x + right * share, "y": y + down * share}]}
        )
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_replay_steps_through_the_game_and_play_can_resume_from_any_move(page: Page) -> None:
    begin_seeded(page, SEED)
    press(page, "ArrowLeft", "ArrowUp", "ArrowRight")
    press(page, "p")
    page.wait_for_selector("#replay-count:has-text('0 of 3')")
    assert board(page) == list(played(SEED).board.tiles)
    press(page, "ArrowRight", "ArrowRight")
    assert board(page) == list(played(SEED, "left", "up").board.tiles)
    press(page, "End", "ArrowLeft")
    assert page.inner_text("#replay-count") == "2 of 3"
    page.click("#replay-from")
    assert count(page, "moves") == 2
    press(page, "ArrowDown")
    assert board(page) == list(played(SEED, "left", "up", "down").board.tiles)


@pytest.mark.parametrize("position", ["2,4/8,16", "2,4,8/16,3,64/4,2,2", "0,0,0/0,0,0/0,0,0"])
def test_an_invalid_board_is_refused_in_the_dialog(page: Page, position: str) -> None:
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


@pytest.mark.requirement("R-000-2", "R-000-20", "R-000-31")
@pytest.mark.parametrize(("base", "tiles", "win"), [(3, 1, 2048), (5, 2, 20)])
def test_base_tiles_per_move_and_winning_tile_are_saved_shared_and_replayed(
    page: Page, base: int, tiles: int, win: int
) -> None:
    page.click("#options")
    all_rules(page)
    for name, value in (("base", base), ("tiles", tiles), ("win", win), ("seed", 7)):
        page.fill(f"#new-2048 [name={name}]", str(value))
    page.click("#new-2048 [type=submit]")
    moves = ("left", "up", "right", "down") * 4
    rules = Rules(base=base, tiles_per_move=tiles, winning_tile=win)
    expected = Game(rules, seed=7)
    for move in moves:
        press(page, f"Arrow{move.capitalize()}")
        before = expected.state.won
        tried(expected, move)
        if expected.state.won and not before:
            page.locator("#banner").get_by_role("button", name="Keep playing").click()
    assert board(page) == list(expected.board.tiles)
    page.reload()
    page.wait_for_selector("#saved:not(:empty)")
    assert board(page) == list(expected.board.tiles)
    page.click("#open-share")
    link = page.locator("#share-links input").first.input_value()
    code = link.rpartition("#")[2].rpartition("=")[2]
    shared = read_code(code)
    assert isinstance(shared, Game)
    assert (shared.rules, shared.board) == (rules, expected.board)
    page.click("#share [data-close]")
    press(page, "p")
    eventually(page, lambda: board(page) == list(Game(rules, seed=7).board.tiles))
    press(page, "End")
    assert board(page) == list(expected.board.tiles)
    press(page, "Escape")
    page.click("#options")
    page.wait_for_selector("#new-2048[open]")
    assert page.input_value("#new-2048 [name=base]") == str(base)
    assert page.input_value("#new-2048 [name=win]") == str(win)
    page.goto(link)
    page.reload()
    eventually(page, lambda: board(page) == list(expected.board.tiles))


def test_a_winning_tile_not_above_the_base_tile_is_refused_in_the_dialog(page: Page) -> None:
    page.click("#options")
    all_rules(page)
    page.fill("#new-2048 [name=base]", "5000")
    page.click("#new-2048 [type=submit]")
    assert "base tile 5000" in page.locator("#new-2048 .trouble").inner_text().lower()


def test_a_hint_has_a_bar_for_each_move_and_one_line_of_reason(page: Page) -> None:
    press(page, "ArrowLeft", "ArrowDown", "i")
    page.wait_for_selector(".hint-bar")
    code = "all => all.map(({ style }) => Number(style.getPropertyValue('--part')))"
    widths = page.locator(".hint-track").evaluate_all(code)
    assert len(widths) >= 2
    assert widths[0] == 1
    assert sorted(widths, reverse=True) == widths
    losses = page.locator(".hint-bar > span:last-child").all_inner_texts()
    least = 0.5 ** (0.0005 / 0.01)  # a slide that loses less than half a thousandth is called best too
    assert [loss == "best" for loss in losses] == [width > least for width in widths]
    assert all(loss == "best" or loss.startswith("−") for loss in losses)  # noqa: RUF001 - the sign that the page shows
    name = page.locator(".hint-bar > span:first-child").first.inner_text()
    assert page.inner_text("#advice").startswith(f"{name}: ")


def test_after_a_click_on_new_game_and_moves_by_keys_the_space_bar_starts_no_other(page: Page) -> None:
    page.click("#new")
    press(page, "ArrowLeft", "ArrowUp", "ArrowLeft", "ArrowUp")
    eventually(page, lambda: count(page, "moves") > 0)
    press(page, " ")
    assert count(page, "moves") > 0
    assert page.evaluate("document.activeElement.id") == "stage"
    page.focus("#undo")
    press(page, "ArrowLeft", "ArrowUp")
    assert page.evaluate("document.activeElement.id") == "undo", "a keyboard's own focus stays"
