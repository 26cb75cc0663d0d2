"""Connect-4 on the page: by mouse, keys and touch, with and without gravity, to a marked win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.playing import discs, press

if TYPE_CHECKING:
    from playwright.sync_api import Page


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
