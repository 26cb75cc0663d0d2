"""Tests of Connect-4 on the page: mouse, keys and touch, with and without gravity, and the marked win."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.conftest import StaticHost, Visit
from tests.browser.playing import all_rules, choose, discs, eventually, press, resign, settled

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page


OFFERED: Final = ["even", "beginner", "casual", "strong", "expert", "master", "perfect", "greedy", "random"]
"""The players of the dialog, by their declared names."""


def test_two_people_play_connect4_and_the_win_is_marked(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    press(page, *"4455667")
    assert discs(page)[-1] == "...rrrr"
    assert page.locator(".cell.won").count() == 4
    assert page.locator(".cell.last .disc.red").count() == 1
    assert "Red won" in page.inner_text("#banner")
    assert page.inner_text("#how").strip() == "", "nobody can drop a disc any more"
    assert "Red won, " in page.inner_text("#live")
    press(page, "u")
    assert not page.locator(".cell.won").count()
    page.locator(".column").nth(6).click()
    page.get_by_role("button", name="Rematch").click()
    assert discs(page)[-1] == "......."


def test_discs_differ_by_shape_and_not_only_by_colour(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    press(page, "1", "2")
    mark = "disc => getComputedStyle(disc, '::after').borderRadius"
    shapes = [page.locator(f".disc.{colour}").evaluate(mark) for colour in ("red", "blue")]
    assert shapes[0] != shapes[1]


def test_connect4_is_played_by_arrows_enter_and_touch(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    press(page, "ArrowLeft", "ArrowLeft", "Enter", "ArrowRight", "ArrowDown")
    assert discs(page)[-1] == "..rb..."
    resign(page)
    page.click("#ask-yes")
    eventually(page, lambda: "Yellow won" in page.inner_text("#counts"))
    assert "Red resigned" not in page.inner_text("#counts")


def test_the_result_comes_into_view_where_the_board_is_scrolled_away(browser: Browser, host: StaticHost) -> None:
    visit = Visit(browser, viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    page = visit.page(host.url)
    page.tap("button[data-kind=connect4]")
    press(page, "4")
    page.tap("#analyse summary")
    page.tap("#more summary")
    page.locator("#resign").scroll_into_view_if_needed()
    resign(page)
    page.tap("#ask-yes")
    page.wait_for_selector("#banner")
    settled(page)
    assert page.locator("#banner").evaluate("banner => banner.getBoundingClientRect().top") >= 0
    visit.context.close()


def test_free_placement_sets_a_disc_on_any_cell(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    page.click("#options")
    all_rules(page)
    page.fill("#new-connect4 [name=columns]", "5")
    page.fill("#new-connect4 [name=rows]", "4")
    page.check("#new-connect4 [name=free]")
    page.click("#new-connect4 [type=submit]")
    page.get_by_role("button", name="Row 2, column 3").click()
    assert discs(page) == [".....", "..r..", ".....", "....."]


def test_only_a_remote_opponent_needs_the_server_and_the_dialog_says_so(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    page.click("#options")
    choose(page, "apart")
    assert "the slidedrop server" in page.inner_text("#against-note")
    assert page.locator("#new-connect4 [type=submit]").is_disabled()


def test_only_opponents_that_can_play_the_chosen_board_are_offered(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    page.click("#options")
    eventually(page, lambda: offered(page) == OFFERED)
    all_rules(page)
    page.check("#new-connect4 [name=free]")
    eventually(page, lambda: offered(page) == ["greedy", "random"])
    choose(page, "greedy")
    page.click("#new-connect4 [type=submit]")
    page.get_by_role("button", name="Row 6, column 1").click()
    eventually(page, lambda: "".join(discs(page)).count("b") == 1)


def offered(page: Page) -> list[str]:
    """Return the computer players that can be chosen."""
    options = page.locator("#new-connect4 [name=against]:not([disabled], [value=here], [value=apart])")
    return [str(option.get_attribute("value")) for option in options.all()]


def test_a_first_time_visitor_plays_against_the_beginner(browser: Browser, host: StaticHost) -> None:
    visit = Visit(browser, beside=False)
    page = visit.page(host.url)
    page.click("button[data-kind=connect4]")
    assert page.inner_text("#turn") == "Red (you)"
    press(page, "4")
    eventually(page, lambda: "".join(discs(page)).count("b") == 1)
    assert page.inner_text("#turn") == "Red (you)"
    page.click("#options")
    assert page.locator("#new-connect4[open] [name=against]:checked").input_value() == "beginner"
    visit.context.close()


def test_an_oversized_board_scrolls_to_the_chosen_column(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    page.click("#options")
    all_rules(page)
    for name in ("columns", "rows"):
        page.fill(f"#new-connect4 [name={name}]", "32")
    page.click("#new-connect4 [type=submit]")
    page.wait_for_selector(".broad")
    press(page, *["ArrowRight"] * 16)
    inside = """() => { const board = document.querySelector(".broad").getBoundingClientRect();
        const column = document.activeElement.getBoundingClientRect();
        const inside = column.left >= board.left - 1 && column.right <= board.right + 1;
        return [document.activeElement.dataset.move, inside] }"""
    assert page.evaluate(inside) == ["32", True]


def test_discs_differ_with_forced_system_colours(browser: Browser, host: StaticHost) -> None:
    visit = Visit(browser, forced_colors="active")
    page = visit.page(host.url)
    page.click("button[data-kind=connect4]")
    press(page, "4", "3")
    painted = """sign => getComputedStyle(document.querySelector(`.disc.${sign}`), "::before").backgroundColor"""
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert len({page.evaluate(painted, "red"), page.evaluate(painted, "blue"), ground}) == 3
    visit.context.close()


def test_a_board_can_be_set_up_analysed_and_played_from(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    page.click("#edit")
    for _ in range(2):
        page.get_by_role("button", name="Row 6, column 1").click()
    page.click("#editor4-ask")
    assert "as many discs" in page.locator("#editor4 .trouble").inner_text()
    page.fill("#editor4 [name=text]", "......./......./......./......./OOO..../XXX....")
    page.press("#editor4 [name=text]", "Tab")
    page.click("#editor4-ask")
    page.wait_for_selector("#editor4-advice:has-text('Column 4')")
    page.click("#editor4 [type=submit]")
    assert discs(page)[-2:] == ["bbb....", "rrr...."]
    press(page, "4")
    assert "Red won" in page.inner_text("#banner")


@pytest.mark.parametrize(("kind", "editor"), [("2048", "#editor"), ("connect4", "#editor4")])
def test_a_mistyped_board_starts_no_game(page: Page, kind: str, editor: str) -> None:
    page.click(f"button[data-kind='{kind}']")
    press(page, "4", "ArrowLeft", "ArrowUp", "ArrowRight")
    moves = page.inner_text("#moves")
    page.click("#edit")
    page.fill(f"{editor} [name=text]", "2,2,x")
    page.click(f"{editor} [type=submit]")
    page.wait_for_selector(f"{editor} .trouble:visible")
    assert page.locator(f"{editor}[open]").count() == 1
    assert page.inner_text("#moves") == moves


def test_a_player_added_to_players_json_appears_in_the_dialog(visit: Visit, site: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    shutil.copytree(site, folder)
    file = folder / "engine" / json.loads((folder / "engine" / "files.json").read_text())["players.json"][0]
    players = json.loads(file.read_text())
    new = {**players["connect4"][0], "name": "pupil", "title": "Pupil", "description": "Learns while it plays."}
    file.write_text(json.dumps({**players, "connect4": [*players["connect4"], new]}))
    host = StaticHost(folder)
    page = visit.page(host.url)
    page.click("button[data-kind=connect4]")
    page.click("#options")
    choose(page, "pupil")
    assert page.locator(".choice:has([value=pupil])").inner_text().startswith("Pupil\nLearns while ")
    host.close()


def test_a_hint_has_a_bar_for_each_column(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    press(page, *"12121", "i")
    page.wait_for_selector(".hint-bar")
    bars = page.locator(".hint-bar").evaluate_all(
        """all => all.map((bar) => [bar.firstChild.textContent, bar.matches(".best"), bar.dataset.verdict,
            Number(bar.querySelector(".hint-track").style.getPropertyValue("--part"))])"""
    )
    assert [name for name, *_ in bars] == list("1234567")
    assert [name for name, best, *_ in bars if best] == ["1"], "red has three in column 1"
    assert [verdict for _, _, verdict, _ in bars[1:]] == ["loss"] * 6
    assert all(part < bars[0][3] for *_, part in bars[1:])


def test_the_words_of_every_opponent_stand_in_the_middle_of_the_card(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    page.click("#options")
    eventually(page, lambda: offered(page) == OFFERED)
    spaces = page.locator("#opponents .choice:visible").evaluate_all(
        """cards => cards.map(card => {
            const [box, name, words] = [card, card.querySelector("b"), card.querySelector(".small")]
                .map(part => part.getBoundingClientRect());
            return [name.top - box.top, box.bottom - words.bottom, words.top - name.bottom].map(Math.round);
        })"""
    )
    assert len(spaces) == len(OFFERED) + 2
    assert all(abs(above - below) <= 2 and between <= 6 for above, below, between in spaces), spaces
